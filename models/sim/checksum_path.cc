// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_path.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/data/error.h"
#include "models/sim/device.h"
#include "models/sim/event_queue.h"
#include "models/sim/exact_math.h"
#include "models/sim/ordered_stage.h"
#include "models/sim/ring.h"
#include "models/sim/rng.h"

namespace regress {
namespace {

enum PathEvent : uint32_t { kPrepared, kComputed };

// How far a bio has been processed: moved by whoever uses it.
struct BioIterator {
  int64_t position = 0;  // in the file
  int64_t left = 0;      // bytes
};

struct PathChunk {
  BioIterator iterator;
  int64_t position = 0;
  int64_t bytes = 0;
  size_t device = 0;
  int64_t device_offset = 0;
  int64_t requests_left = 0;
  int dispatches = 0;
  bool computed = false;
  bool device_done = false;
  bool ended = false;
};

struct Ordered {
  int64_t position = 0;
  int64_t bytes = 0;
  int64_t bytes_left = 0;
  std::vector<Checksum> checksums;  // allocated with the write, zero until computed
};

struct EmulatedDevice {
  std::unique_ptr<Device> device;
  Ring<DeviceRequest> backlog;  // waiting for a tag
};

class Path {
 public:
  Path(const PathParameters& parameters, uint64_t seed) : p_(parameters), rng_(seed) {
    file_.resize(static_cast<size_t>(p_.file_bytes));
    for (size_t i = 0; i < file_.size(); i += 8) {
      const uint64_t word = rng_.Next();
      for (size_t byte = 0; byte < 8; ++byte)
        file_[i + byte] = static_cast<uint8_t>(word >> (8 * byte));
    }
    for (int64_t i = 0; i < p_.devices; ++i) {
      devices_.push_back({FindDeviceType(p_.device).make(rng_.Next()), {}});
    }
    for (int64_t at = 0; at < p_.file_bytes; at += p_.ordered_bytes) {
      Ordered ordered;
      ordered.position = at;
      ordered.bytes = std::min(p_.ordered_bytes, p_.file_bytes - at);
      ordered.bytes_left = ordered.bytes;
      ordered.checksums.resize(static_cast<size_t>(ordered.bytes / kBlockBytes));
      ordered_.push_back(std::move(ordered));
    }
    CutChunks();
  }

  PathResult Run() {
    PrepareNext();
    for (;;) {
      int64_t next = queue_.empty() ? INT64_MAX : queue_.top().time_ns;
      for (const EmulatedDevice& device : devices_) {
        next = std::min(next, device.device->NextEvent().value_or(INT64_MAX));
      }
      if (next == INT64_MAX) break;
      now_ = next;
      AdvanceDevices();
      while (!queue_.empty() && queue_.top().time_ns <= now_) {
        const Event event = queue_.Pop();
        if (event.kind == kPrepared) {
          FinishPreparation();
        } else {
          FinishChecksum(event.index);
        }
      }
    }
    result_.elapsed_ns = now_;
    result_.blocks = p_.file_bytes / kBlockBytes;
    result_.chunks = static_cast<int64_t>(chunks_.size());
    result_.checksums = static_cast<int64_t>(tree_.size());
    result_.left_in_order = static_cast<int64_t>(order_.size());
    ReadBack();
    FlipBits();
    return result_;
  }

 private:
  // The volume layer maps the start of a bio and cuts it where the mapping ends; an ordered extent
  // ends a bio as well.
  void CutChunks() {
    for (const Ordered& ordered : ordered_) {
      for (int64_t at = 0; at < ordered.bytes; at += p_.bio_bytes) {
        const int64_t end = ordered.position + std::min(at + p_.bio_bytes, ordered.bytes);
        for (int64_t start = ordered.position + at; start < end;) {
          PathChunk chunk;
          chunk.position = start;
          chunk.bytes = std::min(end - start, Map(start, chunk));
          chunk.iterator = {start, chunk.bytes};
          start += chunk.bytes;
          chunks_.push_back(chunk);
        }
      }
    }
  }

  // Sets the place of `position`; returns the bytes until the mapping ends.
  int64_t Map(int64_t position, PathChunk& chunk) const {
    const int64_t piece = p_.profile == Profile::kRaid0 ? p_.stripe_bytes : p_.extent_bytes;
    const int64_t number = position / piece;
    chunk.device = static_cast<size_t>(number % p_.devices);
    chunk.device_offset = number / p_.devices * piece + position % piece;
    return piece - position % piece;
  }

  static int64_t Ns(int64_t bytes, double mib_s) {
    return RoundHalfUp(static_cast<double>(bytes) * 1e9 / (mib_s * (1 << 20)));
  }

  void PrepareNext() {
    if (next_chunk_ == chunks_.size()) return;
    int64_t busy = Ns(chunks_[next_chunk_].bytes, p_.flush_mib_s);
    if (p_.mode == ChecksumMode::kInline) busy += Ns(chunks_[next_chunk_].bytes, p_.checksum_mib_s);
    queue_.Push(now_ + busy, kPrepared, 0);
  }

