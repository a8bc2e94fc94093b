// SPDX-License-Identifier: Apache-2.0
// One bit per block of a folio, at most 512 of them. Ranges are [first, first + count).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace regress {

inline constexpr int kMaxFolioBlocks = 512;

class BlockBitmap {
 public:
  void Set(int first, int count) {
    ForWords(first, count, [](uint64_t& word, uint64_t mask) { word |= mask; });
  }
  void Clear(int first, int count) {
    ForWords(first, count, [](uint64_t& word, uint64_t mask) { word &= ~mask; });
  }
  bool Test(int block) const { return (words_[Word(block)] >> (block & 63) & 1) != 0; }

  // First set (clear) block at or after `from`, or `end` if there is none before it.
  int NextSet(int from, int end) const { return Next(from, end, 0); }
  int NextClear(int from, int end) const { return Next(from, end, ~uint64_t{0}); }

  bool AnySet(int blocks) const { return NextSet(0, blocks) < blocks; }
  bool AllSet(int blocks) const { return NextClear(0, blocks) == blocks; }
  int Count() const {
    int sum = 0;
    for (const uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }
  int CountIn(int first, int count) const {
    int sum = 0;
    for (int block = first; block < first + count;) {
      const int stop = std::min(first + count, (block | 63) + 1);
      sum += std::popcount(words_[Word(block)] & Mask(block & 63, stop - block));
      block = stop;
    }
    return sum;
  }
  bool operator==(const BlockBitmap&) const = default;

 private:
  static size_t Word(int block) { return static_cast<size_t>(block) / 64; }
  static uint64_t Mask(int shift, int count) {
    return (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << shift;
  }

  template <typename Change>
  void ForWords(int first, int count, Change change) {
    for (int block = first; block < first + count;) {
      const int stop = std::min(first + count, (block | 63) + 1);
      change(words_[Word(block)], Mask(block & 63, stop - block));
      block = stop;
    }
  }

  // `flip` is all ones to look for clear blocks.
  int Next(int from, int end, uint64_t flip) const {
    while (from < end) {
      const uint64_t rest = (words_[Word(from)] ^ flip) >> (from & 63);
      if (rest != 0) return std::min(end, from + std::countr_zero(rest));
      from = (from | 63) + 1;
    }
    return end;
  }

  std::array<uint64_t, kMaxFolioBlocks / 64> words_{};
};

}  // namespace regress
