// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission_parameters.h"

#include <algorithm>

#include "models/data/error.h"
#include "models/sim/exact_math.h"

namespace regress {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;
constexpr Basis kText = Basis::kText;
constexpr Basis kChosen = Basis::kChosen;
constexpr Basis kFitted = Basis::kFitted;

ParameterInfo Number(const char* name, double value, const char* unit, Basis basis, double low,
                     double high, const char* meaning, bool integer = true) {
  return {name, value, unit, basis, low, high, meaning, integer, {}};
}

std::vector<ParameterInfo> MakeParameters() {
  return {
      {"direction", 0, "", kChosen, 0, 0, "read, write or both", true, {"both", "read", "write"}},
      Number("folio", 2 * kMiB, "bytes", kChosen, 4 * kKiB, 2 * kMiB,
             "size of a folio; the mail does not state it"),
      Number("extents", 1, "", kText, 1, kMaxFolioBlocks, "per folio; 1 is the mail's best case"),
      Number("read_folio", kKernelRead.folio_ns, "ns", kFitted, 0, 1e9, "F of a read", false),
      Number("read_block", kKernelRead.block_ns, "ns", kFitted, 0, 1e9, "b of a read", false),
      Number("read_extent", kKernelRead.extent_ns, "ns", kChosen, 0, 1e9, "e of a read, as b",
             false),
      Number("read_gap", 0, "ns", kChosen, 0, 1e9, "g of a read: per extent in both", false),
      Number("write_folio", kKernelWrite.folio_ns, "ns", kFitted, 0, 1e9, "F of a write", false),
      Number("write_block", kKernelWrite.block_ns, "ns", kFitted, 0, 1e9, "b of a write", false),
      Number("write_extent", kKernelWrite.extent_ns, "ns", kChosen, 0, 1e9, "e of a write, as b",
             false),
      Number("write_gap", 0, "ns", kChosen, 0, 1e9, "g of a write", false),
      Number("written", 128 * kMiB, "bytes", kChosen, 4 * kKiB, 1024 * kGiB,
             "throttle: by the traced run"),
      Number("request", 512 * kKiB, "bytes", kText, 4 * kKiB, 64 * kMiB, "of the device at most"),
      Number("wbt", 2, "ms", kText, 0, 1e6, "throttle: latency target, 75 for disks; 0: off",
             false),
      Number("tags", 1023, "", kText, 1, 1e6, "nvme: requests in flight"),
      Number("device_rate", 3000, "MiB/s", kChosen, 1, 1e6, "nvme: of its link", false),
      Number("jitter", 10, "%", kChosen, 0, 16, "nvme: deviation of a write's transfer", false),
      Number("write_fixed", 4000, "ns", kText, 0, 1e9, "nvme: until a write is acknowledged"),
      Number("write_page", 60, "ns", kText, 0, 1e9, "nvme: more for each 4 KiB"),
      Number("buffer", 4 * kMiB, "bytes", kText, 64 * kKiB, 64 * kGiB, "nvme: for writes"),
      Number("units", 64, "", kText, 1, 65536, "nvme: program and read in parallel; 16: sustained"),
      Number("unit", 32 * kKiB, "bytes", kText, 512, 64 * kMiB, "nvme: programmed at once"),
      Number("program", 185000, "ns", kText, 0, 1e9, "nvme: programming of a unit"),
      Number("read_fixed", 21500, "ns", kText, 0, 1e9, "nvme: firmware of a read"),
      Number("cell", 36000, "ns", kText, 0, 1e9, "nvme: mean time of a cell's read"),
      Number("cell_jitter", 15, "%", kText, 0, 400, "nvme: deviation of it, lognormal", false),
      Number("ram_copy", 7629, "MiB/s", kChosen, 1, 1e6, "ram: copy (8 GB/s)", false),
      Number("ram_lookup", 60, "ns", kChosen, 0, 1e9, "ram: per 4 KiB page"),
      Number("ram_allocate", 250, "ns", kChosen, 0, 1e9, "ram: a page written first"),
      Number("volatile_cache", 1, "", kText, 0, 1, "throttle: sleepers wake when all is done"),
      Number("background", 1, "", kText, 0, 1, "throttle: background writeback"),
      Number("reader", 0, "", kChosen, 0, 1, "throttle: another task reads 4 KiB blocks"),
      Number("limit", 4 * kMiB, "bytes", kChosen, 0, 4 * kGiB,
             "executed, limit: writeback_bio_size; 0: none"),
      Number("rounds", 60, "", kChosen, 1, 100000, "executed: the best one counts"),
      Number("folios", 64, "", kChosen, 1, 4096, "executed: per round"),
      Number("tree", 2000, "", kChosen, 0, 1e7, "executed: further extents in the tree"),
      Number("shared_work", 1, "", kChosen, 0, 1, "executed: locks, requests, arrays of a folio"),
  };
}

int64_t Whole(const ParameterSet& parameters, std::string_view name) {
  return static_cast<int64_t>(parameters.Get(name));
}

}  // namespace

