// SPDX-License-Identifier: Apache-2.0
// Trackers: the sequence worked out by hand, reference and inhibitor counts, and each tracker
// against a naive version of itself on long random sequences.
#include "models/sim/tracker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <string>

#include "models/data/error.h"
#include "models/sim/clock_tracker.h"
#include "models/sim/rng.h"

namespace regress {
namespace {

using testing::ElementsAre;

// Buffers named by letters.
class Letters {
 public:
  explicit Letters(std::string_view letters) {
    for (const char letter : letters)
      ids_[letter] = buffers.Create(TreeId::kFs, 0, static_cast<uint32_t>(ids_.size()), true);
  }
  BufferId operator[](char letter) const { return ids_.at(letter); }
  std::string Names(const std::vector<BufferId>& tracked) const {
    std::string names;
    for (const BufferId id : tracked)
      for (const auto& [letter, own] : ids_)
        if (own == id) names += letter;
    return names;
  }

  BufferPool buffers;

 private:
  std::map<char, BufferId> ids_;
};

std::string After(std::string_view name, int slots, std::string_view touches) {
  Letters letters("ABCDEFGH");
  const auto tracker = MakeTracker(name, letters.buffers, slots, 1);
  for (const char letter : touches) tracker->Inhibit(letters[letter]);
  return letters.Names(tracker->Tracked());
}

TEST(TrackerTest, SequenceWorkedOutByHand) {
  // A B C D inserted; A, C used; E, F, G inserted; all four used in slot order; H inserted.
  EXPECT_EQ(After("clock", 4, "ABCDACE"), "AECD");
  EXPECT_EQ(After("clock", 4, "ABCDACEF"), "AECF");
  EXPECT_EQ(After("clock", 4, "ABCDACEFG"), "GECF");
  EXPECT_EQ(After("clock", 4, "ABCDACEFGGECFH"), "GHCF");
  EXPECT_EQ(After("array", 4, "ABCDACEFGGECFH"), "ABCD");
  EXPECT_EQ(After("fifo", 4, "ABCDACEFGH"), "EFGH");
  // By use, least recent first.
  EXPECT_EQ(After("lru", 4, "ABCDACE"), "DACE");
  EXPECT_EQ(After("lru", 4, "ABCDACEF"), "ACEF");
  EXPECT_EQ(After("lru", 4, "ABCDACEFG"), "CEFG");
  EXPECT_EQ(After("lru", 4, "ABCDACEFGGECFH"), "ECFH");
  // In order of arrival; the hand stays where it evicted.
  EXPECT_EQ(After("sieve", 4, "ABCDACE"), "ACDE");
  EXPECT_EQ(After("sieve", 4, "ABCDACEF"), "ACEF");
  EXPECT_EQ(After("none", 0, "ABC"), "");
  EXPECT_EQ(After("xarray", 0, "ABCDEFGHA"), "ABCDEFGH");
}

TEST(TrackerTest, ClockHandAndBitsWorkedOutByHand) {
  Letters letters("ABCDEFGH");
  ClockTracker clock(letters.buffers, 4);
  const auto touch = [&](std::string_view touches) {
    for (const char letter : touches) clock.Inhibit(letters[letter]);
  };
  touch("ABCD");
  EXPECT_EQ(clock.hand(), 0u);
  EXPECT_EQ(clock.reference_bits(), 0b0000u);
  touch("AC");
  EXPECT_EQ(clock.reference_bits(), 0b0101u);  // slots 0 and 2
  touch("E");
  EXPECT_EQ(clock.hand(), 2u);
  EXPECT_EQ(clock.reference_bits(), 0b0100u);
  touch("F");
  EXPECT_EQ(clock.hand(), 0u);
  EXPECT_EQ(clock.reference_bits(), 0b0000u);
  touch("G");
  EXPECT_EQ(clock.hand(), 1u);
  touch("GECF");
  EXPECT_EQ(clock.reference_bits(), 0b1111u);
  touch("H");
  EXPECT_EQ(clock.hand(), 2u);
  EXPECT_EQ(clock.reference_bits(), 0b0000u);
  EXPECT_EQ(clock.most_bits_cleared(), 4u);
  EXPECT_EQ(clock.evictions(), 4u);
}

// I10
TEST(TrackerTest, ClockStateStaysInBounds) {
  for (int slots = 1; slots <= 64; ++slots) {
    Letters letters("A");
    ClockTracker clock(letters.buffers, slots);
    std::vector<BufferId> ids;
    for (uint32_t i = 0; i < 200; ++i)
      ids.push_back(letters.buffers.Create(TreeId::kFs, 0, 100 + i, true));
    Rng rng(static_cast<uint64_t>(slots));
    for (int step = 0; step < 3000; ++step) {
      clock.Inhibit(ids[rng.Below(ids.size())]);
      ASSERT_LT(clock.hand(), static_cast<size_t>(slots));
      if (slots < 64) {
        ASSERT_EQ(clock.reference_bits() >> slots, 0u);
      }
    }
    EXPECT_LE(clock.most_bits_cleared(), static_cast<uint64_t>(slots));
  }
}

// I17: a copied buffer is stale, but its slot is taken until it is evicted.
TEST(TrackerTest, StaleBufferKeepsItsSlotAndItsMemory) {
  Letters letters("ABC");
  const auto tracker = MakeTracker("fifo", letters.buffers, 2, 1);
  tracker->Inhibit(letters['A']);
  letters.buffers.Detach(letters['A']);
  tracker->Inhibit(letters['B']);
  EXPECT_EQ(letters.Names(tracker->Tracked()), "AB");
  EXPECT_EQ(letters.buffers[letters['A']].refs, 1u);
  // I2: its place is not given away while a slot points at it.
  EXPECT_NE(letters.buffers.Create(TreeId::kFs, 0, 99, true), letters['A']);
  tracker->Inhibit(letters['C']);
  EXPECT_EQ(letters.Names(tracker->Tracked()), "CB");
  EXPECT_EQ(letters.buffers.Create(TreeId::kFs, 0, 100, true), letters['A']);
}

TEST(TrackerTest, XarrayDropsAnotherObjectAtTheSameAddress) {
  BufferPool buffers;
  const BufferId first = buffers.Create(TreeId::kFs, 0, 7, true);
  const BufferId second = buffers.Create(TreeId::kFs, 0, 7, true);
  const auto tracker = MakeTracker("xarray", buffers, 0, 1);
  tracker->Inhibit(first);
  tracker->Inhibit(second);
  EXPECT_THAT(tracker->Tracked(), ElementsAre(second));
  EXPECT_EQ(buffers[first].inhibitors, 0u);
  EXPECT_EQ(tracker->ReleaseAll(), 1u);
}

TEST(TrackerTest, RefusesUnknownNamesAndSlots) {
  BufferPool buffers;
  EXPECT_THROW(MakeTracker("clocks", buffers, 8, 1), Error);
  EXPECT_THROW(MakeTracker("clock", buffers, 0, 1), Error);
  EXPECT_THROW(MakeTracker("clock", buffers, 65, 1), Error);
  EXPECT_THROW(MakeTracker("array", buffers, 4097, 1), Error);
}

// --- naive versions ------------------------------------------------------------------------------

struct Naive {
  virtual ~Naive() = default;
  virtual void Inhibit(BufferId id, uint32_t address) = 0;
  virtual std::vector<BufferId> TakeAll() = 0;  // and forget
  virtual std::vector<BufferId> Held() const = 0;
  uint64_t evictions = 0;
};

struct NaiveNone : Naive {
  void Inhibit(BufferId, uint32_t) override {}
  std::vector<BufferId> TakeAll() override { return {}; }
  std::vector<BufferId> Held() const override { return {}; }
};

// Holds the first `limit` different buffers; with no limit that is the xarray.
struct NaiveFirst : Naive {
  explicit NaiveFirst(size_t l) : limit(l) {}
  void Inhibit(BufferId id, uint32_t) override {
    if (held.size() < limit) held.insert(id);
  }
  std::vector<BufferId> TakeAll() override {
    const auto all = Held();
    held.clear();
    return all;
  }
  std::vector<BufferId> Held() const override { return {held.begin(), held.end()}; }
  size_t limit;
  std::set<BufferId> held;
};

// A list of entries and a rule for the victim.
struct Entry {
  BufferId id;
  uint64_t arrival;
  uint64_t last_use;
  bool referenced;
};

struct NaiveList : Naive {
  explicit NaiveList(size_t l) : limit(l) {}
  void Inhibit(BufferId id, uint32_t) override {
    ++now;
    for (Entry& entry : entries) {
      if (entry.id != id) continue;
      entry.last_use = now;
      entry.referenced = true;
      return;
    }
    const Entry entry{id, now, now, false};
    if (entries.size() < limit) {
      entries.push_back(entry);
    } else {
      ++evictions;
      Replace(entry);
    }
  }
  virtual void Replace(const Entry& entry) = 0;
  std::vector<BufferId> TakeAll() override {
    const auto all = Held();
    entries.clear();
    Reset();
    return all;
  }
  virtual void Reset() {}
  std::vector<BufferId> Held() const override {
    std::vector<BufferId> ids;
    for (const Entry& entry : entries) ids.push_back(entry.id);
    return ids;
  }
  size_t limit;
  uint64_t now = 0;
  std::vector<Entry> entries;
};

struct NaiveOldest : NaiveList {
  using NaiveList::NaiveList;
  void Replace(const Entry& entry) override {
    *std::min_element(entries.begin(), entries.end(),
                      [](const Entry& a, const Entry& b) { return a.arrival < b.arrival; }) = entry;
  }
};

struct NaiveLeastRecent : NaiveList {
  using NaiveList::NaiveList;
  void Replace(const Entry& entry) override {
    *std::min_element(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.last_use < b.last_use;
    }) = entry;
  }
};

// The hand as a count of steps since the beginning.
struct NaiveClock : NaiveList {
  using NaiveList::NaiveList;
  void Replace(const Entry& entry) override {
    for (;; ++steps) {
      Entry& candidate = entries[steps % limit];
      if (!candidate.referenced) {
        candidate = entry;
        ++steps;
        return;
      }
      candidate.referenced = false;
    }
  }
  void Reset() override { steps = 0; }
  size_t steps = 0;
};

struct NaiveRandom : NaiveList {
  explicit NaiveRandom(size_t l) : NaiveList(l), rng(1) {}
  void Replace(const Entry& entry) override { entries[rng.Below(limit)] = entry; }
  Rng rng;
};

// As in the paper's figure: a linked list whose head is the newest, the hand walks from tail to
// head.
struct NaiveSieve : Naive {
  explicit NaiveSieve(size_t l) : limit(l), hand(queue.end()) {}
  void Inhibit(BufferId id, uint32_t) override {
    for (auto& [held, visited] : queue) {
      if (held == id) {
        visited = true;
        return;
      }
    }
    if (queue.size() == limit) {
      ++evictions;
      auto victim = hand == queue.end() ? std::prev(queue.end()) : hand;
      while (victim->second) {
        victim->second = false;
        victim = victim == queue.begin() ? std::prev(queue.end()) : std::prev(victim);
      }
      hand = victim == queue.begin() ? queue.end() : std::prev(victim);
      queue.erase(victim);
    }
    queue.push_front({id, false});
  }
  std::vector<BufferId> TakeAll() override {
    const auto all = Held();
    queue.clear();
    hand = queue.end();
    return all;
  }
  std::vector<BufferId> Held() const override {
    std::vector<BufferId> ids;
    for (const auto& [id, visited] : queue) ids.push_back(id);
    return ids;
  }
  size_t limit;
  std::list<std::pair<BufferId, bool>> queue;
  std::list<std::pair<BufferId, bool>>::iterator hand;
};

struct NaiveS3Fifo : Naive {
  explicit NaiveS3Fifo(size_t l) : limit(l), small_limit(std::max<size_t>(1, l / 10)) {}
  void Inhibit(BufferId id, uint32_t address) override {
    if (uses.count(id) > 0) {
      uses[id] = std::min(uses[id] + 1, 3);
      return;
    }
    while (uses.size() >= limit) {
      if (small.size() >= small_limit) {
        const auto [tail, tail_address] = small.back();
        small.pop_back();
        if (uses[tail] > 1) {
          main.push_front(tail);
          uses[tail] = 0;
        } else {
          ghosts.push_front(tail_address);
          if (ghosts.size() > std::max<size_t>(1, limit - small_limit)) ghosts.pop_back();
          uses.erase(tail);
          ++evictions;
        }
      } else {
        const BufferId tail = main.back();
        main.pop_back();
        if (uses[tail] > 0) {
          --uses[tail];
          main.push_front(tail);
        } else {
          uses.erase(tail);
          ++evictions;
        }
      }
    }
    uses[id] = 0;
    const auto ghost = std::find(ghosts.begin(), ghosts.end(), address);
    if (ghost != ghosts.end()) {
      ghosts.erase(ghost);
      main.push_front(id);
    } else {
      small.push_front({id, address});
    }
  }
  std::vector<BufferId> TakeAll() override {
    const auto all = Held();
    uses.clear();
    small.clear();
    main.clear();
    ghosts.clear();
    return all;
  }
  std::vector<BufferId> Held() const override {
    std::vector<BufferId> ids;
    for (const auto& [id, count] : uses) ids.push_back(id);
    return ids;
  }
  size_t limit, small_limit;
  std::map<BufferId, int> uses;
  std::deque<std::pair<BufferId, uint32_t>> small;  // newest first
  std::deque<BufferId> main;
  std::deque<uint32_t> ghosts;
};

std::unique_ptr<Naive> MakeNaive(const std::string& name, size_t slots) {
  if (name == "none") return std::make_unique<NaiveNone>();
  if (name == "xarray") return std::make_unique<NaiveFirst>(SIZE_MAX);
  if (name == "array") return std::make_unique<NaiveFirst>(slots);
  if (name == "clock") return std::make_unique<NaiveClock>(slots);
  if (name == "fifo") return std::make_unique<NaiveOldest>(slots);
  if (name == "lru") return std::make_unique<NaiveLeastRecent>(slots);
  if (name == "sieve") return std::make_unique<NaiveSieve>(slots);
  if (name == "s3fifo") return std::make_unique<NaiveS3Fifo>(slots);
  if (name == "random") return std::make_unique<NaiveRandom>(slots);
  return nullptr;
}

std::vector<BufferId> Sorted(std::vector<BufferId> ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

// Random uses of about 60 live buffers, some much more often than others; now and then a buffer is
// copied (the old one is detached) or the handle ends. Evictions are compared at each step,
// contents and counts (I1, I2, I3, I5) often.
void CompareWithNaive(const TrackerKind& kind, int slots, int operations) {
  BufferPool buffers;
  const std::string name(kind.name);
  const auto tracker = MakeTracker(name, buffers, slots, 1);
  const auto naive = MakeNaive(name, static_cast<size_t>(slots));
  ASSERT_NE(naive, nullptr) << "no naive version of " << name;
  Rng rng(42);
  uint32_t next_address = 0;
  std::vector<BufferId> live;
  for (int i = 0; i < 60; ++i) live.push_back(buffers.Create(TreeId::kFs, 0, next_address++, true));
  for (int step = 0; step < operations; ++step) {
    BufferId& chosen = live[rng.Below(1 + rng.Below(live.size()))];
    if (rng.Below(20) == 0) {
      buffers.Detach(chosen);
      chosen = buffers.Create(TreeId::kFs, 0, next_address++, true);
    }
    tracker->Inhibit(chosen);
    naive->Inhibit(chosen, buffers[chosen].address);
    ASSERT_EQ(tracker->evictions(), naive->evictions) << "step " << step;
    if (rng.Below(100) == 0) {
      const std::vector<BufferId> held = Sorted(tracker->Tracked());
      ASSERT_EQ(held, Sorted(naive->Held())) << "step " << step;
      ASSERT_EQ(std::adjacent_find(held.begin(), held.end()), held.end()) << "tracked twice";
      for (const BufferId id : held) ASSERT_EQ(buffers[id].inhibitors, 1u);
      for (const BufferId id : live) {
        const bool tracked = std::binary_search(held.begin(), held.end(), id);
        ASSERT_EQ(buffers[id].inhibitors, tracked ? 1u : 0u);
        ASSERT_EQ(buffers[id].refs, tracked ? 2u : 1u);
      }
    }
    if (rng.Below(5000) == 0) {
      ASSERT_EQ(tracker->ReleaseAll(), naive->TakeAll().size());
      ASSERT_EQ(buffers.live(), live.size()) << "a released buffer is still held";
    }
  }
  tracker->ReleaseAll();
  EXPECT_EQ(buffers.live(), live.size());
  for (const BufferId id : live) EXPECT_EQ(buffers[id].inhibitors, 0u);
}

class TrackerOracleTest : public testing::TestWithParam<TrackerKind> {};

TEST_P(TrackerOracleTest, AMillionOperations) {
  CompareWithNaive(GetParam(), std::max(1, GetParam().default_slots), 1000000);
}

TEST_P(TrackerOracleTest, AnyNumberOfSlots) {
  for (const int slots : {1, 2, 3, 4, 10, 11, 20, 31, 64})
    CompareWithNaive(GetParam(), slots, 30000);
}

INSTANTIATE_TEST_SUITE_P(All, TrackerOracleTest,
                         testing::ValuesIn(TrackerKinds().begin(), TrackerKinds().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace regress
