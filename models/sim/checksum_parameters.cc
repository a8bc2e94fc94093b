// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_parameters.h"

#include "models/data/error.h"

namespace regress {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;
constexpr Basis kText = Basis::kText;
constexpr Basis kChosen = Basis::kChosen;

ParameterInfo Number(const char* name, double value, const char* unit, Basis basis, double low,
                     double high, const char* meaning, bool integer = true) {
  return {name, value, unit, basis, low, high, meaning, integer, {}};
}

ParameterInfo Word(const char* name, Basis basis, const char* meaning,
                   std::vector<std::string> choices) {
  return {name, 0, "", basis, 0, 0, meaning, true, std::move(choices)};
}

std::vector<ParameterInfo> MakeParameters() {
  return {
      Word("csum_type", kText, "data checksum; crc32c and xxhash count as fast",
           {"crc32c", "xxhash", "sha256", "blake2b"}),
      Word("profile", kText, "raid0: chunks over all devices; single: one device at a time",
           {"raid0", "single"}),
      Number("devices", 4, "", kText, 1, 1024, "devices of the volume"),
      Number("jobs", 4, "", kText, 1, 4096, "writers, each with a file"),
      Number("sync_jobs", 0, "", kChosen, 0, 4096, "of these, writers with O_SYNC"),
      Number("block_size", kMiB, "bytes", kText, 512, kGiB, "of one write call"),
      Number("file_size", 32 * kGiB, "bytes", kText, 4096, 1048576 * kGiB, "of each job"),
      Number("runtime", 30, "s", kText, 0.001, 100000, "after which the writers stop", false),
      Number("end_fsync", 1, "", kText, 0, 1, "each job ends with fsync"),
      Number("copy_rate", 1500, "MiB/s", kChosen, 1, 1e6, "of one job into the page cache", false),
      Number("ram", 188 * kGiB, "bytes", kText, kMiB, 1048576 * kGiB, "dirtyable memory"),
      Number("background_ratio", 10, "%", kText, 0, 99, "of it dirty: the flusher starts", false),
      Number("dirty_ratio", 20, "%", kText, 1, 100, "of it dirty: writers are limited", false),
      Number("window", 2 * kGiB, "bytes", kChosen, 0, 1048576 * kGiB,
             "dirty + writeback where writers sleep; 0: from ram and ratios"),
      Number("flush_rate", 3818, "MiB/s", Basis::kFitted, 1, 1e6,
             "f: one flusher without checksums", false),
      Number("checksum_rate", 2064, "MiB/s", Basis::kFitted, 1, 1e6,
             "c: crc32c of one thread on cold memory", false),
      Number("device_rate", 2738, "MiB/s", Basis::kFitted, 1, 1e6, "d: of one device", false),
      Number("offload_cost", 0, "ns", kChosen, 0, 1e9, "o: queueing a chunk to the pool"),
      Number("submit_cost", 0, "ns", kChosen, 0, 1e9, "submitting a chunk to a device"),
      Number("wake_cost", 4000, "ns", kChosen, 0, 1e9, "an idle pool thread starts"),
      Number("pool", 8, "threads", kText, 1, 1024, "W: min(online CPUs + 2, 8)"),
      Number("pool_threshold", 32, "chunks", kText, 1, 1e6, "pending: one more thread may run"),
      Number("chunk", kMiB, "bytes", kChosen, 4096, kGiB, "unit of work; 64K is the stripe"),
      Number("extent", kGiB, "bytes", kText, 4096, 1024 * kGiB, "single: taken from one device"),
      Number("slice", 512 * kMiB, "bytes", kChosen, 4096, 1024 * kGiB,
             "flushed of one file in turn"),
      Number("queue", 64 * kMiB, "bytes", kChosen, 4096, 1024 * kGiB,
             "in flight per device; tags = queue / chunk, at most 1023"),
      Number("jitter", 5, "%", kChosen, 0, 28, "deviation of a chunk's device time", false),
      Number("latency", 10000, "ns", kChosen, 0, 1e9, "of a device, after the transfer"),
      Number("ram_copy", 7629, "MiB/s", kChosen, 1, 1e6, "device ram: copy (8 GB/s)", false),
      Number("ram_lookup", 60, "ns", kChosen, 0, 1e9, "device ram: per 4 KiB page"),
      Number("bytes", 16 * kMiB, "bytes", kChosen, 4096, kGiB, "workload bytes: size of the file"),
      Word("fault", kChosen, "workload bytes: mistake to inject (beside)",
           {"none", "early-handler", "lost-iterator"}),
  };
}

int64_t Whole(const ParameterSet& parameters, std::string_view name) {
  return static_cast<int64_t>(parameters.Get(name));
}

}  // namespace

const std::vector<ParameterInfo>& ChecksumParameters() {
  static const std::vector<ParameterInfo> kParameters = MakeParameters();
  return kParameters;
}

