// SPDX-License-Identifier: Apache-2.0
// --format text of regress-sim: a title, a table for each metric (a sweep turns the first one to
// slots by variants), what was assumed, further tables, and what the run shows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/sim_reporter.h"

namespace regress {
namespace {

using Cells = std::vector<std::string>;

// `value` with `decimals`, never "-0.00".
std::string Fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  return text;
}

// As many decimals as the mean, more if that would hide the deviation.
std::string Deviation(const std::optional<double>& stddev, int decimals) {
  if (!stddev) return "-";
  int shown = decimals;
  double scaled = *stddev * std::pow(10, decimals);
  while (scaled > 0 && scaled < 0.5 && shown < decimals + 4) {
    scaled *= 10;
    ++shown;
  }
  return Fixed(*stddev, shown);
}

std::string Difference(const SimulatedRow& row) {
  const std::optional<double> difference = row.DifferencePct();
  if (!difference) return "";
  const std::string text = Fixed(*difference, 1);
  return text[0] == '-' || text == "0.0" ? text + '%' : fmt::format("+{}%", text);
}

// Columns left or right; two blanks between them, none at the end of a line.
std::string Table(const std::vector<Cells>& rows, const std::vector<bool>& left) {
  std::vector<size_t> width(left.size(), 0);
  for (const Cells& row : rows)
    for (size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], DisplayWidth(row[i]));
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += left[i] ? PadRight(row[i], width[i]) : PadLeft(row[i], width[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

const SimulatedMetric* FindMetric(const SimulationResult& result, const std::string& name) {
  for (const SimulatedMetric& metric : result.metrics)
    if (metric.name == name) return &metric;
  return nullptr;
}

// "MiB/s, higher is better"; "simulated" at the right edge.
std::string Head(const SimulatedMetric& metric, bool simulated) {
  std::string text = metric.title;
  if (!metric.unit.empty() && text.find(metric.unit) == std::string::npos)
    text += ", " + metric.unit;
  if (!metric.better.empty()) text += fmt::format(", {} is better", metric.better);
  if (simulated) text = PadRight(text, kTextColumns - 9) + "simulated";
  return text + '\n';
}

// One line a row, with what was published beside it.
std::string RowTable(const SimulationResult& result, const SimView& view,
                     const std::vector<const SimulatedRow*>& rows) {
  const bool grouped = !result.group_word.empty();
  const bool deviations = std::any_of(
      rows.begin(), rows.end(), [](const SimulatedRow* row) { return row->stddev.has_value(); });
  Cells head;
  std::vector<bool> left;
  const auto column = [&](std::string name, bool is_left) {
    head.push_back(std::move(name));
    left.push_back(is_left);
  };
  if (grouped) column(result.group_word, true);
  column(result.experiment, true);
  column(result.figure_word, false);
  if (deviations) column("sd", false);
  if (view.published) {
    column("published", false);
    column("difference", false);
    column("basis", true);
  }
  std::vector<Cells> table = {head};
  for (const SimulatedRow* row : rows) {
    const SimulatedMetric* metric = FindMetric(result, row->metric);
    const int decimals = metric == nullptr ? 2 : metric->decimals;
    Cells cells;
    if (grouped) cells.push_back(row->group);
    cells.push_back(row->Label());
    cells.push_back(Fixed(row->mean, decimals));
    if (deviations) cells.push_back(Deviation(row->stddev, decimals));
    if (view.published) {
      cells.push_back(row->published);
      cells.push_back(Difference(*row));
      std::string basis = row->published.empty() ? "" : std::string(ToString(row->basis));
      if (row->note > 0) basis += fmt::format(" ({})", row->note);
      cells.push_back(std::move(basis));
    }
    table.push_back(std::move(cells));
  }
  return Table(table, left);
}

// Slots down, variants across.
// "<- knee of clock, lru, fifo", shorter where the page ends.
std::string KneeNote(const std::vector<std::string>& variants, size_t room) {
  if (variants.empty()) return "";
  std::string note = fmt::format("<- knee of {}", fmt::join(variants, ", "));
  if (note.size() <= room) return note;
  note = fmt::format("<- knee of {}", variants.size());
  return note.size() <= room ? note : "<-";
}

// Slots down, variants across.
std::string SweepTable(const std::vector<const SimulatedRow*>& rows, int decimals) {
  std::vector<std::string> variants;
  std::vector<int> slots;
  std::map<std::pair<std::string, int>, const SimulatedRow*> cells;
  for (const SimulatedRow* row : rows) {
    if (std::find(variants.begin(), variants.end(), row->variant) == variants.end())
      variants.push_back(row->variant);
    if (row->slots > 0 && std::find(slots.begin(), slots.end(), row->slots) == slots.end())
      slots.push_back(row->slots);
    cells[{row->variant, row->slots}] = row;
  }
  std::vector<Cells> table = {{"slots"}};
  std::vector<std::vector<std::string>> knees = {{}};
  table[0].insert(table[0].end(), variants.begin(), variants.end());
  std::string marked;
  for (const int number : slots) {
    table.push_back({fmt::format("{}", number)});
    knees.emplace_back();
    for (const std::string& variant : variants) {
      auto found = cells.find({variant, number});
      if (found == cells.end())
        found = cells.find({variant, 0});  // without slots: the same in each line
      if (found == cells.end()) {
        table.back().push_back("-");
        continue;
      }
      const SimulatedRow& row = *found->second;
      table.back().push_back(
          fmt::format("{}{}", row.no_kernel_size ? "*" : "", Fixed(row.mean, decimals)));
      if (row.no_kernel_size) marked = variant;
      if (row.knee) knees.back().push_back(variant);
    }
  }
  std::string text;
  std::string lines = Table(table, std::vector<bool>(variants.size() + 1, false));
  for (const std::vector<std::string>& of_row : knees) {
    const std::string line = lines.substr(0, lines.find('\n'));
    lines.erase(0, line.size() + 1);
    text += line;
    if (!of_row.empty())
      text += "  " + KneeNote(of_row, kTextColumns - std::min(kTextColumns, line.size() + 2));
    text += '\n';
  }
  if (!marked.empty()) text += fmt::format("  * no size that the kernel's {} could have\n", marked);
  return text;
}

// Breaks the last cell at blanks where a row would be wider than the page; the rest follows in rows
// of its own.
std::vector<Cells> WrapLastColumn(const std::vector<Cells>& rows) {
  size_t used = 0;
  for (size_t column = 0; column + 1 < rows[0].size(); ++column) {
    size_t width = 0;
    for (const Cells& row : rows) width = std::max(width, DisplayWidth(row[column]));
    used += width + 2;
  }
  if (used + 20 > kTextColumns) return rows;
  std::vector<Cells> wrapped;
  for (const Cells& row : rows) {
    std::string lines = Wrap(row.back(), used, used);
    Cells cells = row;
    for (bool first = true; first || !lines.empty(); first = false) {
      const size_t end = std::min(lines.find('\n'), lines.size());
      cells.back() = end > used ? lines.substr(used, end - used) : "";
      lines.erase(0, end + 1);
      wrapped.push_back(cells);
      cells.assign(row.size(), "");
    }
  }
  return wrapped;
}

std::string Block(const TextBlock& block) {
  std::vector<Cells> rows = {block.columns};
  rows.insert(rows.end(), block.rows.begin(), block.rows.end());
  // The first column and those of words are left.
  std::vector<bool> left(block.columns.size(), false);
  for (size_t i = 0; i < left.size(); ++i) {
    left[i] = i == 0 || (!block.rows.empty() &&
                         std::all_of(block.rows.begin(), block.rows.end(), [i](const Cells& row) {
                           return i < row.size() && !row[i].empty() && row[i][0] >= 'A';
                         }));
  }
  return fmt::format("{}\n{}", block.title, Table(rows, left));
}

std::string OutsideSentence(const SimulationResult& result) {
  std::string text;
  for (const SimulatedRow& row : result.rows) {
    if (!row.OutsideTolerance()) continue;
    text += fmt::format("{}{} ({} against {}%)",
                        text.empty() ? "Outside the declared tolerance: " : ", ", row.Label(),
                        Difference(row), *row.tolerance_pct);
  }
  return text.empty() ? text : text + ".";
}

}  // namespace

void WriteSimText(const SimulationResult& result, const SimView& view, std::ostream& out) {
  if (!result.sweep) {
    out << PadRight(result.title, kTextColumns - result.figure_word.size()) << result.figure_word
        << '\n';
  }
  // Metrics of the same title share a table.
  for (size_t first = 0; result.rows_in_text && first < result.metrics.size();) {
    size_t end = first;
    std::vector<const SimulatedRow*> rows;
    for (; end < result.metrics.size() && result.metrics[end].title == result.metrics[first].title;
         ++end) {
      for (const SimulatedRow& row : result.rows)
        if (row.metric == result.metrics[end].name) rows.push_back(&row);
    }
    const bool shown = !result.metrics[first].verbose_only || view.detail == Detail::kVerbose;
    if (!rows.empty() && shown) {
      out << Head(result.metrics[first], result.sweep);
      out << (result.sweep ? SweepTable(rows, result.metrics[first].decimals)
                           : RowTable(result, view, rows));
    }
    first = end;
  }
  if (view.detail != Detail::kQuiet) {
    for (size_t i = 0; i < result.notes.size(); ++i) {
      const bool used =
          std::any_of(result.rows.begin(), result.rows.end(),
                      [&](const SimulatedRow& row) { return row.note == static_cast<int>(i) + 1; });
      if (used) out << Wrap(fmt::format("({}) {}", i + 1, result.notes[i]), 2, 6);
    }
    for (const std::string& remark : result.remarks) out << Wrap(remark, 2, 4);
    for (const TextBlock& block : result.blocks)
      if (!block.verbose_only || view.detail == Detail::kVerbose) out << Block(block);
  }
  if (view.detail == Detail::kVerbose) {
    for (const SimulatedCounter& counter : result.counters)
      out << fmt::format("  {:<12} {:<18} {}\n", counter.label, counter.name,
                         Fixed(counter.value, 1));
  }
  for (const std::string& sentence : result.closing) out << Wrap(sentence);
  const std::string outside = Wrap(OutsideSentence(result));
  out << view.paint(Paint::kRed, outside);
}

void WriteSimList(const ExperimentInfo& info, const ParameterSet& parameters, std::ostream& out) {
  const size_t indent = std::max<size_t>(11, info.name.size() + 2);
  const auto line = [&out, indent](const std::string& head, const auto& items,
                                   std::string_view after_first) {
    std::string text;
    for (const auto& item : items)
      text += fmt::format(" {}{}", item.name, &item == &items.front() ? after_first : "");
    std::string wrapped = Wrap(text, indent, indent);
    out << wrapped.replace(0, indent, PadRight(head, indent));
  };
  line(fmt::format("{}s", info.name), info.variants, "");
  line("workloads", info.workloads, " (default)");
  line("devices", info.devices, " (default)");
  std::vector<Cells> table = {{"parameter", "default", "unit", "basis", "meaning"}};
  for (const ParameterInfo& parameter : info.parameters) {
    table.push_back({parameter.name, parameters.Printed(parameter.name),
                     parameter.unit.empty() ? "-" : parameter.unit,
                     std::string(ToString(parameters.basis(parameter.name))), parameter.meaning});
  }
  out << Table(WrapLastColumn(table), {true, false, true, true, true});
}

}  // namespace regress
