// SPDX-License-Identifier: Apache-2.0
#include "parsers/delimited.h"

#include <algorithm>
#include <cstring>

namespace regress {
namespace {

constexpr size_t kPiece = size_t{256} << 10;

// Length of the record at the front of `text` with its line end; npos if it does not end there.
size_t RecordLength(std::string_view text) {
  const void* newline = std::memchr(text.data(), '\n', text.size());
  if (newline == nullptr) return std::string_view::npos;
  const auto length = static_cast<size_t>(static_cast<const char*>(newline) - text.data());
  if (std::memchr(text.data(), '"', length) == nullptr) return length + 1;
  bool quoted = false;
  bool field_begins = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '"') quoted = false;  // of a pair, the second opens again at once
    } else if (c == '"' && (field_begins || (i > 0 && text[i - 1] == '"'))) {
      quoted = true;
    } else if (c == '\n') {
      return i + 1;
    }
    field_begins = !quoted && (c == '\t' || c == ',' || c == ';');
  }
  return std::string_view::npos;
}

}  // namespace

std::string_view DelimitedReader::NextRecord() {
  std::string_view rest = piece_.substr(at_);
  size_t length = rest.empty() ? std::string_view::npos : RecordLength(rest);
  if (length == std::string_view::npos) {
    input_.Skip(at_);
    at_ = 0;
    size_t want = kPiece;
    for (;;) {
      piece_ = input_.Peek(want);
      length = piece_.empty() ? std::string_view::npos : RecordLength(piece_);
      if (length != std::string_view::npos) break;
      if (piece_.size() < want) {
        length = piece_.size();
        break;
      }
      if (want > kLongestRecord) {
        // Give up on the quotes: the record ends with its line or with the piece.
        const size_t newline = piece_.find('\n');
        length = newline == std::string_view::npos ? piece_.size() : newline + 1;
        overlong_ = true;
        break;
      }
      want *= 2;
    }
    rest = piece_;
  }
  at_ += length;
  return rest.substr(0, length);
}

bool DelimitedReader::Next(std::vector<DelimitedField>& fields) {
  fields.clear();
  overlong_ = false;
  for (;;) {
    std::string_view record = NextRecord();
    if (record.empty()) return false;
    line_ = next_line_;
    if (record.back() == '\n') {
      ++next_line_;
      record.remove_suffix(1);
    }
    while (!record.empty() && record.back() == '\r') record.remove_suffix(1);
    raw_ = record;
    if (record.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    break;
  }
  if (std::memchr(raw_.data(), '"', raw_.size()) != nullptr) {
    next_line_ += static_cast<uint32_t>(std::count(raw_.begin(), raw_.end(), '\n'));
    SplitQuoted(fields);
    return true;
  }
  size_t begin = 0;
  while (fields.size() < kMostFields) {
    const void* found = std::memchr(raw_.data() + begin, delimiter_, raw_.size() - begin);
    const size_t end = found == nullptr
                           ? raw_.size()
                           : static_cast<size_t>(static_cast<const char*>(found) - raw_.data());
    fields.push_back({raw_.substr(begin, end - begin), static_cast<uint32_t>(begin + 1)});
    if (found == nullptr) break;
    begin = end + 1;
  }
  return true;
}

void DelimitedReader::SplitQuoted(std::vector<DelimitedField>& fields) {
  unquoted_.clear();
  unquoted_.reserve(static_cast<size_t>(std::count(raw_.begin(), raw_.end(), '"')));  // views stay
  size_t at = 0;
  for (;;) {
    const auto column = static_cast<uint32_t>(at + 1);
    if (at < raw_.size() && raw_[at] == '"') {
      std::string text;
      ++at;
      while (at < raw_.size()) {
        if (raw_[at] != '"') {
          text += raw_[at++];
        } else if (at + 1 < raw_.size() && raw_[at + 1] == '"') {
          text += '"';
          at += 2;
        } else {
          ++at;
          break;
        }
      }
      while (at < raw_.size() && raw_[at] != delimiter_) text += raw_[at++];
      unquoted_.push_back(std::move(text));
      fields.push_back({unquoted_.back(), column});
    } else {
      const size_t end = std::min(raw_.find(delimiter_, at), raw_.size());
      fields.push_back({raw_.substr(at, end - at), column});
      at = end;
    }
    if (at >= raw_.size() || fields.size() >= kMostFields) return;
    ++at;  // the delimiter
  }
}

}  // namespace regress
