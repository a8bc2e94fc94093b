// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>

#include "stats/sandwich.h"
#include "stats/summary.h"
#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

json AllConventions(double a, double p, double b) {
  const auto drift = [&](DriftConvention convention) {
    return 100 * RelativeDrift(a, b, convention).value();
  };
  return {{"control_a", a},
          {"patched", p},
          {"control_b", b},
          {"midpoint", Midpoint(a, b)},
          {"delta_pct_vs_midpoint", 100 * SandwichDelta(a, p, b).value()},
          {"delta_pct_vs_a", 100 * RelativeChange(a, p).value()},
          {"delta_pct_vs_b", 100 * RelativeChange(b, p).value()},
          {"drift_pct_signed_vs_a", drift(DriftConvention::kSignedVsFirst)},
          {"drift_pct_abs_vs_a", drift(DriftConvention::kAbsVsFirst)},
          {"drift_pct_abs_vs_midpoint", drift(DriftConvention::kAbsVsMidpoint)},
          {"drift_pct_abs_vs_min", drift(DriftConvention::kAbsVsSmaller)},
          {"delta_over_drift", OrNull(DeltaOverDrift(a, p, b))}};
}

json Conventions(const json& in) {
  const std::vector<double> a = Numbers(in["A"]);
  const std::vector<double> p = Numbers(in["P"]);
  const std::vector<double> b = Numbers(in["B"]);
  const auto later = [](const std::vector<double>& x) {
    return Mean(WithoutFirstRounds(x, 1)).value();
  };
  const json all = AllConventions(Mean(a).value(), Mean(p).value(), Mean(b).value());
  const json rest = AllConventions(later(a), later(p), later(b));
  return {{"all", all},
          {"drop_first", rest},
          {"drop_first_shift_pct_points", rest["delta_pct_vs_midpoint"].get<double>() -
                                              all["delta_pct_vs_midpoint"].get<double>()}};
}

// Decimal or scientific notation; whole numbers are cut off if `whole_truncated`.
PrintedNumber Printed(std::string text, bool whole_truncated = false) {
  PrintedNumber number;
  number.text = text;
  if (text.ends_with('%')) text.pop_back();
  if (text.starts_with('+')) text.erase(0, 1);
  std::from_chars(text.data(), text.data() + text.size(), number.value);
  const size_t mantissa_end = std::min(text.find('e'), text.size());
  const size_t point = text.find('.');
  const double decimals =
      point < mantissa_end ? static_cast<double>(mantissa_end - point - 1) : 0.0;
  double exponent = 0;
  if (mantissa_end < text.size()) exponent = std::stod(text.substr(mantissa_end + 1));
  number.unit = std::pow(10, exponent - decimals);
  if (whole_truncated && decimals == 0) number.rounding = Rounding::kTruncated;
  return number;
}

json Percent(const Interval& ratio) {
  return {100 * ratio.low, 100 * ratio.high};
}

}  // namespace

void AddConventionVectors(VectorTable& table) {
  table["conventions"] = Conventions;
  table["reachable_sandwich"] = [](const json& in) {
    const PrintedNumber a = Printed(in["control_a"]);
    const PrintedNumber p = Printed(in["patched"]);
    const PrintedNumber b = Printed(in["control_b"]);
    const auto drift = [&](DriftConvention convention) {
      return 100 * RelativeDrift(a.value, b.value, convention).value();
    };
    const auto reachable = [&](DriftConvention convention) {
      return Percent(ReachableDrift(a.interval(), b.interval(), convention).value());
    };
    return json{{"delta", 100 * SandwichDelta(a.value, p.value, b.value).value()},
                {"delta_interval",
                 Percent(ReachableDelta(a.interval(), p.interval(), b.interval()).value())},
                {"drift_vs_a", drift(DriftConvention::kSignedVsFirst)},
                {"drift_vs_a_interval", reachable(DriftConvention::kSignedVsFirst)},
                {"drift_vs_midpoint", drift(DriftConvention::kSignedVsMidpoint)},
                {"drift_vs_midpoint_interval", reachable(DriftConvention::kSignedVsMidpoint)}};
  };
  table["reachable_change"] = [](const json& in) {
    const PrintedNumber base = Printed(in["base"], true);
    const PrintedNumber patched = Printed(in["new"], true);
    const PrintedNumber printed = Printed(in["printed"]);
    const Interval change = ReachableChange(base.interval(), patched.interval()).value();
    const Interval percent{100 * change.low, 100 * change.high};
    return json{{"point", 100 * RelativeChange(base.value, patched.value).value()},
                {"interval", Pair(percent)},
                {"printed_value", printed.value},
                {"consistent", percent.Meets(printed.interval())}};
  };
  table["reachable_recovery"] = [](const json& in) {
    const PrintedNumber none = Printed(in["no_inhibition"]);
    const PrintedNumber best = Printed(in["unbounded"]);
    const auto figures = [&](const char* name, const char* value, const char* interval) {
      const PrintedNumber fixed = Printed(in[name]);
      const double recovered = Recovery(none.value, fixed.value, best.value).value();
      const Interval range =
          ReachableRecovery(none.interval(), fixed.interval(), best.interval()).value();
      return json{{value, 100 * recovered}, {interval, Percent(range)}};
    };
    json result = figures("clock_8", "clock_recovered_pct", "clock_interval");
    result.update(figures("non_evicting_32", "nonevict_recovered_pct", "nonevict_interval"));
    return result;
  };
}

}  // namespace regress
