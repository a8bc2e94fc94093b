// SPDX-License-Identifier: Apache-2.0
#include "cli/text_fio.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "stats/fio_group.h"

namespace regress {
namespace {

constexpr size_t kRowsPerInput = 8;  // more with -v
constexpr size_t kRowsPerInputVerbose = 10000;
constexpr size_t kTotals = 4;  // rows of sums beyond these
constexpr size_t kInputs = 12;
constexpr size_t kNameWidth = 17;
constexpr std::array<std::string_view, 4> kDirections = {"read", "write", "trim", "mixed"};

struct Column {
  std::string_view head;
  std::string_view metric;  // after "fio.DIRECTION_"
  size_t width;
};
constexpr std::array<Column, 5> kColumns = {{{"1/s", "iops", 10},
                                             {"MiB/s", "bw_MBps", 10},
                                             {"mean ns", "clat_mean_ns", 11},
                                             {"99% ns", "clat_99%_ns", 11},
                                             {"ms", "runtime_ms", 7}}};

// 2 decimals below 1000, 1 below 100 000, else none.
std::string Figure3(double value) {
  const double size = std::abs(value);
  if (value == std::floor(value) && size < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}f}", value, size < 1000 ? 2 : size < 100000 ? 1 : 0);
}

// "doc0:job1:NAME", "line0:NAME", "job0:NAME" -> "NAME"; other text stays.
std::string_view NameOf(std::string_view job) {
  for (const std::string_view kind : {"doc", "line", "job"}) {
    const size_t colon = job.find(':');
    if (!job.starts_with(kind) || colon == std::string_view::npos) continue;
    const std::string_view rest = job.substr(colon + 1);
    return kind == "doc" ? NameOf(rest) : rest;
  }
  return job;
}

struct Row {
  uint32_t run = 0;
  std::string name;
  std::string direction;
  std::array<std::string, kColumns.size()> cells;
};

struct Block {
  size_t index = 0;
  std::string path;
  std::vector<Row> rows;
  std::vector<std::string> logs;
  std::vector<std::string> phases;
  std::map<uint32_t, int64_t> errors;  // by run
  size_t left_out = 0;
  uint32_t runs = 0;
};

class FioSection final : public TextSection {
 public:
  explicit FioSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    // A round of a point is shown by the comparison.
    if (input.format != "fio" || input.of_point || bundle.measurements.empty()) return;
    Block* block = BlockOf(input);
    if (block == nullptr) return;
    AddRows(bundle.measurements, Limit(), *block);
    AddRows(FioGroupTotals(bundle.runs, bundle.measurements), Limit() + kTotals, *block);
    AddLogs(bundle.measurements, *block);
    AddPhases(bundle.measurements, *block);
    for (const RunInfo& run : bundle.runs) {
      block->runs = std::max(block->runs, run.run + 1);
      if (run.failed()) block->errors[run.run] = run.error;
    }
  }

  std::string Print() override {
    if (context_.options.detail == Detail::kQuiet) return "";
    std::sort(blocks_.begin(), blocks_.end(),
              [](const Block& a, const Block& b) { return a.index < b.index; });
    std::string text;
    for (const Block& block : blocks_) {
      if (block.rows.empty() && block.logs.empty() && block.phases.empty()) continue;
      if (!text.empty()) text += '\n';
      text += Table(block);
    }
    if (more_inputs_ > 0)
      text += fmt::format("\n{} of fio (-v)\n", Count(more_inputs_, "more input"));
    return text;
  }

 private:
  Block* BlockOf(const InputSummary& input) {
    if (!blocks_.empty() && blocks_.back().index == input.index) return &blocks_.back();
    if (blocks_.size() >= kInputs && context_.options.detail != Detail::kVerbose) {
      if (last_index_ != input.index || more_inputs_ == 0) ++more_inputs_;
      last_index_ = input.index;
      return nullptr;
    }
    Block& block = blocks_.emplace_back();
    block.index = input.index;
    block.path = input.path;
    return &block;
  }

  size_t Limit() const {
    return context_.options.detail == Detail::kVerbose ? kRowsPerInputVerbose : kRowsPerInput;
  }

  void AddRows(const std::vector<Measurement>& measurements, size_t limit, Block& block) const {
    // Jobs in the order of their first measurement, their directions in fio's order.
    std::vector<std::pair<const Measurement*, std::map<std::string_view, const Measurement*>>> jobs;
    for (const Measurement& m : measurements) {
      if (!m.preferred || m.job == "group") continue;
      const auto found = std::find_if(jobs.rbegin(), jobs.rend(), [&](const auto& job) {
        return job.first->job == m.job && job.first->run == m.run;
      });
      auto& figures = found == jobs.rend()
                          ? jobs.emplace_back(&m, decltype(jobs)::value_type::second_type())
                          : *found;
      figures.second.emplace(m.metric, &m);
    }
    for (const auto& [first, figures] : jobs) {
      for (const std::string_view direction : kDirections) {
        if (!figures.contains(fmt::format("fio.{}_iops", direction)) &&
            !figures.contains(fmt::format("fio.{}_bw_MBps", direction)))
          continue;
        if (block.rows.size() >= limit) {
          ++block.left_out;
          continue;
        }
        Row& row = block.rows.emplace_back();
        row.run = first->run;
        row.name = NameOf(first->job);
        row.direction = direction;
        for (size_t i = 0; i < kColumns.size(); ++i) {
          const auto cell = figures.find(fmt::format("fio.{}_{}", direction, kColumns[i].metric));
          row.cells[i] = cell == figures.end() ? "-" : Figure3(cell->second->value);
        }
      }
    }
  }

