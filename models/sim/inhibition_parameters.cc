// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_parameters.h"

#include <fmt/format.h>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;
constexpr uint64_t kMostExtents = uint64_t{1} << 24;

bool IsPowerOfTwo(uint32_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

TransactionConfig ToTransactionConfig(const ParameterSet& p) {
  TransactionConfig config;
  config.visit_time = static_cast<uint64_t>(p.Get("t_visit"));
  config.cow_time = static_cast<uint64_t>(p.Get("t_cow"));
  config.overwrite_in_place = p.Flag("overwrite_in_place");
  config.sync_every = static_cast<uint64_t>(p.Get("fsync_every"));
  config.writeback.enabled = p.Flag("writeback");
  config.writeback.gap = static_cast<uint64_t>(p.Get("T"));
  config.writeback.fixed_gap = p.Word("gap") == "fixed";
  config.writeback.write_time = static_cast<uint64_t>(p.Get("t_write"));
  config.writeback.dirty_threshold = static_cast<uint32_t>(p.Get("dirty_threshold"));
  config.writeback.pass_limit = static_cast<uint32_t>(p.Get("pass_limit"));
  return config;
}

uint32_t NodeSize(const ParameterSet& p) {
  const auto node_size = static_cast<uint32_t>(p.Get("node_size"));
  if (!IsPowerOfTwo(node_size)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("node_size is a power of two, not {}", p.Printed("node_size")));
  }
  return node_size;
}

}  // namespace

const std::vector<ParameterInfo>& InhibitionParameters() {
  constexpr Basis kText = Basis::kText;
  constexpr Basis kChosen = Basis::kChosen;
  constexpr Basis kFitted = Basis::kFitted;
  static const std::vector<std::string> kOff = {"off", "on"};
  static const std::vector<ParameterInfo> kTable = {
      {"files", 16, "files", kText, 1, 256, "files removed", true, {}},
      {"file_size", 64 * kMiB, "bytes", kText, kMiB, kGiB, "size of a file", true, {}},
      {"extent_size", 4 * kKiB, "bytes", kChosen, 4 * kKiB, kMiB, "size of an extent", true, {}},
      {"node_size", 16 * kKiB, "bytes", kText, 4 * kKiB, 64 * kKiB, "metadata block", true, {}},
      {"interleave", 16, "files", kChosen, 1, 256, "files written at once", true, {}},
      {"Q", 52429, "refs", kChosen, 1, 1e8, "refs pending before a flush", true, {}},
      {"flush_share", 100, "%", kChosen, 1, 100, "of them run by a flush", true, {}},
      {"items_per_descent", 0, "items", kText, 0, 1e6, "removed at once, 0: leaf", true, {}},
      {"evictors", 1, "handles", kChosen, 1, 64, "files evicted at once", true, {}},
      {"T", 738, "visits", kFitted, 1, 1e6, "mean gap between writeback passes", true, {}},
      {"gap", 0, "", kChosen, 0, 0, "law of the gap", true, {"random", "fixed"}},
      {"t_visit", 1, "visits", kText, 1, 1000, "look at a block: unit of time", true, {}},
      {"t_cow", 10, "visits", kChosen, 0, 1e5, "copy of a block", true, {}},
      {"t_write", 60, "visits", kChosen, 0, 1e5, "time of one metadata write", true, {}},
      {"writeback", 1, "", kText, 0, 0, "background writeback", true, kOff},
      {"dirty_threshold", 0, "buffers", kChosen, 0, 1e6, "dirty before a pass", true, {}},
      {"pass_limit", 0, "buffers", kChosen, 0, 1e6, "written by a pass, 0: all", true, {}},
      {"fsync_every", 0, "descents", kText, 0, 1e9, "WB_SYNC_ALL, 0: never", true, {}},
      {"csum", 1, "", kText, 0, 0, "checksum tree", true, kOff},
      {"free_space_tree", 1, "", kText, 0, 0, "free-space tree", true, kOff},
      {"free_space_descents", 2, "descents", kText, 2, 4, "into it, by a ref", true, {}},
      {"block_refs", 1, "", kText, 0, 0, "refs of metadata blocks", true, kOff},
      {"commit_counted", 1, "", kChosen, 0, 0, "the commit's own flush counts", true, kOff},
      {"overwrite_in_place", 0, "", kText, 0, 0, "instead of a re-COW", true, kOff},
      {"fs_fill", 75, "%", kChosen, 55, 100, "fs leaves, on average", true, {}},
      {"data_fill", 95, "%", kChosen, 34, 100, "leaves of data extents", true, {}},
      {"block_fill", 70, "%", kChosen, 34, 100, "leaves of block items", true, {}},
      {"free_space_fill", 90, "%", kChosen, 34, 100, "free-space leaves", true, {}},
      {"node_fill", 80, "%", kChosen, 34, 100, "inner nodes", true, {}},
      {"operations", 10000, "", kText, 1, 1e6, "remap4k: of each kind", true, {}},
      {"flush_every", 64, "ops", kChosen, 1, 1e6, "remap4k: inodes written", true, {}},
      {"visit_ns", 400, "ns", kChosen, 1, 1e6, "one visit, for costs", true, {}},
      {"inhibit_ns", 210, "ns", kFitted, 0, 1e6, "xarray store beyond an array's", true, {}},
  };
  return kTable;
}

