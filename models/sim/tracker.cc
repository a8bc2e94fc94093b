// SPDX-License-Identifier: Apache-2.0
#include "models/sim/tracker.h"

#include <fmt/format.h>

#include <array>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr int kMostSlots = 4096;
// CLOCK's reference bits are one word and its hand wraps by a mask; the patch asserts at most 32
// slots. The model's word has 64 bits so that a sweep may look beyond.
constexpr std::array<int, 6> kClockSlots = {1, 2, 4, 8, 16, 32};

constexpr std::string_view kClockRule =
    "the hand wraps by a mask and the reference bits fill one 32-bit word";

constexpr std::array<TrackerKind, 9> kKinds = {{
    {"none", "no inhibition", 0, 0, {}, "", false, MakeNoneTracker},
    {"array", "non-evicting array", 32, kMostSlots, {}, "", false, MakeArrayTracker},
    {"clock", "CLOCK (second chance) array", 8, 64, kClockSlots, kClockRule, true,
     MakeClockTracker},
    {"xarray", "unbounded xarray", 0, 0, {}, "", false, MakeXarrayTracker},
    {"fifo", "first in, first out", 8, kMostSlots, {}, "", true, MakeFifoTracker},
    {"lru", "least recently used", 8, kMostSlots, {}, "", true, MakeLruTracker},
    {"sieve", "SIEVE: lazy promotion", 8, kMostSlots, {}, "", true, MakeSieveTracker},
    {"s3fifo", "S3-FIFO: small, main, ghost", 8, kMostSlots, {}, "", true, MakeS3FifoTracker},
    {"random", "random victim", 8, kMostSlots, {}, "", true, MakeRandomTracker},
}};

}  // namespace

uint64_t Tracker::DropAll(std::vector<BufferId>& held) {
  for (const BufferId id : held) Drop(id);
  const uint64_t walked = held.size();
  held.clear();
  return walked;
}

std::span<const TrackerKind> TrackerKinds() {
  return kKinds;
}

std::unique_ptr<Tracker> MakeTracker(std::string_view name, BufferPool& buffers, int slots,
                                     uint64_t seed) {
  for (const TrackerKind& kind : kKinds) {
    if (kind.name != name) continue;
    if (kind.max_slots > 0 && (slots < 1 || slots > kind.max_slots)) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("{} takes 1 to {} slots, not {}", name, kind.max_slots, slots));
    }
    return kind.make(buffers, slots, seed);
  }
  throw Error(ErrorKind::kUsage, fmt::format("unknown tracker {}", name));
}

}  // namespace regress
