// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/sim/checksum_parameters.h"

namespace regress {
namespace {

enum ModelFigure : size_t {
  kBandwidth,
  kPhase1,
  kPhase2,
  kRunTime,
  kPhase1Time,
  kChunks,
  kChecksummed,
  kPeakWorkers,
  kLargestOrder,
  kPeakInFlight,
  kEvents,
  kModelFigures
};

enum BytesFigure : size_t {
  kBlocks,
  kChecksums,
  kWrongData,
  kWrongChecksums,
  kEarlyHandlers,
  kEarlyOrdered,
  kOutOfOrder,
  kUncomputed,
  kRepeated,
  kLeftInOrder,
  kFlips,
  kFlipsDetected,
  kBytesFigures
};

constexpr double kDeadBand = 0.03;  // of the map: less is no difference
constexpr size_t kManyGroups = 6;   // more are a sweep: the phases only with -v

// True if the user changed anything that the published rows or the fit depend on.
bool IsChanged(const ChecksumWorkload& workload, const SimulationRequest& request,
               const ExperimentInfo& info) {
  if (request.device != info.devices.front().name) return true;
  const ParameterSet defaults = WorkloadDefaults(workload);
  return std::any_of(info.parameters.begin(), info.parameters.end(), [&](const auto& parameter) {
    return parameter.name != "profile" && parameter.name != "devices" &&
           request.parameters.Get(parameter.name) != defaults.Get(parameter.name);
  });
}

const PublishedBandwidth* FindPublished(const ChecksumWorkload& workload,
                                        const SettingSummary& cell) {
  const ChecksumMode mode =
      ModesOf(cell.variant, FindChecksumAlgorithm(cell.task->parameters.Word("csum_type")))
          .background;
  for (const PublishedBandwidth& row : workload.published) {
    if (row.group == cell.group && row.mode == mode) return &row;
  }
  return nullptr;
}

// Report of a workload of the event model.
class ModelReport {
 public:
  ModelReport(const ExperimentInfo& info, const SimulationRequest& request,
              const ChecksumWorkload& workload, std::vector<SettingSummary> cells)
      : request_(request), workload_(workload), cells_(std::move(cells)) {
    changed_ = IsChanged(workload, request, info);
    for (const SettingSummary& cell : cells_) {
      if (groups_.empty() || groups_.back() != cell.group) groups_.push_back(cell.group);
    }
  }

  void Fill(SimulationResult& result) const {
    for (const SettingSummary& cell : cells_) result.rows.push_back(BandwidthRow(cell));
    AddGroupMetrics(result, {"", "write bandwidth", "MiB/s", "higher", 0}, 0);
    AddRatios(result);
    AddRunTimes(result);
    result.blocks.push_back(Phases());
    AddRemarks(result);
    AddClosing(result);
    AddCounters(result);
    AddPlot(result);
  }

 private:
  SimulatedRow BandwidthRow(const SettingSummary& cell) const {
    SimulatedRow row = SummaryRow(cell, "write_bandwidth", request_.runs, kBandwidth);
    if (const PublishedBandwidth* published = FindPublished(workload_, cell)) {
      SetPublished(row, published->bandwidth, published->basis,
                   published->basis == Basis::kFitted ? workload_.fitted_tolerance_pct
                                                      : workload_.predicted_tolerance_pct);
    }
    return row;
  }

  // With other parameters it is another run than the published one.
  void SetPublished(SimulatedRow& row, const std::string& text, Basis basis,
                    double tolerance) const {
    if (changed_) return;
    row.basis = basis;
    if (!workload_.by_sign) row.tolerance_pct = tolerance;
    if (request_.published) row.published = text;
  }

  const SettingSummary* Find(const std::string& group, ChecksumMode mode) const {
    for (const SettingSummary& cell : cells_) {
      if (cell.group == group && cell.variant == ToString(mode)) return &cell;
    }
    return nullptr;
  }

