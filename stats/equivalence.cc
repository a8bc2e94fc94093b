// SPDX-License-Identifier: Apache-2.0
#include "stats/equivalence.h"

#include <cmath>

#include "stats/student_t.h"

namespace regress {
namespace {

struct Side {
  double t = 0;
  double df = 0;
};

// t of value - theta reference - shift.
std::optional<Side> OneSide(const MeanEstimate& value, const MeanEstimate& reference, double theta,
                            double shift) {
  const MeanEstimate scaled{theta * reference.mean + shift, theta * theta * reference.variance,
                            reference.df};
  const double df = EffectiveDf(value, scaled);
  const double error = std::sqrt(value.variance + scaled.variance);
  if (!(df > 0) || !std::isfinite(error)) return std::nullopt;
  return Side{(value.mean - scaled.mean) / error, df};
}

std::optional<EquivalenceTest> Join(std::optional<Side> lower, std::optional<Side> upper) {
  if (!lower || !upper) return std::nullopt;
  return EquivalenceTest{.t_lower = lower->t,
                         .t_upper = upper->t,
                         .df_lower = lower->df,
                         .df_upper = upper->df,
                         .p_lower = StudentTUpper(lower->t, lower->df),
                         .p_upper = StudentTLower(upper->t, upper->df)};
}

}  // namespace

std::optional<EquivalenceTest> RatioEquivalence(const MeanEstimate& value,
                                                const MeanEstimate& reference, double margin) {
  if (!(margin > 0 && margin < 1) || !(reference.mean > 0)) return std::nullopt;
  return Join(OneSide(value, reference, 1 - margin, 0),
              OneSide(value, reference, 1 / (1 - margin), 0));
}

std::optional<EquivalenceTest> DifferenceEquivalence(const MeanEstimate& value,
                                                     const MeanEstimate& reference, double margin) {
  if (!(margin > 0) || !std::isfinite(margin)) return std::nullopt;
  return Join(OneSide(value, reference, 1, -margin), OneSide(value, reference, 1, margin));
}

}  // namespace regress
