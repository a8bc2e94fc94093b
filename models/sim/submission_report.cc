// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/sim/submission_parameters.h"

namespace regress {
namespace {

enum ThrottleFigure : size_t {
  kMean,
  kP50,
  kP99,
  kCpu,
  kSleep,
  kReader,
  kDepth,
  kPeak,
  kThrottleFigures
};

std::string Microseconds(double value) {
  return fmt::format("{:.{}f}", value, value < 100 ? 1 : 0);
}

enum LoadFigure : size_t { kLatency, kIops, kRate, kLoadP50, kLoadP99, kLoadP999, kLoadFigures };

// The settings of block and extent of the same group, where both were asked for.
struct VariantPair {
  const SettingSummary* block = nullptr;
  const SettingSummary* extent = nullptr;
  double Change(size_t figure) const { return extent->Mean(figure) / block->Mean(figure) - 1; }
  double Ratio() const { return block->Mean(0) / extent->Mean(0); }
};

std::vector<VariantPair> Pairs(const std::vector<SettingSummary>& summaries) {
  std::vector<VariantPair> pairs;
  for (const SettingSummary& block : summaries) {
    if (block.variant != "block") continue;
    for (const SettingSummary& extent : summaries) {
      if (extent.variant == "extent" && extent.group == block.group) {
        pairs.push_back({&block, &extent});
        break;
      }
    }
  }
  return pairs;
}

class Report {
 public:
  Report(const SimulationRequest& request, const SubmissionWorkload& workload,
         std::vector<SettingSummary> summaries, SimulationResult& result)
      : request_(request),
        workload_(workload),
        summaries_(std::move(summaries)),
        pairs_(Pairs(summaries_)),
        result_(result) {}

  void Fill() {
    switch (workload_.kind) {
      case SubmissionWorkloadKind::kCost:
        FillCost();
        break;
      case SubmissionWorkloadKind::kThrottle:
        FillThrottle();
        break;
      case SubmissionWorkloadKind::kLimit:
        FillLimit();
        break;
      case SubmissionWorkloadKind::kExecuted:
        FillExecuted();
        break;
      case SubmissionWorkloadKind::kDevice:
        FillDevice();
        break;
    }
  }

 private:
  // The published case: 2 MiB in one extent, nothing of the fit changed.
  bool IsPublishedCase() const {
    const ParameterSet defaults = WorkloadDefaults(workload_);
    for (const ParameterInfo& parameter : SubmissionParameters()) {
      if (parameter.name != "direction" &&
          request_.parameters.Get(parameter.name) != defaults.Get(parameter.name)) {
        return false;
      }
    }
    return workload_.group_word == "direction";
  }

  void AddRows(const SimulatedMetric& metric, size_t figure) {
    const size_t first = result_.rows.size();
    for (const SettingSummary& summary : summaries_) {
      result_.rows.push_back(SummaryRow(summary, metric.name, request_.runs, figure));
    }
    AddGroupMetrics(result_, metric, first);
  }

  void AddRatios(bool published) {
    if (pairs_.empty()) return;
    const size_t first = result_.rows.size();
    for (const VariantPair& pair : pairs_) {
      SimulatedRow row;
      row.group = pair.block->group;
      row.variant = "extent";
      row.metric = GroupMetric(row.group, "block_per_extent");
      row.n = request_.runs;
      row.mean = pair.Ratio();
      row.basis = Basis::kPredicted;
      if (published) {
        row.published = FindPublishedSubmission(row.group).ratio;
        if (workload_.kind == SubmissionWorkloadKind::kCost) row.basis = Basis::kFitted;
      }
      result_.rows.push_back(std::move(row));
    }
    AddGroupMetrics(result_, {"", "block / extent", "", "higher", 1}, first);
  }

  void FillCost() {
    AddRows({"submission_time", "us per folio", "us", "lower", 2}, 0);
    const bool published = IsPublishedCase();
    for (SimulatedRow& row : result_.rows) {
      row.stddev.reset();  // computed, not sampled
      if (!published) continue;
      const PublishedSubmission& text = FindPublishedSubmission(row.group);
      row.basis = Basis::kFitted;
      row.tolerance_pct = 1;
      if (request_.published)
        row.published = row.variant == "block" ? text.block_us : text.extent_us;
    }
    AddRatios(published && request_.published);
    if (workload_.group_word == "direction") {
      result_.remarks.push_back(fmt::format("predicted: --folio 256K {}; --folio 4K {}",
                                            Prediction(65536 * 4), Prediction(4096)));
    }
    std::string gains;
    for (const VariantPair& pair : pairs_) {
      if (pairs_.size() > 2 && &pair != &pairs_.front() && &pair != &pairs_.back()) continue;
      gains += fmt::format("{}{} {}", gains.empty() ? "" : ", ", pair.block->group,
                           SignedPercent(pair.Change(0)));
    }
    if (!gains.empty()) {
      result_.closing.push_back(fmt::format("Extent by extent changes the CPU time: {}.", gains));
    }
    result_.closing.emplace_back(
        "With write-back throttling the mean follows the device: compare p50 (--workload "
        "throttle).");
  }

