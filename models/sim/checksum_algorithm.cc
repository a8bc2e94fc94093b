// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_algorithm.h"

#include <blake2.h>
#include <isa-l/crc.h>
#include <openssl/evp.h>
#include <xxhash.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/data/error.h"

namespace regress {
namespace {

Checksum StoreLittleEndian(uint64_t value, int bytes) {
  Checksum stored{};
  for (int i = 0; i < bytes; ++i) {
    stored[static_cast<size_t>(i)] = static_cast<uint8_t>(value >> (8 * i));
  }
  return stored;
}

// CRC-32C, initial value and final complement as in iSCSI.
Checksum Crc32c(std::span<const uint8_t> block) {
  // The library does not write to the buffer; its prototype lacks the const.
  auto* bytes = const_cast<uint8_t*>(block.data());
  return StoreLittleEndian(~crc32_iscsi(bytes, static_cast<int>(block.size()), ~0u), 4);
}

Checksum Xxhash64(std::span<const uint8_t> block) {
  return StoreLittleEndian(XXH64(block.data(), block.size(), 0), 8);
}

Checksum Sha256(std::span<const uint8_t> block) {
  Checksum stored{};
  if (EVP_Digest(block.data(), block.size(), stored.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("sha256 is not available in the crypto library");
  }
  return stored;
}

Checksum Blake2b256(std::span<const uint8_t> block) {
  Checksum stored{};
  if (blake2b(stored.data(), block.data(), nullptr, stored.size(), block.size(), 0) != 0) {
    throw std::runtime_error("blake2b failed");
  }
  return stored;
}

constexpr std::array<ChecksumAlgorithm, 4> kAlgorithms{{
    {"crc32c", 4, true, 11800, Crc32c},       // CPU instruction, one stream
    {"xxhash", 8, true, 16200, Xxhash64},     // reference
    {"sha256", 32, false, 439, Sha256},       // CPU instruction builtin
    {"blake2b", 32, false, 970, Blake2b256},  // reference
}};

}  // namespace

std::span<const ChecksumAlgorithm> ChecksumAlgorithms() {
  return kAlgorithms;
}

const ChecksumAlgorithm& FindChecksumAlgorithm(std::string_view name) {
  std::string known;
  for (const ChecksumAlgorithm& algorithm : kAlgorithms) {
    if (algorithm.name == name) return algorithm;
    known += (known.empty() ? "" : ", ") + std::string(algorithm.name);
  }
  throw Error(ErrorKind::kUsage, "unknown checksum '" + std::string(name) + "' (" + known + ")");
}

double ChecksumRate(const ChecksumAlgorithm& algorithm, double crc32c_mib_s) {
  const double fetch = std::max(0.0, 1 / crc32c_mib_s - 1 / kAlgorithms[0].hot_mib_s);
  if (algorithm.name == kAlgorithms[0].name) return crc32c_mib_s;
  return 1 / (fetch + 1 / algorithm.hot_mib_s);
}

}  // namespace regress