  // Ratios of the two modes that the published rows compare.
  void AddRatios(SimulationResult& result) const {
    std::vector<SimulatedRow> rows;
    for (const std::string& group : groups_) {
      const SettingSummary* const inlined = Find(group, ChecksumMode::kInline);
      const SettingSummary* const offload = Find(group, ChecksumMode::kOffload);
      if (inlined == nullptr || offload == nullptr) continue;
      SimulatedRow row;
      row.group = group;
      row.variant = "offload";
      row.metric = GroupMetric(group, "bandwidth_per_inline");
      row.n = request_.runs;
      row.mean = offload->Mean(kBandwidth) / inlined->Mean(kBandwidth);
      row.basis = Basis::kPredicted;
      const PublishedBandwidth* const below = FindPublished(workload_, *inlined);
      const PublishedBandwidth* const above = FindPublished(workload_, *offload);
      if (below != nullptr && above != nullptr) {
        const bool fitted = below->basis == Basis::kFitted && above->basis == Basis::kFitted;
        SetPublished(
            row, fmt::format("{:.2f}", std::stod(above->bandwidth) / std::stod(below->bandwidth)),
            fitted ? Basis::kFitted : Basis::kPredicted,
            fitted ? 5 : workload_.predicted_tolerance_pct);
      }
      rows.push_back(std::move(row));
    }
    if (rows.empty()) return;
    const size_t first = result.rows.size();
    result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    AddGroupMetrics(result, {"", "offload / inline", "", "higher", 2}, first);
  }

  void AddRunTimes(SimulationResult& result) const {
    const size_t first = result.rows.size();
    for (const SettingSummary& cell : cells_) {
      SimulatedRow row = SummaryRow(cell, "run_time", request_.runs, kRunTime);
      const PublishedBandwidth* published = FindPublished(workload_, cell);
      if (published != nullptr && !published->run_time.empty()) {
        SetPublished(row, published->run_time, Basis::kPredicted, 3);
      }
      result.rows.push_back(std::move(row));
    }
    AddGroupMetrics(result, {"", "run time with its fsync", "s", "", 1, true}, first);
  }

  TextBlock Phases() const {
    TextBlock block;
    block.title = "by phase, MiB/s: 1 background writeback, 2 fsync of what is dirty";
    block.columns = {workload_.group_word, "checksum", "phase 1", "phase 2",
                     "phase 2 from s",     "to s"};
    const bool times = request_.published && !changed_ &&
                       std::any_of(workload_.published.begin(), workload_.published.end(),
                                   [](const auto& row) { return !row.run_time.empty(); });
    if (times) block.columns.emplace_back("published");
    for (const SettingSummary& cell : cells_) {
      block.rows.push_back({cell.group, cell.variant, fmt::format("{:.0f}", cell.Mean(kPhase1)),
                            fmt::format("{:.0f}", cell.Mean(kPhase2)),
                            fmt::format("{:.1f}", cell.Mean(kPhase1Time)),
                            fmt::format("{:.1f}", cell.Mean(kRunTime))});
      if (!times) continue;
      const PublishedBandwidth* published = FindPublished(workload_, cell);
      block.rows.back().push_back(published == nullptr ? "" : published->run_time);
    }
    block.verbose_only = groups_.size() > kManyGroups;
    return block;
  }

  void AddRemarks(SimulationResult& result) const {
    if (request_.device == "ram") {
      result.remarks.emplace_back("device ram: the thread that dispatches a chunk copies it");
    }
    if (changed_ && request_.published && !workload_.published.empty()) {
      result.remarks.emplace_back(
          "with other parameters than the published run, whose figures are left out");
    }
    if (workload_.by_sign) {
      result.remarks.emplace_back(
          "set B-SSD and what is known of each system: compare signs, not figures");
      return;
    }
    const ParameterSet& p = request_.parameters;
    result.remarks.push_back(fmt::format(
        "f {} MiB/s, c {} MiB/s ({}), d {} MiB/s; {}", p.Printed("flush_rate"),
        p.Printed("checksum_rate"), p.Word("csum_type"), p.Printed("device_rate"),
        p.basis("flush_rate") == Basis::kFitted && p.basis("checksum_rate") == Basis::kFitted
            ? "fitted to the rows marked fitted"
            : "not all fitted"));
  }

