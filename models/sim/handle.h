// SPDX-License-Identifier: Apache-2.0
// Transaction handles. Each tracks buffers of its own; several can be open at once and a handle can
// be joined by code that runs inside it (nesting): only the outermost end drops what it tracks.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/sim/counters.h"
#include "models/sim/tracker.h"

namespace regress {

struct Handle {
  uint32_t id = 0;
  uint32_t use_count = 0;
  std::unique_ptr<Tracker> tracker;
  uint64_t evictions_before = 0;  // of its tracker when it started
};

class HandleTable {
 public:
  // Makes the tracker of a handle; `seed` differs from handle to handle.
  using MakeHandleTracker = std::function<std::unique_ptr<Tracker>(uint64_t seed)>;

  HandleTable(MakeHandleTracker make, InhibitionCounters& counters)
      : make_(std::move(make)), counters_(counters) {}

  Handle& Start();
  void Join(Handle& handle) { ++handle.use_count; }
  // The outermost end releases everything that the handle tracks, before anything else may happen;
  // true if this was it.
  bool End(Handle& handle);

 private:
  MakeHandleTracker make_;
  InhibitionCounters& counters_;
  std::vector<std::unique_ptr<Handle>> all_;
  std::vector<Handle*> idle_;
};

}  // namespace regress
