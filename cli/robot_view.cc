// SPDX-License-Identifier: Apache-2.0
#include "cli/robot_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "cli/check_options.h"
#include "models/data/metric.h"
#include "stats/robot_statistics.h"

namespace regress {
namespace {

constexpr size_t kMaxFailures = 4;
constexpr size_t kMaxFamily = 4;
constexpr size_t kMaxProfile = 2;
constexpr size_t kMaxRows = 8;
constexpr double kLargeProfilePoints = 5;
constexpr double kFirmProfileQ = 0.01;  // profiles are many and depend on each other

// A cell of the report: indices of its row and of the compared column.
struct Place {
  size_t row;
  size_t column;
  bool operator==(const Place&) const = default;
};

bool IsProfile(std::string_view metric) {
  return metric.starts_with("perf-profile");
}

std::string_view Family(std::string_view metric) {
  return metric.substr(0, metric.find('.'));
}

// "fio.write_clat_99%_ns" is a percentile of "fio.write_clat_": the part in front of its digits,
// empty if it is none.
std::string_view PercentileStem(std::string_view metric) {
  const size_t percent = metric.find('%');
  if (percent == std::string_view::npos) return "";
  size_t begin = percent;
  while (begin > 0 &&
         (std::string_view("0123456789.").find(metric[begin - 1]) != std::string_view::npos)) {
    --begin;
  }
  return begin == percent ? std::string_view() : metric.substr(0, begin);
}

std::string Deviation(const RobotSide& side) {
  return side.deviation >= 0 ? fmt::format("+/-{}%", side.deviation) : "< +/-3%";
}

std::string Ordinal(size_t n) {
  const char* ending = n % 10 == 1 && n % 100 != 11   ? "st"
                       : n % 10 == 2 && n % 100 != 12 ? "nd"
                       : n % 10 == 3 && n % 100 != 13 ? "rd"
                                                      : "th";
  return fmt::format("{}{}", n, ending);
}

class Chooser {
 public:
  Chooser(const RobotReport& report, const CheckOptions& options)
      : report_(report), options_(options), tests_(TestRows(report, options.assume_n)) {}

  RobotView Run() {
    view_.all_rows = options_.detail == Detail::kVerbose || !options_.metrics.empty();
    FindHeadline();
    if (view_.all_rows) {
      AddAll();
    } else {
      Choose();
    }
    for (const Place& place : chosen_) view_.rows.push_back(View(place));
    Summarise();
    return std::move(view_);
  }

 private:
  const RobotRow& Row(const Place& place) const { return report_.rows[place.row]; }
  const RobotCell& Cell(const Place& place) const {
    return report_.cells[Row(place).first_cell + place.column];
  }
  std::optional<double> Q(const Place& place) const {
    return tests_.q[Row(place).first_cell + place.column];
  }
  bool Stands(const Place& place) const {
    const std::optional<double> q = Q(place);
    return q && *q <= options_.alpha;
  }
  bool Listed(const RobotRow& row) const { return row.chosen && !row.duplicate; }

  void Add(const Place& place, bool unlimited = false) {
    if (!Listed(Row(place))) return;
    const bool fits =
        unlimited || (chosen_.size() < kMaxRows &&
                      std::find(chosen_.begin(), chosen_.end(), place) == chosen_.end());
    if (fits) chosen_.push_back(place);
  }

  // The cell that shows a confirmed statement.
  std::optional<Place> Shown(const RobotStatement& statement) const {
    if (statement.claim.evidence.empty()) return std::nullopt;
    const SourceRef& at = statement.claim.evidence.front().at;
    for (size_t i = 0; i < report_.rows.size(); ++i) {
      const RobotRow& row = report_.rows[i];
      if (row.line != at.line || row.column != at.column || row.part != at.part || !Listed(row))
        continue;
      const double stated = std::abs(statement.number.value);
      for (size_t k = 0; k < row.cells; ++k) {
        if (std::abs(std::abs(report_.cells[row.first_cell + k].change.value) - stated) < 0.06) {
          return Place{i, k};
        }
      }
      return Place{i, 0};
    }
    return std::nullopt;
  }

  void FindHeadline() {
    for (const RobotStatement& statement : report_.statements) {
      if (statement.kind != RobotStatement::Kind::kHeadline &&
          statement.kind != RobotStatement::Kind::kSubject) {
        continue;
      }
      headline_ = Shown(statement);
      if (headline_) break;
    }
    if (!headline_) return;
    view_.column = headline_->column;
    view_.headline_stands = Stands(*headline_);
    TestHeadlines();
  }

