// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_forged.h"

#include <algorithm>
#include <set>

namespace regress {

void ForgeryFilter::Push(Line line) {
  offset_ += line.text.size() + 1;
  if (line.is_marker) last_marker_ = offset_;
  held_.push_back({std::move(line), offset_, false});
  if (offset_ - held_.front().offset < kWindowBytes) return;
  FlagOutOfOrder();
  if (last_marker_ + kWindowBytes < offset_) {
    Release(held_.size());
    return;
  }
  size_t count = 0;
  while (count < held_.size() && offset_ - held_[count].offset > kWindowBytes / 2) ++count;
  Release(count);
}

bool ForgeryFilter::Continue(size_t bytes) {
  offset_ += bytes + 1;
  if (held_.empty()) return false;
  const size_t last = held_.size() - 1;
  // A marker's own second line needs no flag: nothing stands between.
  size_t marker = last;
  if (!held_[last].line.is_marker || held_[last].forged) marker = NearestMarker(last);
  if (marker == held_.size() || offset_ - held_[marker].offset > kMarkerBytes) return false;
  Flag(marker, last);
  return true;
}

size_t ForgeryFilter::NearestMarker(size_t index) const {
  for (size_t at = index; at-- > 0;) {
    if (held_[index].offset - held_[at].offset > kMarkerBytes) break;
    if (held_[at].line.is_marker && !held_[at].forged) return at;
  }
  return held_.size();
}

void ForgeryFilter::Flag(size_t marker, size_t last) {
  for (size_t at = marker + 1; at <= last; ++at) held_[at].forged = true;
}

// Entries outside the best run that never steps back in time, of one CPU or of all. What no marker
// covers cannot be forged and weighs most. Of equal runs the one with more markers is taken, then
// the one with later entries: what follows a marker directly is the likelier text.
std::vector<size_t> ForgeryFilter::OutOfOrder(std::optional<uint32_t> cpu) const {
  std::vector<size_t> entries;
  bool sorted = true;
  for (size_t at = 0; at < held_.size(); ++at) {
    const Held& held = held_[at];
    if (held.forged || !held.line.is_entry || !held.line.stamp) continue;
    if (cpu && *cpu != held.line.cpu) continue;
    sorted = sorted && (entries.empty() || *held_[entries.back()].line.stamp <= *held.line.stamp);
    entries.push_back(at);
  }
  if (sorted) return {};
  // From the end: the weight of the best run that begins at each entry, and what follows it there.
  const size_t count = entries.size();
  std::vector<uint64_t> best(count, 0);
  std::vector<size_t> next(count, count);
  size_t first = count;
  for (size_t i = count; i-- > 0;) {
    const int64_t stamp = *held_[entries[i]].line.stamp;
    uint64_t follow = 0;
    for (size_t j = i + 1; j < count; ++j) {
      if (best[j] >= follow && *held_[entries[j]].line.stamp >= stamp) {
        follow = best[j];
        next[i] = j;
      }
    }
    const bool covered = NearestMarker(entries[i]) != held_.size();
    const uint64_t weight = held_[entries[i]].line.is_marker ? 5 : 4;
    best[i] = follow + (covered ? weight : 8 * count);
    if (first == count || best[i] > best[first]) first = i;
  }
  std::vector<bool> kept(count, false);
  for (size_t i = first; i != count; i = next[i]) kept[i] = true;
  std::vector<size_t> outside;
  for (size_t i = 0; i < count; ++i) {
    if (!kept[i]) outside.push_back(entries[i]);
  }
  return outside;
}

void ForgeryFilter::FlagOutOfOrder() {
  std::vector<size_t> outside = OutOfOrder(std::nullopt);
  if (!merged_ && !outside.empty()) {
    // Without a header the reader may not merge the CPUs: only each for itself is in order, and no
    // reader is late by a second.
    constexpr int64_t kFar = 1'000'000'000;
    std::erase_if(outside, [this](size_t at) {
      const size_t marker = NearestMarker(at);
      if (marker == held_.size() || !held_[marker].line.stamp) return true;
      const int64_t distance = *held_[at].line.stamp - *held_[marker].line.stamp;
      return distance <= kFar && distance >= -kFar;
    });
    std::set<uint32_t> cpus;
    for (const Held& held : held_) cpus.insert(held.line.cpu);
    for (const uint32_t cpu : cpus) {
      const std::vector<size_t> more = OutOfOrder(cpu);
      outside.insert(outside.end(), more.begin(), more.end());
    }
    std::sort(outside.begin(), outside.end());
  }
  for (const size_t at : outside) {
    if (held_[at].forged) continue;
    const size_t marker = NearestMarker(at);
    if (marker != held_.size()) Flag(marker, at);
  }
}

// More entries than the header announces, all in order. The text of a marker that forges an entry
// of a task which appears nowhere else is the likeliest; else the only marker with lines behind it.
void ForgeryFilter::FlagExcess(uint64_t excess) {
  std::vector<std::pair<size_t, size_t>> runs;  // marker, entries directly behind it
  for (size_t at = 0; at < held_.size(); ++at) {
    if (held_[at].forged || !held_[at].line.is_marker) continue;
    size_t end = at + 1;
    while (end < held_.size() && !held_[end].line.is_marker && !held_[end].forged &&
           held_[end].offset - held_[at].offset <= kMarkerBytes)
      ++end;
    if (end > at + 1) runs.emplace_back(at, end - at - 1);
  }
  const auto is_stranger = [this](size_t index) {
    return std::none_of(held_.begin(), held_.end(), [&](const Held& other) {
      return &other != &held_[index] && other.line.is_entry &&
             other.line.pid == held_[index].line.pid;
    });
  };
  uint64_t found = 0;
  std::vector<std::pair<size_t, size_t>> flags;
  for (const auto& [marker, length] : runs) {
    size_t strangers = 0;
    while (strangers < length && is_stranger(marker + 1 + strangers)) ++strangers;
    found += strangers;
    if (strangers > 0) flags.emplace_back(marker, marker + strangers);
  }
  if (found == excess) {
    for (const auto& [marker, last] : flags) Flag(marker, last);
  } else if (runs.size() == 1 && runs[0].second >= excess) {
    Flag(runs[0].first, runs[0].first + excess);
  }
}

void ForgeryFilter::Release(size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const Held held = std::move(held_.front());
    held_.pop_front();
    if (held.forged) {
      dropped_ += held.line.is_entry ? 1 : 0;
      continue;
    }
    commit_(held.line);
  }
}

void ForgeryFilter::Finish(std::optional<uint64_t> expected, uint64_t counted) {
  if (!held_.empty()) FlagOutOfOrder();
  uint64_t entries = 0;
  uint64_t forged = 0;
  for (const Held& held : held_) {
    entries += held.line.is_entry ? 1 : 0;
    forged += held.line.is_entry && held.forged ? 1 : 0;
  }
  if (expected) {
    const uint64_t all = counted + entries;
    if (all == *expected && forged > 0 && dropped_ == dropped_before_) {
      // Exactly as many as announced: no entry is forged, whatever the order says.
      for (Held& held : held_) held.forged = held.forged && !held.line.is_entry;
    } else if (all - forged > *expected) {
      FlagExcess(all - forged - *expected);
    }
  }
  Release(held_.size());
  dropped_before_ = dropped_;
}

}  // namespace regress
