// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_flattened.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "parsers/lkp_row.h"
#include "parsers/lkp_section.h"
#include "parsers/lkp_statement.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kLongLine = 160;
constexpr size_t kLongRow = 400;  // a line that begins like a row, which may be long
constexpr size_t kMaxHeadline = 1200;
constexpr size_t kMaxHeadlines = 1000;
constexpr size_t kMaxBoxRow = 600;
constexpr size_t kMaxTitle = 300;  // of a commit
constexpr size_t kMaxCommits = 8;
constexpr size_t kMaxNote = 40;  // of a person behind a row
constexpr size_t kMaxFact = 250;

bool BeginsLikeRow(std::string_view text) {
  return IsDigit(text.front()) || text.front() == '-' || text.front() == ':';
}

bool IsAll(std::string_view token, std::string_view marks) {
  return !token.empty() && token.find_first_not_of(marks) == std::string_view::npos;
}

bool IsDashes(std::string_view token) {
  return token.size() >= 8 && IsAll(token, "-");
}

bool IsGrid(std::string_view token) {
  return token.size() >= 10 && token.starts_with("+-") && IsAll(token, "+-=");
}

// Offset behind the titles of columns at `at`, or `at`.
size_t TitlesEnd(std::string_view text, size_t at) {
  if (text[at] != '%' && text[at] != 'f') return at;
  if (!IsColumnTitles(text.substr(at, 120))) return at;
  std::string_view rest = text.substr(at);
  size_t end = at;
  for (std::string_view token = NextField(rest);
       token == "%stddev" || token == "%change" || token == "change" || token == "fail:runs" ||
       token == "%reproduction";
       token = NextField(rest)) {
    end = static_cast<size_t>(token.data() + token.size() - text.data());
  }
  return end;
}

class Cutter {
 public:
  Cutter(const TextLine& line, size_t limit, std::vector<TextLine>& lines)
      : line_(line), text_(line.text), limit_(limit), lines_(lines), depth_(line.quote_depth) {}

  void Run() {
    const size_t before = lines_.size();
    while (Advance()) {
      if (lines_.size() - before >= limit_) break;
      ReadStructure();
    }
    if (lines_.size() == before) {
      lines_.push_back(line_);
      return;
    }
    EmitProse(begin_, text_.size());
  }

 private:
  enum class Last : uint8_t { kProse, kRow, kTitles, kRule, kGrid, kOther };

  // To the next token that is no quote mark and not yet taken; false at the end.
  bool Advance() {
    if (!token_.empty() && OffsetOf(token_) == at_) return true;
    marks_ = 0;
    for (;;) {
      while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
      if (at_ >= text_.size()) return false;
      token_ = TokenAt(at_);
      if (!IsAll(token_, ">")) break;
      if (marks_ == 0) marks_at_ = at_;
      marks_ += token_.size();
      at_ += token_.size();
    }
    if (marks_ == 0) marks_at_ = at_;
    return true;
  }

  std::string_view TokenAt(size_t at) const {
    size_t end = at;
    while (end < text_.size() && !IsBlank(text_[end])) ++end;
    return text_.substr(at, end - at);
  }

  // The token behind blanks and quote marks at `at`.
  std::string_view TokenBehind(size_t at) const {
    for (;;) {
      while (at < text_.size() && IsBlank(text_[at])) ++at;
      const std::string_view token = TokenAt(at);
      if (!IsAll(token, ">")) return token;
      at += token.size();
    }
  }

  size_t OffsetOf(std::string_view token) const {
    return static_cast<size_t>(token.data() - text_.data());
  }

  uint16_t Depth() const {
    return static_cast<uint16_t>(std::min<size_t>(line_.quote_depth + marks_, UINT16_MAX));
  }

  // A quote mark of the next line.
  bool IsMark(size_t begin, size_t at) const {
    return text_[at] == '>' && (at == begin || IsBlank(text_[at - 1]) || text_[at - 1] == '>');
  }

