// SPDX-License-Identifier: Apache-2.0
#include "parsers/evidence_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "models/data/error.h"
#include "parsers/delimited.h"
#include "parsers/line_reader.h"
#include "parsers/round_gatherer.h"
#include "parsers/scan.h"
#include "parsers/table_columns.h"
#include "parsers/table_names.h"
#include "parsers/table_sniff.h"

namespace regress {
namespace {

constexpr size_t kSampleRows = 1024;
constexpr size_t kMostWarnings = 3;  // of a kind; the rest is counted
constexpr size_t kMostLabels = 256;  // of points, that are looked at
constexpr size_t kComparisonsPerPiece = 256;
constexpr const char* kNameThem = "name them: --columns control=LABEL,patched=LABEL";

// The number of a cell whose unit, if any, is that of its column.
std::optional<double> QuickNumber(std::string_view text) {
  text = Trim(text);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end && !text.empty())
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  if (const auto cell = ParseCell(text)) return cell->number.value;
  return std::nullopt;
}

// One kind of trouble with cells: the first few places, then a count.
class Warnings {
 public:
  Warnings(std::string_view path, std::vector<Diagnostic>& diagnostics)
      : path_(path), diagnostics_(diagnostics) {}

  void Add(uint32_t line, uint32_t column, std::string message) {
    if (++count_ <= kMostWarnings)
      diagnostics_.push_back({Severity::kWarning,
                              {std::string(path_), {-1, -1, line, column}},
                              std::move(message),
                              ""});
  }
  void Finish(std::string_view what) {
    if (count_ <= kMostWarnings) return;
    Diagnostic more;
    more.source.path = path_;
    more.message = fmt::format("{} more {}", count_ - kMostWarnings, what);
    diagnostics_.push_back(std::move(more));
  }

 private:
  std::string_view path_;
  std::vector<Diagnostic>& diagnostics_;
  size_t count_ = 0;
};

class TableReader {
 public:
  TableReader(ByteStream& input, const ParseOptions& options, const BundleSink& sink)
      : path_(input.path()),
        options_(options),
        sink_(sink),
        input_(input),
        ragged_(path_, bundle_.diagnostics),
        not_numbers_(path_, bundle_.diagnostics) {}

