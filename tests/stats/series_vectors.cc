// SPDX-License-Identifier: Apache-2.0
#include "stats/aggregate.h"
#include "stats/diagnostics.h"
#include "stats/multiplicity.h"
#include "stats/outliers.h"
#include "stats/summary_only.h"
#include "stats/trend.h"
#include "stats/warm_up.h"
#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

json Triple(const std::array<double, 3>& values) {
  return {values[0], values[1], values[2]};
}

json Adjusted(const json& in) {
  static const std::map<std::string, PAdjustment> kMethods = {
      {"bh", PAdjustment::kBenjaminiHochberg},
      {"by", PAdjustment::kBenjaminiYekutieli},
      {"holm", PAdjustment::kHolm},
      {"hochberg", PAdjustment::kHochberg},
      {"bonferroni", PAdjustment::kBonferroni}};
  std::vector<std::optional<double>> p;
  for (const json& value : in["p"]) {
    p.push_back(value.is_null() ? std::nullopt : std::optional(value.get<double>()));
  }
  json adjusted = json::array();
  size_t rejected = 0;
  for (const std::optional<double> value : AdjustP(p, kMethods.at(in["method"]))) {
    adjusted.push_back(OrNull(value));
    rejected += value && *value <= 0.05 ? 1 : 0;
  }
  return {{"adjusted", adjusted}, {"rejected_at_0.05", rejected}};
}

json WelchFromPrinted(const json& in) {
  json figures;
  for (const size_t n : {3, 4, 5, 6, 10}) {
    const MeanEstimate x =
        EstimateFromCv(in["mean1"], in["cv1_pct_population"].get<double>() / 100, n).value();
    const MeanEstimate y =
        EstimateFromCv(in["mean2"], in["cv2_pct_population"].get<double>() / 100, n).value();
    const DifferenceTest test = WelchTest(x, y).value();
    figures[std::to_string(n)] = {{"t", test.t}, {"df", test.df}, {"p", test.p}};
  }
  return figures;
}

json Drift(const json& in) {
  const LinearDrift fit =
      FitLinearDrift(Numbers(in["A"]), Numbers(in["P"]), Numbers(in["B"]), 0.95).value();
  return {{"b0", fit.coefficient[0]},
          {"drift_per_run", fit.coefficient[1]},
          {"patched_effect", fit.coefficient[2]},
          {"se", Triple(fit.standard_error)},
          {"t", Triple(fit.t)},
          {"p", Triple(fit.p)},
          {"sigma", fit.sigma},
          {"df", fit.df},
          {"r2", fit.r_squared},
          {"ci_patched", Pair(fit.interval[2])},
          {"ci_drift", Pair(fit.interval[1])}};
}

json Fences(const json& in) {
  const std::vector<double> x = Numbers(in["x"]);
  const TukeyFences fences = FindTukeyOutliers(x).value();
  return {{"q1", fences.q1},
          {"q3", fences.q3},
          {"mild_low", fences.mild_low},
          {"mild_high", fences.mild_high},
          {"severe_low", fences.severe_low},
          {"severe_high", fences.severe_high},
          {"mild_idx0", fences.mild},
          {"severe_idx0", fences.severe.at(0)},
          {"modified_z", ModifiedZ(x).value()}};
}

}  // namespace

void AddSeriesVectors(VectorTable& table) {
  table["adjust_p"] = Adjusted;
  table["welch_from_printed"] = WelchFromPrinted;
  table["linear_drift"] = Drift;
  table["outlier_fences"] = Fences;
  table["grubbs"] = [](const json& in) {
    const GrubbsTest test = TestFarthest(Numbers(in["x"]), in["alpha"]).value();
    return json{{"G", test.g}, {"critical", test.critical}, {"p_bonferroni", test.p}};
  };
  table["geometric_mean_of_ratios"] = [](const json& in) {
    const RatioAggregate aggregate = AggregateRatios(Numbers(in["ratios"]), 0.95).value();
    return json{{"geomean", aggregate.geometric_mean},
                {"delta_pct", 100 * (aggregate.geometric_mean - 1)},
                {"ci_pct", PercentPair(aggregate.interval.value())}};
  };
  table["combine_p"] = [](const json& in) {
    const CombinedP combined = CombineP(Numbers(in["p"])).value();
    return json{{"fisher_stat", combined.fisher_statistic},
                {"fisher_p", combined.fisher},
                {"stouffer_stat", combined.stouffer_statistic},
                {"stouffer_p", combined.stouffer}};
  };
  table["least_n"] = [](const json& in) {
    const size_t n = LeastRounds(in["printed_cv_pct"].get<double>() / 100);
    return json{{"n_min", n},
                {"max_cv_pct_at_n_min", 100 * MaxPopulationCv(n)},
                {"max_cv_pct_below", 100 * MaxPopulationCv(n - 1)}};
  };
  table["grim"] = [](const json& in) {
    const std::string text = in["mean"];
    const size_t decimals = text.size() - text.find('.') - 1;
    double unit = 1;
    for (size_t i = 0; i < decimals; ++i) unit /= 10;
    const PrintedNumber mean{std::stod(text), unit, text, Rounding::kNearest};
    return json{{"possible_n", PossibleRounds(mean, in["n_max"])}};
  };
  table["mser"] = [](const json& in) {
    const MserTruncation truncation = TruncateByMser(Numbers(in["x"])).value();
    return json{{"d", truncation.d}, {"criterion", truncation.criterion}};
  };
  table["first_round"] = [](const json& in) {
    const FirstRoundTest test = TestFirstRound(Numbers(in["x"])).value();
    return json{{"mean_rest", test.mean_of_rest},
                {"sd_rest", test.sd_of_rest},
                {"t", test.t},
                {"df", test.df},
                {"p", test.p},
                {"rank_min", test.rank},
                {"ties", test.ties}};
  };
  table["sign_test"] = [](const json& in) {
    std::vector<std::vector<double>> rounds;
    for (const json& point : in["points"]) rounds.push_back(Numbers(point));
    const FirstRoundSigns signs =
        CountFirstRounds(std::vector<Values>(rounds.begin(), rounds.end()));
    return json{{"n_points", signs.points},
                {"first_below_rest", signs.below},
                {"first_is_minimum", signs.lowest},
                {"p", signs.p}};
  };
  table["autocorrelation"] = [](const json& in) {
    const std::vector<double> x = Numbers(in["x"]);
    const LjungBoxTest test = LjungBox(x, 3).value();
    json figures = {{"ljung_box_Q", test.q},
                    {"ljung_box_p", test.p},
                    {"von_neumann", OrNull(VonNeumannRatio(x))}};
    for (size_t lag = 1; lag <= 4; ++lag) {
      figures["r" + std::to_string(lag)] = OrNull(Autocorrelation(x, lag));
    }
    figures["n_eff_ar1"] =
        FirstOrderRounds(static_cast<double>(x.size()), figures["r1"].get<double>());
    return figures;
  };
  table["mann_kendall_exact"] = [](const json& in) {
    const TrendTest test = MannKendallExact(Numbers(in["x"])).value();
    return json{{"tau", test.tau}, {"T", test.concordant}, {"p", test.p}};
  };
  table["mann_kendall_normal"] = [](const json& in) {
    const TrendTest test = MannKendallNormal(Numbers(in["x"])).value();
    return json{{"tau_b", test.tau}, {"z", test.z}, {"p", test.p}};
  };
}

}  // namespace regress
