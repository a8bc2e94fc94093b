// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_json_tree.h"

#include <array>
#include <limits>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxDepth = 64;
constexpr uint32_t kMaxNoise = 64;  // lines of other streams in one object

constexpr bool IsNumberByte(char c) {
  return IsDigit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

// -?digits[.digits][e[+-]digits]
bool IsNumber(std::string_view text) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t from = at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    return at > from;
  };
  if (at < text.size() && text[at] == '-') ++at;
  if (!digits()) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (!digits()) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (!digits()) return false;
  }
  return at == text.size();
}

struct Word {
  std::string_view text;
  JsonType type;
};

// Values that are words. The last four come from printf.
constexpr std::array<Word, 7> kWords = {{{"true", JsonType::kBoolean},
                                         {"false", JsonType::kBoolean},
                                         {"null", JsonType::kNull},
                                         {"-nan", JsonType::kNull},
                                         {"nan", JsonType::kNull},
                                         {"-inf", JsonType::kNull},
                                         {"inf", JsonType::kNull}}};

}  // namespace

class JsonTree::Parser {
 public:
  Parser(std::string_view text, uint32_t line, uint32_t column, std::vector<JsonNode>& nodes)
      : text_(text), line_(line), first_column_(column), nodes_(nodes) {}

  JsonOutcome Run() {
    JsonOutcome outcome;
    outcome.status = Object() ? JsonStatus::kComplete
                              : (at_ >= text_.size() ? JsonStatus::kTruncated : JsonStatus::kFault);
    if (too_large_) outcome.status = JsonStatus::kFault;
    outcome.consumed = at_;
    outcome.next_line = line_;
    outcome.next_column = Column();
    outcome.message = message_;
    outcome.noise_lines = noise_lines_;
    return outcome;
  }

 private:
  struct Open {
    uint32_t node;
    uint32_t last_child;
    bool is_object;
  };

  uint32_t Column() const {
    const size_t column =
        line_start_ == 0 ? at_ + first_column_ : at_ - line_start_ + 1;  // first line: offset
    return static_cast<uint32_t>(column);
  }

  bool Fail(std::string_view message) {
    message_ = message;
    return false;
  }