  // The metrics that subject, first sentence and impact boxes name are a family of their own.
  void TestHeadlines() {
    std::vector<size_t> cells;
    std::vector<std::string> names;
    for (const RobotStatement& statement : report_.statements) {
      const std::optional<Place> shown = Shown(statement);
      if (!shown) continue;
      const size_t cell = Row(*shown).first_cell + shown->column;
      if (std::find(cells.begin(), cells.end(), cell) != cells.end()) continue;
      cells.push_back(cell);
      names.push_back(Name(Row(*shown)));
    }
    const std::vector<std::optional<double>> p = HeadlineP(tests_, cells);
    for (size_t i = 0; i < cells.size(); ++i) {
      if (p[i]) view_.headline_p.emplace_back(std::move(names[i]), *p[i]);
    }
  }

  void Choose() {
    size_t failures = 0;
    for (size_t i = 0; i < report_.rows.size() && failures < kMaxFailures; ++i) {
      if (!report_.rows[i].failure || !Listed(report_.rows[i])) continue;
      ++failures;
      Add({i, 0});
    }
    if (headline_) {
      Add(*headline_);
      AddFamily();
    }
    AddProfile();
    for (const RobotStatement& statement : report_.statements) {
      if (statement.kind != RobotStatement::Kind::kImpact) continue;
      if (const std::optional<Place> shown = Shown(statement)) Add(*shown);
    }
    if (!headline_) AddStrongest();
  }

  // Every row that is left, in the order of the globs of --metric.
  void AddAll() {
    for (size_t i = 0; i < report_.rows.size(); ++i) {
      for (size_t k = 0; k < report_.rows[i].cells; ++k) Add({i, k}, true);
    }
    const auto rank = [this](const Place& place) {
      const std::vector<std::string>& globs = options_.metrics;
      return std::find_if(globs.begin(), globs.end(),
                          [&](const std::string& glob) {
                            return GlobMatch(glob, report_.Metric(Row(place)));
                          }) -
             globs.begin();
    };
    std::stable_sort(chosen_.begin(), chosen_.end(),
                     [&](const Place& a, const Place& b) { return rank(a) < rank(b); });
  }

  // True if another row of the same metric is shown.
  bool IsRepeated(const RobotRow& row) {
    if (shown_.empty()) {
      for (const Place& place : chosen_) {
        if (place.column == 0) ++shown_[report_.Metric(Row(place))];
      }
    }
    return shown_[report_.Metric(row)] > 1;
  }

  // Cells of the shown column that stand, strongest change first.
  template <typename Wanted>
  std::vector<Place> StandingRows(Wanted wanted) const {
    std::vector<Place> places;
    for (size_t i = 0; i < report_.rows.size(); ++i) {
      const RobotRow& row = report_.rows[i];
      const Place place = {i, std::min<size_t>(view_.column, row.cells - 1)};
      if (!row.failure && Listed(row) && Stands(place) && wanted(place)) places.push_back(place);
    }
    std::stable_sort(places.begin(), places.end(), [this](const Place& a, const Place& b) {
      return std::abs(Cell(a).change.value) > std::abs(Cell(b).change.value);
    });
    return places;
  }

  // Rows of the headline's suite in its table. A metric that moves exactly as the headline is the
  // same news, and of a series of percentiles the highest is enough.
  void AddFamily() {
    const RobotRow& headline = Row(*headline_);
    const std::string_view metric = report_.Metric(headline);
    const std::string_view family = Family(metric);
    const double change = Cell(*headline_).change.value;
    std::vector<Place> places = StandingRows([&](const Place& place) {
      const std::string_view name = report_.Metric(Row(place));
      return Row(place).table == headline.table && Family(name) == family && name != metric &&
             Cell(place).change.value != change && Cell(place).change.percent &&
             name.find(".time.") == std::string_view::npos;
    });
    std::vector<Place> kept;
    for (const Place& place : places) {
      const std::string_view name = report_.Metric(Row(place));
      const std::string_view stem = PercentileStem(name);
      const bool lower =
          !stem.empty() && std::any_of(places.begin(), places.end(), [&](const Place& other) {
            const std::string_view other_name = report_.Metric(Row(other));
            return PercentileStem(other_name) == stem &&
                   std::pair(other_name.size(), other_name) > std::pair(name.size(), name);
          });
      if (!lower) kept.push_back(place);
    }
    for (size_t i = 0; i < std::min(kept.size(), kMaxFamily); ++i) Add(kept[i]);
  }

