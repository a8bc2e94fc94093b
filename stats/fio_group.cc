// SPDX-License-Identifier: Apache-2.0
#include "stats/fio_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace regress {
namespace {

enum class Rule : uint8_t { kSum, kLongest, kLeast, kMean, kDeviation };

constexpr std::array<std::pair<std::string_view, Rule>, 10> kRules = {
    {{"_iops", Rule::kSum},
     {"_bw_MBps", Rule::kSum},
     {"_bw_Bps", Rule::kSum},
     {"_io_bytes", Rule::kSum},
     {"_total_ios", Rule::kSum},
     {"_runtime_ms", Rule::kLongest},
     {"_max_ns", Rule::kLongest},
     {"_min_ns", Rule::kLeast},
     {"_mean_ns", Rule::kMean},
     {"_stddev_ns", Rule::kDeviation}}};

std::optional<Rule> RuleOf(std::string_view metric) {
  for (const auto& [suffix, rule] : kRules) {
    if (metric.ends_with(suffix)) return rule;
  }
  return std::nullopt;
}

using JobFigures = std::map<std::string, const Measurement*>;

const Measurement* Find(const JobFigures& figures, const std::string& metric) {
  const auto found = figures.find(metric);
  return found == figures.end() ? nullptr : found->second;
}

// Requests behind the latencies of `metric` ("fio.write_clat_mean_ns"): printed, or rate times
// time.
std::optional<double> Requests(const JobFigures& figures, const std::string& metric) {
  const std::string direction = metric.substr(0, metric.find('_'));
  if (const Measurement* count = Find(figures, direction + "_total_ios")) return count->value;
  const Measurement* rate = Find(figures, direction + "_iops");
  const Measurement* time = Find(figures, direction + "_runtime_ms");
  if (rate == nullptr || time == nullptr) return std::nullopt;
  return rate->value * time->value / 1000;
}

class Group {
 public:
  Group(std::string job, std::vector<JobFigures> jobs, std::vector<const RunJob*> infos)
      : job_(std::move(job)), jobs_(std::move(jobs)), infos_(std::move(infos)) {}

  void Totals(std::vector<Measurement>& out) const {
    std::set<std::string> metrics;
    for (const JobFigures& figures : jobs_) {
      for (const auto& [metric, unused] : figures) metrics.insert(metric);
    }
    for (const std::string& metric : metrics) {
      const std::optional<Rule> rule = RuleOf(metric);
      if (!rule) continue;
      if (const std::optional<double> value = Apply(*rule, metric)) Push(metric, *value, out);
    }
    Percentiles(out);
  }

 private:
  void Push(const std::string& metric, double value, std::vector<Measurement>& out) const {
    Measurement total;
    for (const JobFigures& figures : jobs_) {
      const Measurement* part = Find(figures, metric);
      if (part == nullptr) continue;
      if (total.metric.empty()) total = *part;
      total.precision = std::max(total.precision, part->precision);
    }
    total.job = job_;
    total.value = value;
    out.push_back(std::move(total));
  }

  std::optional<double> Apply(Rule rule, const std::string& metric) const {
    if (rule == Rule::kMean) return Mean(metric);
    if (rule == Rule::kDeviation) return Deviation(metric);
    std::optional<double> result;
    for (const JobFigures& figures : jobs_) {
      const Measurement* part = Find(figures, metric);
      if (part == nullptr) continue;
      if (!result) {
        result = part->value;
      } else if (rule == Rule::kSum) {
        *result += part->value;
      } else {
        result = rule == Rule::kLongest ? std::max(*result, part->value)
                                        : std::min(*result, part->value);
      }
    }
    return result;
  }

  std::optional<double> Mean(const std::string& metric) const {
    double sum = 0;
    double weight = 0;
    for (const JobFigures& figures : jobs_) {
      const Measurement* part = Find(figures, metric);
      if (part == nullptr) continue;
      const std::optional<double> requests = Requests(figures, metric);
      if (!requests) return std::nullopt;
      sum += part->value * *requests;
      weight += *requests;
    }
    return weight > 0 ? std::optional(sum / weight) : std::nullopt;
  }