  // "read 2.5x, write 3.3x": the ratio with another folio size, F held constant.
  std::string Prediction(double folio) const {
    ParameterSet p = request_.parameters;
    p.Set("folio", folio);
    std::string text;
    for (const std::string_view direction : {"read", "write"}) {
      const IoDirection way = ParseDirection(direction);
      const double ratio = FolioCost(p, "block", way) / FolioCost(p, "extent", way);
      text += fmt::format("{}{} {:.1f}x", text.empty() ? "" : ", ", direction, ratio);
    }
    return text;
  }

  void FillThrottle() {
    AddRows({"mean_interval", "us per folio, mean", "us", "lower", 1}, kMean);
    AddRows({"p50_interval", "us per folio, median", "us", "lower", 1, true}, kP50);
    AddRows({"p99_interval", "us per folio, 99%", "us", "lower", 1, true}, kP99);
    TextBlock block;
    block.title = "us per folio: CPU and sleep in the submission; requests in flight";
    block.columns = {
        workload_.group_word, "variant", "cpu", "sleep", "p50", "p99", "limit", "peak"};
    for (const SettingSummary& s : summaries_) {
      block.rows.push_back({s.group, s.variant, Microseconds(s.Mean(kCpu)),
                            Microseconds(s.Mean(kSleep)), Microseconds(s.Mean(kP50)),
                            Microseconds(s.Mean(kP99)),
                            s.Mean(kDepth) > 0 ? fmt::format("{:.0f}", s.Mean(kDepth)) : "-",
                            fmt::format("{:.0f}", s.Mean(kPeak))});
      result_.counters.push_back({s.group + " " + s.variant, "reader_us", s.Mean(kReader)});
    }
    result_.blocks.push_back(std::move(block));
    CloseThrottle();
  }

  void CloseThrottle() {
    if (pairs_.empty()) return;
    double least = 1;  // change of the mean with throttling
    double most = -1;
    double off = 0;  // best change without
    bool has_on = false;
    for (const VariantPair& pair : pairs_) {
      const double change = pair.Change(kMean);
      if (pair.block->Mean(kDepth) > 0) {
        least = std::min(least, change);
        most = std::max(most, change);
        has_on = true;
      } else {
        off = std::min(off, change);
      }
    }
    const double cpu = pairs_.front().Change(kCpu);
    if (has_on) {
      const std::string from = SignedPercent(least);
      const std::string to = SignedPercent(most);
      result_.closing.push_back(
          fmt::format("Throttled, the mean changes by {}{} though the CPU time changes by {}: the "
                      "submitter moves at the speed of the device.",
                      from, from == to ? "" : " to " + to, SignedPercent(cpu)));
    }
    if (off < 0) {
      result_.closing.push_back(
          fmt::format("Without throttling the mean shows {}.", SignedPercent(off)));
    }
    const ParameterSet& p = request_.parameters;
    if (request_.device != "ram") {
      result_.closing.push_back(fmt::format(
          "Look at p50 or CPU time, and write less than tags x request size ({}), or the tags mask "
          "the change as well.",
          SizeText(std::floor(p.Get("tags") * p.Get("request") / 1048576) * 1048576)));
    }
  }

  void FillLimit() {
    AddRows({"bios", "bios for 64 MiB", "", "", 0}, kBios);
    AddRows({"largest_bio", "largest bio", "bytes", "lower", 0, true}, kLargestBio);
    for (SimulatedRow& row : result_.rows) row.stddev.reset();  // the same in every run
    TextBlock block;
    block.title = "size of the largest bio";
    block.columns = {workload_.group_word, "variant", "bytes", "over the limit"};
    bool same = true;
    for (const SettingSummary& s : summaries_) {
      const double limit = s.task->parameters.Get("limit");
      const double over = limit > 0 ? std::max(0.0, s.Mean(kLargestBio) - limit) : 0;
      block.rows.push_back({s.group, s.variant, fmt::format("{:.0f}", s.Mean(kLargestBio)),
                            fmt::format("{:.0f}", over)});
    }
    for (const VariantPair& pair : pairs_) {
      same = same && pair.block->Mean(kBios) == pair.extent->Mean(kBios) &&
             pair.block->Mean(kLargestBio) == pair.extent->Mean(kLargestBio);
    }
    result_.blocks.push_back(std::move(block));
    if (!pairs_.empty()) {
      result_.closing.push_back(same ? "Both variants make the same bios; an unaligned limit is "
                                       "exceeded by less than a block."
                                     : "The variants make different bios.");
    }
  }

