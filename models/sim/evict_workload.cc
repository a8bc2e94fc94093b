// SPDX-License-Identifier: Apache-2.0
#include "models/sim/evict_workload.h"

#include <algorithm>
#include <numeric>

namespace regress {
namespace {

EvictConfig Complete(EvictConfig config) {
  const uint32_t extents = config.files * config.extents_per_file;
  config.filesystem.data_extents = extents;
  config.filesystem.file_items = extents;
  // Room for every copy that could be made: an extent costs at most nine visits and a few when
  // leaves merge.
  config.filesystem.data_begin = std::max<uint32_t>(1 << 16, extents * 15);
  config.transaction.data_begin = config.filesystem.data_begin;
  config.transaction.block_refs = config.filesystem.block_refs;
  return config;
}

// Files that are written at the same time share a stretch of addresses, in random order.
std::vector<uint32_t> DataAddresses(const EvictConfig& config, Rng& rng) {
  std::vector<uint32_t> address(size_t{config.files} * config.extents_per_file);
  std::iota(address.begin(), address.end(), 0);
  const size_t stretch = size_t{config.interleave} * config.extents_per_file;
  for (size_t begin = 0; begin < address.size(); begin += stretch) {
    const size_t size = std::min(stretch, address.size() - begin);
    for (size_t i = size; i > 1; --i)
      std::swap(address[begin + i - 1], address[begin + rng.Below(i)]);
  }
  return address;
}

}  // namespace

EvictWorkload::EvictWorkload(const EvictConfig& config, uint64_t seed,
                             const Transaction::MakeBufferTracker& make_tracker)
    : config_(Complete(config)),
      rng_(seed),
      transaction_(config_.transaction, seed, make_tracker),
      filesystem_(config_.filesystem, transaction_, rng_),
      data_address_(DataAddresses(config_, rng_)) {}

InhibitionCounters EvictWorkload::Run() {
  std::vector<Evictor> evictors(config_.evictors);
  for (bool any = true; any;) {
    any = false;
    for (Evictor& evictor : evictors) {
      if (!evictor.active && !TakeFile(evictor)) continue;
      Step(evictor);
      any = true;
    }
  }
  const InhibitionCounters before_commit = transaction_.counters;
  filesystem_.RunRefs(0);
  transaction_.counters.time = transaction_.now;
  if (config_.commit_counted) return transaction_.counters;
  InhibitionCounters counters = before_commit;
  counters.time = transaction_.now;
  return counters;
}

bool EvictWorkload::TakeFile(Evictor& evictor) {
  if (next_file_ == config_.files) return false;
  evictor.first_key = 1 + next_file_ * config_.extents_per_file;
  evictor.next_key = evictor.first_key + config_.extents_per_file - 1;
  evictor.active = true;
  ++next_file_;
  return true;
}

// One descent: removes the file's last items and ends the handle if the file is gone or too much is
// pending.
void EvictWorkload::Step(Evictor& evictor) {
  if (evictor.handle == nullptr) evictor.handle = &transaction_.handles.Start();
  Tree& tree = filesystem_.fs_tree();
  tree.Descend(evictor.next_key, *evictor.handle);
  uint32_t first = std::max(evictor.first_key, tree.LeafFirstKey());
  if (config_.items_per_descent > 0 && evictor.next_key - first >= config_.items_per_descent)
    first = evictor.next_key - config_.items_per_descent + 1;
  for (uint32_t key = first; key <= evictor.next_key; ++key)
    transaction_.refs.DropData(config_.filesystem.data_begin + data_address_[key - 1]);
  tree.DeleteRange(first, evictor.next_key, *evictor.handle);
  evictor.active = first > evictor.first_key;
  evictor.next_key = first - 1;
  const bool flush = transaction_.refs.pending_data() >= config_.pending_limit;
  if (!evictor.active || flush) EndHandle(evictor);
  if (flush) Flush();
}

void EvictWorkload::EndHandle(Evictor& evictor) {
  transaction_.EndHandle(*evictor.handle);
  ++transaction_.counters.evict_handles;
  evictor.handle = nullptr;
}

void EvictWorkload::Flush() {
  if (config_.flush_percent == 100) {
    filesystem_.RunRefs(0);
    return;
  }
  const uint64_t share = uint64_t{transaction_.refs.pending_data()} *
                         static_cast<uint64_t>(config_.flush_percent) / 100;
  filesystem_.RunRefs(static_cast<uint32_t>(std::max<uint64_t>(1, share)));
}

}  // namespace regress
