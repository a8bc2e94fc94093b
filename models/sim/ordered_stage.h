// SPDX-License-Identifier: Apache-2.0
// The ordered second stage of the checksum pool: items are computed in any order by any thread, and
// leave in the order in which they were queued.
//
//   drain: take the head if it is computed and nobody has claimed it; dispatch it; release; repeat
//
// The head stays in the list while it is dispatched: that keeps two threads from dispatching
// neighbours out of order, and makes everything wait behind a dispatch that blocks. Not for
// concurrent use: the models have one thread and threads of simulated time.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "models/sim/ring.h"

namespace regress {

class OrderedStage {
 public:
  void Append(uint32_t item) { order_.PushBack(item); }
  bool empty() const { return order_.empty(); }
  size_t size() const { return order_.size(); }
  uint32_t head() const { return order_.front(); }  // requires !empty()

  // Claims the head for the caller; false if there is none to dispatch now.
  template <typename IsComputed>
  bool ClaimHead(IsComputed is_computed) {
    if (order_.empty() || claimed_ || !is_computed(order_.front())) return false;
    claimed_ = true;
    return true;
  }

  // The claimed head was dispatched.
  void ReleaseHead() {
    if (!claimed_) throw std::logic_error("ordered stage: released without a claim");
    claimed_ = false;
    order_.PopFront();
  }

 private:
  Ring<uint32_t> order_;
  bool claimed_ = false;
};

}  // namespace regress