  std::optional<double> Deviation(const std::string& metric) const {
    const std::string mean_metric =
        metric.substr(0, metric.size() - std::string_view("_stddev_ns").size()) + "_mean_ns";
    const std::optional<double> mean = Mean(mean_metric);
    if (!mean) return std::nullopt;
    double squares = 0;
    double weight = 0;
    for (const JobFigures& figures : jobs_) {
      const Measurement* deviation = Find(figures, metric);
      const Measurement* part = Find(figures, mean_metric);
      if (deviation == nullptr || part == nullptr) continue;
      const std::optional<double> requests = Requests(figures, metric);
      if (!requests || *requests < 1) return std::nullopt;
      const double away = part->value - *mean;
      squares += (*requests - 1) * deviation->value * deviation->value + *requests * away * away;
      weight += *requests;
    }
    return weight > 1 ? std::optional(std::sqrt(squares / (weight - 1))) : std::nullopt;
  }

  // All jobs that have the direction must have its histogram.
  void Percentiles(std::vector<Measurement>& out) const {
    std::map<std::string, std::pair<size_t, std::map<double, uint64_t>>> merged;
    for (const RunJob* info : infos_) {
      for (const LatencyBins& bins : info->bins) {
        auto& [jobs, counts] = merged[bins.metric];
        ++jobs;
        for (const auto& [value, count] : bins.bins) counts[value] += count;
      }
    }
    constexpr std::array<std::pair<std::string_view, double>, 6> kPercents = {
        {{"50", 50}, {"90", 90}, {"95", 95}, {"99", 99}, {"99.9", 99.9}, {"99.99", 99.99}}};
    for (const auto& [metric, histogram] : merged) {
      size_t with_direction = 0;
      const Measurement* like = nullptr;
      for (const JobFigures& figures : jobs_) {
        const Measurement* mean = Find(figures, metric + "_mean_ns");
        if (mean == nullptr) continue;
        ++with_direction;
        if (like == nullptr) like = mean;
      }
      if (like == nullptr || with_direction != histogram.first) continue;
      uint64_t total = 0;
      for (const auto& [unused, count] : histogram.second) total += count;
      for (const auto& [name, percent] : kPercents) {
        const double wanted = std::ceil(percent / 100 * static_cast<double>(total));
        uint64_t seen = 0;
        for (const auto& [value, count] : histogram.second) {
          seen += count;
          if (static_cast<double>(seen) < wanted) continue;
          Measurement& total_of = out.emplace_back(*like);
          total_of.metric = fmt::format("{}_{}%_ns", metric, name);
          total_of.job = job_;
          total_of.value = value;
          break;
        }
      }
    }
  }

  std::string job_;
  std::vector<JobFigures> jobs_;
  std::vector<const RunJob*> infos_;
};

}  // namespace

std::vector<Measurement> FioGroupTotals(const std::vector<RunInfo>& runs,
                                        const std::vector<Measurement>& measurements) {
  std::vector<Measurement> totals;
  for (const RunInfo& run : runs) {
    std::map<int64_t, std::vector<const RunJob*>> groups;
    for (const RunJob& job : run.jobs) groups[job.group].push_back(&job);
    std::map<std::string_view, JobFigures> figures;
    for (const Measurement& m : measurements) {
      if (m.run == run.run && m.preferred) figures[m.job].emplace(m.metric, &m);
    }
    for (const auto& [id, jobs] : groups) {
      if (jobs.size() < 2) continue;
      std::vector<JobFigures> parts;
      for (const RunJob* job : jobs) parts.push_back(figures[job->job]);
      std::string name = groups.size() == 1 ? fmt::format("group ({} jobs)", jobs.size())
                                            : fmt::format("group {} ({} jobs)", id, jobs.size());
      Group(std::move(name), std::move(parts), jobs).Totals(totals);
    }
  }
  return totals;
}

}  // namespace regress
