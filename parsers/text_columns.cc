// SPDX-License-Identifier: Apache-2.0
#include "parsers/text_columns.h"

#include <algorithm>

#include "parsers/claim_context.h"
#include "parsers/claim_sentence.h"
#include "parsers/scan.h"

namespace regress {
namespace {

bool IsLevelHead(std::string_view lower) {
  return Contains(lower, {"cpu",     "util",   "%sys",  "%usr", "hit",      "busy",   "idle",
                          "success", "usage",  "load",  "sys%", "usr%",     "iowait", "share",
                          "hitm",    "stddev", "stdev", "cv",   "variance", "error",  "rsd"});
}

// The head has the words of a spread: "stddev", "base sd", "std. dev. (us)", "+/-".
bool IsDeviationHead(std::string_view lower) {
  if (Contains(lower, {"stddev", "stdev", "std dev", "std. dev", "std-dev", "std_dev", "stderr",
                       "std err", "deviation", "variance", "+/-", "+-", "\xc2\xb1", "sigma"})) {
    return true;
  }
  size_t at = 0;
  while (at < lower.size()) {
    while (at < lower.size() && !IsLetter(lower[at])) ++at;
    size_t end = at;
    while (end < lower.size() && IsLetter(lower[end])) ++end;
    const std::string_view word = lower.substr(at, end - at);
    for (const std::string_view name : {"sd", "std", "dev", "cv", "rsd", "sem", "stdv"}) {
      if (word == name) return true;
    }
    at = end;
  }
  return false;
}

// Spreads beside values are no values; a table of spreads alone keeps them.
void SetDeviationsApart(std::vector<TextColumn>& columns) {
  const auto is_value = [](const TextColumn& column) {
    return column.kind == TextColumnKind::kValue || column.kind == TextColumnKind::kBoth;
  };
  const bool others = std::any_of(columns.begin(), columns.end(), [&](const TextColumn& column) {
    return is_value(column) && !IsDeviationHead(column.head);
  });
  if (!others) return;
  for (TextColumn& column : columns) {
    if (column.kind == TextColumnKind::kValue && IsDeviationHead(column.head)) {
      column.kind = TextColumnKind::kDeviation;
    }
  }
}

bool IsKeyHead(std::string_view lower) {
  return Contains(
      lower, {"thread", "job",   "size",  "depth", "cpus",  "clients", "cores", "nr",    "#",
              "num",    "bs",    "qd",    "mtu",   "procs", "process", "conn",  "count", "block",
              "len",    "bytes", "order", "queue", "iter",  "round",   "run"});
}

// Queue depths, thread counts and sizes in front of the values are labels.
void DropKeys(const TextTable& table, std::vector<TextColumn>& columns, size_t values) {
  for (size_t c = 0; c < columns.size() && values > 1; ++c) {
    if (columns[c].kind == TextColumnKind::kLabel) continue;
    if (columns[c].kind != TextColumnKind::kValue) return;
    const bool named_key = columns[c].role == 0 && IsKeyHead(columns[c].head) &&
                           !Contains(columns[c].head, {"iops", "latency", "time"});
    bool monotone = table.rows.size() >= 3 && columns[c].role == 0;
    bool unit = false;
    bool others_have_unit = false;
    for (size_t r = 0; r < table.rows.size(); ++r) {
      const TextCell& cell = table.rows[r].cells[c];
      if (!cell.value) {
        monotone = false;
        continue;
      }
      unit |= !cell.value->unit.empty();
      if (r > 0 && table.rows[r - 1].cells[c].value &&
          table.rows[r - 1].cells[c].value->number.value >= cell.value->number.value) {
        monotone = false;
      }
      for (size_t k = c + 1; k < columns.size(); ++k) {
        const TextCell& other = table.rows[r].cells[k];
        const bool value =
            columns[k].kind == TextColumnKind::kValue || columns[k].kind == TextColumnKind::kBoth;
        others_have_unit |= value && other.value && !other.value->unit.empty();
      }
    }
    const bool no_unit = !unit && others_have_unit && c == 0;
    if (c == 0 && columns[c].role == 0 && (named_key || monotone || no_unit) && values > 2) {
      columns[c].kind = TextColumnKind::kKey;
      --values;
      continue;
    }
    if (named_key && c <= 1 && values > 2) {
      columns[c].kind = TextColumnKind::kKey;
      --values;
      continue;
    }
    return;
  }
}

}  // namespace

bool Contains(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

bool IsChangeHead(std::string_view lower) {
  return Contains(lower,
                  {"diff",     "delta",     "change",   "improv",   "gain",  "speedup", "speed-up",
                   "regress",  "vs",        "increase", "decrease", "reduc", "ratio",   "overhead",
                   "\xce\x94", "perc_diff", "pct",      "saving",   "up%",   "benefit", "degrad",
                   "uplift",   "faster",    "slower",   "better",   "drop",  "% imp",   "incr"}) ||
         lower == "%" || lower == "(%)" || lower == "x";
}

std::vector<TextColumn> ReadTextColumns(const TextTable& table) {
  const size_t n = table.rows[0].cells.size();
  std::vector<TextColumn> columns(n);
  size_t values = 0;
  for (size_t c = 0; c < n; ++c) {
    TextColumn& column = columns[c];
    column.head = LowerCase(table.heads[c]);
    column.role = LabelRole(table.heads[c]);
    column.change_head = IsChangeHead(column.head);
    column.level_head = IsLevelHead(column.head);
    size_t count[6] = {};
    for (const TextRow& row : table.rows) ++count[static_cast<size_t>(row.cells[c].kind)];
    const size_t value = count[static_cast<size_t>(CellKind::kValue)];
    const size_t percent = count[static_cast<size_t>(CellKind::kPercent)];
    const size_t ratio = count[static_cast<size_t>(CellKind::kRatio)];
    const size_t both = count[static_cast<size_t>(CellKind::kBoth)];
    const size_t text = count[static_cast<size_t>(CellKind::kText)];
    const size_t most = std::max({value, percent, ratio, both});
    if (most == 0 || text > most) {
      column.kind = TextColumnKind::kLabel;
    } else if (percent == most) {
      column.kind = TextColumnKind::kPercent;
    } else if (ratio == most) {
      column.kind = TextColumnKind::kRatio;
    } else if (both == most) {
      column.kind = TextColumnKind::kBoth;
    } else {
      column.kind = TextColumnKind::kValue;
      const bool percent_head =
          column.head.find('%') != std::string::npos || Contains(column.head, {"pct", "perc"});
      if (column.change_head && column.role == 0 &&
          ((c >= 2 && values >= 2) || (percent_head && values >= 1))) {
        column.kind =
            column.head.find('%') != std::string::npos || Contains(column.head, {"pct", "perc"})
                ? TextColumnKind::kPercent
            : Contains(column.head, {"speedup", "ratio", "speed-up"}) ? TextColumnKind::kRatio
                                                                      : TextColumnKind::kDifference;
      }
    }
    if (column.kind == TextColumnKind::kValue || column.kind == TextColumnKind::kBoth) ++values;
  }
  SetDeviationsApart(columns);
  values = 0;
  for (const TextColumn& column : columns) {
    values += column.kind == TextColumnKind::kValue || column.kind == TextColumnKind::kBoth ? 1 : 0;
  }
  DropKeys(table, columns, values);
  return columns;
}

}  // namespace regress
