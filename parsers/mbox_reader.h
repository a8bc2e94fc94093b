// SPDX-License-Identifier: Apache-2.0
// Cuts an mbox into its messages, one in memory at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "parsers/byte_stream.h"

namespace regress {

// True if `line` is the envelope line of an mbox: "From SENDER ... HH:MM ... YEAR".
bool IsFromLine(std::string_view line);

// Calls `sink(bytes, first_line)` for each message, without its envelope line; the view is valid
// during the call. Text before the first envelope line is a message too.
void ReadMbox(ByteStream& input,
              const std::function<void(std::string_view bytes, uint32_t first_line)>& sink);

}  // namespace regress
