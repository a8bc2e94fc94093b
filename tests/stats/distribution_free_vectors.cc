// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "stats/bootstrap.h"
#include "stats/change_points.h"
#include "stats/effect_size.h"
#include "stats/intervals.h"
#include "stats/permutation.h"
#include "stats/rank_tests.h"
#include "stats/shape_tests.h"
#include "stats/student_t.h"
#include "stats/summary.h"
#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

json ExactBootstrap(const json& in, bool median) {
  const std::vector<double> x = Numbers(in["x"]);
  const std::vector<Values> points = {x};
  const PointStatistic statistic = [median](std::span<const Values> p) {
    return median ? Median(p[0]).value() : Mean(p[0]).value();
  };
  // All n^n resamples, as digits of a counter in base n.
  const size_t n = x.size();
  std::vector<double> resampled;
  std::vector<size_t> digit(n, 0);
  std::vector<double> drawn(n);
  for (size_t carry = 0; carry < n;) {
    for (size_t i = 0; i < n; ++i) drawn[i] = x[digit[i]];
    resampled.push_back(statistic(std::vector<Values>{drawn}));
    for (carry = 0; carry < n && ++digit[carry] == n; ++carry) digit[carry] = 0;
  }
  const double estimate = statistic(points);
  const size_t count = resampled.size();
  const BootstrapIntervals result =
      IntervalsOfResamples(std::move(resampled), estimate, JackknifeAcceleration(points, statistic),
                           in["alpha"])
          .value();
  return {{"theta", result.estimate},
          {"n_resamples", count},
          {"boot_mean", result.mean},
          {"boot_sd_population", result.sd},
          {"percentile", Pair(result.percentile)},
          {"basic", Pair(result.basic)},
          {"z0_midrank", result.z0},
          {"acceleration", result.acceleration},
          {"bca_levels", Pair(result.bca_levels)},
          {"bca", Pair(result.bca)}};
}

json EDivisive(const json& in) {
  const std::vector<double> series = Numbers(in["series"]);
  const Split split = BestSplit(series, 1).value();
  json all = json::array();
  for (size_t tau = 1; tau < series.size(); ++tau) {
    all.push_back(EnergyStatistic(series, tau, series.size()));
  }
  const Values view(series);
  Summary left = Summarize(view.first(split.tau)).value();
  Summary right = Summarize(view.subspan(split.tau)).value();
  const double student = StudentTest(left, right).value().p;
  const double welch = WelchTest(EstimateMean(left).value(), EstimateMean(right).value()).value().p;
  // Population variances in the place of sample variances, as some tools do.
  for (Summary* side : {&left, &right}) {
    side->sum_squares *= static_cast<double>(side->n - 1) / static_cast<double>(side->n);
  }
  return {{"q", split.q},
          {"tau", split.tau},
          {"kappa", split.kappa},
          {"q_full_at_tau", EnergyStatistic(series, split.tau, series.size())},
          {"q_all_kappa_T", all},
          {"p_student_sd_n_minus_1", student},
          {"p_welch_sd_n_minus_1", welch},
          {"p_student_population_sd_as_otava", StudentTest(left, right).value().p}};
}

json Permuted(const PermutationTest& test) {
  return {{"obs", test.observed},       {"contrast", test.observed},
          {"n_perm", test.assignments}, {"labelings", test.assignments},
          {"p_two_sided", test.p},      {"p_less", test.p_less},
          {"p_greater", test.p_greater}};
}

json Ranked(const RankTest& test, const json& in) {
  const ShiftEstimate shift = HodgesLehmann(Numbers(in["x"]), Numbers(in["y"]), 0.95).value();
  json figures = {{"W", test.u},
                  {"U", test.u},
                  {"rank_sum_x", test.rank_sum},
                  {"p", test.p},
                  {"p_two_sided", test.p},
                  {"p_less", test.p_less},
                  {"hl", shift.shift},
                  {"hl_median_pairwise", shift.shift},
                  {"achieved_conf", shift.achieved_confidence}};
  if (shift.interval) figures["ci"] = Pair(*shift.interval);
  return figures;
}

}  // namespace

