// SPDX-License-Identifier: Apache-2.0
#include "models/sim/writeback_model.h"

#include <algorithm>
#include <stdexcept>

#include "models/data/error.h"
#include "models/sim/event_queue.h"
#include "models/sim/exact_math.h"
#include "models/sim/ordered_stage.h"
#include "models/sim/page_store.h"
#include "models/sim/ring.h"
#include "models/sim/rng.h"

namespace regress {
namespace {

constexpr double kMiB = 1 << 20;
constexpr uint32_t kNobody = UINT32_MAX;

enum EventKind : uint32_t {
  kWriterCopied,
  kSubmitterReady,
  kWorkerComputed,
  kWorkerDispatched,
  kDeviceDone
};

void Require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

struct Chunk {
  int64_t bytes = 0;
  int64_t done_ns = 0;  // when its device completes it
  uint32_t job = 0;
  uint32_t device = 0;
  bool computed = false;
  bool beside = false;
  uint8_t waits_for = 1;  // parties of the completion latch: device, and checksum when beside
};

// A thread that submits: the flusher (index 0) or the fsync of job index - 1.
struct Submitter {
  bool running = false;
  uint32_t chunk = kNobody;
};

struct Worker {
  enum class State { kIdle, kComputing, kDraining } state = State::kIdle;
  uint32_t chunk = kNobody;
};

struct DeviceState {
  Ring<uint32_t> in_flight;  // chunks, in order of completion
  Ring<uint32_t> waiting;    // who waits for a tag: submitter, or submitters + worker
  int64_t free_ns = 0;
  int64_t busy_ns = 0;
  int64_t bytes = 0;
};

struct Job {
  enum class State { kCopying, kSleeping, kSyncing, kDone } state = State::kCopying;
  int64_t written = 0;
  int64_t dirty = 0;
  int64_t writeback = 0;
  bool last_sync = false;  // the sync under way is the one at the end
};

class Model {
 public:
  Model(const WritebackParameters& parameters, uint64_t seed) : p_(parameters), rng_(seed) {
    jobs_.resize(static_cast<size_t>(p_.jobs));
    submitters_.resize(jobs_.size() + 1);
    workers_.resize(static_cast<size_t>(p_.pool_limit));
    devices_.resize(static_cast<size_t>(p_.devices));
    tags_ = std::clamp<int64_t>(p_.queue_bytes / p_.chunk_bytes, 1, 1023);
    background_ = static_cast<int64_t>(static_cast<double>(p_.window_bytes) * p_.background_share);
    flush_ns_ = NsPerByte(p_.flush_mib_s);
    checksum_ns_ = NsPerByte(p_.checksum_mib_s);
    device_ns_ = NsPerByte(p_.device_mib_s);
    copy_ns_ = NsPerByte(p_.copy_mib_s);
    ram_ns_ = NsPerByte(p_.ram_copy_mib_s) + static_cast<double>(p_.ram_page_ns) / kPageBytes;
  }

  WritebackResult Run() {
    for (uint32_t job = 0; job < jobs_.size(); ++job) StartWrite(job);
    while (jobs_done_ < jobs_.size()) {
      Require(!queue_.empty(), "writeback model: no event is pending but a job is not done");
      const Event event = queue_.Pop();
      now_ = event.time_ns;
      ++result_.events;
      switch (event.kind) {
        case kWriterCopied:
          FinishWrite(event.index);
          break;
        case kSubmitterReady:
          FinishPreparation(event.index);
          break;
        case kWorkerComputed:
          FinishChecksum(event.index);
          break;
        case kWorkerDispatched:
          FinishDispatchCost(event.index);
          break;
        case kDeviceDone:
          FinishRequest(event.index);
          break;
        default:
          Require(false, "writeback model: unknown event");
      }
    }
    return Summary();
  }

 private:
  static double NsPerByte(double mib_s) { return 1e9 / (mib_s * kMiB); }
  static int64_t Ns(int64_t bytes, double ns_per_byte) {
    return RoundHalfUp(static_cast<double>(bytes) * ns_per_byte);
  }

  // --- writers
  // -------------------------------------------------------------------------------------

