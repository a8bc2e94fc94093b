// SPDX-License-Identifier: Apache-2.0
#include "parsers/round_gatherer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "models/data/error.h"
#include "parsers/table_names.h"

namespace regress {
namespace {

// In front of a group's name: the lengths of its metric and of its section. No byte of an input can
// then be taken for the end of either.
struct Lengths {
  uint32_t metric;
  uint32_t section;
};

}  // namespace

uint32_t RoundGatherer::Names::Intern(std::string_view text) {
  if (slots_.empty() || (begins_.size() - 1) * 2 >= slots_.size()) Grow();
  const auto hash = static_cast<uint32_t>(std::hash<std::string_view>{}(text));
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at] != 0) {
    const uint32_t id = slots_[at] - 1;
    if (hashes_[id] == hash && (*this)[id] == text) return id;
    at = (at + 1) & mask;
  }
  const auto id = static_cast<uint32_t>(begins_.size() - 1);
  slots_[at] = id + 1;
  hashes_.push_back(hash);
  bytes_ += text;
  begins_.push_back(bytes_.size());
  return id;
}

void RoundGatherer::Names::Grow() {
  const size_t size = std::max<size_t>(64, slots_.size() * 2);
  slots_.assign(size, 0);
  for (uint32_t id = 0; id < hashes_.size(); ++id) {
    size_t at = hashes_[id] & (size - 1);
    while (slots_[at] != 0) at = (at + 1) & (size - 1);
    slots_[at] = id + 1;
  }
}

uint32_t RoundGatherer::FindSeries(Group& group, uint32_t group_id, uint32_t label,
                                   uint32_t round) {
  // The row before belongs to the same point: the common case.
  if (group.current != kNone) {
    Series& current = series_[group.current];
    if (current.label == label) return group.current;
  }
  // The latest series of this label; one whose rounds begin anew after another point is a new
  // point.
  uint32_t found = kNone;
  size_t steps = 0;
  for (uint32_t id = group.first_series; id != kNone; id = series_[id].next) {
    if (series_[id].label == label) found = id;
    if (++steps > 4096) throw Error(ErrorKind::kBadInput, "more than 4096 points of one metric");
  }
  const bool anew = found != kNone && round <= 1;
  if (found != kNone && !anew) return found;
  const auto id = static_cast<uint32_t>(series_.size());
  series_.push_back({group_id, label, kNone, 0, 0});
  if (group.first_series == kNone) {
    group.first_series = id;
  } else {
    series_[group.last_series].next = id;
  }
  group.last_series = id;
  return id;
}

void RoundGatherer::Add(const RoundValue& value) {
  const Lengths lengths = {static_cast<uint32_t>(value.metric.size()),
                           static_cast<uint32_t>(value.section.size())};
  key_.resize(sizeof lengths);
  std::memcpy(key_.data(), &lengths, sizeof lengths);
  key_ += value.metric;
  key_ += value.section;
  key_ += value.unit;
  // Rows of one metric and point mostly follow each other.
  const bool same_group = last_group_ != kNone && names_[last_group_] == key_;
  const uint32_t group_id = same_group ? last_group_ : names_.Intern(key_);
  last_group_ = group_id;
  if (group_id == groups_.size()) groups_.push_back({group_id, value.line, kNone, kNone, kNone});
  const bool same_label = last_label_ != kNone && labels_[last_label_] == value.label;
  const uint32_t label = same_label ? last_label_ : labels_.Intern(value.label);
  last_label_ = label;
  Group& group = groups_[group_id];
  const uint32_t id = FindSeries(group, group_id, label, value.round);
  group.current = id;
  Series& series = series_[id];
  ++series.count;
  series.last_round = value.round;
  if (++count_ > kMostSamples) throw Error(ErrorKind::kBadInput, "more than 2^28 rounds");
  if (samples_.empty() || samples_.back().size() == kBlock) {
    samples_.emplace_back();
    samples_.back().reserve(std::min<uint64_t>(kBlock, std::max<uint64_t>(64, count_)));
  }
  samples_.back().push_back({id, value.round, value.value});
}

