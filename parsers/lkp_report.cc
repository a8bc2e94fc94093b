// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_report.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "parsers/joined_lines.h"
#include "parsers/lkp_box.h"
#include "parsers/lkp_flattened.h"
#include "parsers/lkp_row.h"
#include "parsers/lkp_section.h"
#include "parsers/lkp_statement.h"
#include "parsers/quote_lines.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxHeadlineLines = 4;
constexpr size_t kMaxRowJoins = 2;
constexpr size_t kMaxTables = 10000;
constexpr size_t kMaxStatements = 1000;

bool IsBlankLine(const TextLine& line) {
  return Trim(line.text).empty();
}

bool IsOneField(std::string_view text) {
  NextField(text);
  return Trim(text).empty();
}

class ReportReader {
 public:
  explicit ReportReader(MailMessage& message) : message_(message) {
    report_.path = message.path;
    report_.message = message.index;
    for (const std::shared_ptr<const std::string>& text : message.texts) {
      if (text->size() > report_.shared_size() && text->size() < UINT32_MAX) report_.shared = text;
    }
  }

  RobotReport Run() {
    for (MailPart& part : message_.parts) ReadPart(part);
    ReadSubject();
    if (report_.rows.empty()) report_.shared = nullptr;
    return std::move(report_);
  }

 private:
  // What the next table will take over from the lines above it.
  struct Announced {
    Parameters parameters;
    std::vector<std::string> commits;
  };

  void ReadPart(MailPart& part) {
    part_ = &part;
    table_ = -1;
    table_fresh_ = false;
    announced_ = {};
    quoted_before_ = false;
    Unfold(part.lines);
    std::vector<TextLine>& lines = part.lines;
    size_t above = lines.size();  // the last line with text, for the heads of a table
    for (size_t i = 0; i < lines.size();) {
      if (lines[i].use != LineUse::kText || lines[i].text.empty()) {
        ++i;
        continue;
      }
      const size_t next = ReadLine(lines, i, above);
      above = i;
      i = next;
    }
  }

  // Lines that hold several lines of a report are cut where they had been broken.
  static void Unfold(std::vector<TextLine>& lines) {
    const auto flattened = [](const TextLine& line) {
      return line.use == LineUse::kText && MayBeFlattened(line);
    };
    const auto first = std::find_if(lines.begin(), lines.end(), flattened);
    if (first == lines.end()) return;
    std::vector<TextLine> cut(lines.begin(), first);
    for (auto line = first; line != lines.end(); ++line) {
      if (flattened(*line) && cut.size() < kMaxPartLines) {
        CutFlattened(*line, kMaxPartLines - cut.size(), cut);
      } else {
        cut.push_back(*line);
      }
    }
    lines = std::move(cut);
  }

  // Reads what begins at line `i`; returns the index behind it.
  size_t ReadLine(std::vector<TextLine>& lines, size_t i, size_t above) {
    TextLine& line = lines[i];
    const std::string_view text = TrimLeft(line.text);
    if (text.empty()) return i + 1;
    const char first = text.front();
    if (line.quote_depth > 0) quoted_before_ = true;
    if (IsDigit(first) || first == '-' || first == ':') {
      if (const size_t next = ReadRow(lines, i); next != i) return next;
    }
    size_t next = i;
    switch (first) {
      case '-':
        if (IsDashesLine(text)) {
          OpenTable(line);
          if (above < lines.size() && lines[above].quote_depth == line.quote_depth) {
            ReadHeads(lines[above]);
          }
          line.use = LineUse::kRobot;
          return i + 1;
        }
        break;
      case '%':
      case 'f':
        if (IsColumnTitles(text)) {
          if (!table_fresh_) OpenTable(line);
          line.use = LineUse::kRobot;
          return i + 1;
        }
        break;
      case '=':
        if (IsRule(text, '=')) {
          CloseTable();
          announced_ = {};
          line.use = LineUse::kRobot;
          return ReadParameters(lines, i + 1, announced_.parameters);
        }
        break;
      case '*':
        if (IsRule(text, '*')) {
          CloseTable();
          announced_ = {};
          line.use = LineUse::kRobot;
          return i + 1;
        }
        break;
      case '|':
      case '\\':
      case '+':
        if (IsDecoration(text)) {
          line.use = LineUse::kRobot;
          return i + 1;
        }
        next = ReadBoxAt(lines, i);
        break;
      case '.':
        if (text.find_first_not_of(". \t") == std::string_view::npos) return i + 1;  // left out
        break;
      case 'c':
        next = ReadCommits(lines, i, announced_.commits);
        if (next != i) CloseTable();
        break;
      default:
        break;
    }
    if (next == i) next = ReadHeadline(lines, i);
    if (next == i && !report_.statements.empty()) next = ReadFacts(lines, i, report_.facts);
    if (next != i) return next;
    if (table_ >= 0 && line.quote_depth <= table().quote_depth) CloseTable();
    return i + 1;
  }