  void StartWrite(uint32_t index) {
    Job& job = jobs_[index];
    if (now_ >= p_.runtime_ns || job.written >= p_.size_bytes) return StopWriter(index);
    if (dirty_ + writeback_ >= p_.window_bytes) {
      job.state = Job::State::kSleeping;
      sleepers_.PushBack(index);
      return;
    }
    job.state = Job::State::kCopying;
    queue_.Push(now_ + Ns(WriteBytes(job), copy_ns_), kWriterCopied, index);
  }

  int64_t WriteBytes(const Job& job) const {
    return std::min(p_.block_bytes, p_.size_bytes - job.written);
  }

  void FinishWrite(uint32_t index) {
    Job& job = jobs_[index];
    const int64_t bytes = WriteBytes(job);
    job.written += bytes;
    job.dirty += bytes;
    dirty_ += bytes;
    result_.written_bytes += bytes;
    result_.peak_bytes = std::max(result_.peak_bytes, dirty_ + writeback_);
    WakeFlusher();
    if (index < p_.sync_jobs) {
      StartSync(index);
    } else {
      StartWrite(index);
    }
  }

  void StopWriter(uint32_t index) {
    if (phase1_end_ < 0) {
      phase1_end_ = now_;
      phase1_completed_ = result_.completed_bytes;
    }
    Job& job = jobs_[index];
    if (!p_.end_fsync) return FinishJob(job);
    job.last_sync = true;
    StartSync(index);
  }

  void StartSync(uint32_t index) {
    jobs_[index].state = Job::State::kSyncing;
    submitters_[index + 1].running = true;
    NextChunk(index + 1);
  }

  void FinishJob(Job& job) {
    job.state = Job::State::kDone;
    ++jobs_done_;
  }

  // The sync of a job is done when nothing of its inode is dirty or under writeback.
  void CheckSync(uint32_t index) {
    Job& job = jobs_[index];
    if (job.state != Job::State::kSyncing || job.dirty > 0 || job.writeback > 0) return;
    submitters_[index + 1].running = false;
    if (job.last_sync) return FinishJob(job);
    StartWrite(index);
  }

  // --- flusher and fsync
  // ---------------------------------------------------------------------------

  void WakeFlusher() {
    if (submitters_[0].running || dirty_ <= background_) return;
    submitters_[0].running = true;
    NextChunk(0);
  }

  ChecksumMode ModeOf(uint32_t submitter) const {
    return submitter == 0 ? p_.background_mode : p_.sync_mode;
  }

  void NextChunk(uint32_t index) {
    Submitter& submitter = submitters_[index];
    if (index == 0 && dirty_ <= background_) {
      submitter.running = false;
      return;
    }
    const uint32_t owner = index == 0 ? PickInode() : index - 1;
    Job& job = jobs_[owner];
    int64_t bytes = std::min(p_.chunk_bytes, job.dirty);
    if (bytes == 0) return CheckSync(owner);  // an fsync whose rest is in flight
    if (index == 0) {
      bytes = std::min(bytes, slice_left_);
      slice_left_ -= bytes;
    }
    if (first_writeback_ < 0) first_writeback_ = now_;
    job.dirty -= bytes;
    job.writeback += bytes;
    dirty_ -= bytes;
    writeback_ += bytes;
    submitter.chunk = NewChunk(owner, bytes);
    int64_t busy = Ns(bytes, flush_ns_);
    switch (ModeOf(index)) {
      case ChecksumMode::kNone:
        busy += DispatchCost(bytes);
        break;
      case ChecksumMode::kInline:
        busy += Ns(bytes, checksum_ns_) + DispatchCost(bytes);
        ++result_.checksummed_chunks;
        break;
      case ChecksumMode::kOffload:
        busy += p_.offload_ns;
        break;
      case ChecksumMode::kBeside:
        busy += p_.offload_ns + DispatchCost(bytes);
        break;
    }
    queue_.Push(now_ + busy, kSubmitterReady, index);
  }

  // The flusher takes a slice of one inode, then goes on to the next that is dirty.
  uint32_t PickInode() {
    if (slice_left_ > 0 && jobs_[inode_].dirty > 0) return inode_;
    do {
      inode_ = inode_ + 1 == jobs_.size() ? 0 : inode_ + 1;
    } while (jobs_[inode_].dirty == 0);  // dirty_ > 0: there is one
    slice_left_ = p_.slice_bytes;
    return inode_;
  }

