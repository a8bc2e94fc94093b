// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_histogram.h"

#include <cmath>
#include <numeric>

namespace regress {
namespace {

constexpr unsigned kMaxCoarseness = 6;
constexpr size_t kPerGroup = 64;

double Representative(size_t bucket) {
  if (bucket < 2 * kPerGroup) return static_cast<double>(bucket);
  const int exponent = static_cast<int>(bucket / kPerGroup) - 1;
  const double in_group = static_cast<double>(bucket % kPerGroup) + 0.5;
  return std::ldexp(1.0, exponent + 6) + std::ldexp(in_group, exponent);
}

}  // namespace

std::optional<HistogramShape> ShapeOf(size_t counts) {
  for (unsigned coarseness = 0; coarseness <= kMaxCoarseness; ++coarseness) {
    if (counts == kHistogramBuckets >> coarseness) return HistogramShape{coarseness, 1};
    if (counts == kHistogramBucketsOld >> coarseness) return HistogramShape{coarseness, 1000};
  }
  return std::nullopt;
}

double BucketValue(const HistogramShape& shape, size_t index) {
  const size_t first = index << shape.coarseness;
  const size_t last = first + (size_t{1} << shape.coarseness) - 1;
  return (Representative(first) + Representative(last)) / 2 *
         static_cast<double>(shape.nanoseconds);
}

std::optional<double> HistogramPercentile(const HistogramShape& shape,
                                          std::span<const uint64_t> counts, double percent) {
  const uint64_t total = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  if (total == 0) return std::nullopt;
  const double wanted = std::ceil(percent / 100 * static_cast<double>(total));
  uint64_t seen = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    seen += counts[i];
    if (counts[i] > 0 && static_cast<double>(seen) >= wanted) return BucketValue(shape, i);
  }
  return std::nullopt;
}

}  // namespace regress