  RobotTable& table() { return report_.tables[static_cast<size_t>(table_)]; }

  void OpenTable(const TextLine& line) {
    if (report_.tables.size() >= kMaxTables) return;
    table_ = static_cast<int32_t>(report_.tables.size());
    table_fresh_ = true;
    RobotTable opened;
    opened.parameters = std::move(announced_.parameters);
    opened.commits = std::move(announced_.commits);
    announced_ = {};
    opened.quote_depth = line.quote_depth;
    opened.line = line.line;
    report_.tables.push_back(std::move(opened));
  }

  void CloseTable() {
    table_ = -1;
    table_fresh_ = false;
  }

  // The names of the columns, on the line above the dashes.
  void ReadHeads(TextLine& line) {
    if (table_ < 0 || line.use != LineUse::kText) return;
    std::string_view rest = line.text;
    std::vector<std::string> heads;
    for (std::string_view head = NextField(rest); !head.empty(); head = NextField(rest)) {
      if (heads.size() > kMaxRowColumns || head.size() > 64) return;
      heads.emplace_back(head);
    }
    table().heads = std::move(heads);
    line.use = LineUse::kRobot;
  }

  size_t ReadRow(std::vector<TextLine>& lines, size_t i) {
    LkpRow row;
    const RowShape shape = ParseLkpRow(lines[i].text, row);
    if (shape == RowShape::kRow) {
      if (!AddRow(lines[i], lines[i].text, row, false)) return i;
      lines[i].use = LineUse::kRobot;
      if (row.has_note) ReadFurtherRows(lines[i], row);
      return i + 1;
    }
    return shape == RowShape::kHead ? ReadWrappedRow(lines, i) : i;
  }

  // Several rows on one line: what stands behind a metric is a row again.
  void ReadFurtherRows(const TextLine& line, LkpRow row) {
    size_t at = 0;
    while (row.has_note) {
      at += row.metric.at + row.metric.length;
      const std::string_view rest = line.text.substr(at);
      const std::string_view text = TrimLeft(rest);
      at += rest.size() - text.size();
      if (ParseLkpRow(text.substr(0, kMaxRowLength), row) != RowShape::kRow) return;
      const size_t before = report_.rows.size() - 1;
      TextLine next = line;
      next.column += static_cast<uint32_t>(at);
      if (!AddRow(next, text, row, false)) return;
      CutNote(report_.rows[before]);
    }
  }

  // Takes back the note of a row, which is a row itself.
  static void CutNote(RobotRow& row) {
    row.label = row.metric;
    row.quote.length = row.metric.at + row.metric.length - row.quote.at;
  }

