// SPDX-License-Identifier: Apache-2.0
// Records of a table whose fields are separated by tabs, commas or semicolons. Fields may be quoted
// ("" is a quote inside quotes, line ends may stand inside); LF or CRLF. Reads forward, holding one
// record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/byte_stream.h"

namespace regress {

struct DelimitedField {
  std::string_view text;  // without quotes
  uint32_t column = 0;    // where the field begins in its line, from 1
};

class DelimitedReader {
 public:
  DelimitedReader(ByteStream& input, char delimiter, uint32_t first_line = 1)
      : input_(input), delimiter_(delimiter), next_line_(first_line) {}

  // Reads the next record into `fields`, valid until the next call; false at the end. Empty lines
  // are passed over. A record longer than kLongestRecord is cut off there and `overlong()` is true.
  bool Next(std::vector<DelimitedField>& fields);

  uint32_t line() const { return line_; }        // physical line that the record begins on
  std::string_view raw() const { return raw_; }  // the record as it stands, without its end
  bool overlong() const { return overlong_; }

  static constexpr size_t kLongestRecord = size_t{1} << 20;
  static constexpr size_t kMostFields = 4096;

 private:
  // The bytes of the next record with its line end, none at the end of the input.
  std::string_view NextRecord();
  void SplitQuoted(std::vector<DelimitedField>& fields);

  ByteStream& input_;
  char delimiter_;
  uint32_t next_line_;
  uint32_t line_ = 0;
  std::string_view raw_;
  std::string_view piece_;  // what the last Peek returned, from at_ on not yet handed out
  size_t at_ = 0;
  bool overlong_ = false;
  std::vector<std::string> unquoted_;
};

}  // namespace regress
