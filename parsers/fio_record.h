// SPDX-License-Identifier: Apache-2.0
// One record of a human-readable report, joined from the physical lines that a mailer made of it,
// and where each byte of it stands. Owns its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/source_ref.h"
#include "parsers/scan.h"

namespace regress {

// A value and the offset of its first byte in the record; empty and 0 if it is absent.
struct FioField {
  std::string_view value;
  size_t offset = 0;
};

class FioRecord {
 public:
  bool empty() const { return pieces_.empty(); }
  std::string_view text() const { return text_; }
  size_t lines() const { return pieces_.size(); }

  void Set(std::string_view text, SourceRef at) {
    text_ = text;
    pieces_.assign(1, {0, at});
  }

  void Append(std::string_view text, SourceRef at) {
    // A mailer breaks at blanks and after hyphens.
    if (!text_.ends_with('-') && !text_.ends_with('(') && !text_.ends_with('/')) text_ += ' ';
    pieces_.emplace_back(text_.size(), at);
    text_ += text;
  }

  void Clear() {
    text_.clear();
    pieces_.clear();
  }

  SourceRef At(size_t offset) const {
    size_t piece = 0;
    while (piece + 1 < pieces_.size() && pieces_[piece + 1].first <= offset) ++piece;
    SourceRef place = pieces_[piece].second;
    place.column += static_cast<uint32_t>(offset - pieces_[piece].first);
    return place;
  }

  // The value after `key` ("iops=", not inside a longer word), blanks after it skipped, up to a
  // comma, blank, colon, semicolon or bracket.
  FioField Find(std::string_view key, size_t from) const {
    const std::string_view text = text_;
    for (size_t at = text.find(key, from); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
      if (at > 0 && (IsLetter(text[at - 1]) || text[at - 1] == '_')) continue;
      size_t begin = at + key.size();
      while (begin < text.size() && IsBlank(text[begin])) ++begin;
      size_t end = begin;
      while (end < text.size() && !IsBlank(text[end]) && text[end] != ',' && text[end] != ';' &&
             text[end] != '(' && text[end] != ')' && text[end] != ':')
        ++end;
      return {text.substr(begin, end - begin), begin};
    }
    return {};
  }

 private:
  std::string text_;
  std::vector<std::pair<size_t, SourceRef>> pieces_;
};

}  // namespace regress
