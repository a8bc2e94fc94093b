// SPDX-License-Identifier: Apache-2.0
// The bytes of an emulated device: 4 KiB pages that exist once they were written. Reading a page
// that was never written gives zeros, as a new disk does. The store owns its pages; nothing is
// shared or persistent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

namespace regress {

inline constexpr int64_t kPageBytes = 4096;

class PageStore {
 public:
  // `offset` >= 0; any alignment. Returns the pages that were allocated by this write.
  int64_t Write(int64_t offset, std::span<const uint8_t> bytes);
  void Read(int64_t offset, std::span<uint8_t> bytes) const;
  // Flips one bit of a stored byte, as a failing medium would. False if the page does not exist.
  bool FlipBit(int64_t offset, int bit);
  int64_t pages() const { return static_cast<int64_t>(pages_.size()); }

 private:
  using Page = std::array<uint8_t, kPageBytes>;
  std::unordered_map<int64_t, std::unique_ptr<Page>> pages_;  // looked up by number, never iterated
};

}  // namespace regress
