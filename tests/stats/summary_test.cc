// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace regress {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
using List = std::vector<double>;

TEST(SummaryTest, NoValuesAndValuesThatAreNotFiniteHaveNoSummary) {
  for (const List& values :
       {List{}, List{kNan}, List{1, kInfinity}, List{1, kNan, 2}, List{-kInfinity}}) {
    EXPECT_FALSE(Summarize(values));
    EXPECT_FALSE(SummarizeLogs(values));
    EXPECT_FALSE(Mean(values));
    EXPECT_FALSE(Median(values));
    EXPECT_FALSE(Quantile(values, 0.25, QuantileType::kType6));
    EXPECT_FALSE(MedianAbsoluteDeviation(values));
    EXPECT_FALSE(TukeyHinges(values));
    EXPECT_FALSE(GeometricMean(values));
    EXPECT_FALSE(HarmonicMean(values));
    EXPECT_FALSE(TrimmedMean(values, 0.1));
  }
}

TEST(SummaryTest, OneValueHasAMeanButNoSampleSpread) {
  const Summary one = Summarize(List{4}).value();
  EXPECT_EQ(one.mean, 4);
  EXPECT_FALSE(one.Variance());
  EXPECT_FALSE(one.SampleSd());
  EXPECT_FALSE(one.StandardError());
  EXPECT_FALSE(one.SampleCv());
  EXPECT_EQ(one.PopulationSd(), 0);
  EXPECT_EQ(Quantile(List{4}, 0.9, QuantileType::kType6), 4);
  EXPECT_EQ(Summary{}.PopulationVariance(), std::nullopt);
}

TEST(SummaryTest, TwoValues) {
  const Summary two = Summarize(List{1, 4}).value();
  EXPECT_EQ(two.mean, 2.5);
  EXPECT_DOUBLE_EQ(two.SampleSd().value(), 3 / std::sqrt(2.0));
  EXPECT_EQ(Median(List{1, 4}), 2.5);
}

// 0.1 has no exact double: the mean of equal values must not differ from them by a rounding error.
TEST(SummaryTest, EqualValuesHaveNoSpreadAtAll) {
  const Summary equal = Summarize(List(15, 0.1)).value();
  EXPECT_EQ(equal.mean, 0.1);
  EXPECT_EQ(equal.Variance(), 0);
  EXPECT_EQ(equal.SampleCv(), 0);
}

TEST(SummaryTest, SpreadSurvivesALargeMean) {
  const Summary summary = Summarize(List{1e12 + 1, 1e12 + 2, 1e12 + 3}).value();
  EXPECT_DOUBLE_EQ(summary.Variance().value(), 1);
  EXPECT_EQ(summary.mean, 1e12 + 2);
}

TEST(SummaryTest, HugeFiniteValuesKeepAFiniteMean) {
  const Summary summary = Summarize(List{1.6e308, 1.6e308, 1.4e308}).value();
  EXPECT_NEAR(summary.mean / 1e308, 4.6 / 3, 1e-12);
}

TEST(SummaryTest, VariationAboutZeroHasNoMeaning) {
  EXPECT_FALSE(Summarize(List{-1, 1}).value().SampleCv());
  EXPECT_DOUBLE_EQ(Summarize(List{-1, -3}).value().SampleCv().value(), std::sqrt(2.0) / 2);
  EXPECT_FALSE(GeometricMean(List{1, 0}));
  EXPECT_FALSE(GeometricMean(List{1, -1}));
  EXPECT_FALSE(HarmonicMean(List{1, 0}));
}

TEST(SummaryTest, QuantilesAtTheEndsAndOutside) {
  const List values = {3, 1, 2};
  for (const QuantileType type : {QuantileType::kType6, QuantileType::kType7}) {
    EXPECT_EQ(Quantile(values, 0, type), 1);
    EXPECT_EQ(Quantile(values, 1, type), 3);
    EXPECT_FALSE(Quantile(values, -0.1, type));
    EXPECT_FALSE(Quantile(values, kNan, type));
  }
  EXPECT_FALSE(TrimmedMean(values, 0.5));
  EXPECT_FALSE(TrimmedMean(values, kNan));
}

TEST(SummaryTest, MomentsGiveTheSummaryBack) {
  const List values = {37, 38, 39, 41};
  const Summary direct = Summarize(values).value();
  const Summary moments = SummaryFromMoments(4, direct.mean, direct.SampleSd().value());
  EXPECT_DOUBLE_EQ(moments.SampleSd().value(), direct.SampleSd().value());
  EXPECT_DOUBLE_EQ(moments.StandardError().value(), direct.StandardError().value());
  EXPECT_EQ(SummaryFromMoments(0, 1, 1).sum_squares, 0);
  for (const double sd : {-1.0, kNan, kInfinity}) {
    EXPECT_EQ(SummaryFromMoments(5, 1, sd).n, 1u);
    EXPECT_EQ(SummaryFromMoments(5, 1, sd).sum_squares, 0);
  }
}

// Scaling the unit scales location and spread; shifting moves location only.
TEST(SummaryTest, ScaleAndShift) {
  const List values = {2943.11, 2951.72, 2938.05, 2960.44, 2929.87};
  List scaled;
  List shifted;
  for (const double value : values) {
    scaled.push_back(value * 1024);
    shifted.push_back(value - 2000);
  }
  const Summary base = Summarize(values).value();
  EXPECT_DOUBLE_EQ(Summarize(scaled).value().SampleCv().value(), base.SampleCv().value());
  EXPECT_NEAR(Summarize(shifted).value().SampleSd().value(), base.SampleSd().value(), 1e-10);
  EXPECT_DOUBLE_EQ(Median(scaled).value(), 1024 * Median(values).value());
}

}  // namespace
}  // namespace regress
