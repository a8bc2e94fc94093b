// SPDX-License-Identifier: Apache-2.0
// The patch series: runs of blocks within one extent map are handled at once.
#include <algorithm>

#include "models/sim/submission.h"

namespace regress {
namespace {

int BlocksUntil(const Folio& folio, int64_t position) {
  return static_cast<int>((position - folio.position + kBlockBytes - 1) / kBlockBytes);
}

// Where the run that begins at `block` and would go to `end` stops: at the end of its extent map or
// of the file.
int RunEnd(const Inode& inode, const Folio& folio, const ExtentMap& extent, int end) {
  const int64_t limit = std::min(extent.end(), inode.size);
  if (limit >= folio.position + folio.bytes()) return end;
  return std::min(end, BlocksUntil(folio, limit));
}

}  // namespace

void ReadFolioByExtent(Inode& inode, ExtentCache& cache, BioBuilder& builder, Folio& folio) {
  folio.state->LockAll();
  const BlockBitmap uptodate = folio.state->Snapshot(BlockProperty::kUptodate);
  for (int block = 0; block < folio.blocks;) {
    const int64_t position = folio.position + block * kBlockBytes;
    if (position >= inode.size) return FinishWithZeros(folio, block, folio.blocks - block);
    if (uptodate.Test(block)) {
      const int end = uptodate.NextClear(block, folio.blocks);
      const int in_file = std::min(end, inode.size >= folio.position + folio.bytes()
                                            ? folio.blocks
                                            : BlocksUntil(folio, inode.size));
      folio.state->Unlock(block, in_file - block);
      block = in_file;
      continue;
    }
    ExtentMap* extent = cache.Find(position);
    if (extent == nullptr) {  // how far the gap goes is not known
      ++inode.failed_blocks;
      folio.state->Unlock(block, 1);
      ++block;
      continue;
    }
    const int end = RunEnd(inode, folio, *extent, uptodate.NextSet(block, folio.blocks));
    const bool mapped = IsReadable(*extent);
    const bool compressed = extent->kind == ExtentKind::kCompressed;
    const int64_t disk = extent->DiskOf(position);
    ExtentTree::Drop(extent);
    if (mapped) {
      builder.Add(disk, compressed, folio, block * kBlockBytes, (end - block) * kBlockBytes);
    } else {
      FinishWithZeros(folio, block, end - block);
    }
    block = end;
  }
}

void WriteFolioByExtent(Inode& inode, BioBuilder& builder, Folio& folio) {
  folio.state->LockAll();
  const BlockBitmap submit = folio.state->Snapshot(BlockProperty::kDirty);
  bool submitted = false;
  const int last = folio.blocks;
  for (int block = submit.NextSet(0, last); block < last; block = submit.NextSet(block, last)) {
    const int64_t position = folio.position + block * kBlockBytes;
    const int run = submit.NextClear(block, last);
    if (position >= inode.size) {
      DropBeyondEnd(inode, folio, block, run - block);
      block = run;
      continue;
    }
    ExtentMap* extent = inode.extents.Lookup(position);
    if (extent == nullptr) {
      FailWrite(inode, builder, folio, block, 1);
      ++block;
      continue;
    }
    const int end = RunEnd(inode, folio, *extent, run);
    const bool mapped = IsWritable(*extent);
    const int64_t disk = extent->DiskOf(position);
    ExtentTree::Drop(extent);
    if (mapped) {
      folio.state->Clear(BlockProperty::kDirty, block, end - block);
      folio.state->Set(BlockProperty::kWriteback, block, end - block);
      builder.Add(disk, false, folio, block * kBlockBytes, (end - block) * kBlockBytes);
      submitted = true;
    } else {
      FailWrite(inode, builder, folio, block, end - block);
    }
    block = end;
  }
  if (!submitted) TouchWriteback(folio);
  folio.state->Unlock(0, folio.blocks);
}

}  // namespace regress
