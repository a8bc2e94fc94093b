// SPDX-License-Identifier: Apache-2.0
#include "parsers/column_kinds.h"

#include <algorithm>
#include <initializer_list>
#include <span>

#include "parsers/scan.h"

namespace regress {
namespace {

using Set = std::span<const std::string_view>;
using List = std::initializer_list<std::string_view>;

bool In(std::string_view word, Set set) {
  return std::find(set.begin(), set.end(), word) != set.end();
}
bool In(std::string_view word, List list) {
  return In(word, Set(list.begin(), list.size()));
}

bool Any(const Words& words, Set set) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return In(word, set); });
}

bool Only(const Words& words, Set set) {
  return !words.empty() && std::all_of(words.begin(), words.end(),
                                       [&](const std::string& word) { return In(word, set); });
}

bool Any(const Words& words, List list) {
  return Any(words, Set(list.begin(), list.size()));
}
bool Only(const Words& words, List list) {
  return Only(words, Set(list.begin(), list.size()));
}

// Splits "child_vs_parent_midpoint" at "vs"; false if no such word stands between others.
bool SplitOperands(const Words& words, List separators, TableColumn& column) {
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    if (!In(words[i], separators)) continue;
    size_t right = i + 1;
    if (words[i] == "relative" && words[right] == "to" && right + 1 < words.size()) ++right;
    const std::span<const std::string> all(words);
    column.left = JoinWords(all.first(i));
    column.right = JoinWords(all.subspan(right));
    return true;
  }
  return false;
}

constexpr std::string_view kChangeWords[] = {
    "delta",       "change",     "changed", "diff",     "difference", "gain",
    "improvement", "regression", "speedup", "slowdown", "reduction",  "increase",
    "decrease",    "overhead",   "uplift",  "improved", "saving",     "savings",
    "win",         "loss",       "slower",  "faster",   "effect"};

// Numeric columns that are bounds or settings of the analysis, not results.
constexpr std::string_view kLimitWords[] = {
    "threshold", "gate",     "limit",     "preregistered", "tolerance",
    "required",  "allowed",  "cutoff",    "bound",         "alpha",
    "seed",      "pid",      "tid",       "cpu",           "fd",
    "line",      "expected", "available", "filtered",      "ci95",
    "ci",        "sem",      "stderr",    "pvalue",        "df"};

ColumnKind NumericKind(const Words& words, const std::string& unit, TableColumn& column) {
  if (SplitOperands(words, {"vs", "versus", "against", "relative"}, column))
    return unit == "points" ? ColumnKind::kDifference : ColumnKind::kDelta;
  if (SplitOperands(words, {"minus"}, column)) return ColumnKind::kDifference;
  if (Any(words, {"drift"})) {
    Words rest;
    for (const std::string& word : words) {
      if (!In(word, {"drift", "abs", "signed"})) rest.push_back(word);
    }
    column.left = JoinWords(rest);
    return ColumnKind::kDrift;
  }
  if (Any(words, {"midpoint", "midpt", "mid"})) {
    Words rest;
    for (const std::string& word : words) {
      if (!In(word, {"midpoint", "midpt", "mid", "mean", "avg"})) rest.push_back(word);
    }
    column.left = JoinWords(rest);
    return ColumnKind::kMidpoint;
  }
  const bool match_ratio = Any(words, {"match"}) && Any(words, {"ratio", "rate", "pct"});
  if (match_ratio || Any(words, {"unexpected", "semantic", "failures", "failed", "failure",
                                 "errors", "mismatch", "mismatches"}))
    return ColumnKind::kCheck;
  if (Any(words, {"recovery", "recovered", "residual", "unexplained", "explained"}) &&
      !Any(words, kLimitWords))
    return Any(words, {"delta"}) ? ColumnKind::kDelta : ColumnKind::kRecovery;
  if (Any(words, kLimitWords)) return ColumnKind::kText;
  if (Any(words, kChangeWords)) {
    if (unit == "%") return ColumnKind::kDelta;
    if (Any(words, {"delta", "diff", "difference", "change"}) && !unit.empty())
      return ColumnKind::kDifference;
    if (Only(words, kChangeWords)) return ColumnKind::kDelta;
  }
  if (Only(words, {"ratio", "factor", "times"})) return ColumnKind::kDelta;
  if (Any(words, {"cv", "rsd", "cov", "coefvar"})) return ColumnKind::kCv;
  if (Any(words, {"sd", "stddev", "stdev", "std", "sigma", "stdv"}))
    return unit == "%" || Any(words, {"rel", "relative"}) ? ColumnKind::kCv : ColumnKind::kStddev;
  if (Any(words, {"min", "minimum", "lowest"})) return ColumnKind::kMinimum;
  if (Any(words, {"max", "maximum", "highest"})) return ColumnKind::kMaximum;
  if (words.size() == 1 && In(words[0], {"round", "run", "iteration", "iter", "trial", "rep",
                                         "repetition", "pass", "sample", "attempt"}))
    return ColumnKind::kRound;
  if (words.size() == 2 && In(words[0], {"round", "run", "iteration", "trial", "rep"}) &&
      In(words[1], {"id", "no", "nr", "number", "index", "idx"}))
    return ColumnKind::kRound;
  if (Only(words, {"n",        "nr",       "num",       "number",  "of",          "rounds", "runs",
                   "rows",     "samples",  "reps",      "repeats", "repetitions", "trials", "count",
                   "observed", "measured", "processes", "skip",    "first",       "valid"}))
    return ColumnKind::kCount;
  if (Any(words, {"calls", "hits", "invocations"})) return ColumnKind::kCalls;
  if (!words.empty() && words.size() <= 2 &&
      In(words[0],
         {"order", "step", "seq", "sequence", "index", "idx", "position", "pos", "id", "slot"}))
    return ColumnKind::kOrder;
  if (Any(words, {"timestamp", "epoch", "unixtime"})) return ColumnKind::kTime;
  return ColumnKind::kLevel;
}