  // Moves to the next byte that is no blank; false at the end of the text.
  bool SkipBlanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return true;
      }
      ++at_;
    }
    return false;
  }

  // A line that begins with a letter or '<' in the first column is none of fio's JSON: it is a
  // message of another stream. Passes over it.
  bool SkipNoise() {
    if (line_start_ == 0 || at_ != line_start_ || noise_lines_ >= kMaxNoise) return false;
    if (!IsLetter(text_[at_]) && text_[at_] != '<') return false;
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    ++noise_lines_;
    return SkipBlanks();
  }

  bool Expect(char wanted, std::string_view message) {
    if (!SkipBlanks()) return false;
    while (text_[at_] != wanted) {
      if (!SkipNoise()) return at_ < text_.size() ? Fail(message) : false;
    }
    ++at_;
    return true;
  }

  uint32_t AddNode(JsonType type, std::string_view key) {
    JsonNode node;
    node.type = type;
    node.line = line_;
    node.column = Column();
    node.key = key;
    nodes_.push_back(node);
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // The string whose opening quote is at at_.
  bool String(std::string_view& out) {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') {
      if (text_[end] == '\n') return Fail("the string does not end on its line");
      end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= text_.size()) {
      at_ = text_.size();
      return false;
    }
    out = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }

  bool Scalar(JsonNode& node) {
    const char c = text_[at_];
    if (c == '"') {
      node.type = JsonType::kString;
      after_ = "a string";
      return String(node.text);
    }
    const std::string_view rest = text_.substr(at_);
    for (const Word& word : kWords) {
      if (!rest.starts_with(word.text)) continue;
      node.type = word.type;
      node.text = rest.substr(0, word.text.size());
      at_ += word.text.size();
      after_ = "a word";
      return true;
    }
    if (!IsDigit(c) && c != '-') return Fail("a value expected");
    size_t end = at_;
    while (end < text_.size() && IsNumberByte(text_[end])) ++end;
    if (end == text_.size()) {
      at_ = end;
      return false;
    }
    node.type = JsonType::kNumber;
    node.text = text_.substr(at_, end - at_);
    if (!IsNumber(node.text)) return Fail("not a number");
    at_ = end;
    after_ = "a number";
    return true;
  }

  void Link(uint32_t child) {
    Open& parent = open_.back();
    if (parent.last_child == 0) {
      nodes_[parent.node].first_child = child;
    } else {
      nodes_[parent.last_child].next = child;
    }
    parent.last_child = child;
  }

  // A member or element; opens objects and arrays without entering them.
  bool Member(bool is_object) {
    std::string_view key;
    if (is_object) {
      if (!SkipBlanks()) return false;
      while (text_[at_] != '"') {
        if (!SkipNoise()) return at_ < text_.size() ? Fail("a name in quotes expected") : false;
      }
      if (!String(key)) return false;
      if (!Expect(':', "':' expected after a name")) return false;
    }
    if (!SkipBlanks()) return false;
    if (nodes_.size() >= std::numeric_limits<uint32_t>::max()) {
      too_large_ = true;
      return Fail("the document has too many values");
    }
    const char c = text_[at_];
    if (c != '{' && c != '[') {
      const uint32_t index = AddNode(JsonType::kNull, key);
      Link(index);
      return Scalar(nodes_[index]);
    }
    if (open_.size() >= kMaxDepth) return Fail("nested too deeply");
    const uint32_t index = AddNode(c == '{' ? JsonType::kObject : JsonType::kArray, key);
    Link(index);
    ++at_;
    open_.push_back({index, 0, c == '{'});
    fresh_ = true;
    return true;
  }

  bool Object() {
    if (text_.empty() || text_.front() != '{') return Fail("'{' expected");
    AddNode(JsonType::kObject, {});
    ++at_;
    open_.push_back({0, 0, true});
    fresh_ = true;
    while (!open_.empty()) {
      const bool is_object = open_.back().is_object;
      const char close = is_object ? '}' : ']';
      if (!SkipBlanks()) return false;
      while (!fresh_ && text_[at_] != close && text_[at_] != ',') {
        if (!SkipNoise()) return at_ < text_.size() ? FailAfter(close) : false;
      }
      if (text_[at_] == close) {
        ++at_;
        after_ = is_object ? "an object" : "an array";
        open_.pop_back();
        fresh_ = false;
        continue;
      }
      if (!fresh_) ++at_;  // the comma
      fresh_ = false;
      if (!Member(is_object)) return false;
    }
    return true;
  }

  bool FailAfter(char close) {
    message_ = std::string("',' or '") + close + "' expected after " + std::string(after_);
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_;
  uint32_t first_column_;
  size_t line_start_ = 0;  // 0 while on the first line
  std::vector<JsonNode>& nodes_;
  std::vector<Open> open_;
  bool fresh_ = false;  // the innermost object or array has no member yet
  std::string_view after_;
  std::string message_;
  uint32_t noise_lines_ = 0;
  bool too_large_ = false;
};

JsonOutcome JsonTree::Parse(std::string_view text, uint32_t line, uint32_t column) {
  nodes_.clear();
  return Parser(text, line, column, nodes_).Run();
}

const JsonNode* JsonTree::Find(const JsonNode& object, std::string_view key) const {
  const JsonNode* found = nullptr;
  for (const JsonNode* node = First(object); node != nullptr; node = Next(*node)) {
    if (node->key == key) found = node;
  }
  return found;
}

std::string Unescape(std::string_view raw) {
  constexpr std::string_view kFrom = "\"\\/ntrbf";
  constexpr std::string_view kTo = "\"\\/\n\t\r\b\f";
  std::string out;
  out.reserve(raw.size());
  for (size_t i = 0; i < raw.size(); ++i) {
    const size_t escape =
        raw[i] == '\\' && i + 1 < raw.size() ? kFrom.find(raw[i + 1]) : std::string_view::npos;
    if (escape == std::string_view::npos) {
      out += raw[i];
    } else {
      out += kTo[escape];
      ++i;
    }
  }
  return out;
}

}  // namespace regress
