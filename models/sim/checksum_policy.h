// SPDX-License-Identifier: Apache-2.0
// Who computes the checksums of a write, and when: the rule and its history in btrfs, as data.
//   inline   the thread that submits the bio computes first, then dispatches
//   offload  a pool thread computes, then the chunks are dispatched in the order they were queued
//   beside   the chunk is dispatched at once and checksummed at the same time; completion waits for
//   both
#pragma once

#include <span>
#include <string_view>

namespace regress {

enum class ChecksumMode { kNone, kInline, kOffload, kBeside };

// What the rule looks at for one write bio.
struct WriteTraits {
  bool fast = true;           // the checksum implementation is accelerated
  bool metadata = false;      // metadata block, else file data
  bool synchronous = false;   // fsync, O_SYNC: the IO carries a sync, FUA or flush flag
  bool zoned = false;         // zoned device
  bool has_checksums = true;  // false: nodatasum inode or file system, relocation data
};

struct ChecksumGeneration {
  std::string_view name;     // "G1"
  std::string_view meaning;  // when, and what was decided
  ChecksumMode (*mode)(const WriteTraits& write);
};

// G0 (up to 6.4), G1 (6.5), G1-patch (the patch of the thread about the 6.5 regression), G2-on,
// G2-off (early 2024, with the debug knob at on and off; at auto it is G1), G3 (late 2025). Valid
// for the program's life.
std::span<const ChecksumGeneration> ChecksumGenerations();
// Throws Error (kUsage) that lists the known names.
const ChecksumGeneration& FindChecksumGeneration(std::string_view name);

std::string_view ToString(ChecksumMode mode);  // "none", "inline", "offload", "beside"

}  // namespace regress
