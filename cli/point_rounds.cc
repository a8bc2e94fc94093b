// SPDX-License-Identifier: Apache-2.0
#include "cli/point_rounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/data/table_words.h"
#include "stats/rounds_claims.h"
#include "stats/time_weight.h"

namespace regress {
namespace {

// "controlA" of "runs/controlA-*.json", "base" of "base/": what a path calls its point.
std::string LabelOf(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const size_t wild = name.find_first_of("*?[");
  if (wild == 0)
    return LabelOf(slash == std::string_view::npos ? std::string_view("rounds")
                                                   : path.substr(0, slash));
  if (wild != std::string_view::npos) {
    name = name.substr(0, wild);
  } else if (const size_t dot = name.find('.'); dot != std::string_view::npos && dot > 0) {
    name = name.substr(0, dot);
  }
  while (name.size() > 1 && std::string_view("-_. ").find(name.back()) != std::string_view::npos)
    name.remove_suffix(1);
  return std::string(name);
}

// Options that differ from run to run by their nature.
bool Personal(std::string_view option) {
  return option == "description" || option == "output" || option == "name" || option == "randseed";
}

}  // namespace

std::vector<GivenPoint> GivenPoints(const CheckOptions& options) {
  std::vector<GivenPoint> points;
  for (size_t i = 0; i < options.points.size(); ++i) {
    const PointPath& path = options.points[i];
    const bool named_anew = !points.empty() && !path.label.empty() &&
                            !points.back().label.empty() && path.label != points.back().label &&
                            !options.points[points.back().paths.front()].label.empty();
    if (points.empty() || points.back().role != path.role || named_anew)
      points.push_back({path.role, "", {}});
    GivenPoint& point = points.back();
    point.paths.push_back(i);
    if (point.label.empty()) point.label = path.label.empty() ? LabelOf(path.path) : path.label;
  }
  return points;
}

PointRounds::PointRounds(const CheckOptions& options)
    : options_(options), points_(GivenPoints(options)) {}

void PointRounds::BeginInput(size_t point, const std::string& path, const std::string& hash) {
  current_hash_ = hash;
  current_point_ = point;
  current_path_ = path;
  runs_of_input_.clear();
  ++inputs_;
}

void PointRounds::EndInput() {
  runs_of_input_.clear();
}

uint32_t PointRounds::RunOf(uint32_t run) {
  const auto [found, added] = runs_of_input_.emplace(run, static_cast<uint32_t>(runs_.size()));
  if (added) {
    runs_.push_back({});
    runs_.back().point = current_point_;
    runs_.back().input = inputs_;
    runs_.back().path = current_path_;
    runs_.back().hash = current_hash_;
    runs_.back().round = 1 + static_cast<uint32_t>(std::count_if(
                                 runs_.begin(), runs_.end() - 1,
                                 [&](const Run& other) { return other.point == current_point_; }));
  }
  return found->second;
}

PointRounds::Series& PointRounds::SeriesOf(const std::string& metric, const std::string& unit,
                                           const std::string& section) {
  const std::string key = metric + '\x1f' + unit + '\x1f' + section;
  const auto [found, added] = series_.emplace(key, Series{});
  Series& series = found->second;
  if (added) {
    series.metric = metric;
    series.unit = unit;
    series.section = section;
    series.order = series_.size();
    series.points.resize(points_.size());
  }
  return series;
}

void PointRounds::Add(EvidenceBundle& bundle) {
  for (const RunInfo& info : bundle.runs) {
    Run& run = runs_[RunOf(info.run)];
    run.time_ms = info.time_ms;
    run.failed = info.failed();
    run.host = info.host;
    run.version = info.version;
    run.options = info.options;
  }
  for (Measurement& m : bundle.measurements) {
    m.point = points_[current_point_].label;
    m.round = runs_[RunOf(m.run)].round;
    if (!m.preferred) continue;
    // "doc0:job1:NAME" counts documents, which are runs: the job is what stays.
    std::string job = m.job;
    if (const size_t colon = job.find(':'); colon != std::string::npos && colon + 1 < job.size())
      job = job.substr(colon + 1);
    AddRound(SeriesOf(m.metric, m.unit, job), RunOf(m.run), m.value, m.source);
  }
  // A table given as a point: every row is a round, every list cell many. It tells nothing of runs.
  if (bundle.evidence_tables.empty() && bundle.comparisons.empty()) return;
  const uint32_t run = RunOf(0);
  for (const EvidenceTable& table : bundle.evidence_tables) {
    for (const EvidenceRow& row : table.rows) {
      for (size_t i = 0; i < table.columns.size(); ++i) {
        const TableColumn& column = table.columns[i];
        const bool list = column.kind == ColumnKind::kRounds;
        if (!list && (column.kind != ColumnKind::kLevel || !row.cells[i].number)) continue;
        Series& series =
            SeriesOf(row.metric.empty() ? column.metric : row.metric, column.unit, row.key);
        const InputRef source{current_path_, {-1, -1, row.line, row.cells[i].column}};
        if (!list) {
          AddRound(series, run, row.cells[i].number->value, source);
          continue;
        }
        for (const double value : ParseRounds(row.cells[i].text).values)
          AddRound(series, run, value, source);
      }
    }
  }
  for (const Comparison& comparison : bundle.comparisons) {
    Series& series = SeriesOf(comparison.metric, comparison.unit, comparison.section);
    for (const Point& point : comparison.points) {
      for (const double value : point.rounds) AddRound(series, run, value, comparison.source);
    }
  }
}

void PointRounds::AddRound(Series& series, uint32_t run, double value, const InputRef& source) {
  if (series.source.path.empty()) series.source = source;
  series.points[current_point_].push_back({run, value});
}

bool PointRounds::Allowed(std::string_view what) const {
  return std::find(options_.allow.begin(), options_.allow.end(), what) != options_.allow.end();
}

std::vector<std::string> PointRounds::Doubts() const {
  std::set<std::string> hosts;
  std::set<std::string> versions;
  for (const Run& run : runs_) {
    if (!run.host.empty()) hosts.insert(run.host);
    if (!run.version.empty()) versions.insert(run.version);
  }
  std::vector<std::string> doubts;
  if (hosts.size() > 1 && !Allowed("mixed-machines"))
    doubts.push_back(
        fmt::format("the rounds come from {} machines (--allow mixed-machines)", hosts.size()));
  std::set<std::string> different;
  if (versions.size() > 1) different.insert("version");
  const Run* first = nullptr;
  for (const Run& run : runs_) {
    if (run.options.empty()) continue;
    if (first == nullptr) {
      first = &run;
      continue;
    }
    std::vector<RunOption> unlike;
    std::set_symmetric_difference(first->options.begin(), first->options.end(), run.options.begin(),
                                  run.options.end(), std::back_inserter(unlike));
    for (const RunOption& option : unlike) {
      if (!Personal(option.name)) different.insert(option.name);
    }
  }
  if (!different.empty() && !Allowed("mixed-options")) {
    std::string names;
    for (const std::string& name : different) names += (names.empty() ? "" : ", ") + name;
    doubts.push_back(fmt::format("the runs differ in {} (--allow mixed-options)", names));
  }
  return doubts;
}

void PointRounds::Finish(std::vector<Diagnostic>& diagnostics, const Emit& emit) {
  const bool timed = !runs_.empty() && std::all_of(runs_.begin(), runs_.end(), [](const Run& run) {
    return run.time_ms.has_value();
  });
  size_t failed = 0;
  for (const Run& run : runs_) {
    if (!run.failed || Allowed("failed-runs")) continue;
    ++failed;
    Diagnostic warning;
    warning.source.path = run.path;
    warning.message = "the run failed and is left out";
    warning.help = "--allow failed-runs keeps it";
    if (failed <= 3) diagnostics.push_back(std::move(warning));
  }
  const std::vector<std::string> doubts = Doubts();
  std::vector<Series*> ordered;
  for (auto& [key, series] : series_) ordered.push_back(&series);
  std::sort(ordered.begin(), ordered.end(),
            [](const Series* a, const Series* b) { return a->order < b->order; });
  std::set<std::string> jobs;
  for (const Series* series : ordered) jobs.insert(series->section);
  std::set<std::string> mixed_units;
  for (Series* series : ordered) {
    Comparison comparison;
    comparison.metric = series->metric;
    comparison.unit = series->unit;
    comparison.source = series->source;
    // The job is worth telling only if there are several.
    if (jobs.size() > 1) comparison.section = series->section;
    bool control = false;
    bool patched = false;
    for (size_t i = 0; i < points_.size(); ++i) {
      std::vector<Value>& values = series->points[i];
      std::erase_if(values, [&](const Value& value) {
        return runs_[value.run].failed && !Allowed("failed-runs");
      });
      if (timed) {
        std::stable_sort(values.begin(), values.end(), [&](const Value& a, const Value& b) {
          return *runs_[a.run].time_ms < *runs_[b.run].time_ms;
        });
      }
      if (values.empty()) continue;
      Point point;
      point.role = points_[i].role;
      point.label = points_[i].label;
      for (const Value& value : values) point.rounds.push_back(value.value);
      (point.role == Role::kControl ? control : patched) = true;
      comparison.points.push_back(std::move(point));
    }
    if (!control || !patched) {
      // The same metric in another unit elsewhere is worth a word.
      const bool other_unit = std::any_of(ordered.begin(), ordered.end(), [&](const Series* other) {
        return other != series && other->metric == series->metric &&
               other->section == series->section && other->unit != series->unit;
      });
      if (other_unit && mixed_units.insert(series->metric).second) {
        Diagnostic warning;
        warning.source = comparison.source;
        warning.message =
            fmt::format("{} has different units in different points: not compared", series->metric);
        diagnostics.push_back(std::move(warning));
      }
      continue;
    }
    if (timed) {
      std::map<std::string, double> times;  // of points, the mean over their rounds
      for (size_t i = 0; i < points_.size(); ++i) {
        double sum = 0;
        for (const Value& value : series->points[i])
          sum += static_cast<double>(*runs_[value.run].time_ms);
        if (!series->points[i].empty())
          times[TimeKey(points_[i].label)] = sum / static_cast<double>(series->points[i].size());
      }
      if (auto weighted = TimeWeightedDelta(comparison, times))
        comparison.reasons.push_back(std::move(*weighted));
    }
    emit(std::move(comparison), doubts);
  }
}

std::string_view PointRounds::MissingRole() const {
  bool control = false;
  bool patched = false;
  for (const GivenPoint& point : points_) (point.role == Role::kControl ? control : patched) = true;
  return control == patched ? "" : control ? "--patched" : "--control";
}

std::string PointRounds::WhyNothing() const {
  constexpr size_t kMostNames = 3;
  const auto has = [&](const Series& series, Role role) {
    for (size_t i = 0; i < points_.size(); ++i) {
      if (points_[i].role == role && !series.points[i].empty()) return true;
    }
    return false;
  };
  const auto list = [&](Role role) {
    std::set<std::string> names;
    for (const auto& [key, series] : series_) {
      if (has(series, role))
        names.insert(series.unit.empty() ? series.metric
                                         : fmt::format("{} ({})", series.metric, series.unit));
    }
    if (names.empty()) return std::string("no figure");
    std::string text;
    size_t shown = 0;
    for (const std::string& name : names) {
      if (shown++ == kMostNames) break;
      text += (text.empty() ? "" : ", ") + name;
    }
    if (names.size() > kMostNames) text += fmt::format(" and {} more", names.size() - kMostNames);
    return text;
  };
  for (const auto& [key, series] : series_) {
    if (has(series, Role::kControl) && has(series, Role::kPatched)) return "";
  }
  return fmt::format("no metric is in both: the control has {}, the patched side {}",
                     list(Role::kControl), list(Role::kPatched));
}

std::vector<std::vector<std::string>> PointRounds::RoundHashes(const Comparison& comparison) const {
  const bool timed = std::all_of(runs_.begin(), runs_.end(),
                                 [](const Run& run) { return run.time_ms.has_value(); });
  std::vector<std::vector<std::string>> hashes;
  size_t given = 0;
  for (const Point& point : comparison.points) {
    while (given < points_.size() &&
           (points_[given].label != point.label || points_[given].role != point.role))
      ++given;
    std::vector<const Run*> runs;
    for (const Run& run : runs_) {
      if (run.point == given) runs.push_back(&run);
    }
    if (timed) {
      std::stable_sort(runs.begin(), runs.end(),
                       [](const Run* a, const Run* b) { return *a->time_ms < *b->time_ms; });
    }
    std::vector<std::string>& list = hashes.emplace_back();
    for (const Run* run : runs) list.push_back(run->hash);
    ++given;
  }
  return hashes;
}

std::string PointRounds::Title() const {
  std::string labels;
  size_t controls = 0;
  for (const GivenPoint& point : points_) {
    labels += (labels.empty() ? "" : ", ") + point.label;
    controls += point.role == Role::kControl ? 1 : 0;
  }
  const std::string_view shape =
      controls == 2 && points_.size() == 3 && points_[1].role == Role::kPatched ? "sandwich"
      : points_.size() == 2                                                     ? "A/B"
                                                                                : "points";
  return fmt::format("{} {}", shape, labels);
}

std::string PointRounds::RoundsText() const {
  std::vector<size_t> counts(points_.size(), 0);
  for (const auto& [key, series] : series_) {
    for (size_t i = 0; i < counts.size(); ++i)
      counts[i] = std::max(counts[i], series.points[i].size());
  }
  std::string text;
  for (const size_t count : counts) text += (text.empty() ? "" : " + ") + std::to_string(count);
  return text + " rounds";
}

}  // namespace regress