  // Changes of each variant against the first, over the groups.
  void AddClosing(SimulationResult& result) const {
    if (request_.variants.size() < 2) {
      const SettingSummary& cell = cells_.front();
      result.closing.push_back(fmt::format(
          "{} {} writes back at {:.0f} MiB/s; fio prints {:.0f} MiB/s, with the fsync of the rest.",
          workload_.group_word, cell.group + ", " + cell.variant, cell.Mean(kPhase1),
          cell.Mean(kBandwidth)));
      return;
    }
    const size_t width = request_.variants.size();
    bool hidden = false;
    std::vector<std::string> sentences;
    for (size_t variant = 1; variant < width; ++variant) {
      std::vector<std::string> fio;
      std::vector<std::string> phase1;
      for (size_t group = 0; group < groups_.size(); ++group) {
        const SettingSummary& base = cells_[group * width];
        const SettingSummary& other = cells_[group * width + variant];
        const double in_fio = other.Mean(kBandwidth) / base.Mean(kBandwidth) - 1;
        const double in_phase1 =
            base.Mean(kPhase1) > 0 ? other.Mean(kPhase1) / base.Mean(kPhase1) - 1 : 0;
        hidden = hidden || std::fabs(in_fio - in_phase1) > 0.05;
        if (group != 0 && group + 1 != groups_.size() && groups_.size() > 2) continue;
        fio.push_back(groups_.size() == 1
                          ? SignedPercent(in_fio)
                          : fmt::format("{} {}", base.group, SignedPercent(in_fio)));
        phase1.push_back(SignedPercent(in_phase1));
      }
      const char* const join = groups_.size() > 2 ? " to " : ", ";
      sentences.push_back(fmt::format("{} against {}: {} in what fio prints, {} in phase 1.",
                                      request_.variants[variant].name, request_.variants[0].name,
                                      fmt::join(fio, join), fmt::join(phase1, join)));
    }
    constexpr size_t kMostSentences = 3;
    if (sentences.size() > kMostSentences) {
      result.remarks.insert(result.remarks.end(), sentences.begin(), sentences.end());
      result.closing.emplace_back(
          "What is checksummed before it is dispatched, by the thread that dispatches, is paid in "
          "phase 1.");
    } else {
      result.closing = std::move(sentences);
    }
    if (hidden && request_.parameters.Flag("end_fsync")) {
      result.closing.emplace_back(
          "The fsync at the end runs in every job at once and hides a part of the change: compare "
          "phase 1.");
    }
  }

  void AddCounters(SimulationResult& result) const {
    constexpr std::pair<ModelFigure, const char*> kCounters[] = {{kPhase1, "phase1_mib_s"},
                                                                 {kPhase2, "phase2_mib_s"},
                                                                 {kPhase1Time, "phase1_s"},
                                                                 {kChunks, "chunks"},
                                                                 {kChecksummed, "checksummed"},
                                                                 {kPeakWorkers, "peak_workers"},
                                                                 {kLargestOrder, "longest_order"},
                                                                 {kPeakInFlight, "peak_in_flight"},
                                                                 {kEvents, "events"}};
    for (const SettingSummary& cell : cells_) {
      for (const auto& [figure, name] : kCounters) {
        result.counters.push_back({cell.group + " " + cell.variant, name, cell.Mean(figure)});
      }
    }
  }

  // Bandwidth against the number of the group, where groups are numbers.
  void AddPlot(SimulationResult& result) const {
    PlotModel plot;
    plot.title = result.title;
    plot.x_label = workload_.group_word;
    plot.y_label = "MiB/s";
    for (const VariantChoice& choice : request_.variants) plot.series.push_back({choice.name, {}});
    for (size_t i = 0; i < cells_.size(); ++i) {
      double x = 0;
      const std::string& group = cells_[i].group;
      const size_t digits = group.find_first_of("0123456789");
      const bool number =
          digits == 0 && group.find_first_not_of("0123456789.") == std::string::npos;
      const size_t place = i / request_.variants.size() + 1;
      x = number ? std::stod(group) : static_cast<double>(place);
      plot.series[i % request_.variants.size()].points.emplace_back(x, cells_[i].Mean(kBandwidth));
    }
    result.plot = std::move(plot);
  }

