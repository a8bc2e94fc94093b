// SPDX-License-Identifier: Apache-2.0
// Pending events of a discrete-event model, earliest first; equal times leave in the order they
// came, which makes a run a function of its seed. A binary heap: the models keep few events pending
// (one per actor).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regress {

struct Event {
  int64_t time_ns = 0;
  uint64_t order = 0;  // how many events were pushed before this one
  uint32_t kind = 0;   // the model's own meaning
  uint32_t index = 0;
};

class EventQueue {
 public:
  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  uint64_t pushed() const { return pushed_; }
  const Event& top() const { return heap_.front(); }

  void Push(int64_t time_ns, uint32_t kind, uint32_t index) {
    const Event event{time_ns, pushed_++, kind, index};
    heap_.push_back(event);
    size_t place = heap_.size() - 1;
    while (place > 0) {
      const size_t parent = (place - 1) / 2;
      if (!Before(event, heap_[parent])) break;
      heap_[place] = heap_[parent];
      place = parent;
    }
    heap_[place] = event;
  }

  // Requires !empty().
  Event Pop() {
    const Event first = heap_.front();
    const Event last = heap_.back();
    heap_.pop_back();
    const size_t count = heap_.size();
    if (count == 0) return first;
    size_t place = 0;
    for (size_t child = 1; child < count; child = 2 * place + 1) {
      if (child + 1 < count && Before(heap_[child + 1], heap_[child])) ++child;
      if (!Before(heap_[child], last)) break;
      heap_[place] = heap_[child];
      place = child;
    }
    heap_[place] = last;
    return first;
  }

 private:
  static bool Before(const Event& left, const Event& right) {
    return left.time_ns != right.time_ns ? left.time_ns < right.time_ns : left.order < right.order;
  }

  std::vector<Event> heap_;
  uint64_t pushed_ = 0;
};

}  // namespace regress
