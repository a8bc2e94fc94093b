// SPDX-License-Identifier: Apache-2.0
// What every experiment of regress-sim has in common, so that options, the worker threads, the
// evidence table, JSON, text and plots are written once:
//
//   request -> Calibrate (on demand) -> Plan: tasks -> Simulate each task -> Summarise: result
//
// An experiment is a class behind the interface below and one line in experiments.cc. Rules:
//   - Plan is a pure function of the request and its order is the order of the result. A task
//     carries everything that its simulation needs, its seed included.
//   - Simulate is a pure function of the task (no globals, no clock) and runs on any thread; it
//     returns figures in an order that the experiment defines. So results depend neither on --jobs
//     nor on a share of the sweep. One that measures host time says so in MeasuresHostTime.
//   - Summarise sums in task order, hence in a fixed order: same request, same bytes.
// Numbers are in the unit that they are printed in; a ratio has unit "". Absent is nullopt, never
// NaN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/sim/parameters.h"

namespace regress {

// --- what an experiment offers -------------------------------------------------------------------

struct VariantInfo {
  std::string name;     // "clock", "inline", "extent"
  std::string meaning;  // one line for --list
  // Variants without slots leave all three at 0.
  int default_slots = 0;
  int min_slots = 0;
  int max_slots = 0;
  // Slot counts that the kernel's code could have; NAME:SLOTS refuses others, a sweep marks them.
  // Empty: all.
  std::vector<int> kernel_slots;
  std::string slots_rule;  // why only those, for the error text
};

// A workload or a device: a name for a set of defaults.
struct PresetInfo {
  std::string name;
  std::string meaning;
  std::vector<std::pair<std::string, double>> overrides;  // parameters whose default differs
  std::string_view parameters = {};  // the same as the text of a --params file, set before; static
};

struct ExperimentInfo {
  std::string name;        // "tracker": also its option (--tracker LIST)
  std::string group_word;  // head of the column of SimulatedRow::group ("profile"), empty if unused
  std::vector<VariantInfo> variants;
  std::vector<PresetInfo> devices;    // first is the default
  std::vector<PresetInfo> workloads;  // first is the default
  std::vector<ParameterInfo> parameters;
};

// --- what is asked -------------------------------------------------------------------------------

struct VariantChoice {
  std::string name;
  int slots = 0;  // 0: the variant has none, or --slots decides
};

struct SimulationRequest {
  std::vector<VariantChoice> variants;  // in the order given, validated, `all` expanded
  std::vector<int> slots;               // of --slots; empty: each variant's default
  std::string workload;
  std::string device;
  uint32_t runs = 5;
  uint64_t seed = 1;
  bool published = false;    // show published figures beside
  bool calibrated = false;   // Calibrate has reached its target
  bool sensitivity = false;  // add the experiment's table of changed assumptions
  ParameterSet
      parameters;  // defaults, workload overrides, --params, --set, calibration, in this order
};

struct SimulationTask {
  std::string group;    // e.g. a RAID profile; free for the experiment
  std::string variant;  // name without slots
  int slots = 0;
  uint32_t run = 0;   // 0 .. runs - 1
  uint64_t seed = 0;  // of this run
  std::string workload;
  std::string device;
  ParameterSet parameters;
};

// One simulated figure per entry; which is which is the experiment's own table. Counts stay exact
// (< 2^53).
using TaskFigures = std::vector<double>;

// --- what comes out ------------------------------------------------------------------------------

struct SimulatedMetric {
  std::string name;    // "recow_per_first_cow"; unique for each group ("raid0.write_bandwidth")
  std::string title;   // "re-COW per first-COW"
  std::string unit;    // "", "MiB/s", "us"
  std::string better;  // "lower", "higher" or ""
  int decimals = 2;    // of the value in text output
  bool verbose_only = false;  // text: -v
};

struct SimulatedRow {
  std::string group;    // first column where the experiment has one
  std::string variant;  // "array": the slots are beside
  int slots = 0;        // 0: none
  std::string metric;   // SimulatedMetric::name
  uint32_t n = 0;       // runs behind the mean
  double mean = 0;
  std::optional<double> stddev;  // sample; absent for one run
  std::string published;         // as printed in its text ("6.1"), empty: none
  Basis basis = Basis::kNone;
  std::optional<double> tolerance_pct;  // declared in advance; only where something is published
  int note = 0;                         // 1-based index into SimulationResult::notes, 0: none
  bool knee = false;                    // of a sweep: fewer slots lose most of the gain
  bool no_kernel_size = false;  // of a sweep: the kernel's code could not have this number of slots

