// SPDX-License-Identifier: Apache-2.0
// The buckets of fio's latency histograms: 64 per power of two. A bucket below 128 holds one value;
// bucket i from there on stands for 2^(e+6) + (i mod 64 + 0.5) * 2^e with e = i / 64 - 1. Logs may
// merge 2^coarseness neighbours; the merged bucket stands for the middle of its ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace regress {

constexpr size_t kHistogramBuckets = 1856;     // nanoseconds, fio 2.99 and later
constexpr size_t kHistogramBucketsOld = 1216;  // microseconds, before

struct HistogramShape {
  unsigned coarseness = 0;   // buckets are merged by 2^coarseness
  uint64_t nanoseconds = 1;  // per unit of the bucket values
};

// From the number of counts in a row; nullopt if no histogram of fio has so many.
std::optional<HistogramShape> ShapeOf(size_t counts);

// Nanoseconds that bucket `index` of a log of this shape stands for.
double BucketValue(const HistogramShape& shape, size_t index);

// Value of the bucket that holds the sample of rank ceil(percent / 100 * total); nullopt without
// samples.
std::optional<double> HistogramPercentile(const HistogramShape& shape,
                                          std::span<const uint64_t> counts, double percent);

}  // namespace regress
