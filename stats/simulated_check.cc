// SPDX-License-Identifier: Apache-2.0
#include "stats/simulated_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "stats/student_t.h"

namespace regress {
namespace {

constexpr double kLevel = 0.95;  // of the interval of a simulated mean
constexpr size_t kMostNumbers = 4;

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool IsAlphanumeric(char c) {
  return (Lower(c) >= 'a' && Lower(c) <= 'z') || (c >= '0' && c <= '9');
}

// Letters and digits of `text`, for names that differ in blanks and hyphens.
std::string Squeezed(std::string_view text) {
  std::string squeezed;
  for (const char c : text) {
    if (IsAlphanumeric(c)) squeezed += Lower(c);
  }
  return squeezed;
}

// True if `word` stands in `text` on its own, in any case.
bool HasWord(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (size_t at = 0; at + word.size() <= text.size(); ++at) {
    const bool equal =
        std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                   [](char a, char b) { return Lower(a) == Lower(b); });
    const size_t end = at + word.size();
    if (equal && (at == 0 || !IsAlphanumeric(text[at - 1])) &&
        (end == text.size() || !IsAlphanumeric(text[end]))) {
      return true;
    }
  }
  return false;
}

std::optional<double> Number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The numbers in the order of a stated text: "32us to 2.5us" has two.
std::vector<double> NumbersOf(std::string_view text) {
  std::vector<double> numbers;
  for (size_t at = 0; at < text.size() && numbers.size() < kMostNumbers;) {
    if (text[at] < '0' || text[at] > '9') {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() &&
           ((text[end] >= '0' && text[end] <= '9') || text[end] == '.' || text[end] == ',')) {
      ++end;
    }
    std::string digits;
    for (const char c : text.substr(at, end - at)) {
      if (c != ',') digits += c;
    }
    if (const std::optional<double> value = Number(digits)) numbers.push_back(*value);
    at = end;
  }
  return numbers;
}

// "clock" and 8 of "clock:8"; "raid0" and "write_bandwidth" of "raid0.write_bandwidth".
std::string_view VariantOf(const EvidenceFigure& figure) {
  return std::string_view(figure.point).substr(0, figure.point.find(':'));
}
std::string_view SlotsOf(const EvidenceFigure& figure) {
  const size_t colon = figure.point.find(':');
  return colon == std::string::npos ? std::string_view()
                                    : std::string_view(figure.point).substr(colon + 1);
}
std::string_view GroupOf(const EvidenceFigure& figure) {
  const size_t dot = figure.name.find('.');
  return std::string_view(figure.name).substr(0, dot == std::string::npos ? 0 : dot);
}

// How strongly the text around a claim names the figure; 0: not at all.
int Naming(const Claim& claim, const EvidenceFigure& figure) {
  const std::string text = claim.quote + " " + claim.metric;
  const std::string_view variant = VariantOf(figure);
  int score = 0;
  if (HasWord(text, variant)) score += 4;
  if (variant == "none" && (HasWord(text, "no") || HasWord(text, "without"))) score += 3;
  if (HasWord(text, GroupOf(figure))) score += 4;
  // "8 slots": the number decides between variants of the same family.
  for (const std::string_view unit : {" slots", " slot", "-slot"}) {
    const size_t at = text.find(unit);
    if (at == std::string::npos || SlotsOf(figure).empty() || score == 0) continue;
    size_t begin = at;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    if (begin == at) continue;
    if (text.substr(begin, at - begin) != SlotsOf(figure)) return 0;
    score += 1;
    break;
  }
  return score;
}

// The figure for `number` of `claim`: named by the text, and published as this number or of this
// metric.
const EvidenceFigure* Match(const Claim& claim, double number,
                            std::span<const EvidenceFigure* const> figures) {
  const EvidenceFigure* best = nullptr;
  int best_score = 0;
  bool tie = false;
  const std::string metric = Squeezed(claim.metric);
  for (const EvidenceFigure* figure : figures) {
    const std::optional<double> published = Number(figure->published);
    const bool same_number =
        published && std::fabs(*published - number) <= 1e-9 * std::fabs(number);
    const bool same_metric = !metric.empty() && Squeezed(figure->name) == metric;
    if (!same_number && !same_metric) continue;
    int score = Naming(claim, *figure);
    if (score == 0) continue;
    score += same_number ? 8 : 0;
    tie = score == best_score;
    if (score > best_score) {
      best = figure;
      best_score = score;
    }
  }
  return tie ? nullptr : best;
}

bool IsTimeOrRate(const EvidenceFigure& figure) {
  return figure.kind != "ratio";
}

std::string Digits(double value) {
  const double size = std::fabs(value);
  return fmt::format("{:.{}f}", value, size < 1000 ? 2 : size < 100000 ? 1 : 0);
}

// "3.70 [3.66, 3.74]", the interval rounded outward.
std::string WithInterval(const EvidenceFigure& figure) {
  const double mean = figure.number.value;
  if (!figure.stddev || figure.n < 2) return Digits(mean);
  const auto n = static_cast<double>(figure.n);
  const double half = StudentTQuantile((1 + kLevel) / 2, n - 1) * *figure.stddev / std::sqrt(n);
  const double unit = std::fabs(mean) < 1000 ? 0.01 : 0.1;
  return fmt::format("{} [{}, {}]", Digits(mean), Digits(std::floor((mean - half) / unit) * unit),
                     Digits(std::ceil((mean + half) / unit) * unit));
}

// ", 2.6% below": nothing if less than the printed tenth.
std::string Beside(double difference_pct) {
  const std::string size = fmt::format("{:.1f}", std::fabs(difference_pct));
  if (size == "0.0") return "";
  return fmt::format(", {}% {}", size, difference_pct < 0 ? "below" : "above");
}

std::string UnitText(const EvidenceFigure& figure) {
  return figure.unit.empty() ? "" : " " + figure.unit;
}

void Decide(Claim& claim, double number, const EvidenceFigure& figure) {
  const double simulated = figure.number.value;
  const double difference = number == 0 ? 0 : (simulated - number) / std::fabs(number) * 100;
  claim.origin = Origin::kSimulated;
  claim.evidence.push_back(figure.source);
  claim.recomputed = Recomputed{simulated, {simulated, simulated}, figure.unit};
  const std::string beside = Beside(difference);
  if (figure.basis == "fitted") {
    claim.reason_code = ReasonCode::kFitted;
    claim.answer =
        fmt::format("{}{}, but fitted to this figure", Digits(simulated), UnitText(figure));
  } else if (figure.basis == "chosen") {
    claim.reason_code = ReasonCode::kFitted;
    claim.answer = fmt::format("{}{}, but chosen with this figure in view", Digits(simulated),
                               UnitText(figure));
  } else if (IsTimeOrRate(figure)) {
    claim.reason_code = ReasonCode::kSimulated;
    claim.answer = fmt::format("{}{} simulated{}", WithInterval(figure), UnitText(figure), beside);
  } else if (figure.basis != "predicted" || figure.tolerance_pct <= 0) {
    claim.reason_code = ReasonCode::kSimulated;
    claim.answer = fmt::format("{} simulated{}", WithInterval(figure), beside);
  } else if (std::fabs(difference) <= figure.tolerance_pct) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.answer = fmt::format("{} predicted{}", WithInterval(figure), beside);
  } else {
    claim.reason_code = ReasonCode::kSimulated;
    claim.answer = fmt::format("{} predicted{}: beyond {}%", WithInterval(figure), beside,
                               figure.tolerance_pct);
  }
  claim.reason = fmt::format("{} {} of regress-sim: {}", figure.point, figure.name, claim.answer);
  claim.would_decide =
      claim.verdict == ClaimVerdict::kConfirmed ? "" : "a measurement; a simulation does not";
}

