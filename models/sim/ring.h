// SPDX-License-Identifier: Apache-2.0
// A first-in, first-out list in one growing array: what std::deque offers, without its block
// arithmetic in the event loops. T is small and copied.
#pragma once

#include <cstddef>
#include <vector>

namespace regress {

template <typename T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  const T& front() const { return slots_[first_]; }  // requires !empty()

  void PushBack(const T& value) {
    if (size_ == slots_.size()) Grow();
    slots_[(first_ + size_) & (slots_.size() - 1)] = value;
    ++size_;
  }

  // Requires !empty().
  T PopFront() {
    const T value = slots_[first_];
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
    return value;
  }

 private:
  void Grow() {
    std::vector<T> larger(slots_.empty() ? 16 : slots_.size() * 2);
    for (size_t i = 0; i < size_; ++i) larger[i] = slots_[(first_ + i) & (slots_.size() - 1)];
    slots_.swap(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  // a power of two of them
  size_t first_ = 0;
  size_t size_ = 0;
};

}  // namespace regress