  int64_t DispatchCost(int64_t bytes) const {
    return p_.submit_ns + (p_.ram ? Ns(bytes, ram_ns_) : 0);
  }

  uint32_t NewChunk(uint32_t job, int64_t bytes) {
    uint32_t index = 0;
    if (free_chunks_.empty()) {
      index = static_cast<uint32_t>(chunks_.size());
      chunks_.emplace_back();
    } else {
      index = free_chunks_.back();
      free_chunks_.pop_back();
    }
    Chunk& chunk = chunks_[index];
    chunk = Chunk{};
    chunk.job = job;
    chunk.bytes = bytes;
    chunk.device = PlaceOf(bytes);
    ++result_.chunks;
    return index;
  }

  // raid0: chunk by chunk over the devices; single: extent_bytes of one device, then the next.
  uint32_t PlaceOf(int64_t bytes) {
    if (p_.profile == Profile::kRaid0 || extent_left_ <= 0) {
      place_ = place_ + 1 == devices_.size() ? 0 : place_ + 1;
      extent_left_ = p_.extent_bytes;
    }
    extent_left_ -= bytes;
    return place_;
  }

  void FinishPreparation(uint32_t index) {
    const uint32_t chunk = submitters_[index].chunk;
    switch (ModeOf(index)) {
      case ChecksumMode::kOffload:
        order_.Append(chunk);
        result_.largest_order =
            std::max(result_.largest_order, static_cast<int64_t>(order_.size()));
        Enqueue(chunk);
        return NextChunk(index);
      case ChecksumMode::kBeside:
        chunks_[chunk].beside = true;
        chunks_[chunk].waits_for = 2;
        Enqueue(chunk);
        break;
      default:
        break;
    }
    if (Dispatch(chunk, index)) NextChunk(index);
  }

  // --- pool
  // ----------------------------------------------------------------------------------------

  void Enqueue(uint32_t chunk) {
    run_queue_.PushBack(chunk);
    if (busy_workers_ >= concurrency_) return;
    for (uint32_t index = 0; index < workers_.size(); ++index) {
      if (workers_[index].state == Worker::State::kIdle) {
        ++busy_workers_;
        return TakeItem(index, p_.wake_ns);
      }
    }
  }

  void TakeItem(uint32_t index, int64_t delay_ns) {
    Worker& worker = workers_[index];
    worker.chunk = run_queue_.PopFront();
    worker.state = Worker::State::kComputing;
    AdaptConcurrency();
    result_.peak_workers = std::max(result_.peak_workers, busy_workers_);
    queue_.Push(now_ + delay_ns + Ns(chunks_[worker.chunk].bytes, checksum_ns_), kWorkerComputed,
                index);
  }

  // Starts at one thread; many pending items raise the limit by one, few lower it. One item in
  // eight does not.
  void AdaptConcurrency() {
    if (++items_taken_ % 8 == 0) return;
    const auto pending = static_cast<int64_t>(run_queue_.size());
    if (pending > p_.pool_threshold) {
      concurrency_ = std::min(concurrency_ + 1, p_.pool_limit);
    } else if (pending < p_.pool_threshold / 2) {
      concurrency_ = std::max<int64_t>(concurrency_ - 1, 1);
    }
    if (!run_queue_.empty() && busy_workers_ < concurrency_) WakeOne();
  }

  void WakeOne() {
    for (uint32_t index = 0; index < workers_.size(); ++index) {
      if (workers_[index].state != Worker::State::kIdle) continue;
      ++busy_workers_;
      return TakeItem(index, p_.wake_ns);
    }
  }

  void FinishChecksum(uint32_t index) {
    Worker& worker = workers_[index];
    ++result_.checksummed_chunks;
    const uint32_t chunk = worker.chunk;
    chunks_[chunk].computed = true;
    worker.state = Worker::State::kDraining;
    if (chunks_[chunk].beside) {  // it was dispatched before
      Arrive(chunk);
      return NextItem(index);
    }
    Drain(index);
  }