  void AddProfile() {
    const std::vector<Place> places = StandingRows([&](const Place& place) {
      return IsProfile(report_.Metric(Row(place))) && *Q(place) <= kFirmProfileQ &&
             !Cell(place).change.percent &&
             std::abs(Cell(place).change.value) >= kLargeProfilePoints;
    });
    for (size_t i = 0; i < std::min(places.size(), kMaxProfile); ++i) Add(places[i]);
  }

  void AddStrongest() {
    for (const Place& place :
         StandingRows([&](const Place& p) { return !IsProfile(report_.Metric(Row(p))); })) {
      Add(place);
    }
  }

  // Tables are counted as far as they have rows that are no copies.
  std::string Name(const RobotRow& row) {
    std::string metric(report_.Metric(row));
    const int32_t first = headline_ ? Row(*headline_).table : 0;
    if (row.table < 0 || row.table == first) return metric;
    if (!options_.metrics.empty() && !IsRepeated(row)) return metric;
    return fmt::format("{} table: {}", Ordinal(static_cast<size_t>(row.table) + 1), metric);
  }

  RobotRowView View(const Place& place) {
    const RobotRow& row = Row(place);
    const RobotCell& cell = Cell(place);
    RobotRowView view;
    view.row = place.row;
    view.column = place.column;
    view.name = Name(row);
    view.base = report_.Text(row.base.number);
    view.patched = report_.Text(cell.patched.number);
    view.change = report_.Text(cell.change);
    if (row.failure && cell.change.value > 0 && !view.change.starts_with('+')) {
      view.change = fmt::format("+{}", view.change);
    }
    if (!row.failure) {
      view.base_deviation = Deviation(row.base);
      view.patched_deviation = Deviation(cell.patched);
    }
    view.q = Q(place);
    view.stands = Stands(place);
    if (view.q && !view.stands && view_.all_rows && chosen_.size() <= kFewRows) {
      view.runs_needed = RunsNeeded(row, cell, options_.alpha);
    }
    view.line = row.line;
    view.verdict = cell.verdict;
    return view;
  }

  void Summarise() {
    view_.assumed_n = tests_.assumed_n;
    view_.n_given = options_.assume_n.has_value();
    view_.n_from_deviations = tests_.n_from_deviations;
    view_.whole_number_n = tests_.whole_number_n;
    for (size_t i = 0; i < report_.rows.size(); ++i) {
      const RobotRow& row = report_.rows[i];
      if (!Listed(row)) continue;
      if (row.failure) ++view_.failures;
      view_.columns = std::max<size_t>(view_.columns, row.cells);
      for (size_t k = 0; k < row.cells; ++k) SummariseCell({i, k});
    }
    view_.base_label = BaseLabel();
  }

  void SummariseCell(const Place& place) {
    if (!Q(place)) return;
    ++view_.tested;
    if (Stands(place)) {
      ++view_.standing;
      return;
    }
    const std::string_view metric = report_.Metric(Row(place));
    if (IsProfile(metric)) {
      ++view_.noise_profile;
      return;
    }
    ++view_.noise_other;
    if (view_.noise_example.empty() && Cell(place).change.value != 0) {
      view_.noise_example = fmt::format("{} {}", metric, report_.Text(Cell(place).change));
    }
  }

  std::string BaseLabel() const {
    const int32_t table = headline_              ? Row(*headline_).table
                          : report_.rows.empty() ? -1
                                                 : report_.rows.front().table;
    if (table < 0) return "";
    const RobotTable& from = report_.tables[static_cast<size_t>(table)];
    const std::string label = !from.heads.empty()     ? from.heads.front()
                              : !from.commits.empty() ? from.commits.front()
                                                      : "";
    const bool hash =
        label.size() > 10 && label.find_first_not_of("0123456789abcdef") == std::string::npos;
    return hash ? label.substr(0, 10) : label;
  }

  const RobotReport& report_;
  const CheckOptions& options_;
  RobotStatistics tests_;
  RobotView view_;
  std::optional<Place> headline_;
  std::vector<Place> chosen_;
  std::unordered_map<std::string_view, size_t> shown_;  // rows by metric; never iterated
};

}  // namespace

RobotView MakeRobotView(const RobotReport& report, const CheckOptions& options) {
  return Chooser(report, options).Run();
}

}  // namespace regress