  void FinishPreparation() {
    const auto chunk = static_cast<uint32_t>(next_chunk_++);
    switch (p_.mode) {
      case ChecksumMode::kInline:
        Compute(chunk);
        Dispatch(chunk);
        break;
      case ChecksumMode::kOffload:
        order_.Append(chunk);
        Enqueue(chunk);
        break;
      case ChecksumMode::kBeside:
        saved_[chunk] = chunks_[chunk].iterator;
        Dispatch(chunk);
        Enqueue(chunk);
        break;
      case ChecksumMode::kNone:
        Dispatch(chunk);
        break;
    }
    PrepareNext();
  }

  void Enqueue(uint32_t chunk) {
    run_queue_.PushBack(chunk);
    if (busy_workers_ == p_.pool_limit) return;
    ++busy_workers_;
    TakeItem();
  }

  // Threads differ in speed, so that chunks are not computed in the order they were queued.
  void TakeItem() {
    const uint32_t chunk = run_queue_.PopFront();
    const int64_t base = Ns(chunks_[chunk].bytes, p_.checksum_mib_s);
    queue_.Push(now_ + base / 2 + static_cast<int64_t>(rng_.Below(static_cast<uint64_t>(base) + 1)),
                kComputed, chunk);
  }

  void FinishChecksum(uint32_t chunk) {
    Compute(chunk);
    if (p_.mode == ChecksumMode::kBeside) {
      if (p_.fault != PathFault::kEarlyHandler && chunks_[chunk].device_done) EndIo(chunk);
    } else {
      Drain();
    }
    if (run_queue_.empty()) {
      --busy_workers_;
    } else {
      TakeItem();
    }
  }

  void Drain() {
    while (order_.ClaimHead([this](uint32_t chunk) { return chunks_[chunk].computed; })) {
      const uint32_t head = order_.head();
      if (head != dispatched_in_order_++) ++result_.out_of_order;
      Dispatch(head);
      order_.ReleaseHead();
    }
  }

  void Compute(uint32_t index) {
    PathChunk& chunk = chunks_[index];
    BioIterator iterator = {chunk.position, chunk.bytes};
    if (p_.mode == ChecksumMode::kBeside) {
      iterator = p_.fault == PathFault::kLostIterator ? chunk.iterator : saved_[index];
    }
    Ordered& ordered = OrderedOf(chunk);
    for (; iterator.left > 0; iterator.left -= kBlockBytes, iterator.position += kBlockBytes) {
      ordered.checksums[static_cast<size_t>((iterator.position - ordered.position) / kBlockBytes)] =
          p_.algorithm->compute(Block(iterator.position));
    }
    chunk.computed = true;
  }

  std::span<const uint8_t> Block(int64_t position) const {
    return std::span(file_).subspan(static_cast<size_t>(position),
                                    static_cast<size_t>(kBlockBytes));
  }

  Ordered& OrderedOf(const PathChunk& chunk) {
    return ordered_[static_cast<size_t>(chunk.position / p_.ordered_bytes)];
  }

  // Hands the chunk to its device in requests that it takes, and advances the bio's iterator over
  // them.
  void Dispatch(uint32_t index) {
    constexpr int64_t kRequestMax = int64_t{512} * 1024;
    PathChunk& chunk = chunks_[index];
    if (chunk.dispatches++ > 0) ++result_.repeated;
    const bool before = p_.mode == ChecksumMode::kInline || p_.mode == ChecksumMode::kOffload;
    if (before && !chunk.computed) ++result_.uncomputed;
    EmulatedDevice& target = devices_[chunk.device];
    while (chunk.iterator.left > 0) {
      DeviceRequest request;
      request.bytes = std::min(chunk.iterator.left, kRequestMax);
      request.offset = chunk.device_offset + chunk.iterator.position - chunk.position;
      request.id = index;
      target.device->pages().Write(
          request.offset, std::span(file_).subspan(static_cast<size_t>(chunk.iterator.position),
                                                   static_cast<size_t>(request.bytes)));
      chunk.iterator.position += request.bytes;
      chunk.iterator.left -= request.bytes;
      ++chunk.requests_left;
      target.backlog.PushBack(request);
    }
    SubmitBacklog(target);
  }

  void SubmitBacklog(EmulatedDevice& target) {
    const int64_t tags = target.device->tags().value_or(1);
    while (!target.backlog.empty() && target.device->in_flight() < tags) {
      target.device->Submit(now_, target.backlog.PopFront());
    }
  }

  void AdvanceDevices() {
    for (EmulatedDevice& device : devices_) {
      done_.clear();
      device.device->Advance(now_, done_);
      for (const DeviceCompletion& completion : done_) {
        if (--chunks_[completion.id].requests_left == 0) FinishDevice(completion.id);
      }
      SubmitBacklog(device);
    }
  }

  void FinishDevice(uint32_t index) {
    PathChunk& chunk = chunks_[index];
    chunk.device_done = true;
    const bool waits = p_.mode == ChecksumMode::kBeside && p_.fault != PathFault::kEarlyHandler;
    if (!waits || chunk.computed) EndIo(index);
  }