const std::vector<ChecksumVariant>& ChecksumVariants() {
  static const std::vector<ChecksumVariant> kVariants = [] {
    std::vector<ChecksumVariant> variants = {
        {"none", "no checksums"},
        {"inline", "the submitting thread, before it dispatches"},
        {"offload", "pool threads, then dispatched in order; fsync inline"},
        {"beside", "pool threads, while the chunk is written"},
    };
    for (const ChecksumGeneration& generation : ChecksumGenerations()) {
      variants.push_back({generation.name, generation.meaning});
    }
    return variants;
  }();
  return kVariants;
}

ChecksumModes ModesOf(std::string_view variant, const ChecksumAlgorithm& algorithm) {
  if (variant == "none") return {ChecksumMode::kNone, ChecksumMode::kNone};
  if (variant == "inline") return {ChecksumMode::kInline, ChecksumMode::kInline};
  if (variant == "offload") return {ChecksumMode::kOffload, ChecksumMode::kInline};
  if (variant == "beside") return {ChecksumMode::kBeside, ChecksumMode::kBeside};
  const ChecksumGeneration& generation = FindChecksumGeneration(variant);
  WriteTraits write;
  write.fast = algorithm.fast;
  const ChecksumMode background = generation.mode(write);
  write.synchronous = true;
  return {background, generation.mode(write)};
}

WritebackParameters ToWriteback(const ParameterSet& parameters, std::string_view variant,
                                std::string_view device) {
  const ChecksumAlgorithm& algorithm = FindChecksumAlgorithm(parameters.Word("csum_type"));
  const ChecksumModes modes = ModesOf(variant, algorithm);
  const double background = parameters.Get("background_ratio") / 100;
  const double limit = parameters.Get("dirty_ratio") / 100;
  if (background >= limit) {
    throw Error(ErrorKind::kUsage, "background_ratio must be below dirty_ratio");
  }
  // Writers are free up to (background + limit) / 2 and stopped at the limit; they settle between
  // the two.
  const double set_point = ((background + limit) / 2 + limit) / 2;
  WritebackParameters p;
  p.jobs = Whole(parameters, "jobs");
  p.block_bytes = Whole(parameters, "block_size");
  p.size_bytes = Whole(parameters, "file_size");
  p.runtime_ns = static_cast<int64_t>(parameters.Get("runtime") * 1e9);
  p.end_fsync = parameters.Flag("end_fsync");
  p.sync_jobs = Whole(parameters, "sync_jobs");
  p.copy_mib_s = parameters.Get("copy_rate");
  p.window_bytes = Whole(parameters, "window");
  if (p.window_bytes == 0) {
    p.window_bytes = static_cast<int64_t>(parameters.Get("ram") * set_point);
  }
  p.background_share = background / set_point;
  p.flush_mib_s = parameters.Get("flush_rate");
  p.checksum_mib_s = ChecksumRate(algorithm, parameters.Get("checksum_rate"));
  p.offload_ns = Whole(parameters, "offload_cost");
  p.submit_ns = Whole(parameters, "submit_cost");
  p.wake_ns = Whole(parameters, "wake_cost");
  p.pool_limit = Whole(parameters, "pool");
  p.pool_threshold = Whole(parameters, "pool_threshold");
  p.background_mode = modes.background;
  p.sync_mode = modes.synchronous;
  p.devices = Whole(parameters, "devices");
  p.profile = parameters.Word("profile") == "single" ? Profile::kSingle : Profile::kRaid0;
  p.chunk_bytes = Whole(parameters, "chunk");
  p.extent_bytes = Whole(parameters, "extent");
  p.slice_bytes = Whole(parameters, "slice");
  p.device_mib_s = parameters.Get("device_rate");
  p.device_cv = parameters.Get("jitter") / 100;
  p.device_latency_ns = Whole(parameters, "latency");
  p.queue_bytes = Whole(parameters, "queue");
  p.ram = device == "ram";
  p.ram_copy_mib_s = parameters.Get("ram_copy");
  p.ram_page_ns = Whole(parameters, "ram_lookup");
  return p;
}

PathParameters ToPath(const ParameterSet& parameters, std::string_view variant,
                      std::string_view algorithm, std::string_view device) {
  PathParameters p;
  p.algorithm = &FindChecksumAlgorithm(algorithm);
  p.mode = ModesOf(variant, *p.algorithm).background;
  p.profile = parameters.Word("profile") == "single" ? Profile::kSingle : Profile::kRaid0;
  p.device = device;
  p.devices = Whole(parameters, "devices");
  p.file_bytes = Whole(parameters, "bytes") / kBlockBytes * kBlockBytes;
  p.flush_mib_s = parameters.Get("flush_rate");
  p.checksum_mib_s = ChecksumRate(*p.algorithm, parameters.Get("checksum_rate"));
  p.pool_limit = Whole(parameters, "pool");
  const std::string& fault = parameters.Word("fault");
  if (fault == "early-handler") p.fault = PathFault::kEarlyHandler;
  if (fault == "lost-iterator") p.fault = PathFault::kLostIterator;
  return p;
}

}  // namespace regress
