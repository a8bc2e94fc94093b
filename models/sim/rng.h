// SPDX-License-Identifier: Apache-2.0
// The simulator's own random numbers: the same seed gives the same draws with every library and
// compiler, which the distributions of the standard library do not promise. Generator: xoshiro256**
// (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021), seeded through
// splitmix64. Only integer steps and exactly rounded floating-point operations are used, no
// function of libm.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace regress {

class Rng {
 public:
  explicit Rng(uint64_t seed) {
    for (uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
      word = mixed ^ (mixed >> 31);
    }
  }

  uint64_t Next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, 1), 53 random bits.
  double Uniform() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

  // Uniform in [0, bound), bound > 0; the bias is below 2^-32 for bounds that fit 32 bits.
  uint64_t Below(uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((Wide{Next()} * bound) >> 64);
  }

  // Exponential with mean 1 by von Neumann's comparison method (1951): no logarithm needed.
  double Exponential() {
    for (double whole = 0;; whole += 1) {
      const double first = Uniform();
      double previous = first;
      bool odd = true;  // length of the descending run so far is odd
      for (;;) {
        const double next = Uniform();
        if (next >= previous) break;
        previous = next;
        odd = !odd;
      }
      if (odd) return whole + first;
    }
  }

  // Standard normal to the accuracy that a service-time jitter needs: sum of 12 uniforms, |x| <= 6.
  double Normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += Uniform();
    return sum;
  }

 private:
  std::array<uint64_t, 4> state_{};
};

}  // namespace regress
