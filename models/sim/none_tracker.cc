// SPDX-License-Identifier: Apache-2.0
// No inhibition: the kernel before the first series.
#include "models/sim/tracker.h"

namespace regress {
namespace {

class NoneTracker final : public Tracker {
 public:
  using Tracker::Tracker;
  void Inhibit(BufferId) override {}
  uint64_t ReleaseAll() override { return 0; }
  std::vector<BufferId> Tracked() const override { return {}; }
};

}  // namespace

std::unique_ptr<Tracker> MakeNoneTracker(BufferPool& buffers, int, uint64_t) {
  return std::make_unique<NoneTracker>(buffers);
}

}  // namespace regress
