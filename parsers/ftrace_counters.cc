// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_counters.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace regress {
namespace {

constexpr size_t kBlockBytes = size_t{64} << 10;

}  // namespace

NameTable::NameTable() : slots_(1024) {}

uint32_t NameTable::Intern(std::string_view name) {
  name = name.substr(0, kMaxNameBytes);
  const uint32_t known = Find(name);
  if (known != kNone || names_.size() >= kMaxNames || bytes_ + name.size() > kMaxBytes)
    return known;
  bytes_ += name.size();
  if ((names_.size() + 1) * 2 > slots_.size()) Grow();
  const uint32_t hash = Hash(name);
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at].index != kNone) at = (at + 1) & mask;
  slots_[at] = {hash, static_cast<uint32_t>(names_.size())};
  names_.push_back(Keep(name));
  return slots_[at].index;
}

void NameTable::Grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.index == kNone) continue;
    size_t at = slot.hash & mask;
    while (larger[at].index != kNone) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

std::string_view NameTable::Keep(std::string_view name) {
  if (blocks_.empty() || block_left_ < name.size()) {
    blocks_.push_back(std::make_unique<char[]>(kBlockBytes));
    block_left_ = kBlockBytes;
  }
  char* at = blocks_.back().get() + (kBlockBytes - block_left_);
  if (!name.empty()) std::memcpy(at, name.data(), name.size());
  block_left_ -= name.size();
  return {at, name.size()};
}

int64_t DurationTable::Cut(int64_t value) const {
  const int bits = static_cast<int>(std::bit_width(static_cast<uint64_t>(value < 0 ? 0 : value)));
  if (bits <= kept_bits_) return value;
  const int dropped = bits - kept_bits_;
  return (value >> dropped) << dropped;
}

void DurationTable::Compact(Set& set) {
  if (pending_ >= kMaxPending) {
    for (Set& each : sets_) Merge(each);
  } else {
    Merge(set);
  }
  while (values_ > max_values_ && kept_bits_ > 4) Coarsen();
}

void DurationTable::Merge(Set& set) {
  if (set.pending.empty()) return;
  pending_ -= set.pending.size();
  for (const int64_t value : set.pending) {
    set.min = std::min(set.min, value);
    set.max = std::max(set.max, value);
    if (__builtin_add_overflow(set.total, value, &set.total)) set.total = INT64_MAX;
  }
  set.count += set.pending.size();
  if (kept_bits_ < 63) {
    for (int64_t& value : set.pending) value = Cut(value);
  }
  std::sort(set.pending.begin(), set.pending.end());
  std::vector<Run> merged;
  merged.reserve(set.runs.size() + set.pending.size() / 4);
  const auto append = [&merged](int64_t value, uint64_t count) {
    if (!merged.empty() && merged.back().value == value) {
      merged.back().count += count;
    } else {
      merged.push_back({value, count});
    }
  };
  size_t run = 0;
  for (const int64_t value : set.pending) {
    for (; run < set.runs.size() && set.runs[run].value <= value; ++run)
      append(set.runs[run].value, set.runs[run].count);
    append(value, 1);
  }
  for (; run < set.runs.size(); ++run) append(set.runs[run].value, set.runs[run].count);
  merged.shrink_to_fit();
  values_ += merged.size() - set.runs.size();
  set.runs = std::move(merged);
  set.limit = std::max<size_t>(1024, set.runs.size());
  set.pending.clear();
  set.pending.shrink_to_fit();
}

void DurationTable::Coarsen() {
  kept_bits_ = kept_bits_ == 63 ? 12 : kept_bits_ - 1;
  values_ = 0;
  for (Set& set : sets_) {
    std::vector<Run> fewer;
    for (const Run& run : set.runs) {
      const int64_t value = Cut(run.value);
      if (!fewer.empty() && fewer.back().value == value) {
        fewer.back().count += run.count;
      } else {
        fewer.push_back({value, run.count});
      }
    }
    fewer.shrink_to_fit();
    set.runs = std::move(fewer);
    values_ += set.runs.size();
  }
}

double DurationTable::error_ratio() const {
  return kept_bits_ == 63 ? 0 : 1 / static_cast<double>(uint64_t{1} << (kept_bits_ - 1));
}

int64_t DurationTable::Rank(const Set& set, uint64_t per_mille) const {
  // Nearest rank: the least value with at least per_mille of the values at or below it.
  const uint64_t whole = set.count / 1000 * per_mille;
  const uint64_t rank = whole + (set.count % 1000 * per_mille + 999) / 1000;
  uint64_t seen = 0;
  for (const Run& run : set.runs) {
    seen += run.count;
    if (seen >= rank) return std::clamp(run.value, set.min, set.max);
  }
  return set.max;
}

std::optional<DurationTable::Summary> DurationTable::Summarize(uint32_t index) {
  if (index >= sets_.size()) return std::nullopt;
  Set& set = sets_[index];
  Merge(set);
  if (set.count == 0) return std::nullopt;
  Summary summary;
  summary.count = set.count;
  summary.total_ns = set.total;
  summary.p50_ns = Rank(set, 500);
  summary.p90_ns = Rank(set, 900);
  summary.p99_ns = Rank(set, 990);
  summary.p999_ns = Rank(set, 999);
  summary.min_ns = set.min;
  summary.max_ns = set.max;
  return summary;
}

void PidSet::Insert(uint32_t pid) {
  if (pid >= kMaxPid) pid %= kMaxPid;  // no kernel gives such a number
  const size_t word = pid / 64;
  if (word >= bits_.size()) bits_.resize(std::max(word + 1, bits_.size() * 2));
  const uint64_t bit = uint64_t{1} << (pid % 64);
  if ((bits_[word] & bit) == 0) ++size_;
  bits_[word] |= bit;
}

}  // namespace regress
