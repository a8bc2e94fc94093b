// SPDX-License-Identifier: Apache-2.0
#include "models/sim/page_store.h"

#include <algorithm>
#include <cstring>

namespace regress {
namespace {

// The piece of [offset, offset + left) that lies in the page of `offset`.
struct Piece {
  int64_t page = 0;
  size_t start = 0;
  size_t length = 0;
};

Piece FirstPiece(int64_t offset, size_t left) {
  Piece piece;
  piece.page = offset / kPageBytes;
  piece.start = static_cast<size_t>(offset % kPageBytes);
  piece.length = std::min(left, static_cast<size_t>(kPageBytes) - piece.start);
  return piece;
}

}  // namespace

int64_t PageStore::Write(int64_t offset, std::span<const uint8_t> bytes) {
  int64_t allocated = 0;
  while (!bytes.empty()) {
    const Piece piece = FirstPiece(offset, bytes.size());
    std::unique_ptr<Page>& page = pages_[piece.page];
    if (page == nullptr) {
      page = std::make_unique<Page>();  // zeroed
      ++allocated;
    }
    std::memcpy(page->data() + piece.start, bytes.data(), piece.length);
    bytes = bytes.subspan(piece.length);
    offset += static_cast<int64_t>(piece.length);
  }
  return allocated;
}

void PageStore::Read(int64_t offset, std::span<uint8_t> bytes) const {
  while (!bytes.empty()) {
    const Piece piece = FirstPiece(offset, bytes.size());
    const auto found = pages_.find(piece.page);
    if (found == pages_.end()) {
      std::memset(bytes.data(), 0, piece.length);
    } else {
      std::memcpy(bytes.data(), found->second->data() + piece.start, piece.length);
    }
    bytes = bytes.subspan(piece.length);
    offset += static_cast<int64_t>(piece.length);
  }
}

bool PageStore::FlipBit(int64_t offset, int bit) {
  const auto found = pages_.find(offset / kPageBytes);
  if (found == pages_.end()) return false;
  uint8_t& byte = (*found->second)[static_cast<size_t>(offset % kPageBytes)];
  byte = static_cast<uint8_t>(byte ^ (1u << (bit & 7)));
  return true;
}

}  // namespace regress
