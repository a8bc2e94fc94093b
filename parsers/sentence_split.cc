// SPDX-License-Identifier: Apache-2.0
// Prose joined to sentences over line wraps: bullets, labels and ends of sentences.
#include <algorithm>

#include "parsers/claim_lines.h"
#include "parsers/scan.h"

namespace regress {

const Sentence::Piece& Sentence::PieceAt(size_t offset) const {
  auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                [](size_t at, const Piece& piece) { return at < piece.offset; });
  return after == pieces.begin() ? *after : *(after - 1);
}

size_t BulletLength(std::string_view text) {
  const std::string_view body = TrimLeft(text);
  const size_t indent = text.size() - body.size();
  if (body.size() < 2) return 0;
  if ((body[0] == '-' || body[0] == '*' || body[0] == 'o' || body[0] == '+') && body[1] == ' ') {
    return indent + 2;
  }
  if (body.starts_with("\xe2\x80\xa2 ")) return indent + 4;
  size_t at = 0;
  if (body[0] == '(') ++at;
  const size_t begin = at;
  while (at < body.size() && at < begin + 2 && IsDigit(body[at])) ++at;
  if (at == begin && IsLetter(body[at])) ++at;
  if (at == begin || at + 1 >= body.size()) return 0;
  if ((body[at] == ')' || (body[at] == '.' && IsDigit(body[begin]))) && body[at + 1] == ' ') {
    return indent + at + 2;
  }
  return 0;
}

namespace {

// "e.g. ", "vs. ", "Ie. " and the like end no sentence.
bool EndsSentence(std::string_view text, size_t dot) {
  if (text[dot] == '?' || text[dot] == '!') return true;
  size_t begin = dot;
  while (begin > 0 && IsLetter(text[begin - 1]) && dot - begin < 7) --begin;
  const std::string_view word = text.substr(begin, dot - begin);
  if (word.empty()) return dot == 0 || text[dot - 1] != '.';
  if (word.size() == 1) return false;
  for (const std::string_view abbreviation :
       {"vs", "ie", "Ie", "eg", "Eg", "etc", "approx", "resp", "incl", "cf", "ca", "avg", "Avg",
        "max", "min", "No", "no", "conv"}) {
    if (word == abbreviation) return false;
  }
  return true;
}

// "direct randreads: ..." starts an item of its own: a colon before the first digit.
bool StartsWithLabel(std::string_view text) {
  const std::string_view body = TrimLeft(text);
  for (size_t at = 0; at < body.size() && at < 50; ++at) {
    if (body[at] == ':') {
      return at > 0 && at + 1 < body.size() && (body[at + 1] == ' ' || body[at + 1] == '\t');
    }
    if (body[at] == '(' || body[at] == ',') return false;
    if (body[at] == '.' && at + 1 < body.size() && body[at + 1] == ' ') return false;
  }
  return false;
}

bool EndsOpen(std::string_view text) {
  const std::string_view body = Trim(text);
  if (body.empty()) return false;
  const char last = body.back();
  if (last == ',' || last == '(' || last == '>' || last == '/' || last == '=') return true;
  if (body.ends_with("\xe2\x86\x92")) return true;
  for (const std::string_view word :
       {" to", " from", " by", " of", " and", " the", " than", " a"}) {
    if (body.ends_with(word)) return true;
  }
  return std::count(body.begin(), body.end(), '(') > std::count(body.begin(), body.end(), ')');
}

}  // namespace

std::vector<Sentence> SplitSentences(const std::vector<ClaimLine>& lines, size_t first,
                                     size_t last) {
  std::vector<Sentence> sentences;
  size_t width = 0;
  for (size_t i = first; i < last; ++i) width = std::max(width, lines[i].text.size());
  width = std::min<size_t>(width, 78);
  Sentence sentence;
  auto finish = [&] {
    if (!sentence.text.empty()) sentences.push_back(std::move(sentence));
    sentence = Sentence();
  };
  for (size_t i = first; i < last; ++i) {
    const std::string_view text = lines[i].text;
    const std::string_view body = TrimLeft(text);
    size_t begin = text.size() - body.size();
    const size_t bullet = BulletLength(text);
    const bool piped = text.find(" | ") != std::string_view::npos;
    if (piped) finish();
    if (bullet != 0) {
      finish();
      begin = bullet;
    } else if (!sentence.text.empty() && i > first) {
      const std::string_view previous = lines[i - 1].text;
      const size_t word = std::min(body.find_first_of(" \t"), body.size());
      const bool unfilled = Trim(previous).size() + 1 + word <= width;
      if (!EndsOpen(previous) && !body.empty() && body.front() != '(') {
        const bool upper = body.front() >= 'A' && body.front() <= 'Z';
        if (StartsWithLabel(body) || (unfilled && upper && Trim(previous).back() != '-')) finish();
      }
    }
    // Split the line at ends of sentences.
    size_t at = begin;
    while (at < text.size()) {
      size_t end = at;
      size_t next = text.size();
      bool ended = false;
      for (; end < text.size(); ++end) {
        const char c = text[end];
        if ((c == '.' || c == '?' || c == '!') &&
            (end + 1 == text.size() || text[end + 1] == ' ' || text[end + 1] == '\t') &&
            EndsSentence(text, end)) {
          next = end + 1;
          ended = true;
          break;
        }
        if (end - at >= kMaxSentence - 1 && IsBlank(c)) {
          next = end + 1;
          ended = true;
          break;
        }
        if (end - at >= 2 * kMaxSentence) {  // no blank in sight
          next = end;
          ended = true;
          break;
        }
      }
      if (!ended) end = text.size();
      std::string_view piece = text.substr(at, end - at);
      while (!piece.empty() && IsBlank(piece.back())) piece.remove_suffix(1);
      if (!piece.empty()) {
        if (sentence.text.size() + piece.size() > 2 * kMaxSentence) finish();
        if (sentence.text.empty()) sentence.first_line = i;
        if (!sentence.text.empty()) sentence.text.push_back(' ');
        sentence.pieces.push_back({sentence.text.size(), i, at});
        sentence.text.append(piece);
      }
      if (ended) finish();
      at = next;
      while (at < text.size() && IsBlank(text[at])) ++at;
    }
    if (piped) finish();
    if (!body.empty() && (Trim(text).back() == ':' || Trim(text).ends_with(":-"))) finish();
  }
  finish();
  return sentences;
}

}  // namespace regress
