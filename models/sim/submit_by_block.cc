// SPDX-License-Identifier: Apache-2.0
// The code before the patch series: every block is asked for and appended on its own.
#include "models/sim/submission.h"

namespace regress {

void ReadFolioByBlock(Inode& inode, ExtentCache& cache, BioBuilder& builder, Folio& folio) {
  folio.state->LockAll();
  for (int block = 0; block < folio.blocks; ++block) {
    const int64_t position = folio.position + block * kBlockBytes;
    if (position >= inode.size) return FinishWithZeros(folio, block, folio.blocks - block);
    if (folio.state->Test(BlockProperty::kUptodate, block)) {
      folio.state->Unlock(block, 1);
      continue;
    }
    ExtentMap* extent = cache.Find(position);
    if (extent == nullptr) {
      ++inode.failed_blocks;
      folio.state->Unlock(block, 1);
      continue;
    }
    const bool mapped = IsReadable(*extent);
    const bool compressed = extent->kind == ExtentKind::kCompressed;
    const int64_t disk = extent->DiskOf(position);
    ExtentTree::Drop(extent);
    if (!mapped) {
      FinishWithZeros(folio, block, 1);
      continue;
    }
    builder.Add(disk, compressed, folio, block * kBlockBytes, kBlockBytes);
  }
}

void WriteFolioByBlock(Inode& inode, BioBuilder& builder, Folio& folio) {
  folio.state->LockAll();
  const BlockBitmap submit = folio.state->Snapshot(BlockProperty::kDirty);
  bool submitted = false;
  const int end = folio.blocks;
  for (int block = submit.NextSet(0, end); block < end; block = submit.NextSet(block + 1, end)) {
    const int64_t position = folio.position + block * kBlockBytes;
    if (position >= inode.size) {
      DropBeyondEnd(inode, folio, block, 1);
      continue;
    }
    ExtentMap* extent = inode.extents.Lookup(position);
    const bool mapped = extent != nullptr && IsWritable(*extent);
    const int64_t disk = mapped ? extent->DiskOf(position) : 0;
    if (extent != nullptr) ExtentTree::Drop(extent);
    if (!mapped) {
      FailWrite(inode, builder, folio, block, 1);
      continue;
    }
    folio.state->Clear(BlockProperty::kDirty, block, 1);
    folio.state->Set(BlockProperty::kWriteback, block, 1);
    builder.Add(disk, false, folio, block * kBlockBytes, kBlockBytes);
    submitted = true;
  }
  if (!submitted) TouchWriteback(folio);
  folio.state->Unlock(0, folio.blocks);
}

}  // namespace regress
