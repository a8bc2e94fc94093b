// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission_timing.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "models/data/error.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

// Keeps `value` from being optimised away.
template <typename T>
void Use(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

class Bench {
 public:
  explicit Bench(const TimingParameters& parameters) : p_(parameters) {
    const int64_t folio_bytes = p_.blocks * kBlockBytes;
    int64_t disk = 0;
    for (int folio = 0; folio < p_.folios; ++folio) {
      const int64_t position = folio * folio_bytes;
      folios_.emplace_back(position, p_.blocks, (int64_t{1} << 40) + 2 * position);
      for (int extent = 0; extent < p_.extents; ++extent) {
        const int64_t from = int64_t{p_.blocks} * extent / p_.extents * kBlockBytes;
        const int64_t to = int64_t{p_.blocks} * (extent + 1) / p_.extents * kBlockBytes;
        disk += kBlockBytes;  // never contiguous with the one before
        inode_.extents.Insert(position + from, to - from, disk);
        if (p_.direction == IoDirection::kWrite) inode_.ordered.Insert(position + from, to - from);
        disk += to - from;
      }
    }
    inode_.size = p_.folios * folio_bytes;
    for (int i = 0; i < p_.further_extents; ++i) {
      inode_.extents.Insert(inode_.size + i * folio_bytes, folio_bytes, disk);
      disk += folio_bytes + kBlockBytes;
    }
    bios_.reserve(static_cast<size_t>(p_.folios) * static_cast<size_t>(p_.extents) + 64);
  }

  double Round(const SubmissionVariant& variant) {
    Reset();
    const Clock::time_point start = Clock::now();
    BioBuilder builder(p_.direction, p_.limit, &inode_.ordered, bios_);
    if (p_.direction == IoDirection::kRead) {
      ExtentCache cache(inode_.extents);
      for (Folio& folio : folios_) {
        if (p_.shared_work) SharedWork(folio);
        variant.read(inode_, cache, builder, folio);
      }
    } else {
      for (Folio& folio : folios_) {
        if (p_.shared_work) SharedWork(folio);
        variant.write(inode_, builder, folio);
      }
    }
    builder.Submit();
    const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
    return elapsed.count() / p_.folios;
  }

 private:
  void Reset() {
    bios_.clear();
    inode_.ordered.Reset();
    for (Folio& folio : folios_) {
      folio.state = std::make_unique<FolioState>(p_.blocks);
      if (p_.direction == IoDirection::kRead) continue;
      folio.state->Set(BlockProperty::kDirty, 0, p_.blocks);
      folio.state->Set(BlockProperty::kOrdered, 0, p_.blocks);
    }
  }

  // The same for both variants, per folio.
  void SharedWork(Folio& folio) {
    const Clock::time_point before = Clock::now();
    if (p_.direction == IoDirection::kRead) {  // a folio that is read has no state yet
      folio.state = std::make_unique<FolioState>(p_.blocks);
    }
    {
      const std::lock_guard guard(range_lock_);
      ranges_.emplace(folio.position, folio.bytes());
    }
    constexpr int64_t kRequestBytes = int64_t{512} * 1024;
    for (int64_t at = 0; at < folio.bytes(); at += kRequestBytes) {
      const int64_t bytes = std::min(kRequestBytes, folio.bytes() - at);
      std::vector<PageEntry> pages(static_cast<size_t>(bytes / kPageBytes));
      int64_t memory = folio.memory + at;
      for (PageEntry& page : pages) {
        page = {memory, kPageBytes, 0};
        memory += kPageBytes;
      }
      Use(pages.back());
    }
    if (p_.direction == IoDirection::kWrite) {
      const std::vector<uint32_t> checksums(static_cast<size_t>(folio.blocks));
      Use(checksums.back());
    }
    {
      const std::lock_guard guard(range_lock_);
      ranges_.erase(folio.position);
    }
    Use(before);
    Use(Clock::now());
  }

  static constexpr uint32_t kPageBytes = 4096;
  struct PageEntry {
    int64_t memory = 0;
    uint32_t length = 0;
    uint32_t offset = 0;
  };
  TimingParameters p_;
  Inode inode_;
  std::vector<Folio> folios_;
  std::vector<Bio> bios_;
  SpinLock range_lock_;
  std::map<int64_t, int64_t> ranges_;
};

}  // namespace

double MeasureSubmission(const SubmissionVariant& variant, const TimingParameters& p) {
  if (p.blocks < 1 || p.blocks > kMaxFolioBlocks || p.extents < 1 || p.extents > p.blocks ||
      p.folios < 1 || p.folios > 100000 || p.rounds < 1 || p.further_extents < 0 ||
      p.further_extents > 10'000'000) {
    throw Error(ErrorKind::kUsage,
                "submission timing: 1 to 512 blocks, 1 extent to one per block, 1 folio and round");
  }
  Bench bench(p);
  double best = bench.Round(variant);
  for (int round = 1; round < p.rounds; ++round) best = std::min(best, bench.Round(variant));
  return best;
}

}  // namespace regress
