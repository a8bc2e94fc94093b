// SPDX-License-Identifier: Apache-2.0
#include "stats/rounds_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include "models/data/table_words.h"
#include "stats/figure_check.h"

namespace regress {
namespace {

constexpr size_t kMostListed = 100000;

// Words of a column beside those that say which statistic it is.
Words SubjectWords(const TableColumn& column) {
  const Words unit = SplitWords(column.unit);
  Words words = SplitWords(column.name);
  std::erase_if(words, [&](const std::string& word) {
    for (const std::string_view other :
         {"values", "value",   "list", "raw",   "samples", "rounds", "runs", "data",    "sd",
          "stddev", "stdev",   "std",  "sigma", "cv",      "rsd",    "pct",  "percent", "mean",
          "avg",    "average", "n",    "min",   "max",     "all",    "per"}) {
      if (word == other) return true;
    }
    return std::find(unit.begin(), unit.end(), word) != unit.end();
  });
  return words;
}

bool Contains(const Words& words, const Words& part) {
  return std::all_of(part.begin(), part.end(), [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

struct Moments {
  size_t n = 0;
  double mean = 0;
  double sample = 0;  // deviations, n - 1 and n
  double population = 0;
  double low = 0;
  double high = 0;
  double slack = 0;  // how far rounding of the listed values may move a mean; 0 for whole numbers
};

Moments MomentsOf(const ListedRounds& rounds, size_t dropped) {
  Moments moments;
  const size_t size = rounds.values.size();
  if (dropped >= size) return moments;
  const auto begin = rounds.values.begin() + static_cast<std::ptrdiff_t>(dropped);
  moments.n = size - dropped;
  const auto n = static_cast<double>(moments.n);
  moments.mean = std::accumulate(begin, rounds.values.end(), 0.0) / n;
  double squares = 0;
  for (auto it = begin; it != rounds.values.end(); ++it)
    squares += (*it - moments.mean) * (*it - moments.mean);
  moments.population = std::sqrt(squares / n);
  moments.sample = moments.n > 1 ? std::sqrt(squares / (n - 1)) : 0;
  const auto [low, high] = std::minmax_element(begin, rounds.values.end());
  moments.low = *low;
  moments.high = *high;
  // Whole numbers are what was recorded; decimals were rounded for the table.
  moments.slack = rounds.unit < 1 ? rounds.unit / 2 : 0;
  return moments;
}

Derivation Around(std::string convention, std::string formula, double value, double slack) {
  return {std::move(convention), std::move(formula), value, {value - slack, value + slack}};
}

class RoundsJudge {
 public:
  RoundsJudge(const EvidenceTable& table, std::vector<Diagnostic>& diagnostics)
      : table_(table), diagnostics_(diagnostics) {}

  std::vector<Claim> Judge() {
    const std::vector<RoundColumns> lists = FindRoundColumns(table_);
    for (const RoundColumns& list : lists) JudgeList(list, lists.size() == 1);
    if (lists.empty()) JudgeSpreads();
    return std::move(claims_);
  }

 private:
  using Derive = std::vector<Derivation> (*)(const Moments&, const std::string& of);

  void JudgeList(const RoundColumns& list, bool only) {
    const Words subject = SubjectWords(table_.columns[list.rounds]);
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      const TableColumn& other = table_.columns[column];
      const bool same = Contains(SubjectWords(other), subject) && (!subject.empty() || only);
      switch (other.kind) {
        case ColumnKind::kLevel:
          if (list.mean == column) JudgeColumnOf(list, column, ClaimKind::kMean, Means);
          break;
        case ColumnKind::kCount:
          if (only) JudgeColumnOf(list, column, ClaimKind::kCount, Counts);
          break;
        case ColumnKind::kStddev:
          if (same) JudgeColumnOf(list, column, ClaimKind::kStddev, Deviations);
          break;
        case ColumnKind::kCv:
          if (same) JudgeColumnOf(list, column, ClaimKind::kStddev, Variations);
          break;
        case ColumnKind::kMinimum:
          if (same) JudgeColumnOf(list, column, ClaimKind::kMean, Lowest);
          break;
        case ColumnKind::kMaximum:
          if (same) JudgeColumnOf(list, column, ClaimKind::kMean, Highest);
          break;
        default:
          break;
      }
    }
  }

  static std::vector<Derivation> Means(const Moments& m, const std::string& of) {
    return {Around("mean", "mean of " + of, m.mean, m.slack)};
  }
  static std::vector<Derivation> Counts(const Moments& m, const std::string& of) {
    return {Around("count", "number of " + of, static_cast<double>(m.n), 0)};
  }
  static std::vector<Derivation> Deviations(const Moments& m, const std::string& of) {
    if (m.n < 2) return {};
    const auto n = static_cast<double>(m.n);
    const double slack = m.slack * std::sqrt(n / (n - 1));
    return {Around("sample deviation, n - 1", "deviation (n - 1) of " + of, m.sample, slack),
            Around("population deviation, n", "deviation (n) of " + of, m.population, m.slack)};
  }
  static std::vector<Derivation> Variations(const Moments& m, const std::string& of) {
    if (m.n < 2 || !(m.mean > 0)) return {};
    const auto n = static_cast<double>(m.n);
    const double slack = 100 * m.slack * (std::sqrt(n / (n - 1)) + m.sample / m.mean) / m.mean;
    return {Around("sample cv, n - 1", "100 deviation (n - 1) / mean of " + of,
                   100 * m.sample / m.mean, slack),
            Around("population cv, n", "100 deviation (n) / mean of " + of,
                   100 * m.population / m.mean, slack)};
  }
  static std::vector<Derivation> Lowest(const Moments& m, const std::string& of) {
    return {Around("minimum", "smallest of " + of, m.low, m.slack)};
  }
  static std::vector<Derivation> Highest(const Moments& m, const std::string& of) {
    return {Around("maximum", "largest of " + of, m.high, m.slack)};
  }

  void JudgeColumnOf(const RoundColumns& list, size_t column, ClaimKind kind, Derive derive) {
    std::vector<DerivedCell> cells;
    for (size_t i = 0; i < table_.rows.size(); ++i) {
      const EvidenceRow& row = table_.rows[i];
      if (!row.cells[column].number) continue;
      const ListedRounds rounds = ParseRounds(row.cells[list.rounds].text);
      const Moments moments = MomentsOf(rounds, table_.columns[column].subset.dropped);
      if (moments.n == 0) continue;
      cells.push_back({i, column, derive(moments, fmt::format("{} listed values", moments.n))});
    }
    AddClaims(JudgeColumn(table_, cells, kind, true));
  }

  // A deviation of the other kind than the rest of the table's is right, yet worth a warning.
  void AddClaims(std::vector<Claim> claims) {
    for (Claim& claim : claims) {
      if (claim.verdict == ClaimVerdict::kConfirmed && claim.convention.find("population") == 0 &&
          claim.recomputed && claim.recomputed->value > 0) {
        Diagnostic warning;
        warning.source = claim.source;
        warning.message = fmt::format("{} is a {}; the sample figure is larger", claim.stated_text,
                                      claim.convention.substr(0, claim.convention.find(',')));
        diagnostics_.push_back(std::move(warning));
        claim.reason_code = ReasonCode::kOkAltBase;
      }
      claims_.push_back(std::move(claim));
    }
  }

  // Without lists a cv still follows from sd and mean of its row.
  void JudgeSpreads() {
    std::optional<size_t> mean;
    std::optional<size_t> deviation;
    std::optional<size_t> variation;
    size_t levels = 0;
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      const ColumnKind kind = table_.columns[i].kind;
      if (kind == ColumnKind::kLevel) {
        ++levels;
        const Words words = SplitWords(table_.columns[i].name);
        if (!mean || std::find(words.begin(), words.end(), "mean") != words.end()) mean = i;
      }
      if (kind == ColumnKind::kStddev) deviation = deviation ? std::optional<size_t>(SIZE_MAX) : i;
      if (kind == ColumnKind::kCv) variation = variation ? std::optional<size_t>(SIZE_MAX) : i;
    }
    if (levels != 1 || !deviation || !variation || *deviation == SIZE_MAX || *variation == SIZE_MAX)
      return;
    std::vector<DerivedCell> cells;
    for (size_t i = 0; i < table_.rows.size(); ++i) {
      const std::vector<EvidenceCell>& row = table_.rows[i].cells;
      if (!row[*mean].number || !row[*deviation].number || !row[*variation].number) continue;
      const Interval base = row[*mean].number->interval();
      if (!(base.low > 0)) continue;
      const Interval spread = row[*deviation].number->interval();
      const double value = 100 * row[*deviation].number->value / row[*mean].number->value;
      cells.push_back({i,
                       *variation,
                       {{"sd / mean",
                         fmt::format("100 {} / {}", row[*deviation].text, row[*mean].text),
                         value,
                         {100 * spread.low / base.high, 100 * spread.high / base.low}}}});
    }
    AddClaims(JudgeColumn(table_, cells, ClaimKind::kStddev, true));
  }

  const EvidenceTable& table_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<Claim> claims_;
};

}  // namespace

ListedRounds ParseRounds(std::string_view text) {
  ListedRounds rounds;
  size_t at = 0;
  while (at < text.size() && rounds.values.size() < kMostListed) {
    at = text.find_first_not_of(" ,;|\t", at);
    if (at == std::string_view::npos) break;
    const size_t end = std::min(text.find_first_of(" ,;|\t", at), text.size());
    const std::string_view token = text.substr(at, end - at);
    double value = 0;
    const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error != std::errc() || stop != token.data() + token.size() || !std::isfinite(value))
      return {};
    const size_t point = token.find('.');
    const auto decimals =
        point == std::string_view::npos ? 0 : static_cast<int>(token.size() - point - 1);
    rounds.unit = std::max(rounds.unit, std::pow(10.0, -decimals));
    rounds.values.push_back(value);
    at = end;
  }
  return rounds;
}

std::vector<RoundColumns> FindRoundColumns(const EvidenceTable& table) {
  std::vector<RoundColumns> lists;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].kind == ColumnKind::kRounds) lists.push_back({i, std::nullopt});
  }
  for (RoundColumns& list : lists) {
    const Words subject = SubjectWords(table.columns[list.rounds]);
    // Of the columns that may be its mean, the one that is it in most rows, by name if none is.
    size_t most = 0;
    bool named = false;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].kind != ColumnKind::kLevel) continue;
      const Words words = SplitWords(table.columns[i].name);
      if (!Contains(words, subject) || (subject.empty() && lists.size() > 1)) continue;
      size_t agreeing = 0;
      for (const EvidenceRow& row : table.rows) {
        if (!row.cells[i].number) continue;
        const Moments moments =
            MomentsOf(ParseRounds(row.cells[list.rounds].text), table.columns[i].subset.dropped);
        if (moments.n > 0 && row.cells[i].number->interval().Meets({moments.mean, moments.mean}))
          ++agreeing;
      }
      const bool mean = std::find(words.begin(), words.end(), "mean") != words.end();
      if (!list.mean || agreeing > most || (agreeing == most && mean && !named)) {
        list.mean = i;
        most = agreeing;
        named = mean;
      }
    }
  }
  return lists;
}

std::vector<Claim> JudgeRounds(const EvidenceTable& table, std::vector<Diagnostic>& diagnostics) {
  return RoundsJudge(table, diagnostics).Judge();
}

double MeanWithout(const ListedRounds& rounds, size_t dropped) {
  return MomentsOf(rounds, dropped).mean;
}

}  // namespace regress
