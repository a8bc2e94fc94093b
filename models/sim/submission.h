// SPDX-License-Identifier: Apache-2.0
// Buffered read and writeback of folios, really executed: per-block state, extent maps, ordered
// extents, bios. Two variants do the same work: one asks for each block, the other for each extent.
// They must produce the same bios and leave the same state behind for every layout; they differ in
// time.
//
// The rule is that of the patch series "go extent-by-extent submission for buffered reads and
// writes" and of the code before it. No code of either is used here.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/sim/bio.h"
#include "models/sim/extent_map.h"
#include "models/sim/folio.h"

namespace regress {

struct Inode {
  int64_t size = 0;  // end of file, bytes
  ExtentTree extents;
  OrderedTree ordered;
  int64_t failed_blocks = 0;  // of reads and writes without an extent map
};

// The last extent map of a readahead call, kept across its folios with a reference. Dropped by the
// destructor.
class ExtentCache {
 public:
  explicit ExtentCache(ExtentTree& tree) : tree_(tree) {}
  ~ExtentCache() { Forget(); }
  ExtentCache(const ExtentCache&) = delete;
  ExtentCache& operator=(const ExtentCache&) = delete;
  // With a reference for the caller, or null.
  ExtentMap* Find(int64_t position);

 private:
  void Forget();
  ExtentTree& tree_;
  ExtentMap* cached_ = nullptr;
};

struct SubmissionVariant {
  std::string_view name;  // "block", "extent"
  std::string_view meaning;
  // Locks all blocks, submits what is not uptodate; blocks are unlocked when they are read.
  void (*read)(Inode& inode, ExtentCache& cache, BioBuilder& builder, Folio& folio);
  // Submits the dirty blocks; the folio is locked meanwhile.
  void (*write)(Inode& inode, BioBuilder& builder, Folio& folio);
};

// block, extent. Valid for the program's life.
std::span<const SubmissionVariant> SubmissionVariants();
// Throws Error (kUsage) that lists the known names.
const SubmissionVariant& FindSubmissionVariant(std::string_view name);

// The end of a bio whose data has moved. `folios` are those of the call, by position, without gaps.
void CompleteRead(Inode& inode, const Bio& bio, std::span<Folio> folios);
void CompleteWrite(Inode& inode, const Bio& bio, std::span<Folio> folios);

// --- shared by the two variants ---
void ReadFolioByBlock(Inode& inode, ExtentCache& cache, BioBuilder& builder, Folio& folio);
void ReadFolioByExtent(Inode& inode, ExtentCache& cache, BioBuilder& builder, Folio& folio);
void WriteFolioByBlock(Inode& inode, BioBuilder& builder, Folio& folio);
void WriteFolioByExtent(Inode& inode, BioBuilder& builder, Folio& folio);
// Blocks that need no IO: beyond the end of the file or in a hole.
void FinishWithZeros(Folio& folio, int first, int count);
// Dirty blocks beyond the end of the file: dropped, and so are they in their ordered extents.
void DropBeyondEnd(Inode& inode, Folio& folio, int first, int count);
// Blocks that cannot be written: the bio so far is submitted, their state is as after a write that
// failed.
void FailWrite(Inode& inode, BioBuilder& builder, Folio& folio, int first, int count);
// Nothing was submitted: the folio's dirty tag in the page cache must go nevertheless.
void TouchWriteback(Folio& folio);
// What a read or a write can go to. Writes into compressed extents are not submitted folio by
// folio.
inline bool IsReadable(const ExtentMap& extent) {
  return extent.kind == ExtentKind::kData || extent.kind == ExtentKind::kCompressed;
}
inline bool IsWritable(const ExtentMap& extent) {
  return extent.kind == ExtentKind::kData;
}

}  // namespace regress