  std::string Label() const;  // "array:32", "xarray"
  // (mean - published) / published in percent; nullopt without a published figure.
  std::optional<double> DifferencePct() const;
  bool OutsideTolerance() const;
};

struct SimulatedCounter {
  std::string label;  // "clock:8", "raid0 inline"
  std::string name;   // "re_cow"
  double value = 0;   // mean over the runs
};

// A further table, printed under the rows: first column left, others right, cells as printed.
struct TextBlock {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  bool verbose_only = false;  // text: -v
};

struct ParameterValue {
  std::string name;
  std::string value;             // as printed: "64M", "on"
  std::optional<double> number;  // absent for words
  std::string unit;
  Basis basis = Basis::kChosen;
};

// One picture for --plot. Lines: `series` over x; map: z over (x, y) in `series[i].points`, one
// series a colour.
struct PlotSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;
};
struct PlotModel {
  enum class Kind { kLines, kMap };
  Kind kind = Kind::kLines;
  std::string title, x_label, y_label;
  bool log_x = false;
  bool log_y = false;
  std::vector<PlotSeries> series;
  std::vector<std::pair<double, std::string>> marks;  // vertical lines with a label
};

struct SimulationResult {
  std::string experiment;
  std::string figure_word = "simulated";  // head of the figures: "measured" if on this host
  std::string title;                      // first line: "tracker, workload evict16, 5 runs, seed 1"
  std::string workload;
  std::string device;
  uint32_t runs = 0;
  uint64_t seed = 0;
  std::string group_word;                  // copied from ExperimentInfo
  std::vector<ParameterValue> parameters;  // all of them
  std::vector<SimulatedMetric> metrics;    // the first is the one of the text table and of sweeps
  std::vector<SimulatedRow> rows;          // in request order; of one metric after the other
  bool sweep = false;                      // text: slots down, variants across
  bool rows_in_text = true;                // false: the blocks show what the rows say
  std::vector<std::string> remarks;  // indented under the rows: what was assumed, side figures
  std::vector<std::string> notes;    // footnotes, number = index + 1
  std::vector<SimulatedCounter> counters;  // JSON, -v
  std::vector<TextBlock> blocks;
  std::vector<std::string> closing;  // what the run shows, in sentences
  std::optional<PlotModel> plot;
};

// --- the interface -------------------------------------------------------------------------------

struct Calibration {
  std::string parameter;  // name of the fitted parameter
  double value = 0;
  std::string description;  // "T fitted to none = 6.1 with seed 1: 752 visits (6.07 after 9 runs)"
  bool reached = false;
};

class Experiment {
 public:
  virtual ~Experiment() = default;
  virtual const ExperimentInfo& info() const = 0;
  // True if tasks of this request measure the time of this host: they run one at a time then.
  virtual bool MeasuresHostTime(const SimulationRequest&) const { return false; }

  // Fits the declared free parameter to its published row. Default: throws a usage error (nothing
  // to fit).
  virtual Calibration Calibrate(const SimulationRequest& request) const;

  virtual std::vector<SimulationTask> Plan(const SimulationRequest& request) const = 0;
  virtual TaskFigures Simulate(const SimulationTask& task) const = 0;
  // `figures[i]` belongs to `tasks[i]`.
  virtual SimulationResult Summarise(const SimulationRequest& request,
                                     std::span<const SimulationTask> tasks,
                                     std::span<const TaskFigures> figures) const = 0;

  // The simulated calls of one run as an ftrace function log. Default: throws a usage error.
  virtual void WriteTrace(const SimulationRequest& request, std::ostream& out) const;
};

// Every experiment, in the order of --help. Owned by the function, alive until the program ends.
std::span<const Experiment* const> Experiments();

// --- helpers and the generic driver --------------------------------------------------------------

// Mean and sample deviation, summed in the order given; the deviation is absent below two values.
struct MeanDeviation {
  double mean = 0;
  std::optional<double> stddev;
};
MeanDeviation MeanAndDeviation(std::span<const double> values);

// The variants of the request with their slots: NAME:SLOTS as given, else each of --slots, else the
// default.
std::vector<VariantChoice> ExpandSlots(const ExperimentInfo& info,
                                       const SimulationRequest& request);

// All parameters of the request as they are printed.
std::vector<ParameterValue> ListParameters(const ExperimentInfo& info,
                                           const ParameterSet& parameters);

// Plan, Simulate on `jobs` threads, Summarise. `progress(done, total)`, if set, is called from the
// calling thread. The first exception of a task ends the run and is thrown here.
SimulationResult RunExperiment(const Experiment& experiment, const SimulationRequest& request,
                               unsigned jobs,
                               const std::function<void(size_t, size_t)>& progress = {});

}  // namespace regress