ColumnKind TextKind(const Words& words, const CellShape& shape) {
  if (shape.subsets &&
      (Any(words, {"scope", "analysis", "subset", "set", "rounds", "window"}) || words.size() == 1))
    return ColumnKind::kSubset;
  if (Any(words, {"timestamp", "utc", "date", "datetime", "started", "finished"}))
    return ColumnKind::kTime;
  if (Only(words, {"unit", "units"})) return ColumnKind::kUnit;
  if (Any(words, {"metric", "metrics", "scenario", "benchmark", "bench", "test", "testcase", "case",
                  "workload", "function", "func", "operation", "op", "key", "event", "symbol",
                  "comparison", "counter"}) &&
      words.size() <= 2)
    return ColumnKind::kKey;
  if (words.size() == 1 && words[0] == "name") return ColumnKind::kKey;
  return PointColumnRank(words) >= 50 ? ColumnKind::kPoint : ColumnKind::kText;
}

}  // namespace

bool IsStatisticWord(std::string_view word) {
  return In(word, {"mean", "avg", "average", "amean", "median", "value", "val"});
}

bool IsSetting(const Words& words) {
  return Any(words, {"threads", "thread", "workers", "worker", "jobs", "numjobs", "depth",
                     "iodepth", "qd", "size", "bs", "blocksize", "clients", "procs", "cpus",
                     "nodes", "slots", "entries", "fanout"});
}

int PointColumnRank(const Words& words) {
  if (words.empty() || words.size() > 3) return 0;
  if (Any(words, {"notes", "note", "comment", "decision", "classification", "interpretation",
                  "sha256", "commit", "status", "hash"}))
    return 0;
  if (Any(words, {"point"})) return 100;
  if (Any(words, {"target"})) return 95;
  if (Any(words, {"role"})) return 90;
  if (Any(words, {"arm", "side", "variant", "treatment", "group"})) return 80;
  if (Any(words, {"label", "build", "branch", "tree"})) return 70;
  if (Any(words, {"config", "configuration", "setup", "mode", "version", "patch", "state"}))
    return 60;
  if (Any(words, {"kernel", "image", "release"})) return 50;
  return 10;
}

ColumnName ClassifyColumn(std::string_view name, const CellShape& shape) {
  ColumnName result;
  TableColumn& column = result.column;
  column.name = std::string(name);
  // A unit in brackets behind the name: "parent (ns/op)".
  std::string_view bare = Trim(name);
  if (!bare.empty() && (bare.back() == ')' || bare.back() == ']')) {
    const size_t open = bare.find_last_of("([");
    if (open != std::string_view::npos && open > 0) {
      column.unit = UnitOfText(bare.substr(open + 1, bare.size() - open - 2));
      if (!column.unit.empty()) bare = Trim(bare.substr(0, open));
    }
  }
  Words words = SplitWords(bare);
  column.subset = TakeSubset(words);
  column.metric = column.subset.stated ? JoinWords(words) : std::string(bare);
  Words rest = words;
  std::string unit = TakeUnit(rest);
  if (column.unit.empty()) column.unit = unit;
  if (column.subset.stated && words.empty()) column.subset = {};
  if (shape.lists) {
    column.kind = ColumnKind::kRounds;
  } else if (shape.numeric) {
    column.kind = NumericKind(rest.empty() ? words : rest, column.unit, column);
    if (column.kind == ColumnKind::kLevel)
      result.generic = Only(rest.empty() ? words : rest,
                            {"value", "result", "mean", "avg", "average", "median", "score", "val",
                             "measurement", "reading", "figure", "ns", "us", "ms", "all"});
  } else {
    column.kind = TextKind(words, shape);
  }
  result.words = std::move(rest);
  return result;
}

}  // namespace regress
