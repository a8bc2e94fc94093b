// SPDX-License-Identifier: Apache-2.0
#include "models/sim/bio.h"

#include <algorithm>
#include <utility>

namespace regress {
namespace {

int64_t RoundUpToBlock(int64_t bytes) {
  return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

}  // namespace

void BioBuilder::Submit() {
  if (!bio_) return;
  submitted_.push_back(std::move(*bio_));
  bio_.reset();
}

void BioBuilder::Start(int64_t position, int64_t disk, bool compressed) {
  bio_.emplace();
  bio_->position = position;
  bio_->disk = disk;
  bio_->compressed = compressed;
  room_ = kMaxBioBytes;
  if (direction_ == IoDirection::kRead) return;
  OrderedExtent* ordered = ordered_->Lookup(position);
  if (ordered == nullptr) return;
  room_ = std::min(room_, ordered->end() - position);
  OrderedTree::Drop(ordered);
}

bool BioBuilder::Append(int64_t memory, int64_t length) {
  std::vector<BioVector>& vectors = bio_->vectors;
  if (!vectors.empty() && vectors.back().memory + vectors.back().length == memory) {
    vectors.back().length += length;
    return true;
  }
  if (vectors.size() == kMaxBioVectors) return false;
  vectors.push_back({memory, length});
  return true;
}

[[gnu::noinline]] void BioBuilder::Add(int64_t disk, bool compressed, const Folio& folio,
                                       int64_t offset, int64_t length) {
  int64_t position = folio.position + offset;
  const auto continues = [&] {
    if (bio_->end() != position || bio_->compressed != compressed) return false;
    return compressed ? bio_->disk == disk : bio_->disk + bio_->bytes == disk;
  };
  if (bio_ && !continues()) Submit();
  const bool limited = direction_ == IoDirection::kWrite && limit_ > 0;
  while (length > 0) {
    if (!bio_) Start(position, disk, compressed);
    int64_t piece = std::min(length, room_);
    // An open bio is below the limit (see the end of the loop), so this is at least one block.
    if (limited) piece = std::min(piece, RoundUpToBlock(limit_ - bio_->bytes));
    if (!Append(folio.memory + offset, piece)) {
      Submit();
      continue;
    }
    bio_->bytes += piece;
    room_ -= piece;
    charged_bytes_ += piece;
    position += piece;
    offset += piece;
    length -= piece;
    if (!compressed) disk += piece;
    if (room_ == 0 || (limited && bio_->bytes >= limit_)) Submit();
  }
}

}  // namespace regress
