// SPDX-License-Identifier: Apache-2.0
// Random numbers of the resampling methods: the same seed gives the same figures with every library
// and compiler. splitmix64 (Steele, Lea and Flood, OOPSLA 2014), enough for shuffles and resamples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace regress {

class ResamplingRandom {
 public:
  explicit ResamplingRandom(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  // Uniform in [0, bound), bound > 0 and below 2^32; the bias is below 2^-32.
  size_t Below(size_t bound) { return static_cast<size_t>(((Next() >> 32) * bound) >> 32); }

  // Fisher and Yates.
  template <typename T>
  void Shuffle(std::span<T> values) {
    for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[Below(i)]);
  }

 private:
  uint64_t state_;
};

}  // namespace regress