void AddDistributionFreeVectors(VectorTable& table) {
  table["exact_bootstrap_of_mean"] = [](const json& in) { return ExactBootstrap(in, false); };
  table["exact_bootstrap_of_median"] = [](const json& in) { return ExactBootstrap(in, true); };
  table["e_divisive"] = EDivisive;
  table["permutation_of_contrast"] = [](const json& in) {
    return Permuted(PermuteSandwich(Numbers(in["A"]), Numbers(in["P"]), Numbers(in["B"])).value());
  };
  table["permutation_of_means"] = [](const json& in) {
    return Permuted(PermuteMeans(Numbers(in["x"]), Numbers(in["y"])).value());
  };
  table["mann_whitney_null"] = [](const json& in) {
    json cdf = json::array();
    for (size_t i = 0; i < in["w"].size(); ++i) {
      cdf.push_back(MannWhitneyLower(in["w"][i], in["n"][i], in["m"][i]));
    }
    return json{{"cdf", cdf}};
  };
  table["mann_whitney_exact"] = [](const json& in) {
    return Ranked(MannWhitneyExact(Numbers(in["x"]), Numbers(in["y"])).value(), in);
  };
  table["mann_whitney_midranks"] = [](const json& in) {
    return Ranked(MannWhitneyMidranks(Numbers(in["x"]), Numbers(in["y"])).value(), in);
  };
  table["mann_whitney_normal"] = [](const json& in) {
    return Ranked(MannWhitneyNormal(Numbers(in["x"]), Numbers(in["y"])).value(), in);
  };
  table["mann_whitney_ties"] = [](const json& in) {
    const std::vector<double> x = Numbers(in["x"]);
    const std::vector<double> y = Numbers(in["y"]);
    json figures = Ranked(MannWhitneyNormal(x, y).value(), in);
    figures["p_continuity"] = figures["p"];
    figures["p_no_continuity"] = MannWhitneyNormal(x, y, false).value().p;
    return figures;
  };
  table["brunner_munzel"] = [](const json& in) {
    const BrunnerMunzelTest test = BrunnerMunzel(Numbers(in["x"]), Numbers(in["y"])).value();
    return json{{"statistic", test.statistic}, {"p", test.p}};
  };
  table["brown_forsythe"] = [](const json& in) {
    const SpreadTest test = BrownForsythe(Numbers(in["x"]), Numbers(in["y"])).value();
    return json{{"W", test.f}, {"p", test.p}};
  };
  table["kolmogorov_smirnov"] = [](const json& in) {
    const DistributionTest test = KolmogorovSmirnov(Numbers(in["x"]), Numbers(in["y"])).value();
    return json{{"D", test.d}, {"p", test.p}};
  };
  table["shapiro_wilk"] = [](const json& in) {
    const NormalityTest test = ShapiroWilk(Numbers(in["x"])).value();
    return json{{"W", test.w}, {"p", test.p}};
  };
  table["effect_sizes"] = [](const json& in) {
    const std::vector<double> x = Numbers(in["x"]);
    const std::vector<double> y = Numbers(in["y"]);
    const EffectSizes sizes = StandardizedEffect(x, y).value();
    return json{{"sd_pooled", sizes.pooled_sd},
                {"cohen_d", sizes.cohen_d},
                {"hedges_J_exact", sizes.hedges_j},
                {"hedges_g", sizes.hedges_g},
                {"glass_delta_y", OrNull(sizes.glass_delta)},
                {"cliffs_delta", OrNull(CliffsDelta(x, y))},
                {"vargha_delaney_A", OrNull(VarghaDelaneyA(x, y))}};
  };
}

}  // namespace regress