  // Prose with its own quote marks in front.
  void EmitProse(size_t begin, size_t end) {
    size_t marks = 0;
    for (; begin < end && (IsBlank(text_[begin]) || IsMark(begin, begin)); ++begin) {
      if (text_[begin] == '>') ++marks;
    }
    if (marks > 0) {
      depth_ = static_cast<uint16_t>(std::min<size_t>(line_.quote_depth + marks, UINT16_MAX));
    }
    Emit(begin, end, depth_);
  }

  // Words on the line of the row, not dots between rows.
  bool IsNote(size_t begin, size_t end) const {
    bool letter = false;
    for (size_t at = begin; at < end; ++at) {
      if (IsMark(begin, at)) return false;
      letter |= IsLetter(text_[at]);
    }
    return letter;
  }

  void Emit(size_t begin, size_t end, uint16_t depth) {
    while (begin < end && IsBlank(text_[begin])) ++begin;
    while (end > begin && (IsBlank(text_[end - 1]) || IsMark(begin, end - 1))) --end;
    if (begin == end) return;
    TextLine piece = line_;
    piece.text = text_.substr(begin, end - begin);
    piece.column = line_.column + static_cast<uint32_t>(begin);
    piece.quote_depth = depth;
    lines_.push_back(piece);
  }

  // What stands in front of the structure at the current token: prose, or a note behind a row.
  void CloseProse(size_t end, bool row_follows) {
    const bool note = last_ == Last::kRow && row_follows && end > begin_ &&
                      end - begin_ <= kMaxNote && !lines_.empty() &&
                      Depth() == lines_.back().quote_depth && IsNote(begin_, end);
    if (note) {
      TextLine& row = lines_.back();
      while (end > begin_ && IsBlank(text_[end - 1])) --end;
      const size_t from = row.column - line_.column;
      if (end > from + row.text.size()) row.text = text_.substr(from, end - from);
    } else {
      EmitProse(begin_, end);
    }
  }

  // The token begins a structure that goes on to `end`.
  void Take(size_t end, Last what) {
    CloseProse(marks_at_, what == Last::kRow);
    Emit(at_, end, Depth());
    depth_ = Depth();
    begin_ = at_ = end;
    last_ = what;
  }

  // The next token, whatever it is, as a piece of its own.
  bool TakeToken() {
    if (!Advance()) return false;
    Take(at_ + token_.size(), Last::kOther);
    return true;
  }

  bool Adjacent() const { return Trim(text_.substr(begin_, marks_at_ - begin_)).empty(); }

  void ReadStructure() {
    const char first = token_.front();
    if (IsDigit(first) || first == ':' || (first == '-' && !IsDashes(token_))) {
      if (ReadRow()) return;
    }
    switch (first) {
      case '-':
        if (ReadDashes()) return;
        break;
      case '%':
      case 'f':
        if (const size_t end = TitlesEnd(text_, at_); end > at_) {
          Take(end, Last::kTitles);
          return;
        }
        break;
      case '|':
      case '\\':
        if (ReadDecoration()) return;
        break;
      case '=':
        if (IsRule(token_, '=')) {
          Take(at_ + token_.size(), Last::kRule);
          ReadSectionHead();
          return;
        }
        break;
      case '*':
        if (IsRule(token_, '*')) {
          Take(at_ + token_.size(), Last::kRule);
          return;
        }
        break;
      case '+':
        if (IsGrid(token_)) {
          Take(at_ + token_.size(), Last::kGrid);
          ReadBoxRows();
          return;
        }
        break;
      case 'n':
        if (token_ == "noticed" && ReadHeadline()) return;
        break;
      default:
        if (token_.back() == ':' && ReadFact()) return;
        break;
    }
    at_ += token_.size();
  }

  bool ReadRow() {
    LkpRow row;
    if (ParseLkpRow(text_.substr(at_, kMaxRowLength), row) != RowShape::kRow) return false;
    const std::string_view metric = text_.substr(at_ + row.metric.at, row.metric.length);
    const bool inside = (last_ == Last::kRow || last_ == Last::kTitles) && Adjacent();
    if (!inside && metric.find_first_of("./") == std::string_view::npos) return false;
    Take(at_ + row.metric.at + row.metric.length, Last::kRow);
    return true;
  }