  const SimulationRequest& request_;
  const ChecksumWorkload& workload_;
  std::vector<SettingSummary> cells_;
  std::vector<std::string> groups_;
  bool changed_ = false;
};

// --- the map of checksum rate and chunk size -----------------------------------------------------

void FillMap(const SimulationRequest& request, const std::vector<SettingSummary>& cells,
             SimulationResult& result) {
  const size_t width = request.variants.size();
  std::map<std::string, PlotSeries> series;          // by who is best
  std::vector<std::pair<double, std::string>> rows;  // chunk, cells
  TextBlock block;
  std::map<std::string, int> counts;
  const SettingSummary* most = nullptr;
  const SettingSummary* least = nullptr;
  double largest = 0;
  double smallest = 1e9;
  for (size_t first = 0; first < cells.size(); first += width) {
    double best = 0;
    for (size_t i = 0; i < width; ++i) best = std::max(best, cells[first + i].Mean(kPhase1));
    std::vector<std::string> winners;
    for (size_t i = 0; i < width; ++i) {
      if (cells[first + i].Mean(kPhase1) >= best * (1 - kDeadBand)) {
        winners.push_back(cells[first + i].variant);
      }
    }
    const std::string who =
        winners.size() == width ? "no difference" : fmt::format("{}", fmt::join(winners, "+"));
    const ParameterSet& p = cells[first].task->parameters;
    const double chunk = p.Get("chunk");
    const double rate = p.Get("checksum_rate");
    series[who].name = who;
    series[who].points.emplace_back(rate, chunk / 1024);
    ++counts[who];
    if (block.rows.empty() || block.rows.back().front() != SizeText(chunk)) {
      block.rows.push_back({SizeText(chunk)});
    }
    if (block.rows.size() == 1) block.columns.push_back(cells[first].group);
    std::string letters;
    for (const std::string& winner : winners) letters += winner.front();
    block.rows.back().push_back(winners.size() == width ? "=" : letters);
    for (size_t i = 1; i < width; ++i) {
      const double ratio = cells[first + i].Mean(kPhase1) / cells[first].Mean(kPhase1);
      if (ratio > largest) {
        largest = ratio;
        most = &cells[first + i];
      }
      if (ratio < smallest) {
        smallest = ratio;
        least = &cells[first + i];
      }
    }
  }
  block.columns.insert(block.columns.begin(), "chunk");
  block.title = "best in phase 1, by checksum rate in MiB/s:";
  for (const VariantChoice& choice : request.variants) {
    block.title += fmt::format(" {} {}", choice.name.front(), choice.name);
  }
  result.blocks.push_back(std::move(block));
  PlotModel plot;
  plot.kind = PlotModel::Kind::kMap;
  plot.title = "fastest background writeback";
  plot.x_label = "checksum rate of one thread, MiB/s";
  plot.y_label = "chunk, KiB";
  plot.log_x = plot.log_y = true;
  for (auto& [who, points] : series) plot.series.push_back(std::move(points));
  result.plot = std::move(plot);
  const ParameterSet& p = request.parameters;
  result.remarks.push_back(
      fmt::format("f {} MiB/s, {} x d {} MiB/s, o {} ns, submission {} ns per chunk",
                  p.Printed("flush_rate"), p.Printed("devices"), p.Printed("device_rate"),
                  p.Printed("offload_cost"), p.Printed("submit_cost")));
  if (most == nullptr) return;
  const auto place = [](const SettingSummary& cell) {
    return fmt::format("{} MiB/s, {}", cell.task->parameters.Printed("checksum_rate"),
                       SizeText(cell.task->parameters.Get("chunk")));
  };
  result.remarks.push_back(
      fmt::format("several letters: less than {:.0f}% apart; =: all of them", kDeadBand * 100));
  result.closing.push_back(
      fmt::format("Against {}, {} is up to {:.1f} times as fast ({}); {} is {} at worst ({}).",
                  request.variants[0].name, most->variant, largest, place(*most), least->variant,
                  SignedPercent(smallest - 1), place(*least)));
  result.closing.emplace_back(
      "A pool pays for slow checksums; queueing costs more than a fast checksum of a small chunk.");
}

// --- real bytes ----------------------------------------------------------------------------------

void FillBytes(const SimulationRequest& request, const std::vector<SettingSummary>& cells,
               SimulationResult& result) {
  TextBlock block;
  block.title = "what must be 0, and flipped bits";
  block.columns = {"type", "variant", "blocks", "wrong", "early", "order", "flips", "detected"};
  double bad = 0;
  double flips = 0;
  double detected = 0;
  for (const SettingSummary& cell : cells) {
    SimulatedRow row = SummaryRow(cell, "verified_blocks", request.runs, kBlocks);
    row.stddev.reset();
    const double right = cell.Mean(kChecksums) - cell.Mean(kWrongChecksums);
    row.mean = 100 * right / cell.Mean(kBlocks);
    result.rows.push_back(row);
    const double wrong = cell.Mean(kBlocks) - right + cell.Mean(kWrongData);
    const double early =
        cell.Mean(kEarlyHandlers) + cell.Mean(kEarlyOrdered) + cell.Mean(kUncomputed);
    const double order = cell.Mean(kOutOfOrder) + cell.Mean(kRepeated) + cell.Mean(kLeftInOrder);
    const auto whole = [](double value) { return fmt::format("{:.0f}", value); };
    block.rows.push_back({cell.group, cell.variant, whole(cell.Mean(kBlocks)), whole(wrong),
                          whole(early), whole(order), whole(cell.Mean(kFlips)),
                          whole(cell.Mean(kFlipsDetected))});
    bad += wrong + early + order;
    flips += cell.Mean(kFlips);
    detected += cell.Mean(kFlipsDetected);
  }
  AddGroupMetrics(result, {"", "blocks that verify when read back", "%", "higher", 2}, 0);
  result.blocks.push_back(std::move(block));
  result.remarks.emplace_back(
      "wrong: checksum or data read back; early: handler, extent or dispatch before the checksum;");
  result.remarks.emplace_back("order: dispatched out of turn, twice or never");
  const std::string& fault = request.parameters.Word("fault");
  if (bad == 0 && detected == flips) {
    result.closing.push_back(
        fmt::format("Every block verifies when it is read back, and {:.0f} of {:.0f} flipped bits "
                    "are detected.",
                    detected, flips));
  } else {
    result.closing.push_back(fmt::format(
        "The checks see {}: blocks are wrong or completed early; none of it passes unnoticed.",
        fault == "none" ? "a mistake" : "the injected " + fault));
  }
}

}  // namespace

TaskFigures ToFigures(const WritebackResult& r) {
  TaskFigures figures(kModelFigures);
  figures[kBandwidth] = r.mib_s;
  figures[kPhase1] = r.phase1_mib_s;
  figures[kPhase2] = r.phase2_mib_s;
  figures[kRunTime] = static_cast<double>(r.elapsed_ns) / 1e9;
  figures[kPhase1Time] = static_cast<double>(r.phase1_ns) / 1e9;
  figures[kChunks] = static_cast<double>(r.chunks);
  figures[kChecksummed] = static_cast<double>(r.checksummed_chunks);
  figures[kPeakWorkers] = static_cast<double>(r.peak_workers);
  figures[kLargestOrder] = static_cast<double>(r.largest_order);
  figures[kPeakInFlight] = static_cast<double>(r.peak_in_flight);
  figures[kEvents] = static_cast<double>(r.events);
  return figures;
}

TaskFigures ToFigures(const PathResult& r) {
  TaskFigures figures(kBytesFigures);
  const auto set = [&](BytesFigure which, int64_t value) {
    figures[which] = static_cast<double>(value);
  };
  set(kBlocks, r.blocks);
  set(kChecksums, r.checksums);
  set(kWrongData, r.wrong_data);
  set(kWrongChecksums, r.wrong_checksums);
  set(kEarlyHandlers, r.early_handlers);
  set(kEarlyOrdered, r.early_ordered);
  set(kOutOfOrder, r.out_of_order);
  set(kUncomputed, r.uncomputed);
  set(kRepeated, r.repeated);
  set(kLeftInOrder, r.left_in_order);
  set(kFlips, r.flips);
  set(kFlipsDetected, r.flips_detected);
  return figures;
}

SimulationResult ReportChecksum(const ExperimentInfo& info, const SimulationRequest& request,
                                std::span<const SimulationTask> tasks,
                                std::span<const TaskFigures> figures) {
  const ChecksumWorkload& workload = FindChecksumWorkload(request.workload);
  SimulationResult result;
  result.experiment = info.name;
  result.title = fmt::format("checksum, workload {} ({})", workload.name, workload.title);
  result.workload = request.workload;
  result.device = request.device;
  result.runs = request.runs;
  result.seed = request.seed;
  result.group_word = workload.group_word;
  result.parameters = ListParameters(info, request.parameters);
  std::vector<SettingSummary> cells = SummariseSettings(request.runs, tasks, figures);
  switch (workload.kind) {
    case ChecksumWorkloadKind::kWriteback:
      ModelReport(info, request, workload, std::move(cells)).Fill(result);
      break;
    case ChecksumWorkloadKind::kMap:
      FillMap(request, cells, result);
      break;
    case ChecksumWorkloadKind::kBytes:
      FillBytes(request, cells, result);
      break;
  }
  return result;
}

}  // namespace regress