  void Drain(uint32_t index) {
    const auto is_computed = [this](uint32_t chunk) { return chunks_[chunk].computed; };
    while (order_.ClaimHead(is_computed)) {
      const uint32_t head = order_.head();
      const int64_t cost = DispatchCost(chunks_[head].bytes);
      if (cost > 0) return queue_.Push(now_ + cost, kWorkerDispatched, index);
      if (!Dispatch(head, static_cast<uint32_t>(submitters_.size()) + index)) return;
      order_.ReleaseHead();
    }
    NextItem(index);
  }

  void FinishDispatchCost(uint32_t index) {
    if (!Dispatch(order_.head(), static_cast<uint32_t>(submitters_.size()) + index)) return;
    order_.ReleaseHead();
    Drain(index);
  }

  void NextItem(uint32_t index) {
    if (!run_queue_.empty() && busy_workers_ <= concurrency_) return TakeItem(index, 0);
    workers_[index].state = Worker::State::kIdle;
    --busy_workers_;
  }

  // --- devices
  // -------------------------------------------------------------------------------------

  // False: no tag is free; `who` waits in the device's fifo and continues when one is.
  bool Dispatch(uint32_t index, uint32_t who) {
    Chunk& chunk = chunks_[index];
    DeviceState& device = devices_[chunk.device];
    if (p_.ram) {  // the copy was part of the caller's time
      device.busy_ns += Ns(chunk.bytes, ram_ns_);
      device.bytes += chunk.bytes;
      Arrive(index);
      return true;
    }
    if (static_cast<int64_t>(device.in_flight.size()) >= tags_) {
      device.waiting.PushBack(who);
      return false;
    }
    StartService(device, index);
    return true;
  }

  void StartService(DeviceState& device, uint32_t index) {
    Chunk& chunk = chunks_[index];
    const double noise = 1 + p_.device_cv * Noise();
    const int64_t service = Ns(chunk.bytes, device_ns_ * noise);
    device.free_ns = std::max(now_, device.free_ns) + service;
    device.busy_ns += service;
    device.bytes += chunk.bytes;
    chunk.done_ns = device.free_ns + p_.device_latency_ns;
    if (device.in_flight.empty()) queue_.Push(chunk.done_ns, kDeviceDone, chunk.device);
    device.in_flight.PushBack(index);
    result_.peak_in_flight =
        std::max(result_.peak_in_flight, static_cast<int64_t>(device.in_flight.size()));
  }

  // Mean 0, variance 1, within +/- 3.5: four 16-bit uniforms of one draw.
  double Noise() {
    const uint64_t bits = rng_.Next();
    const auto sum = static_cast<double>((bits & 0xffff) + ((bits >> 16) & 0xffff) +
                                         ((bits >> 32) & 0xffff) + (bits >> 48));
    return (sum * 0x1p-16 - 1.999969482421875) * 1.7320508075688772;
  }

  void FinishRequest(uint32_t index) {
    DeviceState& device = devices_[index];
    const uint32_t chunk = device.in_flight.PopFront();
    if (!device.in_flight.empty()) {
      queue_.Push(chunks_[device.in_flight.front()].done_ns, kDeviceDone, index);
    }
    Arrive(chunk);
    if (!device.waiting.empty()) ResumeWaiter(device);
  }

  void ResumeWaiter(DeviceState& device) {
    const uint32_t who = device.waiting.PopFront();
    const auto threads = static_cast<uint32_t>(submitters_.size());
    if (who < threads) {
      StartService(device, submitters_[who].chunk);
      return NextChunk(who);
    }
    StartService(device, order_.head());  // the claimed head
    order_.ReleaseHead();
    Drain(who - threads);
  }

  // One party of the latch has come; the chunk is complete when none is missing.
  void Arrive(uint32_t index) {
    Chunk& chunk = chunks_[index];
    if (--chunk.waits_for > 0) return;
    Job& job = jobs_[chunk.job];
    job.writeback -= chunk.bytes;
    writeback_ -= chunk.bytes;
    Require(job.writeback >= 0 && writeback_ >= 0,
            "writeback model: completed more than submitted");
    result_.completed_bytes += chunk.bytes;
    const uint32_t owner = chunk.job;
    free_chunks_.push_back(index);
    if (!sleepers_.empty()) StartWrite(sleepers_.PopFront());
    WakeFlusher();
    CheckSync(owner);
  }