const std::vector<ParameterInfo>& SubmissionParameters() {
  static const std::vector<ParameterInfo> kParameters = MakeParameters();
  return kParameters;
}

IoDirection ParseDirection(std::string_view word) {
  return word == "read" ? IoDirection::kRead : IoDirection::kWrite;
}

int FolioBlocks(const ParameterSet& parameters) {
  const int64_t bytes = Whole(parameters, "folio");
  if (bytes % kBlockBytes != 0) {
    throw Error(ErrorKind::kUsage,
                "folio is a multiple of 4096 bytes, not " + std::to_string(bytes));
  }
  return static_cast<int>(bytes / kBlockBytes);
}

int FolioExtents(const ParameterSet& parameters) {
  return std::min(FolioBlocks(parameters), static_cast<int>(Whole(parameters, "extents")));
}

SubmissionCost CostOf(const ParameterSet& parameters, IoDirection direction) {
  const std::string prefix = direction == IoDirection::kRead ? "read_" : "write_";
  return {parameters.Get(prefix + "folio"), parameters.Get(prefix + "block"),
          parameters.Get(prefix + "extent"), parameters.Get(prefix + "gap")};
}

double FolioCost(const ParameterSet& parameters, std::string_view variant, IoDirection direction) {
  const SubmissionCost cost = CostOf(parameters, direction);
  const int extents = FolioExtents(parameters);
  return variant == "block" ? cost.ByBlock(FolioBlocks(parameters), extents)
                            : cost.ByExtent(extents);
}

ThrottleParameters ToThrottle(const ParameterSet& parameters, std::string_view variant,
                              std::string_view device) {
  ThrottleParameters p;
  p.folio_bytes = Whole(parameters, "folio");
  p.request_bytes = std::min(Whole(parameters, "request"), p.folio_bytes);
  p.cpu_ns = RoundHalfUp(FolioCost(parameters, variant, IoDirection::kWrite));
  p.total_bytes = Whole(parameters, "written");
  p.device = device;
  p.nvme = ToNvme(parameters);
  p.ram = ToRam(parameters);
  p.wbt.queue_depth = Whole(parameters, "tags");
  p.wbt.target_ns = RoundHalfUp(parameters.Get("wbt") * 1e6);
  p.wbt.volatile_cache = parameters.Flag("volatile_cache");
  p.background = parameters.Flag("background");
  p.reader = parameters.Flag("reader");
  return p;
}

NvmeDeviceParameters ToNvme(const ParameterSet& parameters) {
  NvmeDeviceParameters p;
  p.link_gb_per_s = parameters.Get("device_rate") * kMiB / 1e9;
  p.transfer_cv = parameters.Get("jitter") / 100;
  p.tags = Whole(parameters, "tags");
  p.request_max = Whole(parameters, "request");
  p.write_fixed_ns = Whole(parameters, "write_fixed");
  p.write_page_ns = Whole(parameters, "write_page");
  p.buffer_bytes = Whole(parameters, "buffer");
  p.units = Whole(parameters, "units");
  p.unit_bytes = Whole(parameters, "unit");
  p.program_ns = Whole(parameters, "program");
  p.read_fixed_ns = Whole(parameters, "read_fixed");
  p.cell_ns = Whole(parameters, "cell");
  p.cell_cv = parameters.Get("cell_jitter") / 100;
  return p;
}

RamDeviceParameters ToRam(const ParameterSet& parameters) {
  RamDeviceParameters p;
  p.copy_gb_per_s = parameters.Get("ram_copy") * kMiB / 1e9;
  p.lookup_ns = Whole(parameters, "ram_lookup");
  p.allocate_ns = Whole(parameters, "ram_allocate");
  return p;
}

TimingParameters ToTiming(const ParameterSet& parameters, IoDirection direction) {
  TimingParameters p;
  p.direction = direction;
  p.blocks = FolioBlocks(parameters);
  p.extents = FolioExtents(parameters);
  p.folios = static_cast<int>(Whole(parameters, "folios"));
  p.rounds = static_cast<int>(Whole(parameters, "rounds"));
  p.limit = Whole(parameters, "limit");
  p.further_extents = static_cast<int>(Whole(parameters, "tree"));
  p.shared_work = parameters.Flag("shared_work");
  return p;
}

}  // namespace regress
