// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "stats/boot_level.h"
#include "stats/intervals.h"
#include "stats/sandwich.h"
#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

json SandwichBoots(const json& in) {
  const double a = in["control_a"];
  const double p = in["patched"];
  const double b = in["control_b"];
  const double midpoint = Midpoint(a, b);
  const double delta = SandwichDelta(a, p, b).value();
  const BootSpread spread = PooledBootSpread(std::vector<std::vector<double>>{{a, b}}).value();
  const std::optional<BootTest> raw = SandwichBootTest(a, p, b);
  const std::optional<BootTest> logs = SandwichBootTestLog(a, p, b);
  json figures = {
      {"delta_pct", 100 * delta},
      {"drift_pct_of_midpoint", 100 * RelativeDrift(a, b, DriftConvention::kAbsVsMidpoint).value()},
      {"delta_over_drift", OrNull(DeltaOverDrift(a, p, b))},
      {"boot_sd", spread.sd},
      {"df", spread.df},
      {"log_delta", std::log(p) - (std::log(a) + std::log(b)) / 2},
      {"se", raw ? raw->standard_error : spread.sd},
      {"t", nullptr},
      {"p_two_sided", nullptr},
      {"log_t", nullptr},
      {"log_p", nullptr},
      {"ci95_pct", {100 * delta, 100 * delta}}};
  if (raw) {
    const Interval interval = BootInterval(*raw, 0.95);
    figures["t"] = raw->t;
    figures["p_two_sided"] = raw->p;
    figures["ci95_pct"] = {100 * interval.low / midpoint, 100 * interval.high / midpoint};
  }
  if (logs) {
    figures["log_delta"] = logs->difference;
    figures["log_t"] = logs->t;
    figures["log_p"] = logs->p;
  }
  return figures;
}

json Palindrome(const json& in) {
  // NAME_a and NAME_b are the two boots of a kernel, NAME alone was booted once.
  std::map<std::string, std::vector<double>> kernels;
  for (const auto& [name, value] : in.items()) {
    const bool repeated = name.ends_with("_a") || name.ends_with("_b");
    kernels[repeated ? name.substr(0, name.size() - 2) : name].push_back(value);
  }
  std::vector<std::vector<double>> boots;
  for (const auto& [name, means] : kernels) boots.push_back(means);
  const BootSpread spread = PooledBootSpread(boots).value();
  const auto contrast = [&](const std::string& patched, const std::string& control) {
    const auto mean = [&](const std::string& name) { return Mean(kernels[name]).value(); };
    const BootTest test = TestBoots(mean(patched), kernels[patched].size(), mean(control),
                                    kernels[control].size(), spread)
                              .value();
    return json{{"delta", test.difference},
                {"delta_pct", 100 * test.difference / mean(control)},
                {"se", test.standard_error},
                {"t", test.t},
                {"df", test.df},
                {"p", test.p}};
  };
  return {{"pooled_boot_sd", spread.sd},
          {"df", spread.df},
          {"child_vs_parent", contrast("child", "parent")},
          {"fastpath_vs_child", contrast("fastpath", "child")},
          {"folioonly_vs_fastpath", contrast("folioonly", "fastpath")},
          {"nofolio_vs_folioonly", contrast("nofolio", "folioonly")}};
}

json Nested(const json& in) {
  std::map<int, std::vector<double>> rounds;
  std::map<int, std::string> role;
  std::map<std::string, std::vector<double>> all_rounds;
  for (size_t i = 0; i < in["y"].size(); ++i) {
    const int boot = in["boot"][i];
    rounds[boot].push_back(in["y"][i]);
    role[boot] = in["role"][i];
    all_rounds[role[boot]].push_back(in["y"][i]);
  }
  std::vector<Values> boots;
  std::vector<int> kernels;
  std::vector<double> means;
  std::vector<double> a;
  std::vector<double> p;
  for (const auto& [boot, values] : rounds) {
    boots.emplace_back(values);
    kernels.push_back(role[boot] == "A" ? 0 : 1);
    means.push_back(Mean(values).value());
    (role[boot] == "A" ? a : p).push_back(means.back());
  }
  const BootTest test = TestBoots(Mean(p).value(), p.size(), Mean(a).value(), a.size(),
                                  PooledBootSpread(std::vector<std::vector<double>>{a, p}).value())
                            .value();
  const DifferenceTest naive =
      StudentTest(Summarize(all_rounds["P"]).value(), Summarize(all_rounds["A"]).value()).value();
  const NestedBoots nested = AnalyzeNestedBoots(boots, kernels).value();
  return {{"boot_means", means},
          {"effect", test.difference},
          {"t", test.t},
          {"df", test.df},
          {"p", test.p},
          {"naive_t", naive.t},
          {"naive_p", naive.p},
          {"ms_between_boot", nested.mean_square_between},
          {"ms_within", nested.mean_square_within},
          {"icc", nested.intraclass_correlation},
          {"design_effect", nested.design_effect}};
}

}  // namespace

void AddBootVectors(VectorTable& table) {
  table["boot_level_sandwich"] = SandwichBoots;
  table["boot_level_palindrome"] = Palindrome;
  table["nested_boots"] = Nested;
}

}  // namespace regress
