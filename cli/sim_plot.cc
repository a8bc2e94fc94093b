// SPDX-License-Identifier: Apache-2.0
#include "cli/sim_plot.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "models/data/error.h"

namespace regress {
namespace {

// In gnuplot's single quotes only the quote itself is special. Names of ours have no control
// characters.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\n' || c == '\r')
      throw Error(ErrorKind::kUsage, "--plot: the file name has a line end");
    quoted += c == '\'' ? std::string("''") : std::string(1, c);
  }
  return quoted + '\'';
}

// Dark enough on white, told apart by the colour-blind (after Okabe and Ito), and by line and point
// type too.
constexpr std::array<std::string_view, 9> kColours = {"#000000", "#e69f00", "#0072b2",
                                                      "#009e73", "#cc79a7", "#d55e00",
                                                      "#56b4e9", "#666666", "#8c6d31"};

std::string Lines(const PlotModel& plot) {
  std::string script = "plot ";
  for (size_t i = 0; i < plot.series.size(); ++i) {
    script += fmt::format(
        "{}'-' using 1:2 with linespoints linewidth 2 dashtype {} pointtype {} pointsize 0.5 "
        "linecolor rgb '{}' title {}",
        i == 0 ? "" : ", ", i / kColours.size() + 1, i + 4, kColours.at(i % kColours.size()),
        Quoted(plot.series[i].name));
  }
  script += '\n';
  for (const PlotSeries& series : plot.series) {
    for (const auto& [x, y] : series.points) script += fmt::format("{} {}\n", x, y);
    script += "e\n";
  }
  return script;
}

// Each series is a set of cells that share its colour.
std::string Map(const PlotModel& plot) {
  std::string script = "plot ";
  for (size_t i = 0; i < plot.series.size(); ++i) {
    script += fmt::format(
        "{}'-' using 1:2 with points pointtype 5 pointsize 2.4 linecolor rgb '{}' title {}",
        i == 0 ? "" : ", ", kColours.at((i + 1) % kColours.size()), Quoted(plot.series[i].name));
  }
  script += '\n';
  for (const PlotSeries& series : plot.series) {
    for (const auto& [x, y] : series.points) script += fmt::format("{} {}\n", x, y);
    script += "e\n";
  }
  return script;
}

}  // namespace

std::string PlotScript(const PlotModel& plot, const std::string& path) {
  std::string script = path.ends_with(".svg")
                           ? "set terminal svg size 900,560 font 'sans,14' background rgb 'white'\n"
                           : "set terminal pngcairo size 900,560 font 'sans,11'\n";
  script += fmt::format("set output {}\n", Quoted(path));
  script += fmt::format("set title {} noenhanced\n", Quoted(plot.title));
  script += fmt::format("set xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                        Quoted(plot.x_label), Quoted(plot.y_label));
  script +=
      "set key outside right top noenhanced\nset grid linecolor rgb '#dddddd' dashtype 1\nset tics "
      "nomirror\nset border 3\n";
  if (plot.log_x) script += "set logscale x 2\n";
  if (plot.log_y) script += "set logscale y\n";
  if (!plot.log_y && plot.kind == PlotModel::Kind::kLines) script += "set yrange [0:*]\n";
  for (size_t i = 0; i < plot.marks.size(); ++i) {
    const auto& [x, label] = plot.marks[i];
    script += fmt::format(
        "set arrow from {0}, graph 0 to {0}, graph 1 nohead dashtype 3 linecolor rgb '#666666'\n"
        "set label {1} at {0}, graph {2} offset 0.5, 0 noenhanced\n",
        x, Quoted(label), 0.95 - 0.06 * static_cast<double>(i));
  }
  return script + (plot.kind == PlotModel::Kind::kMap ? Map(plot) : Lines(plot));
}

void WritePlot(const PlotModel& plot, const std::string& path) {
  if (plot.series.empty()) throw Error(ErrorKind::kUsage, "this run has nothing to plot");
  const std::string script = PlotScript(plot, path);
  if (!std::ofstream(path)) {
    throw Error(ErrorKind::kIo, fmt::format("{}: error: {}", path, std::strerror(errno)));
  }
  // The shell gets a constant; the script goes through the pipe.
  FILE* gnuplot = popen("exec gnuplot >/dev/null 2>&1", "w");
  if (gnuplot == nullptr) throw Error(ErrorKind::kIo, "gnuplot: error: cannot be run");
  const bool written = std::fwrite(script.data(), 1, script.size(), gnuplot) == script.size();
  const int status = pclose(gnuplot);
  if (status != 0 || !written) {
    throw Error(ErrorKind::kIo, fmt::format("{}: error: gnuplot could not draw it", path),
                "apt-get install gnuplot-nox, if it is not there");
  }
}

}  // namespace regress
