// SPDX-License-Identifier: Apache-2.0
// Locks of the executed reference code. The reference runs in one thread: what counts is that each
// lock costs the atomic operations that an uncontended lock costs, and that a lock that was left
// held is seen.
#pragma once

#include <atomic>
#include <cstdint>

namespace regress {

class SpinLock {
 public:
  void lock() {
    while (held_.exchange(true, std::memory_order_acquire)) {
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }
  bool held() const { return held_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> held_{false};
};

// The reading side of a reader/writer lock.
class ReadLock {
 public:
  void lock() { readers_.fetch_add(1, std::memory_order_acquire); }
  void unlock() { readers_.fetch_sub(1, std::memory_order_release); }
  bool held() const { return readers_.load(std::memory_order_relaxed) != 0; }

 private:
  std::atomic<int32_t> readers_{0};
};

}  // namespace regress
