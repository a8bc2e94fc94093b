// SPDX-License-Identifier: Apache-2.0
#include "parsers/html_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "parsers/scan.h"

namespace regress {
namespace {

struct Entity {
  std::string_view name;
  std::string_view text;
};

constexpr Entity kEntities[] = {
    {"amp", "&"},         {"lt", "<"},         {"gt", ">"},          {"quot", "\""},
    {"apos", "'"},        {"nbsp", " "},       {"plusmn", "\u00b1"}, {"micro", "\u00b5"},
    {"hellip", "\u2026"}, {"ndash", "\u2013"}, {"mdash", "\u2014"},  {"lsquo", "\u2018"},
    {"rsquo", "\u2019"},  {"ldquo", "\u201c"}, {"rdquo", "\u201d"},  {"copy", "\u00a9"},
    {"deg", "\u00b0"},    {"times", "\u00d7"}, {"rarr", "\u2192"},   {"le", "\u2264"},
    {"ge", "\u2265"},     {"asymp", "\u2248"}, {"middot", "\u00b7"}, {"sup2", "\u00b2"},
    {"percnt", "%"},      {"num", "#"},        {"lbrack", "["},      {"rbrack", "]"},
    {"lsqb", "["},        {"rsqb", "]"},       {"lpar", "("},        {"rpar", ")"},
    {"commat", "@"},      {"colon", ":"},      {"sol", "/"},         {"lowbar", "_"},
    {"verbar", "|"},      {"vert", "|"},       {"plus", "+"},        {"equals", "="},
    {"ast", "*"},         {"period", "."},     {"comma", ","},       {"Tab", "\t"},
    {"bsol", "\\"},       {"Hat", "^"},        {"grave", "`"},       {"NewLine", " "},
};

// Elements that begin a line of their own.
constexpr std::string_view kBlocks[] = {"br", "p",  "div", "tr",    "li",        "table",
                                        "h1", "h2", "h3",  "h4",    "hr",        "ul",
                                        "ol", "dt", "dd",  "title", "blockquote"};

// Elements whose content is no text.
constexpr std::string_view kSilent[] = {"script", "style", "template"};

constexpr size_t kMaxQuoteDepth = 200;

std::string LowerName(std::string_view tag) {
  std::string name;
  for (const char c : tag.substr(0, 16)) {
    if (!IsLetter(c) && !IsDigit(c)) break;
    name += ToLower(c);
  }
  return name;
}

void AppendCodePoint(uint32_t code, std::string& out) {
  if (code == 0xa0) code = ' ';
  if (code < 0x20 && code != '\t') code = ' ';
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = 0xfffd;
  const auto put = [&out](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | (code >> 6));
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3f));
    put(0x80 | ((code >> 6) & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

class Stripper {
 public:
  Stripper(std::string_view html, uint32_t first_line) : html_(html), line_(first_line) {
    result_.text.reserve(html.size());
  }

  HtmlText Run() {
    while (at_ < html_.size()) {
      const char c = html_[at_];
      if (c == '<' && StartsTag()) {
        Tag();
      } else if (c == '&') {
        EntityAt();
      } else {
        ++at_;
        if (c == '\n') {
          EndLine();
          ++line_;
        } else if (c != '\r') {
          Begin();
          result_.text += c;
        }
      }
    }
    if (!result_.text.empty() && result_.text.back() != '\n') EndLine();
    return std::move(result_);
  }

 private:
  bool StartsTag() const {
    const char next = at_ + 1 < html_.size() ? html_[at_ + 1] : ' ';
    return IsLetter(next) || next == '/' || next == '!' || next == '?';
  }

  // The quote marks of the blockquotes around, before the first character of a line.
  void Begin() {
    if (!at_line_start_) return;
    at_line_start_ = false;
    if (quote_depth_ == 0) return;
    result_.text.append(std::min(quote_depth_, kMaxQuoteDepth), '>');
    result_.text += ' ';
  }

  void EndLine() {
    Begin();
    result_.text += '\n';
    result_.line_numbers.push_back(line_);
    at_line_start_ = true;
  }

  // Counts the lines of the source up to `end` and goes there.
  void GoTo(size_t end) {
    line_ +=
        static_cast<uint32_t>(std::count(html_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         html_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  void Tag() {
    if (html_.substr(at_, 4) == "<!--") {
      const size_t end = html_.find("-->", at_ + 4);
      GoTo(end == std::string_view::npos ? html_.size() : end + 3);
      return;
    }
    const bool closing = html_.substr(at_ + 1, 1) == "/";
    const std::string name = LowerName(html_.substr(at_ + (closing ? 2 : 1)));
    const size_t end = TagEnd();
    if (std::find(std::begin(kBlocks), std::end(kBlocks), name) != std::end(kBlocks) &&
        !at_line_start_) {
      EndLine();
    }
    GoTo(end);
    if (name == "blockquote") {
      if (!closing) {
        ++quote_depth_;
      } else if (quote_depth_ > 0) {
        --quote_depth_;
      }
    }
    if (!closing && std::find(std::begin(kSilent), std::end(kSilent), name) != std::end(kSilent)) {
      SkipElement(name);
    }
  }

  // Past the '>' of the tag at at_; quoted attribute values may hold one.
  size_t TagEnd() const {
    char quote = 0;
    for (size_t i = at_ + 1; i < html_.size(); ++i) {
      const char c = html_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        if (html_[i - 1] == '=') quote = c;
      } else if (c == '>') {
        return i + 1;
      }
    }
    return html_.size();
  }

  void SkipElement(const std::string& name) {
    size_t end = at_;
    while ((end = html_.find("</", end)) != std::string_view::npos) {
      if (LowerName(html_.substr(end + 2)) == name) break;
      end += 2;
    }
    GoTo(std::min(end, html_.size()));
  }

  void EntityAt() {
    Begin();
    const size_t end = html_.substr(at_, 12).find(';');
    std::string_view name = end == std::string_view::npos ? "" : html_.substr(at_ + 1, end - 1);
    if (!name.empty() && name.front() == '#') {
      const bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
      name.remove_prefix(hex ? 2 : 1);
      uint32_t code = 0;
      const auto [stop, error] =
          std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
      if (error == std::errc() && stop == name.data() + name.size()) {
        AppendCodePoint(code, result_.text);
        at_ += end + 1;
        return;
      }
    }
    for (const Entity& entity : kEntities) {
      if (entity.name != name) continue;
      result_.text += entity.text;
      at_ += end + 1;
      return;
    }
    result_.text += '&';
    ++at_;
  }

  std::string_view html_;
  size_t at_ = 0;
  uint32_t line_;
  size_t quote_depth_ = 0;
  bool at_line_start_ = true;
  HtmlText result_;
};

}  // namespace

bool LooksLikeHtml(std::string_view head) {
  while (!head.empty() && (IsBlank(head.front()) || head.front() == '\n' || head.front() == '\r')) {
    head.remove_prefix(1);
  }
  if (head.substr(0, 3) == "\xef\xbb\xbf") head.remove_prefix(3);
  std::string start;
  for (const char c : head.substr(0, 15)) start += ToLower(c);
  return start.starts_with("<!doctype html") || start.starts_with("<html") ||
         start.starts_with("<head") || start.starts_with("<?xml version=");
}

HtmlText StripHtml(std::string_view html, uint32_t first_line) {
  return Stripper(html, first_line).Run();
}

}  // namespace regress
