// SPDX-License-Identifier: Apache-2.0
// From the name of an input to bytes of a known format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/check_options.h"
#include "cli/inputs.h"
#include "parsers/byte_stream.h"
#include "parsers/format.h"

namespace regress {

struct OpenInput {
  explicit OpenInput(InputSpec named) : spec(std::move(named)) {}

  InputSpec spec;
  std::string hash;                  // of the raw bytes, known beforehand only with --db
  uint64_t bytes = 0;                // that were hashed beforehand
  const Format* format = nullptr;    // nullptr if it was not recognised
  std::optional<ByteStream> stream;  // kept open only for standard input
  bool early = false;                // ring buffer statistics, which say how complete a log is
};

// Which hashes of inputs are wanted, and when. With a database they must be known before the first
// row, so that the bytes are read twice.
struct HashWanted {
  bool at_all = false;
  bool first = false;
};

// Opens the input and recognises its format. nullopt if it only lies in a directory with others and
// is of no known format. Throws Error.
std::optional<OpenInput> Recognise(const CheckOptions& options, const InputSpec& spec,
                                   HashWanted hash);
// Sets input.stream to the begin of the input, if it is not open already. Throws Error.
void Reopen(OpenInput& input, HashWanted hash);

// True if the input may make claims that the figures of others decide.
bool MakesClaims(const OpenInput& input);
// Inputs whose figures others may need come first, texts with claims last.
void SortForReading(std::vector<OpenInput>& inputs);

std::string KnownFormats();  // "fio, ftrace, ..."

}  // namespace regress
