// SPDX-License-Identifier: Apache-2.0
// Power of t tests by the noncentral t distribution: the smallest effect a comparison could have
// shown (minimum detectable effect, MDE) and the rounds that an effect needs. All two-sided.
#pragma once

#include <optional>

namespace regress {

// The noncentrality at which a two-sided test at level alpha with `df` degrees of freedom rejects
// with probability `power`: MDE = noncentrality x standard error. NaN unless 0 < alpha < power < 1
// and df > 0.
double NoncentralityForPower(double df, double alpha, double power);
// The usual approximation t(1 - alpha/2) + t(power), within 0.5 % of it for df >= 6.
double ApproximateNoncentrality(double df, double alpha, double power);

// Standard error of (patched - midpoint) / midpoint when each of the three points has `rounds`
// rounds with coefficient of variation `cv` and boots scatter by `between_boot_cv`: cv^2 1.5 / n
// + 1.5 tau^2.
double SandwichStandardError(double cv, double rounds, double between_boot_cv = 0);

// Student's two-sample test with `rounds` each and common sd. `strict` counts rejections in the
// wrong direction as well, which R's power.t.test leaves out unless asked.
double TwoSamplePower(double rounds, double difference, double sd, double alpha,
                      bool strict = false);
std::optional<double> TwoSampleDetectableDifference(double rounds, double sd, double alpha,
                                                    double power);
// Rounds for each side, a real number from 2 on (round it up); sd1 and sd2 may differ (Welch).
// Population sds, of as many rounds as the answer says, are smaller than sample sds by sqrt((n - 1)
// / n). None if the difference is zero, if both sd are, or if the answer is beyond 10^7.
enum class SdKind { kSample, kPopulation };
std::optional<double> TwoSampleRounds(double difference, double sd1, double sd2, double alpha,
                                      double power, SdKind kind = SdKind::kSample);

}  // namespace regress