  // The names of the columns stand in front of the dashes, as many as there are of these.
  bool ReadDashes() {
    size_t columns = 0;
    size_t end = at_;
    for (std::string_view token = token_; IsDashes(token) && columns <= kMaxRowColumns;
         token = TokenAt(end)) {
      ++columns;
      end = OffsetOf(token) + token.size();
      const size_t here = end;
      while (end < text_.size() && IsBlank(text_[end])) ++end;
      if (!IsDashes(TokenAt(end))) {
        end = here;
        break;
      }
    }
    if (columns < 2 || columns > kMaxRowColumns + 1) return false;
    size_t heads = marks_at_;
    for (size_t i = 0; i < columns && heads > begin_; ++i) {
      while (heads > begin_ && IsBlank(text_[heads - 1])) --heads;
      size_t start = heads;
      while (start > begin_ && !IsBlank(text_[start - 1])) --start;
      if (heads - start > 64 || IsAll(text_.substr(start, heads - start), ">")) break;
      heads = start;
    }
    size_t prose = heads;  // quote marks in front of the heads belong to them
    while (prose > begin_ && (IsBlank(text_[prose - 1]) || text_[prose - 1] == '>')) --prose;
    EmitProse(begin_, prose);
    Emit(heads, marks_at_, Depth());
    begin_ = marks_at_;
    Take(end, Last::kOther);
    return true;
  }

  // The drawn lines between titles and rows.
  bool ReadDecoration() {
    if ((last_ != Last::kTitles && last_ != Last::kOther) || !Adjacent()) return false;
    size_t end = at_;
    for (size_t at = at_; at < text_.size();) {
      const std::string_view token = TokenAt(at);
      if (!IsAll(token, "|\\")) break;
      end = at + token.size();
      at = end;
      while (at < text_.size() && IsBlank(text_[at])) ++at;
    }
    if (end == at_) return false;
    Take(end, last_);
    return true;
  }

  // Behind a rule: "a/b/c:", "1/2/3", "commit:", the kernels.
  void ReadSectionHead() {
    if (!Advance()) return;
    const bool keys = token_.size() > 1 && token_.back() == ':' && token_ != "commit:";
    if (keys && !(TakeToken() && TakeToken())) return;
    if (!Advance() || token_ != "commit:" || !TakeToken()) return;
    size_t commits = 0;
    for (; commits < kMaxCommits && Advance(); ++commits) {
      const size_t end = TitledCommitEnd();
      if (end == at_) break;
      Take(end, Last::kOther);
    }
    if (commits > 0) return;
    for (size_t bare = BareCommits(); bare > 0 && TakeToken(); --bare) {
    }
  }

  // Behind `964f569c14 ("title")`, or at_.
  size_t TitledCommitEnd() const {
    const size_t behind = at_ + token_.size();
    if (!TokenBehind(behind).starts_with("(\"")) return at_;
    const size_t close = text_.substr(behind, kMaxTitle).find("\")");
    return close == std::string_view::npos ? at_ : behind + close + 2;
  }

  // Kernels without titles are followed by as many names of columns and as many dashes.
  size_t BareCommits() const {
    size_t names = 0;
    size_t dashes = 0;
    for (size_t at = at_; names <= 2 * kMaxCommits && dashes <= kMaxCommits;) {
      const std::string_view token = TokenBehind(at);
      if (token.empty()) break;
      if (IsDashes(token)) {
        ++dashes;
      } else if (dashes > 0) {
        break;
      } else {
        ++names;
      }
      at = OffsetOf(token) + token.size();
    }
    return names == 2 * dashes ? dashes : 0;
  }

  // "| left | right |", one after another.
  void ReadBoxRows() {
    while (Advance() && token_.front() == '|') {
      const std::string_view rest = text_.substr(at_, kMaxBoxRow);
      const size_t middle = rest.find('|', 1);
      const size_t close = middle == std::string_view::npos ? middle : rest.find('|', middle + 1);
      if (close == std::string_view::npos) break;
      Take(at_ + close + 1, Last::kGrid);
    }
  }

