// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every input format: the first byte picks a format of the table, the rest is its
// input. Linked with libFuzzer in the fuzz preset, else with replay_main.cc.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "models/data/error.h"
#include "parsers/byte_stream.h"
#include "parsers/format.h"
#include "stats/claim_check.h"
#include "stats/fio_check.h"
#include "stats/robot_check.h"
#include "stats/robot_duplicates.h"
#include "stats/robot_statements.h"
#include "stats/table_claims.h"
#include "stats/table_comparisons.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace regress;
  if (size == 0) return 0;
  const Format& format = Formats()[data[0] % Formats().size()];
  std::string text;
  for (size_t i = 1; i < size; ++i) text += static_cast<char>(data[i]);
  DetectFormat(text);
  ByteStream input = ByteStream::FromMemory(std::move(text), "fuzz");
  const Directions directions;
  RowMemory memory;
  try {
    format.parse(input, ParseOptions(), [&](EvidenceBundle&& bundle) {
      CheckCells(bundle.robot);
      memory.MarkDuplicates(bundle.robot);
      JudgeStatements(bundle.robot, directions);
      JudgeClaims(bundle);
      JudgeFioClaims(bundle);
      WarnOfFioRuns(bundle, false);
      JudgeTables(bundle.evidence_tables);
      for (const EvidenceTable& table : bundle.evidence_tables) CompareTable(table);
    });
  } catch (const Error&) {
    // Damaged input is refused in this way.
  }
  return 0;
}