  WritebackResult Summary() {
    WritebackResult& r = result_;
    r.elapsed_ns = now_;
    r.left_bytes = dirty_ + writeback_;
    Require(r.written_bytes == r.completed_bytes + r.left_bytes,
            "writeback model: bytes were lost");
    r.mib_s = Rate(r.written_bytes, now_);
    r.phase1_ns = phase1_end_;
    if (first_writeback_ >= 0)
      r.phase1_mib_s = Rate(phase1_completed_, phase1_end_ - first_writeback_);
    r.phase2_mib_s = Rate(r.completed_bytes - phase1_completed_, now_ - phase1_end_);
    for (const DeviceState& device : devices_) {
      r.device_busy_ns.push_back(device.busy_ns);
      r.device_bytes.push_back(device.bytes);
    }
    return r;
  }

  static double Rate(int64_t bytes, int64_t ns) {
    return ns > 0 ? static_cast<double>(bytes) / kMiB / (static_cast<double>(ns) / 1e9) : 0;
  }

  WritebackParameters p_;
  Rng rng_;
  EventQueue queue_;
  int64_t now_ = 0;
  double flush_ns_ = 0;  // per byte, as the others
  double checksum_ns_ = 0;
  double device_ns_ = 0;
  double copy_ns_ = 0;
  double ram_ns_ = 0;
  int64_t tags_ = 1;
  int64_t background_ = 0;
  std::vector<Job> jobs_;
  std::vector<Submitter> submitters_;
  std::vector<Worker> workers_;
  std::vector<DeviceState> devices_;
  std::vector<Chunk> chunks_;
  std::vector<uint32_t> free_chunks_;
  Ring<uint32_t> sleepers_;   // writers, released one per completion, first come first
  OrderedStage order_;        // chunks of the pool in queueing order
  Ring<uint32_t> run_queue_;  // chunks that no worker has taken
  int64_t concurrency_ = 1;
  int64_t busy_workers_ = 0;
  uint64_t items_taken_ = 0;
  int64_t dirty_ = 0;
  int64_t writeback_ = 0;
  uint32_t inode_ = 0;
  int64_t slice_left_ = 0;
  uint32_t place_ = 0;
  int64_t extent_left_ = 0;
  size_t jobs_done_ = 0;
  int64_t first_writeback_ = -1;
  int64_t phase1_end_ = -1;
  int64_t phase1_completed_ = 0;
  WritebackResult result_;
};

void Check(const WritebackParameters& p) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(ErrorKind::kUsage, std::string("writeback: ") + what);
  };
  require(p.jobs >= 1 && p.jobs <= 4096, "1 to 4096 jobs");
  require(p.devices >= 1 && p.devices <= 1024, "1 to 1024 devices");
  require(p.pool_limit >= 1 && p.pool_limit <= 1024, "1 to 1024 pool threads");
  require(p.pool_threshold >= 1, "a pool threshold of at least 1");
  require(p.block_bytes > 0 && p.size_bytes > 0 && p.chunk_bytes > 0, "sizes above 0");
  require(p.window_bytes > 0 && p.extent_bytes > 0 && p.slice_bytes > 0 && p.queue_bytes > 0,
          "sizes above 0");
  require(p.runtime_ns > 0, "a run time above 0");
  require(p.sync_jobs >= 0 && p.sync_jobs <= p.jobs, "no more O_SYNC jobs than jobs");
  require(p.background_share >= 0 && p.background_share < 1, "a background share below 1");
  for (const double rate :
       {p.copy_mib_s, p.flush_mib_s, p.checksum_mib_s, p.device_mib_s, p.ram_copy_mib_s}) {
    require(rate > 0 && rate < 1e7, "rates above 0 and below 10 TiB/s");
  }
  require(p.device_cv >= 0 && p.device_cv <= 0.28, "a jitter of 0 to 0.28");
  for (const int64_t cost :
       {p.offload_ns, p.submit_ns, p.wake_ns, p.device_latency_ns, p.ram_page_ns}) {
    require(cost >= 0 && cost <= 1'000'000'000, "costs of 0 to 1 s");
  }
  require(p.sync_mode != ChecksumMode::kOffload, "synchronous writes are never offloaded");
}

}  // namespace

WritebackResult RunWriteback(const WritebackParameters& parameters, uint64_t seed) {
  Check(parameters);
  return Model(parameters, seed).Run();
}

}  // namespace regress