  void Read() {
    const std::string_view head = input_.Peek(kSniffBytes);
    size_t begin = 0;
    const char delimiter = FindDelimiter(head, begin);
    const auto skipped = static_cast<uint32_t>(
        std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    input_.Skip(begin);
    DelimitedReader reader(input_, delimiter == 0 ? '\t' : delimiter, skipped + 1);
    std::vector<DelimitedField> fields;
    SampleRow header;
    std::vector<SampleRow> sample;
    std::vector<std::pair<uint32_t, std::vector<uint32_t>>> places;
    if (delimiter == 0 && IsListOfNumbers(input_.Peek(kSniffBytes))) return ReadNumbers(reader);
    if (!reader.Next(fields)) return Emit();
    for (const DelimitedField& field : fields) header.emplace_back(Trim(field.text));
    while (sample.size() < kSampleRows && reader.Next(fields)) {
      SampleRow row;
      std::vector<uint32_t> columns;
      for (const DelimitedField& field : fields) {
        row.emplace_back(field.text);
        columns.push_back(field.column);
      }
      sample.push_back(std::move(row));
      places.emplace_back(reader.line(), std::move(columns));
    }
    header_line_ = skipped + 1;
    FailIfNoTable(header, sample, delimiter);
    plan_ = PlanTable(header, sample, options_.columns, sample.size() == kSampleRows,
                      options_.other_tables);
    if (plan_.late && !sample.empty()) {
      header_ = header;
      pattern_ = sample.front();
    }
    FailIfAmbiguous(plan_);
    if (plan_.option_unused) {
      Diagnostic& note = bundle_.diagnostics.emplace_back();
      note.severity = Severity::kNote;
      note.source.path = path_;
      note.source.at.line = header_line_;
      note.message = "--columns names nothing of this table";
    }
    plan_.table.path = path_;
    for (size_t i = 0; i < sample.size(); ++i) {
      fields.clear();
      for (size_t j = 0; j < sample[i].size(); ++j)
        fields.push_back({sample[i][j], places[i].second[j]});
      AddRow(fields, places[i].first);
    }
    sample = {};
    places = {};
    while (reader.Next(fields)) AddRow(fields, reader.line());
    Finish();
  }

 private:
  // One number a line: rounds of a point, if they are wanted as such.
  void ReadNumbers(DelimitedReader& reader) {
    std::vector<DelimitedField> fields;
    Comparison comparison;
    comparison.metric = "value";
    comparison.source = {path_, {-1, -1, 1, 1}};
    comparison.points.resize(1);
    while (reader.Next(fields)) {
      const std::string_view cell = Trim(fields.front().text);
      if (cell.empty() || cell.front() == '#') continue;
      ++bundle_.rows;
      if (const std::optional<double> number = QuickNumber(cell)) {
        if (options_.keep_rounds) comparison.points[0].rounds.push_back(*number);
      } else {
        not_numbers_.Add(reader.line(), fields.front().column,
                         "'" + std::string(cell) + "' is not a finite number: round left out");
      }
    }
    not_numbers_.Finish("cells that are not finite numbers");
    if (options_.keep_rounds) bundle_.comparisons.push_back(std::move(comparison));
    Emit();
  }

  void AddRow(const std::vector<DelimitedField>& fields, uint32_t line) {
    ++bundle_.rows;
    const size_t width = plan_.table.columns.size();
    if (fields.size() != width)
      ragged_.Add(line, 1, fmt::format("row has {} fields, the header {}", fields.size(), width));
    if (plan_.rounds) {
      AddRounds(fields, line);
      return;
    }
    EvidenceRow row;
    row.line = line;
    row.cells.resize(width);
    for (size_t i = 0; i < width && i < fields.size(); ++i) {
      EvidenceCell& cell = row.cells[i];
      cell.text = std::string(Trim(fields[i].text));
      cell.column = fields[i].column +
                    static_cast<uint32_t>(fields[i].text.size() - TrimLeft(fields[i].text).size());
      const ColumnKind kind = plan_.table.columns[i].kind;
      if (kind == ColumnKind::kText || kind == ColumnKind::kRounds) continue;
      if (std::optional<CellNumber> number = ParseCell(cell.text))
        cell.number = std::move(number->number);
      if (kind == ColumnKind::kLevel && !cell.number && !cell.text.empty() && cell.text != "-")
        not_numbers_.Add(line, cell.column, "'" + cell.text + "' is not a finite number: left out");
    }
    const auto text = [&](size_t column) -> const std::string& { return row.cells[column].text; };
    for (const size_t key : plan_.keys) {
      if (plan_.metric == key) {
        row.metric = text(key);
      } else if (!text(key).empty()) {
        if (!row.key.empty()) row.key += ", ";
        const TableColumn& column = plan_.table.columns[key];
        row.key += row.cells[key].number ? column.name + " " + text(key) : text(key);
      }
    }
    if (plan_.point) {
      row.label = text(*plan_.point);
      labels_.push_back(row.label);
      row.point = SplitRepeat(SplitWords(row.label));
    }
    if (plan_.subset) {
      Words words = SplitWords(text(*plan_.subset));
      row.subset = TakeSubset(words);
      row.subset.stated = true;
    }
    plan_.table.rows.push_back(std::move(row));
    if (plan_.table.rows.size() >= kRowsPerPiece) EmitTable(true);
  }

  // Each figure of the row is a round of a point.
  void AddRounds(const std::vector<DelimitedField>& fields, uint32_t line) {
    const auto text = [&](size_t column) {
      return column < fields.size() ? Trim(fields[column].text) : std::string_view();
    };
    RoundValue value;
    value.line = line;
    section_.clear();
    for (const size_t key : plan_.keys) {
      if (plan_.metric == key || text(key).empty()) continue;
      if (!section_.empty()) section_ += ", ";
      section_ += text(key);
    }
    value.section = section_;
    if (plan_.round) {
      uint32_t round = 0;
      const std::string_view digits = text(*plan_.round);
      std::from_chars(digits.data(), digits.data() + digits.size(), round);
      value.round = round < UINT32_MAX ? round + (zero_based_ ? 1u : 0u) : 0;
      if (round == 0 && !zero_based_ && first_round_row_) {
        zero_based_ = true;
        value.round = 1;
      }
      first_round_row_ = false;
    }
    for (size_t i = 0; i < plan_.table.columns.size(); ++i) {
      const TableColumn& column = plan_.table.columns[i];
      if (column.kind != ColumnKind::kLevel) continue;
      const bool wide = plan_.table.layout == TableLayout::kWide;
      if (wide && column.point.empty()) continue;
      const std::string_view cell = text(i);
      const std::optional<double> number = QuickNumber(cell);
      if (!number) {
        if (!cell.empty() && cell != "-")
          not_numbers_.Add(line, i < fields.size() ? fields[i].column : 1,
                           "'" + std::string(cell) + "' is not a finite number: round left out");
        continue;
      }
      value.metric = plan_.metric ? text(*plan_.metric) : std::string_view(column.metric);
      if (value.metric.empty()) value.metric = "value";
      value.unit = plan_.unit ? text(*plan_.unit) : std::string_view(column.unit);
      if (wide) {
        label_ = column.point.stem;
        if (column.point.repeat >= 0) {
          label_ += '-';
          label_ += static_cast<char>('a' + std::min(column.point.repeat, 25));
        }
        value.label = label_;
      } else {
        value.label = plan_.point ? text(*plan_.point) : std::string_view();
      }
      value.value = *number;
      if (plan_.late && !wide && seen_.size() < kMostLabels && value.label != last_label_) {
        last_label_ = std::string(value.label);
        seen_.insert(last_label_);
      }
      gatherer_.Add(value);
    }
  }

  void EmitTable(bool continued) {
    // Labels such as "v612b" are understood with their twins in view.
    std::sort(labels_.begin(), labels_.end());
    labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
    EvidenceTable piece;
    piece.path = plan_.table.path;
    piece.layout = plan_.table.layout;
    piece.columns = plan_.table.columns;
    piece.controls = plan_.table.controls;
    piece.rows = std::move(plan_.table.rows);
    plan_.table.rows = {};
    if (labels_.size() <= kMostLabels) {
      for (EvidenceRow& row : piece.rows)
        row.point = PointAmong(row.label, labels_, piece.controls);
    }
    piece.continued = continued || pieces_ > 0;
    ++pieces_;
    bundle_.evidence_tables.push_back(std::move(piece));
    Emit();
  }

  void Finish() {
    ragged_.Finish("rows with another number of fields than the header");
    not_numbers_.Finish("cells that are not finite numbers");
    const bool no_points = plan_.round && plan_.table.layout == TableLayout::kOther;
    if (no_points && pieces_ == 0 && !options_.keep_rounds && !options_.other_tables) {
      plan_.table.rows.clear();
      return EmitNothing("its points are not understood", kNameThem);
    }
    if (!plan_.rounds) return EmitTable(false);
    if (plan_.late) PlanAgain();
    if (gatherer_.empty()) return EmitNothing("no row holds a finite number", "");
    if (plan_.table.controls.empty() && !options_.keep_rounds)
      return EmitNothing("no point of this table is known to be a control", kNameThem);
    if (plan_.table.controls.empty()) return Emit();
    gatherer_.Finish(path_, plan_.table.controls, bundle_.diagnostics,
                     [&](Comparison&& comparison) {
                       if (comparison.unit.empty()) {
                         Words words = SplitWords(comparison.metric);
                         comparison.unit = TakeUnit(words);
                       }
                       bundle_.comparisons.push_back(std::move(comparison));
                       if (bundle_.comparisons.size() >= kComparisonsPerPiece) Emit();
                     });
    Emit();
  }

  // Rounds of which none can be used are no evidence: they do not count as rows.
  void EmitNothing(const std::string& why, std::string help) {
    Diagnostic& warning = bundle_.diagnostics.emplace_back();
    warning.source.path = path_;
    warning.source.at.line = header_line_;
    warning.message = why + ": nothing is compared";
    warning.help = std::move(help);
    bundle_.skipped += bundle_.rows;
    bundle_.rows = 0;
    Emit();
  }

  // A text that only --input-format takes for a table: its lines have no cells, or not those of the
  // first one, and no figures.
  void FailIfNoTable(const SampleRow& header, const std::vector<SampleRow>& sample,
                     char delimiter) const {
    size_t other_width = 0;
    size_t numbers = 0;
    for (const SampleRow& row : sample) {
      other_width += row.size() == header.size() ? 0 : 1;
      for (const std::string& cell : row) numbers += ParseCell(cell) ? 1 : 0;
    }
    const bool few_numbers = numbers * 2 < sample.size() || sample.empty();
    const bool ragged = sample.size() > 2 && other_width * 2 > sample.size();
    if (!few_numbers || (delimiter != 0 && !ragged)) return;
    throw Error(
        ErrorKind::kBadInput,
        fmt::format("{}:{}: error: no table: the lines have no cells like those of the first one",
                    path_, header_line_),
        "a table has a header and a row of figures on each line, cells divided by tabs, "
        "commas or semicolons");
  }

  void FailIfAmbiguous(const TablePlan& plan) const {
    if (plan.ambiguity.empty()) return;
    throw Error(ErrorKind::kBadInput,
                fmt::format("{}:{}: error: {}", path_, header_line_, plan.ambiguity), plan.help);
  }

  // The roles of points, with the labels of all rows in view.
  void PlanAgain() {
    std::vector<SampleRow> rows;
    for (const std::string& label : seen_) {
      rows.push_back(pattern_);
      if (*plan_.point < rows.back().size()) rows.back()[*plan_.point] = label;
    }
    const TablePlan plan = PlanTable(header_, rows, options_.columns);
    FailIfAmbiguous(plan);
    plan_.table.controls = plan.table.controls;
  }

  void Emit() {
    EvidenceBundle bundle = std::exchange(bundle_, {});
    sink_(std::move(bundle));
  }

  const std::string path_;
  const ParseOptions& options_;
  const BundleSink& sink_;
  ByteStream& input_;
  EvidenceBundle bundle_;
  Warnings ragged_;
  Warnings not_numbers_;
  TablePlan plan_;
  RoundGatherer gatherer_;
  std::vector<std::string> labels_;
  std::string section_;
  std::string label_;
  size_t pieces_ = 0;
  uint32_t header_line_ = 1;
  SampleRow header_;  // of a plan that must be made again
  SampleRow pattern_;
  std::set<std::string> seen_;  // labels of points
  std::string last_label_;
  bool zero_based_ = false;
  bool first_round_row_ = true;
};

}  // namespace

void ParseEvidenceTable(ByteStream& input, const ParseOptions& options, const BundleSink& sink) {
  TableReader(input, options, sink).Read();
}

}  // namespace regress