void RoundGatherer::Finish(std::string_view path, const std::vector<std::string>& controls,
                           std::vector<Diagnostic>& diagnostics,
                           const std::function<void(Comparison&&)>& sink) {
  // Counting sort by series keeps the order of rows within each.
  std::vector<uint32_t> begins(series_.size() + 1, 0);
  for (size_t i = 0; i < series_.size(); ++i) begins[i + 1] = begins[i] + series_[i].count;
  struct Value {
    uint32_t round;
    double value;
  };
  std::vector<uint32_t> next(begins.begin(), begins.end() - 1);
  std::vector<double> values(count_);
  std::vector<uint32_t> rounds(count_);
  for (std::vector<Sample>& block : samples_) {
    for (const Sample& sample : block) {
      const uint32_t at = next[sample.series]++;
      values[at] = sample.value;
      rounds[at] = sample.round;
    }
    block = {};
  }

  std::vector<std::string> label_texts;
  uint64_t duplicates = 0;
  uint64_t unordered = 0;
  std::vector<Value> point_values;
  std::vector<std::pair<Point, uint32_t>> points;
  for (const Group& group : groups_) {
    points.clear();
    size_t single = 0;
    for (uint32_t id = group.first_series; id != kNone; id = series_[id].next) {
      single += series_[id].count == 1 ? 1 : 0;
      points.push_back({Point{}, id});
    }
    // Alternating rows without round numbers are rounds of the same points, not a point each.
    const bool interleaved = points.size() > 3 && single == points.size();
    std::vector<std::pair<Point, uint32_t>> merged;
    for (auto& [point, id] : points) {
      point.label = std::string(labels_[series_[id].label]);
      point_values.clear();
      for (uint32_t i = begins[id]; i < begins[id + 1]; ++i)
        point_values.push_back({rounds[i], values[i]});
      const auto by_round = [](const Value& a, const Value& b) { return a.round < b.round; };
      if (!std::is_sorted(point_values.begin(), point_values.end(), by_round)) {
        std::stable_sort(point_values.begin(), point_values.end(), by_round);
        ++unordered;
      }
      const auto same_round = [](const Value& a, const Value& b) {
        return a.round != 0 && a.round == b.round;
      };
      const auto last = std::unique(point_values.begin(), point_values.end(), same_round);
      duplicates += static_cast<uint64_t>(point_values.end() - last);
      Point* target = &point;
      if (interleaved) {
        const auto found = std::find_if(
            merged.begin(), merged.end(),
            [&label = point.label](const auto& other) { return other.first.label == label; });
        if (found != merged.end()) {
          target = &found->first;
        } else {
          merged.emplace_back(std::move(point), id);
          target = &merged.back().first;
        }
      }
      for (auto it = point_values.begin(); it != last; ++it) target->rounds.push_back(it->value);
    }
    if (interleaved) points = std::move(merged);

    label_texts.clear();
    for (const auto& [point, id] : points) label_texts.push_back(point.label);
    std::vector<std::string> patched_stems;
    std::vector<std::string> stems;
    for (auto& [point, id] : points) {
      const std::string stem = PointAmong(point.label, label_texts, controls).stem;
      stems.push_back(stem);
      const bool control = std::find(controls.begin(), controls.end(), stem) != controls.end();
      point.role = control ? Role::kControl : Role::kPatched;
      if (!control &&
          std::find(patched_stems.begin(), patched_stems.end(), stem) == patched_stems.end())
        patched_stems.push_back(stem);
    }
    std::string_view name = names_[group.name];
    Lengths lengths{};
    std::memcpy(&lengths, name.data(), sizeof lengths);
    name.remove_prefix(sizeof lengths);
    if (patched_stems.empty())
      patched_stems.emplace_back();  // controls only: nothing to compare with
    for (const std::string& patched : patched_stems) {
      Comparison comparison;
      comparison.metric = std::string(name.substr(0, lengths.metric));
      comparison.section = std::string(name.substr(lengths.metric, lengths.section));
      comparison.unit = std::string(name.substr(size_t{lengths.metric} + lengths.section));
      comparison.source = {std::string(path), {-1, -1, group.line, 1}};
      for (size_t i = 0; i < points.size(); ++i) {
        const Point& point = points[i].first;
        if (point.role == Role::kControl || stems[i] == patched) comparison.points.push_back(point);
      }
      sink(std::move(comparison));
    }
  }
  const auto tell = [&](Severity severity, std::string message) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.source.path = path;
    diagnostic.message = std::move(message);
    diagnostics.push_back(std::move(diagnostic));
  };
  if (duplicates > 0)
    tell(Severity::kWarning,
         fmt::format("{} the number of another round of the point: the first of each is used",
                     duplicates == 1 ? "1 round has" : fmt::format("{} rounds have", duplicates)));
  if (unordered > 0)
    tell(Severity::kNote,
         fmt::format("{} rounds out of order: sorted by their numbers",
                     unordered == 1 ? "1 point has" : fmt::format("{} points have", unordered)));
}

}  // namespace regress