  // The rest of the row stands on the next line or the next two; one of them may be blank.
  size_t ReadWrappedRow(std::vector<TextLine>& lines, size_t i) {
    joined_ = Trim(lines[i].text);
    size_t last = i;
    for (size_t joins = 0; joins < kMaxRowJoins; ++joins) {
      size_t next = last + 1;
      if (next < lines.size() && IsBlankLine(lines[next])) ++next;
      if (next >= lines.size()) return i;
      const std::string_view text = Trim(lines[next].text);
      const bool same = lines[next].quote_depth == lines[i].quote_depth;
      if (!same && !(lines[next].quote_depth < lines[i].quote_depth && IsOneField(text))) return i;
      joined_ += ' ';
      joined_ += text;
      last = next;
      LkpRow row;
      const RowShape shape = ParseLkpRow(joined_, row);
      if (shape == RowShape::kRow && !row.has_note) {
        if (!AddRow(lines[i], joined_, row, true)) return i;
        for (size_t k = i; k <= last; ++k) lines[k].use = LineUse::kRobot;
        return last + 1;
      }
      if (shape != RowShape::kHead) return i;
    }
    return i;
  }

  // Where `text` stands in the text of the report: in the shared one, or copied behind it. None if
  // offsets do not reach so far.
  std::optional<uint32_t> Keep(std::string_view text) {
    const size_t behind = report_.shared_size();
    const char* begin = report_.shared ? report_.shared->data() : nullptr;
    const std::less_equal<const char*> not_behind;
    if (not_behind(begin, text.data()) && not_behind(text.data() + text.size(), begin + behind))
      return static_cast<uint32_t>(text.data() - begin);
    const size_t at = behind + report_.joined.size();
    if (at + 2 * text.size() > UINT32_MAX) return std::nullopt;
    report_.joined += text;
    return static_cast<uint32_t>(at);
  }

  // False if the line is no row after all.
  bool AddRow(const TextLine& line, std::string_view text, const LkpRow& parsed, bool wrapped) {
    const std::string_view metric = text.substr(parsed.metric.at, parsed.metric.length);
    const bool inside = table_ >= 0 && table().quote_depth == line.quote_depth;
    if (!inside && metric.find_first_of("./") == std::string_view::npos) return false;
    const std::optional<uint32_t> kept = Keep(text);
    if (!kept) return false;
    RobotRow row;
    const uint32_t base = *kept;
    const std::string_view trimmed = Trim(text);
    const auto indent = static_cast<uint32_t>(trimmed.data() - text.data());
    row.quote = {base + indent, static_cast<uint32_t>(trimmed.size())};
    row.metric = {base + parsed.metric.at, parsed.metric.length};
    row.label = {row.metric.at, row.quote.at + row.quote.length - row.metric.at};
    row.base = parsed.base;
    row.base.number.at += base;
    row.line = line.line;
    row.column = line.column + (wrapped ? 0 : indent);
    row.first_cell = static_cast<uint32_t>(report_.cells.size());
    row.cells = static_cast<uint16_t>(parsed.columns);
    row.quote_depth = line.quote_depth;
    row.part = static_cast<int16_t>(part_->index);
    row.failure = parsed.failure;
    row.wrapped = wrapped;
    if (inside) {
      row.table = table_;
      ++table().rows;
      // Numbers directly below failures belong to the same table.
      table_fresh_ = parsed.failure;
    }
    for (size_t k = 0; k < parsed.columns; ++k) {
      RobotCell cell = parsed.cells[k];
      cell.change.at += base;
      cell.patched.number.at += base;
      cell.verdict = ClaimVerdict::kUncheckable;
      cell.reason = ReasonCode::kNoFigures;
      report_.cells.push_back(cell);
    }
    report_.rows.push_back(row);
    return true;
  }

