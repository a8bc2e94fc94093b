// SPDX-License-Identifier: Apache-2.0
#include "stats/quantised.h"
#include "stats/summary.h"
#include "tests/stats/vector_functions.h"

namespace regress {

using nlohmann::json;

void AddPointVectors(VectorTable& table) {
  table["descriptive"] = [](const json& in) {
    const std::vector<double> x = Numbers(in["x"]);
    const Summary summary = Summarize(x).value();
    const double q1 = Quantile(x, 0.25).value();
    const double q3 = Quantile(x, 0.75).value();
    const double mad = MedianAbsoluteDeviation(x).value();
    return json{{"n", summary.n},
                {"mean", summary.mean},
                {"sd_sample", OrNull(summary.SampleSd())},
                {"sd_population", OrNull(summary.PopulationSd())},
                {"cv_sample_pct", 100 * summary.SampleCv().value()},
                {"cv_population_pct", 100 * summary.PopulationCv().value()},
                {"sem", OrNull(summary.StandardError())},
                {"median", OrNull(Median(x))},
                {"mad_raw", mad},
                {"mad_scaled_1.4826", 1.4826 * mad},
                {"q1_type7", q1},
                {"q3_type7", q3},
                {"q90_type7", OrNull(Quantile(x, 0.9))},
                {"q1_type6", OrNull(Quantile(x, 0.25, QuantileType::kType6))},
                {"iqr_type7", q3 - q1},
                {"min", summary.min},
                {"max", summary.max},
                {"geomean", OrNull(GeometricMean(x))},
                {"harmonic_mean", OrNull(HarmonicMean(x))},
                {"trim_mean_10pct", OrNull(TrimmedMean(x, 0.1))},
                {"trim_mean_25pct", OrNull(TrimmedMean(x, 0.25))},
                {"tukey_hinges", TukeyHinges(x).value()}};
  };
  table["median_ranks"] = [](const json& in) {
    const MedianRanks ranks = MedianIntervalRanks(in["n"], in["conf"]);
    return json{{"k", ranks.k}, {"coverage", ranks.coverage}};
  };
  table["sheppard"] = [](const json& in) {
    const std::vector<double> x = Numbers(in["x"]);
    const double quantum = in["quantum"];
    const Summary summary = Summarize(x).value();
    return json{{"variance", OrNull(summary.Variance())},
                {"sheppard_variance", SheppardVariance(summary.Variance().value(), quantum)},
                {"sd_floor", QuantumSdFloor(quantum)},
                {"distinct_values", DistinctValues(x, kDistinctLimit)},
                {"mean_rounded_interval",
                 Pair(QuantumMeanBound(summary.mean, quantum, Rounding::kNearest))},
                {"mean_truncated_interval",
                 Pair(QuantumMeanBound(summary.mean, quantum, Rounding::kTruncated))}};
  };
  table["resolution"] = [](const json& in) {
    const Summary a = Summarize(Numbers(in["A"])).value();
    const Summary p = Summarize(Numbers(in["P"])).value();
    const Summary b = Summarize(Numbers(in["B"])).value();
    const double midpoint = (a.mean + b.mean) / 2;
    const Interval bound = ResolutionBound(midpoint, p.mean, in["quantum"]).value();
    return json{{"delta_pct", 100 * (p.mean / midpoint - 1)},
                {"sd_a", OrNull(a.SampleSd())},
                {"sd_b", OrNull(b.SampleSd())},
                {"sd_p", OrNull(p.SampleSd())},
                {"resolution_bound_pct", {100 * bound.low, 100 * bound.high}}};
  };
}

}  // namespace regress