  bool ReadHeadline() {
    if (++headlines_ > kMaxHeadlines) return false;
    const std::string_view sentence = text_.substr(at_, kMaxHeadline);
    size_t end = sentence.find(" on:");
    if (const size_t due = sentence.find(" due to commit"); due < end) {
      end = due + 14;
    } else if (end != std::string_view::npos) {
      end += 4;
    }
    if (end == std::string_view::npos || !ParseHeadline(sentence.substr(0, end))) return false;
    // The words in front of the verb: "kernel test robot noticed", "FYI, we noticed".
    const std::string_view before = text_.substr(begin_, at_ - begin_);
    const size_t verb = at_;
    for (const std::string_view words : {"kernel test robot ", "FYI, we ", "we "}) {
      if (!before.ends_with(words)) continue;
      at_ -= words.size();
      break;
    }
    marks_ = 0;
    size_t prose = at_;
    for (; prose > begin_ && (IsBlank(text_[prose - 1]) || IsMark(begin_, prose - 1)); --prose) {
      if (text_[prose - 1] == '>') ++marks_;
    }
    EmitProse(begin_, prose);
    depth_ = Depth();
    Emit(at_, verb + end, depth_);
    begin_ = at_ = verb + end;
    last_ = Last::kOther;
    seen_headline_ = true;
    return true;
  }

  // "testcase: x config: y test machine: z parameters: a: 1 b: 2" below a headline.
  bool ReadFact() {
    static constexpr std::array<std::string_view, 5> kFacts = {
        "testcase:", "config:", "compiler:", "machine:", "parameters:"};
    if (!seen_headline_ || std::find(kFacts.begin(), kFacts.end(), token_) == kFacts.end()) {
      return false;
    }
    size_t start = at_;
    if (token_ == "machine:") {
      if (!text_.substr(begin_, at_ - begin_).ends_with("test ")) return false;
      start -= 5;
    }
    if (fact_at_ >= begin_ && start - fact_at_ <= kMaxFact) {
      EmitProse(begin_, fact_at_);
      Emit(fact_at_, start, depth_);
      begin_ = start;
    }
    fact_at_ = start;
    at_ += token_.size();
    if (token_ != "parameters:") return true;
    EmitProse(begin_, start);
    Emit(start, at_, depth_);
    begin_ = at_;
    while (Advance() && token_.size() > 1 && token_.back() == ':') {
      const std::string_view value = TokenBehind(at_ + token_.size());
      if (value.empty() || value.back() == ':') break;
      const size_t end = OffsetOf(value) + value.size();
      Emit(at_, end, depth_);
      begin_ = at_ = end;
    }
    return true;
  }

  const TextLine& line_;
  std::string_view text_;
  size_t limit_;
  std::vector<TextLine>& lines_;
  size_t at_ = 0;
  std::string_view token_;
  size_t marks_ = 0;     // quote marks right in front of the token
  size_t marks_at_ = 0;  // where they begin; the token itself if there are none
  size_t begin_ = 0;     // of the prose that is open
  uint16_t depth_;       // of what follows the last structure
  Last last_ = Last::kProse;
  size_t headlines_ = 0;
  bool seen_headline_ = false;
  size_t fact_at_ = 0;  // where a fact without a known end begins
};

}  // namespace

bool MayBeFlattened(const TextLine& line) {
  if (line.text.size() < kLongLine) {
    // Titles with something behind them.
    const std::string_view text = TrimLeft(line.text);
    if (text.empty() || (text[0] != '%' && text[0] != 'f')) return false;
    const size_t end = TitlesEnd(text, 0);
    return end > 0 && !Trim(text.substr(end)).empty();
  }
  const std::string_view text = TrimLeft(line.text);
  if (text.empty() || (BeginsLikeRow(text) && text.size() < kLongRow)) return false;
  return std::memchr(text.data(), '%', text.size()) != nullptr;
}

void CutFlattened(const TextLine& line, size_t limit, std::vector<TextLine>& lines) {
  Cutter(line, limit, lines).Run();
}

}  // namespace regress
