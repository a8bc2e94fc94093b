// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "stats/equivalence.h"
#include "stats/intervals.h"
#include "stats/power.h"
#include "stats/sandwich.h"
#include "stats/student_t.h"
#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

MeanEstimate Estimate(const json& rounds) {
  return EstimateMean(Summarize(Numbers(rounds)).value()).value();
}

MeanEstimate LogEstimate(const json& rounds) {
  return EstimateMean(SummarizeLogs(Numbers(rounds)).value()).value();
}

json WelchFigures(const MeanEstimate& x, const MeanEstimate& y) {
  const DifferenceTest test = WelchTest(x, y).value();
  const double t = StudentTUpperQuantile(0.025, test.df);
  return {
      {"t", test.t}, {"df", test.df}, {"p", test.p}, {"ci95", Pair(DifferenceInterval(test, t))}};
}

json Sandwich(const json& in) {
  const double w = in.value("w", 0.5);
  const MeanEstimate p = Estimate(in["P"]);
  const std::vector<MeanEstimate> controls = {Estimate(in["A"]), Estimate(in["B"])};
  const std::vector<double> weights = {1 - w, w};
  const MeanEstimate m = Combine(controls, weights);
  const DifferenceTest test = WelchTest(p, m).value();
  const double t = StudentTUpperQuantile((1 - in["conf"].get<double>()) / 2, test.df);
  const Interval difference = DifferenceInterval(test, t);
  const double ratio = p.mean / m.mean;
  const double ratio_error = RatioStandardError(p, m).value();
  const FiellerInterval fieller = Fieller(p, m, t).value();
  return {{"midpoint", m.mean},
          {"delta_abs", test.difference},
          {"delta_pct", 100 * (ratio - 1)},
          {"se_delta_abs", test.standard_error},
          {"df_satterthwaite", test.df},
          {"t_stat", test.t},
          {"p_two_sided", test.p},
          {"t_quantile", t},
          {"ci_abs", Pair(difference)},
          {"ci_pct_naive_fixed_denominator",
           {100 * difference.low / m.mean, 100 * difference.high / m.mean}},
          {"ratio", ratio},
          {"se_ratio_delta_method", ratio_error},
          {"ci_pct_delta_method", PercentPair({ratio - t * ratio_error, ratio + t * ratio_error})},
          {"fieller_g", fieller.g},
          {"ci_pct_fieller", PercentPair(fieller.ratio)},
          {"ci_pct_fieller_uniroot_check", PercentPair(fieller.ratio)},
          {"se_log_ratio", OrNull(LogRatioStandardError(p, m))},
          {"ci_pct_log_delta_method", PercentPair(LogDelta(p, m, t).value())}};
}

json SandwichLogs(const json& in) {
  const MeanEstimate p = LogEstimate(in["P"]);
  const std::vector<MeanEstimate> controls = {LogEstimate(in["A"]), LogEstimate(in["B"])};
  const MeanEstimate m = Combine(controls, std::vector<double>{0.5, 0.5});
  const DifferenceTest test = WelchTest(p, m).value();
  const double t = StudentTUpperQuantile((1 - in["conf"].get<double>()) / 2, test.df);
  const Interval interval = DifferenceInterval(test, t);
  return {{"log_ratio", test.difference},
          {"ratio_geometric", std::exp(test.difference)},
          {"delta_pct", 100 * std::expm1(test.difference)},
          {"se", test.standard_error},
          {"df", test.df},
          {"t_stat", test.t},
          {"p", test.p},
          {"ci_pct", {100 * std::expm1(interval.low), 100 * std::expm1(interval.high)}}};
}

json DriftFigures(const json& in) {
  const MeanEstimate a = Estimate(in["A"]);
  const MeanEstimate b = Estimate(in["B"]);
  json figures = WelchFigures(b, a);
  const auto percent = [&](DriftConvention convention) {
    return 100 * RelativeDrift(a.mean, b.mean, convention).value();
  };
  figures["drift_abs"] = b.mean - a.mean;
  figures["drift_pct_of_A"] = percent(DriftConvention::kSignedVsFirst);
  figures["drift_pct_of_midpoint"] = percent(DriftConvention::kSignedVsMidpoint);
  figures["abs_drift_pct_of_min"] = percent(DriftConvention::kAbsVsSmaller);
  return figures;
}