  // The end-of-IO handler: accounts the bytes on the ordered extent, whose checksums enter the tree
  // when nothing of it is left.
  void EndIo(uint32_t index) {
    PathChunk& chunk = chunks_[index];
    const bool wanted = p_.mode != ChecksumMode::kNone;
    if (!chunk.device_done || (wanted && !chunk.computed)) ++result_.early_handlers;
    chunk.ended = true;
    Ordered& ordered = OrderedOf(chunk);
    ordered.bytes_left -= chunk.bytes;
    if (ordered.bytes_left > 0 || !wanted) return;
    for (size_t i = 0; i < ordered.checksums.size(); ++i) {
      tree_.emplace(ordered.position / kBlockBytes + static_cast<int64_t>(i), ordered.checksums[i]);
    }
    const bool early = std::any_of(chunks_.begin(), chunks_.end(), [&](const PathChunk& other) {
      return other.position / p_.ordered_bytes == ordered.position / p_.ordered_bytes &&
             !other.computed;
    });
    if (early) ++result_.early_ordered;
  }

  // True if the block as stored has its recorded checksum; nullopt without one.
  std::optional<bool> Verify(int64_t block, std::vector<uint8_t>& bytes) const {
    PathChunk place;
    Map(block * kBlockBytes, place);
    devices_[place.device].device->pages().Read(place.device_offset, bytes);
    const auto recorded = tree_.find(block);
    if (recorded == tree_.end()) return std::nullopt;
    return p_.algorithm->compute(bytes) == recorded->second;
  }

  void ReadBack() {
    std::vector<uint8_t> bytes(static_cast<size_t>(kBlockBytes));
    for (int64_t block = 0; block < result_.blocks; ++block) {
      if (Verify(block, bytes) == false) ++result_.wrong_checksums;
      const std::span<const uint8_t> written = Block(block * kBlockBytes);
      if (!std::equal(written.begin(), written.end(), bytes.begin())) ++result_.wrong_data;
    }
  }

  void FlipBits() {
    std::vector<uint8_t> bytes(static_cast<size_t>(kBlockBytes));
    for (int64_t flip = 0; flip < p_.bit_flips; ++flip) {
      const auto position = static_cast<int64_t>(rng_.Below(static_cast<uint64_t>(p_.file_bytes)));
      const int bit = static_cast<int>(rng_.Below(8));
      PathChunk place;
      Map(position, place);
      PageStore& pages = devices_[place.device].device->pages();
      if (!pages.FlipBit(place.device_offset, bit)) continue;
      ++result_.flips;
      if (Verify(position / kBlockBytes, bytes) == false) ++result_.flips_detected;
      pages.FlipBit(place.device_offset, bit);
    }
  }

  PathParameters p_;
  Rng rng_;
  EventQueue queue_;
  int64_t now_ = 0;
  std::vector<uint8_t> file_;  // stable while it is written
  std::vector<EmulatedDevice> devices_;
  std::vector<Ordered> ordered_;
  std::vector<PathChunk> chunks_;
  std::map<uint32_t, BioIterator> saved_;  // for the checksum jobs, by chunk
  size_t next_chunk_ = 0;
  OrderedStage order_;
  Ring<uint32_t> run_queue_;
  int64_t busy_workers_ = 0;
  uint32_t dispatched_in_order_ = 0;
  std::vector<DeviceCompletion> done_;
  std::map<int64_t, Checksum> tree_;  // by block of the file
  PathResult result_;
};

void Check(const PathParameters& p) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(ErrorKind::kUsage, std::string("checksum path: ") + what);
  };
  const auto blocks = [](int64_t bytes) { return bytes > 0 && bytes % kBlockBytes == 0; };
  require(p.algorithm != nullptr, "an algorithm is needed");
  require(blocks(p.file_bytes) && p.file_bytes <= (int64_t{1} << 30),
          "the file has 4096 bytes to 1 GiB, in blocks");
  require(blocks(p.bio_bytes) && blocks(p.ordered_bytes) && blocks(p.stripe_bytes) &&
              blocks(p.extent_bytes),
          "sizes are multiples of 4096");
  require(p.devices >= 1 && p.devices <= 64, "1 to 64 devices");
  require(p.pool_limit >= 1 && p.pool_limit <= 64, "1 to 64 pool threads");
  require(p.flush_mib_s > 0 && p.checksum_mib_s > 0, "rates above 0");
  require(p.bit_flips >= 0, "bit flips of at least 0");
  require(p.fault == PathFault::kNone || p.mode == ChecksumMode::kBeside,
          "the faults are of checksums beside the IO");
}

}  // namespace

bool PathResult::Holds() const {
  return checksums == blocks && wrong_data == 0 && wrong_checksums == 0 && early_handlers == 0 &&
         early_ordered == 0 && out_of_order == 0 && uncomputed == 0 && repeated == 0 &&
         left_in_order == 0 && flips_detected == flips;
}

PathResult RunChecksumPath(const PathParameters& parameters, uint64_t seed) {
  Check(parameters);
  return Path(parameters, seed).Run();
}

}  // namespace regress