  void FillExecuted() {
    AddRows({"executed_time", "us per folio, measured here", "us", "lower", 3}, 0);
    result_.figure_word = "measured";
    const bool published = IsPublishedCase();
    AddRatios(published && request_.published);
    for (SimulatedRow& row : result_.rows) row.basis = Basis::kNone;
    result_.remarks.push_back(fmt::format(
        "best of {} rounds of {} folios each, wall time of this host: no two runs are alike",
        request_.parameters.Printed("rounds"), request_.parameters.Printed("folios")));
    std::string ratios;
    for (const VariantPair& pair : pairs_) {
      ratios +=
          fmt::format("{}{} {:.1f}x", ratios.empty() ? "" : ", ", pair.block->group, pair.Ratio());
      if (published) {
        ratios += fmt::format(" (published {}x)", FindPublishedSubmission(pair.block->group).ratio);
      }
    }
    if (!ratios.empty()) {
      result_.closing.push_back(
          fmt::format("Executed, block by block takes longer by a factor of: {}.", ratios));
    }
  }

  void FillDevice() {
    AddRows({"latency", "us per request, mean", "us", "lower", 1}, kLatency);
    AddRows({"iops", "requests per second", "1/s", "higher", 0, true}, kIops);
    result_.rows_in_text = false;  // the table below has the same figures
    TextBlock block;
    block.title = "latency in us, rates";
    block.columns = {workload_.group_word, "mean", "p50", "p99", "p99.9", "1/s", "MiB/s"};
    for (const SettingSummary& s : summaries_) {
      const auto micro = [&](size_t figure) { return fmt::format("{:.1f}", s.Mean(figure)); };
      block.rows.push_back({s.group, micro(kLatency), micro(kLoadP50), micro(kLoadP99),
                            micro(kLoadP999), fmt::format("{:.0f}", s.Mean(kIops)),
                            fmt::format("{:.0f}", s.Mean(kRate))});
    }
    result_.blocks.push_back(std::move(block));
    const auto fastest = std::max_element(
        summaries_.begin(), summaries_.end(),
        [](const auto& a, const auto& b) { return a.Mean(kRate) < b.Mean(kRate); });
    result_.closing.push_back(
        fmt::format("The {} device moves {:.0f} MiB/s at most ({}); its bytes are in memory.",
                    request_.device, fastest->Mean(kRate), fastest->group));
  }

  const SimulationRequest& request_;
  const SubmissionWorkload& workload_;
  std::vector<SettingSummary> summaries_;
  std::vector<VariantPair> pairs_;
  SimulationResult& result_;
};

}  // namespace

TaskFigures ToFigures(const ThrottleResult& r) {
  TaskFigures figures(kThrottleFigures);
  figures[kMean] = r.mean_us;
  figures[kP50] = r.p50_us;
  figures[kP99] = r.p99_us;
  figures[kCpu] = r.cpu_us;
  figures[kSleep] = r.sleep_us;
  figures[kReader] = r.reader_us;
  figures[kDepth] = static_cast<double>(r.largest_depth);
  figures[kPeak] = static_cast<double>(r.peak_in_flight);
  return figures;
}

TaskFigures ToFigures(const DeviceLoadResult& r) {
  TaskFigures figures(kLoadFigures);
  figures[kLatency] = r.mean_ns / 1e3;
  figures[kIops] = r.iops;
  figures[kRate] = r.mib_per_s;
  figures[kLoadP50] = static_cast<double>(r.p50_ns) / 1e3;
  figures[kLoadP99] = static_cast<double>(r.p99_ns) / 1e3;
  figures[kLoadP999] = static_cast<double>(r.p999_ns) / 1e3;
  return figures;
}

SimulationResult ReportSubmission(const ExperimentInfo& info, const SimulationRequest& request,
                                  std::span<const SimulationTask> tasks,
                                  std::span<const TaskFigures> figures) {
  const SubmissionWorkload& workload = FindSubmissionWorkload(request.workload);
  SimulationResult result;
  result.experiment = info.name;
  result.title = fmt::format("submission, workload {}", workload.name);
  if (workload.kind == SubmissionWorkloadKind::kDevice) {
    result.title += ", device " + request.device;
  } else {
    const int extents = FolioExtents(request.parameters);
    result.title += fmt::format(", folio {}, {} extent{}", request.parameters.Printed("folio"),
                                extents, extents == 1 ? "" : "s");
  }
  if (request.device == "ram" && workload.kind == SubmissionWorkloadKind::kThrottle) {
    result.remarks.emplace_back(
        "device ram: no queue, so nothing is throttled; the copy is in the interval");
  }
  result.workload = request.workload;
  result.device = request.device;
  result.runs = request.runs;
  result.seed = request.seed;
  result.group_word = workload.group_word;
  result.parameters = ListParameters(info, request.parameters);
  Report(request, workload, SummariseSettings(request.runs, tasks, figures), result).Fill();
  return result;
}

}  // namespace regress