  // fio.write_clat_log_rows and what follows it
  void AddLogs(const std::vector<Measurement>& measurements, Block& block) const {
    std::string line;
    for (const Measurement& m : measurements) {
      const bool log = m.metric.find("_log_") != std::string::npos;
      const bool histogram = m.metric.find("_hist_") != std::string::npos;
      if (!log && !histogram) continue;
      const std::string_view metric = std::string_view(m.metric).substr(4);
      const std::string_view stat = metric.substr(metric.find(log ? "_log_" : "_hist_") + 1);
      if (stat == "log_rows" || stat == "hist_samples") {
        if (!line.empty()) block.logs.push_back(line);
        std::string what(metric.substr(0, metric.find(log ? "_log_" : "_hist_")));
        std::replace(what.begin(), what.end(), '_', ' ');
        line = fmt::format("{}: {}", what,
                           Count(static_cast<uint64_t>(m.value), log ? "row" : "sample"));
      } else if (stat != "log_end_ms") {
        std::string_view name = stat.substr(stat.find('_') + 1);
        name = name.substr(0, name.find('_'));
        line += fmt::format(", {} {} {}", name, Figure3(m.value), m.unit);
      }
    }
    if (!line.empty()) block.logs.push_back(line);
  }

  // Runs with end_fsync: "NAME, write: 387.10 MiB/s for 1550 ms, then 291 ms of fsync".
  void AddPhases(const std::vector<Measurement>& measurements, Block& block) const {
    for (const Measurement& m : measurements) {
      if (!m.preferred || m.metric != "fio.write_phase1_bw_MBps") continue;
      const auto time = [&](std::string_view metric) {
        for (const Measurement& other : measurements) {
          if (other.metric == metric && other.job == m.job && other.run == m.run)
            return Figure3(std::round(other.value));
        }
        return std::string("-");
      };
      if (block.phases.size() >= Limit()) {
        ++block.left_out;
        continue;
      }
      block.phases.push_back(fmt::format("{}, write: {} {} for {} ms, then {} ms of fsync",
                                         NameOf(m.job), Figure3(m.value), m.unit,
                                         time("fio.write_phase1_ms"), time("fio.write_phase2_ms")));
    }
  }

  std::string Table(const Block& block) const {
    std::string text;
    const std::string path = Printable(block.path, context_.utf8);
    for (const std::string& log : block.logs) text += Wrap(fmt::format("{}, {}", path, log), 0, 2);
    if (block.rows.empty()) return text + Phases(block);
    text += CutMiddle(path, kTextColumns - 40) + ": rates, completion latency, runtime\n";
    std::string head = PadRight("job", kNameWidth) + PadRight("", 6);
    for (const Column& column : kColumns) head += PadLeft(column.head, column.width);
    text += head + '\n';
    uint32_t shown_run = UINT32_MAX;
    for (const Row& row : block.rows) {
      if (block.runs > 1 && row.run != shown_run) text += RunLine(block, row.run);
      shown_run = row.run;
      std::string line =
          PadRight(CutMiddle(Printable(row.name, context_.utf8), kNameWidth - 1), kNameWidth) +
          PadRight(row.direction, 6);
      for (size_t i = 0; i < kColumns.size(); ++i) line += PadLeft(row.cells[i], kColumns[i].width);
      text += line + '\n';
    }
    if (block.runs <= 1 && !block.errors.empty())
      text += fmt::format("  the run ended with error {}\n", block.errors.begin()->second);
    text += Phases(block);
    if (block.left_out > 0) text += fmt::format("  {} (-v)\n", Count(block.left_out, "more row"));
    return text;
  }

  std::string Phases(const Block& block) const {
    std::string text;
    for (const std::string& phase : block.phases)
      text += Wrap(Printable(phase, context_.utf8), 2, 4);
    return text;
  }

  static std::string RunLine(const Block& block, uint32_t run) {
    const auto error = block.errors.find(run);
    if (error == block.errors.end()) return fmt::format("run {}\n", run);
    return fmt::format("run {}, which ended with error {}\n", run, error->second);
  }

  const TextContext& context_;
  std::vector<Block> blocks_;
  size_t more_inputs_ = 0;
  size_t last_index_ = 0;
};

}  // namespace

std::unique_ptr<TextSection> MakeFioSection(const TextContext& context) {
  return std::make_unique<FioSection>(context);
}

}  // namespace regress
