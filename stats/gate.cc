// SPDX-License-Identifier: Apache-2.0
#include "stats/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include "models/data/error.h"
#include "stats/comparison_analysis.h"

namespace regress {
namespace {

struct TimeUnit {
  std::string_view name;
  double ns;
};
constexpr std::array kTimeUnits = {TimeUnit{"ns", 1}, TimeUnit{"us", 1e3}, TimeUnit{"ms", 1e6},
                                   TimeUnit{"s", 1e9}};

std::optional<double> Nanoseconds(std::string_view unit) {
  for (const TimeUnit& time : kTimeUnits) {
    if (time.name == unit) return time.ns;
  }
  return std::nullopt;
}

[[noreturn]] void Wrong(std::string_view gate, const std::string& why, const std::string& help) {
  throw Error(ErrorKind::kUsage, fmt::format("--gate '{}': {}", gate, why), help);
}

constexpr std::string_view kExamples =
    "METRIC:LIMIT, such as 'fio.write_iops:-5%', '*_ns:+3%', 'x:+3%&+2us', 'x:+/-1%'";

LimitSign TakeSign(std::string_view& text) {
  constexpr std::array<std::pair<std::string_view, LimitSign>, 6> kSigns = {
      {{"+/-", LimitSign::kBoth},
       {"+-", LimitSign::kBoth},
       {"\xc2\xb1", LimitSign::kBoth},
       {"+", LimitSign::kIncrease},
       {"-", LimitSign::kDecrease},
       {"\xe2\x88\x92", LimitSign::kDecrease}}};
  for (const auto& [mark, sign] : kSigns) {
    if (text.substr(0, mark.size()) != mark) continue;
    text.remove_prefix(mark.size());
    return sign;
  }
  return LimitSign::kNone;
}

std::string_view TrimBlanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Factor from the unit of an absolute limit to that of the metric ("us" to "ns", "ns/op").
std::optional<double> UnitFactor(std::string_view limit, std::string_view metric) {
  if (limit.empty() || limit == metric) return 1;
  const size_t slash = metric.find('/');
  if (slash != std::string_view::npos && limit.find('/') == std::string_view::npos)
    metric = metric.substr(0, slash);
  if (limit == metric) return 1;
  const auto from = Nanoseconds(limit);
  const auto to = Nanoseconds(metric);
  if (!from || !to) return std::nullopt;
  return *from / *to;
}

enum class Side : uint8_t { kInside, kBeyond, kAcross };

// Where an interval lies against a limit, harm being an increase, a decrease or both.
Side SideOf(const Interval& interval, double limit, LimitSign sign) {
  switch (sign) {
    case LimitSign::kDecrease:
      return SideOf({-interval.high, -interval.low}, limit, LimitSign::kIncrease);
    case LimitSign::kBoth:
      if (interval.low > limit || interval.high < -limit) return Side::kBeyond;
      return interval.low >= -limit && interval.high <= limit ? Side::kInside : Side::kAcross;
    case LimitSign::kNone:
    case LimitSign::kIncrease:
      break;
  }
  if (interval.low > limit) return Side::kBeyond;
  return interval.high <= limit ? Side::kInside : Side::kAcross;
}

std::string LimitText(const LimitPart& part, LimitSign sign) {
  const std::string_view mark = sign == LimitSign::kDecrease ? "-"
                                : sign == LimitSign::kBoth   ? "+/-"
                                                             : "+";
  return fmt::format("{}{:g}{}", mark, part.value, part.percent ? "%" : part.unit);
}

// The direction of harm: the rule's, or the metric's.
LimitSign HarmOf(const GateRule& rule, const Comparison& comparison) {
  if (rule.sign == LimitSign::kBoth) return LimitSign::kBoth;
  if (comparison.better == Direction::kUnknown)
    Wrong(rule.text, fmt::format("it is not known which way is better for {}", comparison.metric),
          "say it in a file for --directions, or give a limit for both sides such as +/-3%");
  const LimitSign harm =
      comparison.better == Direction::kHigher ? LimitSign::kDecrease : LimitSign::kIncrease;
  if (rule.sign != LimitSign::kNone && rule.sign != harm)
    Wrong(rule.text,
          fmt::format("{} is better when {}, so that {} is no harm", comparison.metric,
                      Name(comparison.better),
                      rule.sign == LimitSign::kIncrease ? "an increase" : "a decrease"),
          fmt::format("{}:{}", rule.metric, LimitText(rule.parts.front(), harm)));
  return harm;
}

int DecimalsFor(const std::optional<Interval>& interval, double value) {
  if (interval) return interval->width() < 5 ? 2 : 1;
  return std::abs(value) < 100 ? 2 : 1;
}

std::string Signed(double value, int decimals) {
  std::string text = fmt::format("{:+.{}f}", value, decimals);
  if (text.find_first_not_of("+-0.") == std::string::npos) text[0] = '+';
  return text;
}

// Rounded outward, unless by less than `slack` of the last digit.
std::string OutwardText(const Interval& percent, double slack) {
  const int decimals = percent.width() < 5 ? 2 : 1;
  const double scale = std::pow(10.0, decimals);
  return fmt::format("[{}, {}]", Signed(std::floor(percent.low * scale + slack) / scale, decimals),
                     Signed(std::ceil(percent.high * scale - slack) / scale, decimals));
}

}  // namespace

std::string PercentText(double percent, const std::optional<Interval>& interval) {
  return Signed(percent, DecimalsFor(interval, percent)) + "%";
}

std::string IntervalText(const Interval& percent) {
  return OutwardText(percent, 0);
}

std::string ResolutionText(const Interval& percent) {
  return OutwardText(percent, 0.05);
}

std::string DriftText(const Drift& drift) {
  return fmt::format("drift {} {}", PercentText(drift.value, drift.bounds), Name(drift.state));
}

GateRule ParseGate(std::string_view text) {
  GateRule rule;
  rule.text = std::string(text);
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos)
    Wrong(text, "a gate is METRIC:LIMIT", std::string(kExamples));
  rule.metric = std::string(TrimBlanks(text.substr(0, colon)));
  if (rule.metric.empty()) Wrong(text, "the metric is missing", std::string(kExamples));
  std::string_view limits = TrimBlanks(text.substr(colon + 1));
  if (limits.empty()) Wrong(text, "the limit is missing", std::string(kExamples));
  while (!limits.empty()) {
    const size_t end = std::min(limits.find('&'), limits.size());
    std::string_view part = TrimBlanks(limits.substr(0, end));
    const bool more = end < limits.size();
    limits.remove_prefix(more ? end + 1 : end);
    if (more && limits.empty())
      Wrong(text, "a limit is missing behind '&'", std::string(kExamples));
    const LimitSign sign = TakeSign(part);
    if (!rule.parts.empty() && sign != rule.sign)
      Wrong(text, "the parts of a limit must have the same sign", std::string(kExamples));
    rule.sign = sign;
    LimitPart limit;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), limit.value);
    if (error != std::errc() || part.empty() || part.front() == '-' || !std::isfinite(limit.value))
      Wrong(text, "a limit begins with a number", std::string(kExamples));
    const std::string_view unit = TrimBlanks(part.substr(static_cast<size_t>(stop - part.data())));
    limit.percent = unit == "%";
    if (!limit.percent) limit.unit = std::string(unit);
    if (limit.unit.find_first_of("%:&+ ") != std::string::npos)
      Wrong(text, fmt::format("'{}' is no unit", limit.unit), std::string(kExamples));
    rule.parts.push_back(std::move(limit));
    if (rule.parts.size() > 8) Wrong(text, "a limit has at most 8 parts", std::string(kExamples));
  }
  return rule;
}

