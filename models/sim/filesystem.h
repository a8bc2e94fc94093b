// SPDX-License-Identifier: Apache-2.0
// The four metadata trees that removing a file walks through, and what it takes to run a reference:
//   data dropped: delete in the extent tree and in the csum tree, visit info and bitmap item in the
//     free-space tree;
//   block added or dropped: insert or delete in the extent tree, visit the same two items of the
//     metadata's block group.
// Geometry as on disk: a header of 101 bytes, pointers of 33, items with a header of 25.
#pragma once

#include <memory>
#include <optional>

#include "models/sim/transaction.h"
#include "models/sim/tree.h"

namespace regress {

struct FilesystemConfig {
  uint32_t node_size = 16384;
  uint32_t extent_size = 4096;  // of each data extent
  uint32_t data_begin = 0;      // addresses below are metadata blocks
  uint32_t data_extents = 0;    // addresses data_begin .. data_begin + data_extents - 1
  uint32_t file_items =
      0;  // extent items in the fs tree: keys 1 .. file_items; key 0 is the directory
  bool csum_tree = true;
  bool free_space_tree = true;
  bool block_refs = true;
  int free_space_descents = 2;  // of one reference: info and bitmap, or both twice
  // How full the old blocks are, percent; fs leaves vary evenly around theirs (random inserts).
  int fs_fill = 75;
  int data_fill = 95;
  int block_fill = 70;
  int free_space_fill = 90;
  int node_fill = 80;
};

class Filesystem {
 public:
  // Builds the trees; `rng` draws the fill of fs leaves and the order of the old blocks' addresses.
  Filesystem(const FilesystemConfig& config, Transaction& transaction, Rng& rng);

  Tree& fs_tree() { return fs_; }

  // One handle runs pending references in address order until `data_refs` data references are done
  // (0: until nothing is pending, what the run itself queues included).
  void RunRefs(uint32_t data_refs);
  // Runs the next pending reference under `handle`; false if there was none.
  bool RunNextRef(Handle& handle);

  size_t old_blocks() const { return old_blocks_; }
  // For tests: "" or the first inconsistency of a tree.
  std::string Inconsistency() const;

 private:
  void BuildFsTree(Rng& rng);
  void BuildExtentTree();
  void BuildCsumTree();
  void BuildFreeSpaceTree();
  void AttachOldBlocks(Rng& rng);
  void TouchFreeSpace(uint32_t address, Handle& handle);

  FilesystemConfig config_;
  Transaction& transaction_;
  uint32_t leaf_bytes_;
  uint32_t children_per_node_;
  Tree fs_, extent_, csum_, free_space_;
  size_t old_blocks_ = 0;
};

}  // namespace regress
