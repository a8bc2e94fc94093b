// SPDX-License-Identifier: Apache-2.0
#include "stats/student_t.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "stats/df_table.h"
#include "stats/distributions.h"
#include "stats/power.h"

namespace regress {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

// Against Boost in long double, over the df and t of all three expansions and their borders.
TEST(StudentTTest, TailsAndQuantilesAgreeWithBoost) {
  size_t compared = 0;
  for (const double df :
       {0.7, 1.0, 1.2, 1.9, 2.0, 2.5, 4.73, 9.7, 14.0, 27.4, 99.0, 333.0, 1e4, 1e6}) {
    const boost::math::students_t_distribution<long double> reference(df);
    for (const double t :
         {1e-8, 0.01, 0.3, 0.9, 1.5, 2.0, 2.44, 2.46, 3.0, 4.0, 6.0, 9.0, 15.0, 30.0, 100.0, 1e4}) {
      const double tail = static_cast<double>(2 * cdf(complement(reference, t)));
      if (tail < 1e-290) continue;
      ++compared;
      EXPECT_NEAR(StudentTTwoSided(t, df) / tail, 1, 1e-11) << "df " << df << ", t " << t;
      EXPECT_NEAR(StudentTTwoSided(-t, df), StudentTTwoSided(t, df), 0);
      if (tail > 0.999999) continue;
      EXPECT_NEAR(StudentTUpperQuantile(tail / 2, df) / t, 1, 1e-11) << "df " << df << ", t " << t;
    }
  }
  EXPECT_GT(compared, 190u);
}

TEST(StudentTTest, QuantileAndTailAreInverseFarOut) {
  for (const double df : {1.0, 1.5, 3.0, 20.0, 500.0}) {
    for (const double upper : {1e-280, 1e-100, 1e-20, 1e-6, 0.1, 0.4999}) {
      const double t = StudentTUpperQuantile(upper, df);
      EXPECT_NEAR(StudentTUpper(t, df) / upper, 1, 1e-9) << "df " << df << ", upper " << upper;
    }
  }
}

TEST(StudentTTest, AnswersAtTheBordersOfTheDomain) {
  EXPECT_TRUE(std::isnan(StudentTUpper(kNan, 3)));
  EXPECT_TRUE(std::isnan(StudentTUpper(1, 0)));
  EXPECT_TRUE(std::isnan(StudentTUpper(1, -2)));
  EXPECT_TRUE(std::isnan(StudentTUpperQuantile(1.5, 3)));
  EXPECT_EQ(StudentTUpper(kInfinity, 3), 0);
  EXPECT_EQ(StudentTLower(kInfinity, 3), 1);
  EXPECT_EQ(StudentTTwoSided(0, 3), 1);
  EXPECT_EQ(StudentTUpperQuantile(0, 3), kInfinity);
  EXPECT_EQ(StudentTUpperQuantile(1, 3), -kInfinity);
  EXPECT_EQ(StudentTQuantile(0.5, 3), 0);
  EXPECT_NEAR(StudentTUpperQuantile(0.025, kInfinity), 1.959963984540054, 1e-14);
  EXPECT_NEAR(StudentTUpper(1e200, 1) / (1 / (M_PI * 1e200)), 1, 1e-12);
}

TEST(NoncentralTTest, BothTailsAgreeWithBoostAndAddUpToOne) {
  for (const double df : {1.0, 2.3, 6.0, 14.0, 42.0, 300.0}) {
    for (const double noncentrality : {-2.0, 0.0, 0.5, 2.8, 6.0}) {
      for (const double t : {-3.0, -0.5, 0.0, 0.7, 2.1, 5.0}) {
        const boost::math::non_central_t reference(df, noncentrality);
        const double lower = NoncentralTLower(t, df, noncentrality);
        EXPECT_NEAR(lower + NoncentralTUpper(t, df, noncentrality), 1, 1e-12);
        EXPECT_NEAR(lower, cdf(reference, t), 1e-9) << df << " " << noncentrality << " " << t;
      }
    }
  }
}

// Levels and degrees of freedom far out must neither hang nor give nonsense.
TEST(NoncentralTTest, ExtremesHaveTheirLimits) {
  EXPECT_NEAR(NoncentralTUpper(2, 1e300, 1.5), NormalUpper(0.5), 1e-12);
  EXPECT_NEAR(NoncentralTUpper(2, 1e11, 1.5) / NoncentralTUpper(2, 0.99e11, 1.5), 1, 1e-9);
  EXPECT_NEAR(NoncentralTUpper(1e7, 3, 1.01e6) / NoncentralTUpper(1e7, 3, 0.99e6), 1.06, 0.01);
  EXPECT_NEAR(NoncentralTUpper(1e9, 3, 1e200), 1, 1e-12);
  EXPECT_EQ(NoncentralTUpper(1e9, 3, -1e200), 0);
  EXPECT_EQ(NoncentralTUpper(3, 5, -1e6), 0);
  EXPECT_NEAR(StudentTTwoSided(3, 1e300), 2 * NormalUpper(3), 1e-15);
  EXPECT_NEAR(StudentTTwoSided(3, 1e14) / (2 * NormalUpper(3)), 1, 1e-10);
  EXPECT_NEAR(StudentTTwoSided(1, 1e-300), 1, 1e-9);
  const double noncentrality = NoncentralityForPower(1, 1e-300, 0.8);
  EXPECT_TRUE(std::isfinite(noncentrality) && noncentrality > 1e299);
}

TEST(NoncentralTTest, IsCentralWithoutNoncentrality) {
  for (const double df : {1.0, 3.7, 40.0}) {
    for (const double t : {-9.0, -1.0, 0.4, 12.0}) {
      EXPECT_NEAR(NoncentralTLower(t, df, 0) / StudentTLower(t, df), 1, 1e-12);
    }
  }
}

TEST(DfTableTest, IsTheFunctionToRoundingAccuracy) {
  for (const double alpha : {0.2, 0.05, 0.01, 0.001}) {
    const auto quantile = [=](double df) { return StudentTUpperQuantile(alpha / 2, df); };
    const auto power = [=](double df) { return NoncentralityForPower(df, alpha, 0.8); };
    const DfTable quantile_table(quantile);
    const DfTable power_table(power);
    double df = 1;
    while (df < 1e6) {
      EXPECT_NEAR(quantile_table(df) / quantile(df), 1, 1e-10) << alpha << " " << df;
      if (df < 1000) {
        EXPECT_NEAR(power_table(df) / power(df), 1, 1e-10) << alpha << " " << df;
      }
      df *= 1.083;
    }
    EXPECT_NEAR(quantile_table(kInfinity) / -NormalQuantile(alpha / 2), 1, 1e-10);
    EXPECT_EQ(quantile_table(0.8), quantile(0.8));
    EXPECT_TRUE(std::isnan(quantile_table(0)));
    EXPECT_TRUE(std::isnan(quantile_table(kNan)));
  }
}

TEST(PowerTest, TheEffectFoundHasThePowerAskedFor) {
  for (const double df : {1.3, 6.0, 15.54, 80.0}) {
    const double noncentrality = NoncentralityForPower(df, 0.05, 0.8);
    const double critical = StudentTUpperQuantile(0.025, df);
    const double power = NoncentralTUpper(critical, df, noncentrality) +
                         NoncentralTLower(-critical, df, noncentrality);
    EXPECT_NEAR(power, 0.8, 1e-10);
  }
  EXPECT_TRUE(std::isnan(NoncentralityForPower(0, 0.05, 0.8)));
  EXPECT_TRUE(std::isnan(NoncentralityForPower(6, 0.8, 0.05)));
  EXPECT_TRUE(std::isnan(SandwichStandardError(0.01, 0)));
}

TEST(PowerTest, RoundsForAnEffect) {
  EXPECT_FALSE(TwoSampleRounds(0, 1, 1, 0.05, 0.8));
  EXPECT_FALSE(TwoSampleRounds(1, 0, 0, 0.05, 0.8));
  EXPECT_FALSE(TwoSampleRounds(1e-9, 1, 1, 0.05, 0.8));
  EXPECT_FALSE(TwoSampleRounds(1, kNan, 1, 0.05, 0.8));
  EXPECT_EQ(TwoSampleRounds(1e6, 1, 1, 0.05, 0.8), 2);
  // More spread or less difference needs more rounds; unequal spreads lie between the equal ones.
  const double both_small = TwoSampleRounds(1, 1, 1, 0.05, 0.8).value();
  const double unequal = TwoSampleRounds(1, 1, 2, 0.05, 0.8).value();
  const double both_large = TwoSampleRounds(1, 2, 2, 0.05, 0.8).value();
  EXPECT_LT(both_small, unequal);
  EXPECT_LT(unequal, both_large);
  EXPECT_NEAR(TwoSampleRounds(10, 20, 20, 0.05, 0.8).value(), both_large, 1e-9);
  EXPECT_FALSE(TwoSampleDetectableDifference(1, 1, 0.05, 0.8));
  EXPECT_GT(TwoSamplePower(15, 1, 1, 0.05, true), TwoSamplePower(15, 1, 1, 0.05));
}

}  // namespace
}  // namespace regress