GateResult ApplyGate(const GateRule& rule, const Comparison& comparison,
                     const SandwichAnalysis& analysis, const GatePolicy& policy) {
  const LimitSign harm = HarmOf(rule, comparison);
  GateResult result;
  result.gate = rule.text;
  result.metric = comparison.metric;

  const std::optional<Interval> shown = comparison.delta_ci
                                            ? std::optional<Interval>(comparison.delta_ci->bounds)
                                            : comparison.resolution;
  std::string change = "no change can be computed";
  if (comparison.change) {
    if (comparison.is_difference) {
      change = fmt::format("{:+g}{}{}", *comparison.change, comparison.unit.empty() ? "" : " ",
                           comparison.unit);
    } else {
      change = PercentText(*comparison.change, shown);
      if (comparison.delta_ci) {
        change += " " + IntervalText(*shown);
      } else if (shown) {
        change += fmt::format(" {} (resolution)", ResolutionText(*shown));
      }
    }
  }
  const std::string drift = comparison.drift ? DriftText(*comparison.drift) : "";
  const auto inconclusive = [&](const std::string& why, std::string help) {
    result.verdict = GateVerdict::kInconclusive;
    result.reason = fmt::format("{} {}", change, why);
    result.help = std::move(help);
    return result;
  };

  // The verdict that the limits alone would give: fail if all parts are exceeded, pass if one is
  // kept.
  bool beyond = true;
  bool inside = false;
  std::string missing;
  for (const LimitPart& part : rule.parts) {
    std::optional<Interval> interval;
    double limit = part.value;
    if (part.percent) {
      if (analysis.delta) {
        if (policy.on_estimate) {
          interval = Interval{100 * *analysis.delta, 100 * *analysis.delta};
        } else if (const auto decision = DecisionInterval(analysis)) {
          interval = Interval{100 * decision->low, 100 * decision->high};
        }
        if (!interval)
          missing = "has no interval: it takes the rounds of each point, or --gate-on estimate";
      } else if (comparison.change && *comparison.change == 0) {
        interval = Interval{0, 0};
      } else {
        missing = "has no percent (control of zero or below): use an absolute limit";
      }
    } else {
      const std::optional<double> factor = UnitFactor(part.unit, comparison.unit);
      if (!factor)
        Wrong(rule.text,
              fmt::format("{} has unit '{}', not '{}'", comparison.metric, comparison.unit,
                          part.unit),
              "a percent, or a limit in the metric's unit");
      limit *= *factor;
      if (policy.on_estimate) {
        interval = Interval{analysis.difference, analysis.difference};
      } else if (analysis.difference_interval) {
        interval = analysis.difference_interval;
      } else if (analysis.quantum > 0) {
        interval = Interval{analysis.difference - analysis.quantum,
                            analysis.difference + analysis.quantum};
      } else {
        missing = "has no interval: it takes the rounds of each point, or --gate-on estimate";
      }
    }
    if (!interval) {
      beyond = false;
      continue;
    }
    const Side side = SideOf(*interval, limit, harm);
    beyond = beyond && side == Side::kBeyond;
    inside = inside || side == Side::kInside;
  }
  std::string limits;
  for (const LimitPart& part : rule.parts)
    limits += (limits.empty() ? "" : "&") + LimitText(part, harm);
  const std::string_view where = beyond ? "beyond" : inside ? "inside" : "across";

  if (!missing.empty() && !inside) return inconclusive(missing, "");
  if (const auto fewest = FewestRounds(comparison); fewest && *fewest < policy.min_rounds)
    return inconclusive(fmt::format("from {} {} of a point, --min-rounds is {}", *fewest,
                                    *fewest == 1 ? "round" : "rounds", policy.min_rounds),
                        "repeat the measurement with more rounds");
  if (comparison.drift && std::abs(comparison.drift->value) > policy.max_drift_pct) {
    return inconclusive(fmt::format("is {}, but the controls drift {}, limit {:g}%", where,
                                    PercentText(comparison.drift->value, comparison.drift->bounds),
                                    policy.max_drift_pct),
                        fmt::format("repeat the sandwich, or accept the drift: --max-drift {:g}",
                                    std::ceil(std::abs(comparison.drift->value))));
  }
  if (beyond) {
    if (policy.need_support && comparison.support != Support::kSupported)
      return inconclusive(
          fmt::format("is beyond {}, but {} between boots", limits,
                      comparison.p_between ? "not supported" : "there is no support"),
          "repeat the sandwich on further boots, or leave out --gate-support");
    result.verdict = GateVerdict::kFail;
    result.reason = fmt::format("{}, all beyond {}", change, limits);
    if (!drift.empty()) result.reason += "; " + drift;
    if (comparison.support != Support::kNone)
      result.reason += fmt::format("{} {}", drift.empty() ? ";" : ",", Name(comparison.support));
    return result;
  }
  if (inside) {
    result.verdict = GateVerdict::kPass;
    result.reason = change;
    if (!drift.empty()) result.reason += ", " + drift;
    return result;
  }
  return inconclusive(
      fmt::format("lies on both sides of {}", limits),
      comparison.mde
          ? fmt::format("more rounds: these show changes of {:.2g}% or more", *comparison.mde)
          : "more rounds");
}

}  // namespace regress
