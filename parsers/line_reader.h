// SPDX-License-Identifier: Apache-2.0
// Numbered lines of a text in memory (LF or CRLF, last line with or without its end). Borrows the
// text: lines are valid while it lives.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace regress {

class LineReader {
 public:
  explicit LineReader(std::string_view text, uint32_t first_line = 1)
      : rest_(text), next_line_(first_line) {}

  // The next line without its end, or nullopt after the last.
  std::optional<std::string_view> Next() {
    if (rest_.empty()) return std::nullopt;
    const void* newline = std::memchr(rest_.data(), '\n', rest_.size());
    const size_t length =
        newline == nullptr ? rest_.size()
                           : static_cast<size_t>(static_cast<const char*>(newline) - rest_.data());
    std::string_view line = rest_.substr(0, length);
    rest_.remove_prefix(newline == nullptr ? length : length + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++next_line_;
    return line;
  }

  uint32_t line() const { return next_line_ - 1; }  // number of the line returned last

 private:
  std::string_view rest_;
  uint32_t next_line_;
};

}  // namespace regress