  size_t ReadHeadline(std::vector<TextLine>& lines, size_t i) {
    if (memmem(lines[i].text.data(), lines[i].text.size(), "noticed", 7) == nullptr) return i;
    JoinedLines sentence;
    for (size_t next = i; next < lines.size() && sentence.lines() < kMaxHeadlineLines; ++next) {
      const TextLine& line = lines[next];
      if (line.quote_depth != lines[i].quote_depth || IsBlankLine(line)) break;
      sentence.Append(line);
      if (IsOpenHeadline(sentence.text())) continue;
      const std::optional<Stated> stated = ParseHeadline(sentence.text());
      if (!stated) {
        // "due to commit" may itself be cut behind "due".
        continue;
      }
      AddStatement(*stated, sentence, stated->at, lines[i].quote_depth);
      for (size_t k = i; k <= next; ++k) lines[k].use = LineUse::kRobot;
      return next + 1;
    }
    return i;
  }

  size_t ReadBoxAt(std::vector<TextLine>& lines, size_t i) {
    std::vector<BoxClaim> claims;
    const size_t next = ReadBox(lines, i, claims);
    for (const BoxClaim& claim : claims) {
      const std::optional<Stated> stated = ParseImpact(claim.cell);
      if (!stated) continue;
      // The number stands in the quote as it stands in the cell.
      const std::string number = claim.cell.substr(stated->at, stated->length);
      const size_t at = claim.quote.text().find(number);
      AddStatement(*stated, claim.quote, at == std::string::npos ? 0 : at, lines[i].quote_depth);
      report_.statements.back().parameters = claim.parameters;
    }
    return next;
  }

  void ReadSubject() {
    if (message_.subject_line == 0) return;
    const std::optional<Stated> stated = ParseSubject(message_.subject);
    if (!stated) return;
    JoinedLines sentence;
    TextLine line;
    line.text = message_.subject;
    line.line = message_.subject_line;
    sentence.Append(line);
    part_ = nullptr;
    quoted_before_ = message_.is_reply;
    AddStatement(*stated, sentence, stated->at, 0);
    report_.statements.back().claim.source.at.column = 1;
  }

  void AddStatement(const Stated& stated, const JoinedLines& sentence, size_t at, uint16_t depth) {
    RobotStatement statement;
    statement.kind = stated.kind;
    statement.number = stated.number;
    statement.is_signed = stated.is_signed;
    statement.word = stated.word;
    statement.reply = depth > 0 || quoted_before_;
    Claim& claim = statement.claim;
    claim.source.path = message_.path;
    claim.source.at = sentence.Place(at);
    claim.source.at.message = message_.index;
    claim.source.at.part = part_ == nullptr ? -1 : part_->index;
    claim.quote = sentence.text();
    claim.kind =
        stated.kind == RobotStatement::Kind::kImpact ? ClaimKind::kImpact : ClaimKind::kHeadline;
    claim.metric = stated.metric;
    claim.stated_text = sentence.text().substr(at, stated.length);
    claim.quote_length = static_cast<uint32_t>(stated.length);
    claim.quote_depth = depth;
    if (stated.kind == RobotStatement::Kind::kFailure) {
      claim.stated_short = std::string_view("failure");
    } else {
      claim.stated_value = stated.number.value;
      claim.stated_unit = std::string_view("%");
    }
    if (report_.statements.size() < kMaxStatements) {
      report_.statements.push_back(std::move(statement));
    }
  }

  MailMessage& message_;
  RobotReport report_;
  const MailPart* part_ = nullptr;
  int32_t table_ = -1;
  bool table_fresh_ = false;    // no number row yet: further titles belong to it
  bool quoted_before_ = false;  // in this part
  Announced announced_;
  std::string joined_;
};

}  // namespace

RobotReport ParseRobotReport(MailMessage& message) {
  RobotReport report = ReportReader(message).Run();
  if (!report.empty()) return report;
  // Rules and frames alone make no report: they belong to some other table.
  for (MailPart& part : message.parts) {
    for (TextLine& line : part.lines) {
      if (line.use == LineUse::kRobot) line.use = LineUse::kText;
    }
  }
  return report;
}

}  // namespace regress
