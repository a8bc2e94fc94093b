// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr std::array<SubmissionVariant, 2> kVariants{{
    {"block", "every block on its own: lookup, bits, append", ReadFolioByBlock, WriteFolioByBlock},
    {"extent", "every extent at once", ReadFolioByExtent, WriteFolioByExtent},
}};

// Calls `change(folio, first, count)` for the part of the bio in each folio.
template <typename Change>
void ForFolios(const Bio& bio, std::span<Folio> folios, Change change) {
  for (Folio& folio : folios) {
    const int64_t start = std::max(bio.position, folio.position);
    const int64_t end = std::min(bio.end(), folio.position + folio.bytes());
    if (start >= end) continue;
    change(folio, static_cast<int>((start - folio.position) / kBlockBytes),
           static_cast<int>((end - start) / kBlockBytes));
  }
}

}  // namespace

std::span<const SubmissionVariant> SubmissionVariants() {
  return kVariants;
}

const SubmissionVariant& FindSubmissionVariant(std::string_view name) {
  std::string known;
  for (const SubmissionVariant& variant : kVariants) {
    if (variant.name == name) return variant;
    known += (known.empty() ? "" : ", ") + std::string(variant.name);
  }
  throw Error(ErrorKind::kUsage, "unknown submission '" + std::string(name) + "' (" + known + ")");
}

ExtentMap* ExtentCache::Find(int64_t position) {
  if (cached_ == nullptr || !cached_->Covers(position)) {
    Forget();
    cached_ = tree_.Lookup(position);
  }
  if (cached_ != nullptr) ExtentTree::Take(cached_);
  return cached_;
}

void ExtentCache::Forget() {
  if (cached_ != nullptr) ExtentTree::Drop(cached_);
  cached_ = nullptr;
}

void FinishWithZeros(Folio& folio, int first, int count) {
  folio.Zero(first, count);
  folio.state->Set(BlockProperty::kUptodate, first, count);
  folio.state->Unlock(first, count);
}

void DropBeyondEnd(Inode& inode, Folio& folio, int first, int count) {
  folio.state->Clear(BlockProperty::kOrdered, first, count);
  folio.state->Clear(BlockProperty::kDirty, first, count);
  inode.ordered.Finish(folio.position + first * kBlockBytes, count * kBlockBytes, true);
}

void FailWrite(Inode& inode, BioBuilder& builder, Folio& folio, int first, int count) {
  builder.Submit();
  folio.state->Clear(BlockProperty::kDirty, first, count);
  folio.state->Clear(BlockProperty::kOrdered, first, count);
  folio.state->Set(BlockProperty::kWriteback, first, count);
  folio.state->Clear(BlockProperty::kWriteback, first, count);
  inode.ordered.Finish(folio.position + first * kBlockBytes, count * kBlockBytes, false);
  inode.failed_blocks += count;
}

void TouchWriteback(Folio& folio) {
  folio.state->Set(BlockProperty::kWriteback, 0, folio.blocks);
  folio.state->Clear(BlockProperty::kWriteback, 0, folio.blocks);
}

void CompleteRead(Inode& inode, const Bio& bio, std::span<Folio> folios) {
  ForFolios(bio, folios, [&](Folio& folio, int first, int count) {
    const int64_t past = folio.position + (first + count) * kBlockBytes - inode.size;
    if (past > 0 &&
        !folio.data.empty()) {  // the last block: what the file does not have reads as zeros
      std::memset(folio.data.data() + (first + count) * kBlockBytes - past, 0,
                  static_cast<size_t>(past));
    }
    folio.state->Set(BlockProperty::kUptodate, first, count);
    folio.state->Unlock(first, count);
  });
}

void CompleteWrite(Inode& inode, const Bio& bio, std::span<Folio> folios) {
  ForFolios(bio, folios, [&](Folio& folio, int first, int count) {
    folio.state->Clear(BlockProperty::kWriteback, first, count);
    folio.state->Clear(BlockProperty::kOrdered, first, count);
  });
  inode.ordered.Finish(bio.position, bio.bytes, false);
}

}  // namespace regress
