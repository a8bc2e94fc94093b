// SPDX-License-Identifier: Apache-2.0
// Counters of a trace: interned names, durations, process ids. Memory is bounded whatever the
// trace holds; each bound that is reached is told, so that nothing is left out silently.
//
// NameTable is an own open-addressing hash because it is looked up once per line of logs of
// several GB: it takes slices of the line as keys and compares 32 bits of the hash before bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace regress {

// memcmp(a, b, size) == 0 without a call, for names and other short things.
inline bool SameBytes(const char* a, const char* b, size_t size) {
  uint64_t left = 0;
  uint64_t right = 0;
  if (size < 8) return std::memcmp(a, b, size) == 0;
  for (size_t at = 0; at + 8 < size; at += 8) {
    std::memcpy(&left, a + at, 8);
    std::memcpy(&right, b + at, 8);
    if (left != right) return false;
  }
  std::memcpy(&left, a + size - 8, 8);
  std::memcpy(&right, b + size - 8, 8);
  return left == right;
}

// Names by index. Views returned are valid while the table lives.
class NameTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kMaxNames = size_t{1} << 18;   // of a kernel's about 80,000 functions
  static constexpr size_t kMaxNameBytes = 512;           // longer names are cut
  static constexpr size_t kMaxBytes = size_t{16} << 20;  // of all names

  NameTable();
  // Index of `name`, new or known; kNone if the table is full.
  uint32_t Intern(std::string_view name);
  // Index of `name` if it is known, else kNone.
  uint32_t Find(std::string_view name) const {
    const uint32_t hash = Hash(name);
    const size_t mask = slots_.size() - 1;
    for (size_t at = hash & mask; slots_[at].index != kNone; at = (at + 1) & mask) {
      if (slots_[at].hash == hash && Equal(names_[slots_[at].index], name)) return slots_[at].index;
    }
    return kNone;
  }
  std::string_view Name(uint32_t index) const { return names_[index]; }
  size_t size() const { return names_.size(); }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t index = kNone;
  };
  static uint64_t Load64(const char* at) {
    uint64_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  static uint64_t Load32(const char* at) {
    uint32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  // Multiply and fold, eight bytes a step; the last step overlaps the one before.
  static uint32_t Hash(std::string_view name) {
    constexpr uint64_t kFactor = 0x9E3779B97F4A7C15;
    const size_t size = name.size();
    uint64_t hash = size * kFactor;
    const auto mix = [&hash](uint64_t word) {
      hash = (hash ^ word) * kFactor;
      hash ^= hash >> 32;
    };
    if (size >= 8) {
      for (size_t at = 0; at + 8 < size; at += 8) mix(Load64(name.data() + at));
      mix(Load64(name.data() + size - 8));
    } else if (size >= 4) {
      mix(Load32(name.data()) << 32 | Load32(name.data() + size - 4));
    } else {
      uint64_t word = 0;
      for (const char c : name) word = word << 8 | static_cast<unsigned char>(c);
      mix(word);
    }
    return static_cast<uint32_t>(hash >> 16);
  }
  static bool Equal(std::string_view a, std::string_view b) {
    return a.size() == b.size() && SameBytes(a.data(), b.data(), a.size());
  }
  void Grow();
  std::string_view Keep(std::string_view name);

  std::vector<Slot> slots_;  // power of two, at most half full
  std::vector<std::string_view> names_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_left_ = 0;
  size_t bytes_ = 0;
};

// Durations in ns per index (of a NameTable), kept as a multiset of value and count. Percentiles
// are exact (nearest rank) up to kMaxValues distinct values in all; beyond that values are cut to
// their leading bits, and error_ratio() says how far a percentile may then lie below the true one.
// Count, total, minimum and maximum stay exact.
class DurationTable {
 public:
  static constexpr size_t kMaxValues = size_t{3} << 19;  // 24 MiB of value and count
  explicit DurationTable(size_t max_values = kMaxValues) : max_values_(max_values) {}

  struct Summary {
    uint64_t count = 0;
    int64_t total_ns = 0;  // saturates
    int64_t p50_ns = 0;
    int64_t p90_ns = 0;
    int64_t p99_ns = 0;
    int64_t p999_ns = 0;
    int64_t min_ns = 0;
    int64_t max_ns = 0;
  };

  void Add(uint32_t index, int64_t ns) {
    if (index >= sets_.size()) sets_.resize(index + size_t{1});
    Set& set = sets_[index];
    set.pending.push_back(ns);
    if (++pending_ >= kMaxPending || set.pending.size() >= set.limit) Compact(set);
  }
  // nullopt if there is none.
  std::optional<Summary> Summarize(uint32_t index);
  double error_ratio() const;  // 0 while exact

 private:
  static constexpr size_t kMaxPending = size_t{1} << 20;
  struct Run {
    int64_t value = 0;
    uint64_t count = 0;
  };
  struct Set {
    std::vector<int64_t> pending;  // not yet in `runs`
    std::vector<Run> runs;         // by value
    size_t limit = 1024;
    uint64_t count = 0;
    int64_t total = 0;
    int64_t min = INT64_MAX;
    int64_t max = INT64_MIN;
  };
  void Compact(Set& set);
  void Merge(Set& set);
  void Coarsen();
  int64_t Cut(int64_t value) const;
  int64_t Rank(const Set& set, uint64_t per_mille) const;

  std::vector<Set> sets_;
  size_t max_values_;
  size_t pending_ = 0;
  size_t values_ = 0;
  int kept_bits_ = 63;
};

// A set of process ids.
class PidSet {
 public:
  void Add(uint32_t pid) {
    if (pid == last_) return;
    last_ = pid;
    Insert(pid);
  }
  size_t size() const { return size_; }

 private:
  static constexpr uint32_t kMaxPid = uint32_t{1} << 22;  // PID_MAX_LIMIT of 64-bit kernels
  void Insert(uint32_t pid);

  std::vector<uint64_t> bits_;
  size_t size_ = 0;
  uint32_t last_ = UINT32_MAX;
};

}  // namespace regress
