// SPDX-License-Identifier: Apache-2.0
// The table of input formats: how each is recognised from its first bytes, and how it is read. To
// add one, write LooksLikeX and ParseX in a file of its own and add a line to the table in
// format.cc.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence.h"
#include "parsers/byte_stream.h"

namespace regress {

// What the user said about how to read inputs.
struct ParseOptions {
  std::string columns;             // --columns: roles of an evidence table's columns
  bool other_tables = false;       // of this call, which `columns` may speak of
  std::string fio_log_columns;     // --fio-log-columns
  std::string per_function;        // --per
  std::vector<std::string> pairs;  // --pair ENTRY,EXIT,KEY
  bool keep_rounds = false;        // measured rounds are wanted (a point of a comparison)
  std::function<void(const TraceRow&)> keep_event;  // --keep-events: receives every trace entry
};

// Receives each piece of an input as it is read; the bundle may be moved from.
using BundleSink = std::function<void(EvidenceBundle&&)>;

struct Format {
  std::string_view name;  // as in --input-format
  std::string_view what;  // "robot report", for the input line
  // How sure the first bytes make it: 0 no, 100 certain. `head` is up to 64 KiB, `path` for nothing
  // but messages.
  int (*sniff)(std::string_view head);
  // Reads `input` to its end. Throws Error if it cannot go on. `format_name` and `what` of the
  // result may differ from the table's where content decides (a mail that is a robot report).
  void (*parse)(ByteStream& input, const ParseOptions& options, const BundleSink& sink);
};

constexpr size_t kSniffBytes = size_t{64} << 10;

std::span<const Format> Formats();
const Format* FindFormat(std::string_view name);  // nullptr if there is none
// The surest format of the table, or nullptr if the bytes are of none (text of no format is mail).
const Format* DetectFormat(std::string_view head);

}  // namespace regress
