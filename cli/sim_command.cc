// SPDX-License-Identifier: Apache-2.0
// Main flow of regress-sim: calibrate if asked to, simulate, print, plot, exit status.
#include "cli/sim_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "cli/sim_options.h"
#include "cli/sim_plot.h"
#include "cli/sim_reporter.h"
#include "cli/whole_file.h"
#include "models/data/error.h"
#include "version.h"

namespace regress {
namespace {

// Work longer than a second shows its progress on a terminal.
class Progress {
 public:
  explicit Progress(std::ostream& err)
      : err_(err), on_(&err == &std::cerr && isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (shown_) err_ << "\r\x1b[K" << std::flush;
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Show(size_t done, size_t total) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_ || now < next_) return;
    err_ << fmt::format("\r{} of {} simulations", done, total) << std::flush;
    shown_ = true;
    next_ = now + std::chrono::milliseconds(200);
  }

 private:
  std::ostream& err_;
  bool on_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

void List(const SimOptions& options, std::ostream& out) {
  if (options.experiment != nullptr) {
    WriteSimList(options.experiment->info(), options.request.parameters, out);
    return;
  }
  for (const Experiment* experiment : Experiments()) {
    const ExperimentInfo& info = experiment->info();
    if (experiment != Experiments().front()) out << '\n';
    out << fmt::format("--{}\n", info.name);
    WriteSimList(info, ParameterSet(info.parameters), out);
  }
}

SimView View(const SimOptions& options, const std::ostream& out) {
  SimView view;
  view.published = options.request.published;
  view.detail = options.detail;
  const bool terminal =
      &out == &std::cout && isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  view.paint = Painter(options.color == ColorMode::kAlways ||
                       (options.color == ColorMode::kAuto && terminal));
  return view;
}

ExitCode Simulate(SimOptions options, std::ostream& out, std::ostream& err) {
  const Experiment& experiment = *options.experiment;
  SimulationRequest& request = options.request;
  bool missed = false;
  std::string calibration;
  if (options.calibrate) {
    const Calibration fit = experiment.Calibrate(request);
    request.parameters.Set(fit.parameter, fit.value, fit.reached ? Basis::kFitted : Basis::kChosen);
    request.calibrated = fit.reached;
    calibration = fit.description;
    missed = !fit.reached;
    if (missed) err << fmt::format("regress-sim: error: {}\n", fit.description);
  }
  if (!options.trace.empty()) {
    WriteWholeFile(options.trace,
                   [&](std::ostream& file) { experiment.WriteTrace(request, file); });
  }
  SimulationResult result;
  {
    Progress progress(err);
    result = RunExperiment(experiment, request, options.jobs,
                           [&](size_t done, size_t total) { progress.Show(done, total); });
  }
  if (!calibration.empty()) result.remarks.insert(result.remarks.begin(), calibration);
  FindSimReporter(options.format).write(result, View(options, out), out);
  if (!options.plot.empty()) {
    if (!result.plot) throw Error(ErrorKind::kUsage, "this run has nothing to plot");
    WritePlot(*result.plot, options.plot);
  }
  const bool outside = request.published &&
                       std::any_of(result.rows.begin(), result.rows.end(),
                                   [](const SimulatedRow& row) { return row.OutsideTolerance(); });
  return missed || outside ? ExitCode::kRegression : ExitCode::kOk;
}

ExitCode Run(const SimOptions& options, std::ostream& out, std::ostream& err) {
  if (options.help) {
    out << SimHelp(options.long_help);
  } else if (options.version) {
    out << "regress-sim " REGRESS_VERSION "\n";
  } else if (options.list) {
    List(options, out);
  } else {
    return Simulate(options, out, err);
  }
  return ExitCode::kOk;
}

}  // namespace

ExitCode RunSim(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  try {
    const SimOptions options = ParseSimOptions(arguments);
    ExitCode code = ExitCode::kOk;
    if (options.output.empty()) {
      code = Run(options, out, err);
    } else {
      WriteWholeFile(options.output, [&](std::ostream& file) { code = Run(options, file, err); });
    }
    out.flush();
    if (!out) throw Error(ErrorKind::kIo, "standard output: error: cannot be written");
    return code;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kUsage) err << "regress-sim: error: ";
    err << Printable(error.what(), true) << '\n';
    if (!error.help().empty()) err << "  help: " << Printable(error.help(), true) << '\n';
    return ToExitCode(error.kind());
  } catch (const std::exception& error) {
    err << "regress-sim: error: " << Printable(error.what(), true) << '\n';
    return ExitCode::kIo;
  }
}

}  // namespace regress
