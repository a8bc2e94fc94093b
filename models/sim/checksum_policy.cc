// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_policy.h"

#include <array>
#include <string>

#include "models/data/error.h"

namespace regress {
namespace {

ChecksumMode Pool(bool use) {
  return use ? ChecksumMode::kOffload : ChecksumMode::kInline;
}

ChecksumMode UpTo64(const WriteTraits& write) {
  if (!write.has_checksums) return ChecksumMode::kNone;
  if (write.metadata) return Pool(!write.fast && !write.zoned);
  return Pool(!write.synchronous);
}

// The rule from 6.5 on, after its test of the implementation's speed.
ChecksumMode AfterSpeedTest(const WriteTraits& write) {
  if (write.synchronous) return ChecksumMode::kInline;
  return Pool(!(write.metadata && write.zoned));
}

ChecksumMode Since65(const WriteTraits& write) {
  if (!write.has_checksums) return ChecksumMode::kNone;
  return write.fast ? ChecksumMode::kInline : AfterSpeedTest(write);
}

ChecksumMode Patched65(const WriteTraits& write) {
  if (!write.has_checksums) return ChecksumMode::kNone;
  return write.fast && write.metadata ? ChecksumMode::kInline : AfterSpeedTest(write);
}

// The knob overrides the speed test only.
ChecksumMode KnobOn(const WriteTraits& write) {
  return write.has_checksums ? AfterSpeedTest(write) : ChecksumMode::kNone;
}

ChecksumMode KnobOff(const WriteTraits& write) {
  return write.has_checksums ? ChecksumMode::kInline : ChecksumMode::kNone;
}

// Data is checksummed beside the IO, synchronous or not; metadata blocks are summed before they are
// written.
ChecksumMode BesideIo(const WriteTraits& write) {
  if (!write.has_checksums) return ChecksumMode::kNone;
  return write.metadata ? ChecksumMode::kInline : ChecksumMode::kBeside;
}

constexpr std::array<ChecksumGeneration, 6> kGenerations{{
    {"G0", "up to 6.4: data in the pool, except of inodes with synchronous writers", UpTo64},
    {"G1", "6.5: fast checksums in the submitting thread", Since65},
    {"G1-patch", "6.5 patched: only fast checksums of metadata in that thread", Patched65},
    {"G2-on", "2024, offload_csum=on: pool also for fast checksums", KnobOn},
    {"G2-off", "2024, offload_csum=off: never a pool", KnobOff},
    {"G3", "late 2025: data beside the IO, completion joins both", BesideIo},
}};

}  // namespace

std::span<const ChecksumGeneration> ChecksumGenerations() {
  return kGenerations;
}

const ChecksumGeneration& FindChecksumGeneration(std::string_view name) {
  std::string known;
  for (const ChecksumGeneration& generation : kGenerations) {
    if (generation.name == name) return generation;
    known += (known.empty() ? "" : ", ") + std::string(generation.name);
  }
  throw Error(ErrorKind::kUsage, "unknown generation '" + std::string(name) + "' (" + known + ")");
}

std::string_view ToString(ChecksumMode mode) {
  switch (mode) {
    case ChecksumMode::kNone:
      return "none";
    case ChecksumMode::kInline:
      return "inline";
    case ChecksumMode::kOffload:
      return "offload";
    case ChecksumMode::kBeside:
      return "beside";
  }
  return "none";
}

}  // namespace regress