// Both sides of "from A to B" by their own figures: only shown, a time is never confirmed.
void DecidePair(Claim& claim, const std::vector<double>& numbers, const EvidenceFigure& from,
                const EvidenceFigure& to) {
  claim.origin = Origin::kSimulated;
  claim.evidence.push_back(from.source);
  claim.evidence.push_back(to.source);
  claim.recomputed = Recomputed{to.number.value, {to.number.value, to.number.value}, to.unit};
  const bool fitted = from.basis == "fitted" && to.basis == "fitted";
  claim.reason_code = fitted ? ReasonCode::kFitted : ReasonCode::kSimulated;
  const auto difference = [](const EvidenceFigure& figure, double number) {
    const double percent = number == 0 ? 0 : (figure.number.value / number - 1) * 100;
    const std::string text = fmt::format("{:+.1f}%", percent);
    return text == "-0.0%" || text == "+0.0%" ? std::string("0.0%") : text;
  };
  claim.answer = fmt::format("{} -> {}{} simulated ({}, {}){}", Digits(from.number.value),
                             Digits(to.number.value), UnitText(to), difference(from, numbers[0]),
                             difference(to, numbers[1]), fitted ? ", fitted" : "");
  claim.reason = fmt::format("{} and {} of regress-sim: {}", from.point, to.point, claim.answer);
  claim.would_decide = "a measurement; a simulation does not";
}

}  // namespace

void JudgeBySimulation(std::vector<Claim>& claims, std::span<const EvidenceFigure> figures) {
  std::vector<const EvidenceFigure*> simulated;
  for (const EvidenceFigure& figure : figures) {
    if (figure.origin == Origin::kSimulated) simulated.push_back(&figure);
  }
  if (simulated.empty()) return;
  for (Claim& claim : claims) {
    if (claim.verdict != ClaimVerdict::kUncheckable || !claim.stated_value) continue;
    const std::vector<double> numbers = NumbersOf(claim.stated_text);
    if (claim.kind == ClaimKind::kFromTo && numbers.size() == 2) {
      const EvidenceFigure* from = Match(claim, numbers[0], simulated);
      const EvidenceFigure* to = Match(claim, numbers[1], simulated);
      if (from != nullptr && to != nullptr && from != to && from->name == to->name) {
        DecidePair(claim, numbers, *from, *to);
      }
      continue;
    }
    if (const EvidenceFigure* figure = Match(claim, *claim.stated_value, simulated)) {
      Decide(claim, *claim.stated_value, *figure);
    }
  }
}

}  // namespace regress
