// SPDX-License-Identifier: Apache-2.0
#include "stats/time_weight.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/data/table_words.h"
#include "stats/sandwich.h"

namespace regress {
namespace {

// Days from 1970-01-01 to a date of the Gregorian calendar (H. Hinnant, "chrono-compatible
// low-level date algorithms").
int64_t DaysFromCivil(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

std::optional<int64_t> Field(std::string_view text, size_t begin, size_t size) {
  if (begin + size > text.size()) return std::nullopt;
  int64_t value = 0;
  const char* end = text.data() + begin + size;
  const auto [stop, error] = std::from_chars(text.data() + begin, end, value);
  return error == std::errc() && stop == end && value >= 0 ? std::optional(value) : std::nullopt;
}

std::optional<double> MeanOf(const Point& point) {
  if (point.mean) return point.mean;
  if (point.rounds.empty()) return std::nullopt;
  return std::accumulate(point.rounds.begin(), point.rounds.end(), 0.0) /
         static_cast<double>(point.rounds.size());
}

}  // namespace

std::optional<double> ParseTimeStamp(std::string_view text) {
  double seconds = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error == std::errc() && stop == text.data() + text.size() && !text.empty())
    return std::isfinite(seconds) && seconds > 1e8 && seconds < 1e11 ? std::optional(seconds)
                                                                     : std::nullopt;
  const auto year = Field(text, 0, 4);
  const auto month = Field(text, 5, 2);
  const auto day = Field(text, 8, 2);
  const auto hour = Field(text, 11, 2);
  const auto minute = Field(text, 14, 2);
  if (!year || !month || !day || !hour || !minute || text[4] != '-' || text[7] != '-' ||
      text[13] != ':' || (text[10] != 'T' && text[10] != ' ') || *month < 1 || *month > 12 ||
      *day < 1 || *day > 31)
    return std::nullopt;
  const int64_t second = text.size() > 16 && text[16] == ':' ? Field(text, 17, 2).value_or(0) : 0;
  return static_cast<double>(
      ((DaysFromCivil(*year, *month, *day) * 24 + *hour) * 60 + *minute) * 60 + second);
}

std::string TimeKey(std::string_view label) {
  return JoinWords(SplitWords(label));
}

void AddPointTimes(const EvidenceTable& table, std::map<std::string, double>& times) {
  if (table.layout != TableLayout::kPoints) return;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].kind != ColumnKind::kTime) continue;
    for (const EvidenceRow& row : table.rows) {
      if (const auto time = ParseTimeStamp(row.cells[i].text); time && !row.label.empty())
        times.emplace(TimeKey(row.label), *time);
    }
  }
}

std::optional<std::string> TimeWeightedDelta(const Comparison& comparison,
                                             const std::map<std::string, double>& times) {
  if (comparison.points.size() != 3 || comparison.points[0].role != Role::kControl ||
      comparison.points[1].role != Role::kPatched || comparison.points[2].role != Role::kControl)
    return std::nullopt;
  std::vector<double> time;
  std::vector<double> mean;
  for (const Point& point : comparison.points) {
    const auto found = times.find(TimeKey(point.label));
    const std::optional<double> figure = MeanOf(point);
    if (found == times.end() || !figure) return std::nullopt;
    time.push_back(found->second);
    mean.push_back(*figure);
  }
  const std::optional<double> weight = TimeWeight(time[0], time[1], time[2]);
  if (!weight) return std::nullopt;
  const std::optional<double> delta =
      RelativeChange(InterpolatedControl(mean[0], mean[2], *weight), mean[1]);
  if (!delta) return std::nullopt;
  return fmt::format("by time stamps (weight of the last control {:.2f}) the delta is {:+.2f}%",
                     *weight, 100 * *delta);
}

}  // namespace regress
