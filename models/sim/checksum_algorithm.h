// SPDX-License-Identifier: Apache-2.0
// The four data checksums of btrfs, computed by the usual libraries, one per 4 KiB block.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace regress {

inline constexpr int64_t kBlockBytes = 4096;  // allocation and checksum unit

// As stored: the first `ChecksumAlgorithm::bytes` count, crc32c and xxhash64 little-endian.
using Checksum = std::array<uint8_t, 32>;

struct ChecksumAlgorithm {
  std::string_view name;  // of --csum-type
  int bytes;              // stored per block
  bool fast;              // accelerated in the kernel: what the 6.5 rule looks at
  // Rate on data in the cache, MiB/s: published cycles per 4 KiB of an 11th-generation x86 core
  // at 3.6 GHz.
  double hot_mib_s;
  Checksum (*compute)(std::span<const uint8_t> block);
};

// crc32c, xxhash, sha256, blake2b. Valid for the program's life.
std::span<const ChecksumAlgorithm> ChecksumAlgorithms();
// Throws Error (kUsage) that lists the known names.
const ChecksumAlgorithm& FindChecksumAlgorithm(std::string_view name);

// What one thread reaches with `algorithm` on memory where crc32c reaches `crc32c_mib_s`: the time
// to fetch the data stays, the time to compute changes. 1/c = 1/memory + 1/hot.
double ChecksumRate(const ChecksumAlgorithm& algorithm, double crc32c_mib_s);

}  // namespace regress
