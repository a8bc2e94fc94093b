// SPDX-License-Identifier: Apache-2.0
// A set of small whole numbers with "the smallest one at or above x" in constant time: a bitmap
// with summary bitmaps above it, each bit of which says whether a word below has any bit set. Grows
// on Insert.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace regress {

class AddressSet {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit AddressSet(uint32_t size = 64) { Grow(size); }

  bool Contains(uint32_t address) const {
    const size_t word = address / 64;
    return word < levels_[0].size() && ((levels_[0][word] >> (address % 64)) & 1) != 0;
  }

  void Insert(uint32_t address) {
    if (address / 64 >= levels_[0].size()) Grow(address + 1 + address / 2);
    size_t index = address;
    for (std::vector<uint64_t>& level : levels_) {
      uint64_t& word = level[index / 64];
      const bool had_any = word != 0;
      word |= uint64_t{1} << (index % 64);
      if (had_any) return;
      index /= 64;
    }
  }

  void Erase(uint32_t address) {
    if (!Contains(address)) return;
    size_t index = address;
    for (std::vector<uint64_t>& level : levels_) {
      uint64_t& word = level[index / 64];
      word &= ~(uint64_t{1} << (index % 64));
      if (word != 0) return;
      index /= 64;
    }
  }

  // The smallest member >= `from`, kNone if there is none.
  uint32_t NextFrom(uint32_t from) const {
    size_t index = from;
    for (size_t level = 0; level < levels_.size(); ++level) {
      const size_t word = index / 64;
      if (word >= levels_[level].size()) return kNone;
      const uint64_t bits = levels_[level][word] >> (index % 64);
      if (bits != 0) return Descend(level, index + static_cast<size_t>(std::countr_zero(bits)));
      index = word + 1;  // nothing in this word: ask the level above for a later one
    }
    return kNone;
  }

 private:
  // The smallest member below bit `index` of `level`.
  uint32_t Descend(size_t level, size_t index) const {
    while (level > 0) {
      --level;
      index = index * 64 + static_cast<size_t>(std::countr_zero(levels_[level][index]));
    }
    return static_cast<uint32_t>(index);
  }

  void Grow(uint32_t size) {
    size_t bits = size;
    for (size_t level = 0;; ++level) {
      const size_t words = (bits + 63) / 64;
      if (level == levels_.size()) {
        levels_.emplace_back();
        // A new top level summarises what the old top had.
        if (level > 0) {
          levels_[level].assign(words, 0);
          for (size_t i = 0; i < levels_[level - 1].size(); ++i)
            if (levels_[level - 1][i] != 0) levels_[level][i / 64] |= uint64_t{1} << (i % 64);
        }
      }
      levels_[level].resize(words, 0);
      if (words == 1) return;
      bits = words;
    }
  }

  std::vector<std::vector<uint64_t>> levels_;  // [0] has a bit for each address
};

}  // namespace regress