json DifferenceTost(const json& in) {
  const MeanEstimate a = Estimate(in["A"]);
  const MeanEstimate b = Estimate(in["B"]);
  const double margin = in["margin_pct"].get<double>() / 100 * a.mean;
  const double alpha = in["alpha"];
  const EquivalenceTest test = DifferenceEquivalence(b, a, margin).value();
  const double t = StudentTUpperQuantile(alpha, test.df_lower);
  return {{"margin_abs", margin},
          {"t_lower", test.t_lower},
          {"t_upper", test.t_upper},
          {"df", test.df_lower},
          {"p_lower", test.p_lower},
          {"p_upper", test.p_upper},
          {"p_tost", test.p()},
          {"ci90", Pair(DifferenceInterval(WelchTest(b, a).value(), t))},
          {"equivalent", test.p() < alpha}};
}

json RatioTost(const json& in) {
  const EquivalenceTest test =
      RatioEquivalence(Estimate(in["B"]), Estimate(in["A"]), in["margin_pct"].get<double>() / 100)
          .value();
  return {{"t_lower", test.t_lower}, {"df_lower", test.df_lower}, {"p_lower", test.p_lower},
          {"t_upper", test.t_upper}, {"df_upper", test.df_upper}, {"p_upper", test.p_upper},
          {"p_tost", test.p()}};
}

json SandwichMde(const json& in) {
  const double n = in["n"];
  const double alpha = in["alpha"];
  const double power = in["power"];
  const double df = 3 * (n - 1);
  const double noncentrality = NoncentralityForPower(df, alpha, power);
  const double error = SandwichStandardError(in["cv_pct"], n);
  return {{"df", df},
          {"t_crit", StudentTUpperQuantile(alpha / 2, df)},
          {"ncp", noncentrality},
          {"mde_pct", noncentrality * error},
          {"mde_pct_approx_tsum", ApproximateNoncentrality(df, alpha, power) * error}};
}

}  // namespace

void AddContrastVectors(VectorTable& table) {
  table["sandwich"] = Sandwich;
  table["sandwich_logs"] = SandwichLogs;
  table["drift_welch"] = DriftFigures;
  table["difference_equivalence"] = DifferenceTost;
  table["ratio_equivalence"] = RatioTost;
  table["sandwich_mde"] = SandwichMde;
  table["welch"] = [](const json& in) {
    return WelchFigures(Estimate(in["x"]), Estimate(in["y"]));
  };
  table["student"] = [](const json& in) {
    const DifferenceTest test =
        StudentTest(Summarize(Numbers(in["x"])).value(), Summarize(Numbers(in["y"])).value())
            .value();
    const double t = StudentTUpperQuantile(0.025, test.df);
    return json{
        {"t", test.t}, {"df", test.df}, {"p", test.p}, {"ci95", Pair(DifferenceInterval(test, t))}};
  };
  table["variance_ratio"] = [](const json& in) {
    const VarianceRatioTest test = CompareVariances(Summarize(Numbers(in["x"])).value(),
                                                    Summarize(Numbers(in["y"])).value(), 0.95)
                                       .value();
    return json{{"F", test.f}, {"p", test.p}, {"ci95", Pair(test.interval)}};
  };
  table["two_sample_power"] = [](const json& in) {
    return json{{"power", TwoSamplePower(in["n"], in["delta"], in["sd"], in["alpha"])}};
  };
  table["two_sample_mde"] = [](const json& in) {
    return json{{"delta", OrNull(TwoSampleDetectableDifference(in["n"], in["sd"], in["alpha"],
                                                               in["power"]))}};
  };
  table["two_sample_rounds"] = [](const json& in) {
    return json{
        {"n", OrNull(TwoSampleRounds(in["delta"], in["sd"], in["sd"], in["alpha"], in["power"]))}};
  };
}

}  // namespace regress