EvictConfig ToEvictConfig(const ParameterSet& p) {
  EvictConfig config;
  config.files = static_cast<uint32_t>(p.Get("files"));
  const auto file_size = static_cast<uint64_t>(p.Get("file_size"));
  const auto extent_size = static_cast<uint32_t>(p.Get("extent_size"));
  if (extent_size % 4096 != 0 || file_size % extent_size != 0) {
    throw Error(ErrorKind::kUsage,
                fmt::format("file_size {} is no multiple of extent_size {}, or that is none of 4K",
                            p.Printed("file_size"), p.Printed("extent_size")));
  }
  config.extents_per_file = static_cast<uint32_t>(file_size / extent_size);
  const uint64_t extents = uint64_t{config.files} * config.extents_per_file;
  if (extents > kMostExtents) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{} files of {} in extents of {} are {} extents", config.files,
                            p.Printed("file_size"), p.Printed("extent_size"), extents),
                fmt::format("at most {} are simulated", kMostExtents));
  }
  config.interleave = static_cast<uint32_t>(p.Get("interleave"));
  config.pending_limit = static_cast<uint32_t>(p.Get("Q"));
  config.flush_percent = static_cast<int>(p.Get("flush_share"));
  config.items_per_descent = static_cast<uint32_t>(p.Get("items_per_descent"));
  config.evictors = static_cast<uint32_t>(p.Get("evictors"));
  config.commit_counted = p.Flag("commit_counted");
  config.transaction = ToTransactionConfig(p);
  FilesystemConfig& filesystem = config.filesystem;
  filesystem.node_size = NodeSize(p);
  filesystem.extent_size = extent_size;
  filesystem.csum_tree = p.Flag("csum");
  filesystem.free_space_tree = p.Flag("free_space_tree");
  filesystem.free_space_descents = static_cast<int>(p.Get("free_space_descents"));
  filesystem.block_refs = p.Flag("block_refs");
  filesystem.fs_fill = static_cast<int>(p.Get("fs_fill"));
  filesystem.data_fill = static_cast<int>(p.Get("data_fill"));
  filesystem.block_fill = static_cast<int>(p.Get("block_fill"));
  filesystem.free_space_fill = static_cast<int>(p.Get("free_space_fill"));
  filesystem.node_fill = static_cast<int>(p.Get("node_fill"));
  return config;
}

RemapConfig ToRemapConfig(const ParameterSet& p) {
  RemapConfig config;
  config.operations = static_cast<uint32_t>(p.Get("operations"));
  config.flush_every = static_cast<uint32_t>(p.Get("flush_every"));
  config.node_size = NodeSize(p);
  config.transaction = ToTransactionConfig(p);
  return config;
}

}  // namespace regress
