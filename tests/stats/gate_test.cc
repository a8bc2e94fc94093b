// SPDX-License-Identifier: Apache-2.0
#include "stats/gate.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "models/data/error.h"
#include "stats/comparison_analysis.h"

namespace regress {
namespace {

using Rounds = std::vector<double>;

// A comparison of one metric with everything filled in; no second control if `b` is empty.
std::pair<Comparison, SandwichAnalysis> Compared(const Rounds& a, const Rounds& patched,
                                                 const Rounds& b, Direction better,
                                                 const std::string& unit = "ns") {
  Comparison comparison;
  comparison.metric = "lat_ns";
  comparison.unit = unit;
  comparison.better = better;
  const auto add = [&](Role role, const Rounds& rounds) {
    if (rounds.empty()) return;
    Point point;
    point.role = role;
    point.rounds = rounds;
    comparison.points.push_back(std::move(point));
  };
  add(Role::kControl, a);
  add(Role::kPatched, patched);
  add(Role::kControl, b);
  const SandwichAnalyzer analyzer{AnalysisOptions{}};
  const SandwichAnalysis analysis = AnalyzePoints(comparison, analyzer);
  FillComparison(comparison, analysis, analyzer.options());
  DecideComparison(comparison, analysis, {}, analysis.p_within, analysis.p_between);
  return {comparison, analysis};
}

std::string Gate(const std::string& rule, const std::pair<Comparison, SandwichAnalysis>& compared,
                 const GatePolicy& policy = {}) {
  const GateResult result = ApplyGate(ParseGate(rule), compared.first, compared.second, policy);
  return std::string(Name(result.verdict)) + ": " + result.reason;
}

std::string UsageError(const std::string& rule) {
  try {
    ParseGate(rule);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

struct ParseCase {
  const char* text;
  const char* metric;
  LimitSign sign;
  std::vector<std::pair<double, std::string>> parts;  // unit "%" for percents
};

class GateParsing : public testing::TestWithParam<ParseCase> {};

TEST_P(GateParsing, ReadsMetricSignAndParts) {
  const GateRule rule = ParseGate(GetParam().text);
  EXPECT_EQ(rule.metric, GetParam().metric);
  EXPECT_EQ(rule.sign, GetParam().sign);
  ASSERT_EQ(rule.parts.size(), GetParam().parts.size());
  for (size_t i = 0; i < rule.parts.size(); ++i) {
    EXPECT_EQ(rule.parts[i].value, GetParam().parts[i].first);
    EXPECT_EQ(rule.parts[i].percent ? "%" : rule.parts[i].unit, GetParam().parts[i].second);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, GateParsing,
    testing::Values(
        ParseCase{"fio.write_iops:-5%", "fio.write_iops", LimitSign::kDecrease, {{5, "%"}}},
        ParseCase{"*clat_99%_ns:+2us", "*clat_99%_ns", LimitSign::kIncrease, {{2, "us"}}},
        ParseCase{"a:b:c:+1.5%", "a:b:c", LimitSign::kIncrease, {{1.5, "%"}}},
        ParseCase{"x:+3%&+2us", "x", LimitSign::kIncrease, {{3, "%"}, {2, "us"}}},
        ParseCase{"x:+/-1%", "x", LimitSign::kBoth, {{1, "%"}}},
        ParseCase{"x:\xc2\xb1"
                  "1 %",
                  "x",
                  LimitSign::kBoth,
                  {{1, "%"}}},
        ParseCase{"x: 4", "x", LimitSign::kNone, {{4, ""}}}),
    [](const auto& param) { return "case_" + std::to_string(param.index); });

TEST(Gate, NonsenseIsAUsageErrorThatNamesTheGate) {
  EXPECT_EQ(UsageError("x"), "--gate 'x': a gate is METRIC:LIMIT");
  EXPECT_EQ(UsageError(":+3%"), "--gate ':+3%': the metric is missing");
  EXPECT_EQ(UsageError("x:"), "--gate 'x:': the limit is missing");
  EXPECT_EQ(UsageError("x:abc"), "--gate 'x:abc': a limit begins with a number");
  EXPECT_EQ(UsageError("x:+-3%&"), "--gate 'x:+-3%&': a limit is missing behind '&'");
  EXPECT_EQ(UsageError("x:+3%&-2us"),
            "--gate 'x:+3%&-2us': the parts of a limit must have the same sign");
  EXPECT_EQ(UsageError("x:+3%%"), "--gate 'x:+3%%': '%%' is no unit");
  EXPECT_EQ(UsageError("x:+nan%"), "--gate 'x:+nan%': a limit begins with a number");
}

const Rounds kControl = {100.1, 99.9, 100.2, 99.8, 100.0, 100.3, 99.7};
const Rounds kControlAgain = {100.4, 100.0, 100.3, 99.9, 100.2, 100.5, 100.1};
const Rounds kSlower = {110.1, 109.9, 110.2, 109.8, 110.0, 110.3, 109.7};

TEST(Gate, DecidesOnTheWholeInterval) {
  const auto compared = Compared(kControl, kSlower, kControlAgain, Direction::kLower);
  EXPECT_EQ(Gate("lat_ns:+3%", compared),
            "fail: +9.89% [+9.66, +10.12], all beyond +3%; drift +0.20% stable, supported");
  EXPECT_EQ(Gate("lat_ns:+20%", compared), "pass: +9.89% [+9.66, +10.12], drift +0.20% stable");
  EXPECT_EQ(Gate("lat_ns:+10%", compared),
            "inconclusive: +9.89% [+9.66, +10.12] lies on both sides of +10%");
  EXPECT_EQ(Gate("lat_ns:10%", compared, {.on_estimate = true}),
            "pass: +9.89% [+9.66, +10.12], drift +0.20% stable");
  EXPECT_EQ(Gate("lat_ns:+/-1%", compared),
            "fail: +9.89% [+9.66, +10.12], all beyond +/-1%; drift +0.20% stable, supported");
}

TEST(Gate, AbsoluteLimitsConvertUnitsOfTime) {
  const auto compared = Compared(kControl, kSlower, kControlAgain, Direction::kLower);
  EXPECT_EQ(Gate("lat_ns:+1us", compared).substr(0, 5), "pass:");
  EXPECT_EQ(Gate("lat_ns:+5ns", compared).substr(0, 5), "fail:");
  EXPECT_EQ(Gate("lat_ns:+5", compared).substr(0, 5), "fail:");
  // Both parts must be exceeded.
  EXPECT_EQ(Gate("lat_ns:+3%&+1us", compared).substr(0, 5), "pass:");
  EXPECT_EQ(Gate("lat_ns:+3%&+5ns", compared).substr(0, 5), "fail:");
  EXPECT_THROW(Gate("lat_ns:+5MB", compared), Error);
}

TEST(Gate, TheSignMustBeOneOfHarm) {
  const auto lower = Compared(kControl, kSlower, kControlAgain, Direction::kLower);
  EXPECT_THROW(Gate("lat_ns:-3%", lower), Error);
  const auto unknown = Compared(kControl, kSlower, kControlAgain, Direction::kUnknown);
  EXPECT_THROW(Gate("lat_ns:+3%", unknown), Error);
  EXPECT_THROW(Gate("lat_ns:3%", unknown), Error);
  EXPECT_EQ(Gate("lat_ns:+/-3%", unknown).substr(0, 5), "fail:");
}

TEST(Gate, ComparisonsInDoubtAreInconclusive) {
  const Rounds far = {105, 105.2, 104.8, 105.1, 104.9, 105.3, 104.7};
  EXPECT_EQ(
      Gate("lat_ns:+3%", Compared(kControl, kSlower, far, Direction::kLower)),
      "inconclusive: +7.32% [+7.09, +7.54] is beyond, but the controls drift +4.88%, limit 2%");
  EXPECT_EQ(
      Gate("lat_ns:+3%", Compared({100, 101}, {110, 111}, {}, Direction::kLower)).substr(0, 12),
      "inconclusive");
  const auto one = Compared(kControl, kSlower, {}, Direction::kLower);
  EXPECT_EQ(
      Gate("lat_ns:+3%", one, {.need_support = true}),
      "inconclusive: +10.00% [+9.73, +10.27] is beyond +3%, but there is no support between boots");
  EXPECT_EQ(Gate("lat_ns:+3%", one), "fail: +10.00% [+9.73, +10.27], all beyond +3%; within-boot");
}

TEST(Gate, NoIntervalNoVerdict) {
  Comparison comparison;
  comparison.metric = "lat_ns";
  comparison.unit = "ns";
  comparison.better = Direction::kLower;
  for (const auto& [role, mean] :
       {std::pair{Role::kControl, 100.0}, std::pair{Role::kPatched, 130.0}}) {
    Point point;
    point.role = role;
    point.mean = mean;
    comparison.points.push_back(point);
  }
  const SandwichAnalyzer analyzer{AnalysisOptions{}};
  const SandwichAnalysis analysis = AnalyzePoints(comparison, analyzer);
  FillComparison(comparison, analysis, analyzer.options());
  DecideComparison(comparison, analysis, {}, std::nullopt, std::nullopt);
  EXPECT_EQ(Gate("lat_ns:+3%", {comparison, analysis}),
            "inconclusive: +30.00% has no interval: it takes the rounds of each point, or "
            "--gate-on estimate");
  EXPECT_EQ(Gate("lat_ns:+3%", {comparison, analysis}, {.on_estimate = true}),
            "fail: +30.00%, all beyond +3%");
}

TEST(Gate, AControlOfZeroHasNoPercent) {
  const auto compared = Compared({0, 0, 0, 0}, {4, 5, 6, 5}, {}, Direction::kLower);
  EXPECT_EQ(Gate("lat_ns:+3%", compared),
            "inconclusive: +5 ns has no percent (control of zero or below): use an absolute limit");
  EXPECT_EQ(Gate("lat_ns:+1ns", compared).substr(0, 5), "fail:");
}

}  // namespace
}  // namespace regress
