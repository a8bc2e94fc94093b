// SPDX-License-Identifier: Apache-2.0
// A copy-on-write B+tree of a filesystem, as far as the walks over it matter: which blocks a
// descent visits, when leaves fill up, split, are emptied and merged with a neighbour. Items have a
// key and a size, no contents. Which keys exist is one bitmap for the whole tree; a leaf is the
// range of keys from its first one on, with a count and a number of bytes. Inner nodes hold the
// first key of each child, in order.
//
// Not modelled: balancing of half-empty inner nodes, loss of height.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/sim/address_set.h"
#include "models/sim/transaction.h"

namespace regress {

struct TreeShape {
  TreeId id = TreeId::kFs;
  uint32_t leaf_bytes = 16283;  // room for items in a leaf
  uint32_t fan_out = 493;       // pointers that fit an inner node
  // Size of an item with its header: keys below `second_key` have the first size, others the
  // second.
  uint32_t item_bytes = 0;
  uint32_t second_key = UINT32_MAX;
  uint32_t second_item_bytes = 0;
};

class Tree {
 public:
  static constexpr int kMaxLevels = 8;

  Tree(const TreeShape& shape, Transaction& transaction)
      : shape_(shape), transaction_(transaction) {}

  // Building, before any descent: leaves from left to right, each with ascending items, then the
  // inner nodes over them with `children_per_node` each. That makes BlockCount blocks; AttachBlocks
  // gives each its address.
  void BeginLeaf(uint32_t first_key);
  void AppendItem(uint32_t key);
  void BuildInnerNodes(uint32_t children_per_node);
  size_t BlockCount() const { return nodes_.size(); }
  template <typename NextAddress>
  void AttachBlocks(NextAddress next_address) {
    for (Node& node : nodes_)
      node.block = transaction_.AddOldBlock(shape_.id, node.level, next_address());
  }

  // Visits every block from the root to the leaf that has or would have `key`.
  void Descend(uint32_t key, Handle& handle);
  // The following act on the leaf of the last descent.
  // No key of the leaf is below this one.
  uint32_t LeafFirstKey() const { return nodes_[path_[0].node].first_key; }
  // Deletes all keys in [first, last]; each of them must exist and be in the leaf. Then the leaf is
  // removed if it is empty, and if it is less than a third full its items are pushed into the left,
  // then the right neighbour.
  void DeleteRange(uint32_t first, uint32_t last, Handle& handle);
  void Delete(uint32_t key, Handle& handle) { DeleteRange(key, key, handle); }
  // Inserts `key`, which must not exist; splits the leaf if it is full.
  void Insert(uint32_t key);

  bool Contains(uint32_t key) const { return key_set_.Contains(key); }
  int height() const { return nodes_[root_].level + 1; }
  size_t leaf_count() const;

  // For tests: the blocks of the last descent, from the leaf to the root.
  std::vector<BufferId> PathBlocks() const;
  // For tests: "" or what is inconsistent in order, keys, counts, bytes or levels.
  std::string Inconsistency() const;

 private:
  using NodeId = uint32_t;
  struct Node {
    BufferId block = kNoBuffer;
    int level = 0;
    uint32_t first_key = 0;  // leaf: no key of it is below
    uint32_t count = 0;      // items or children
    uint32_t bytes = 0;      // leaf: of the items
    uint32_t finger = 0;     // inner node: child of the last descent
    std::vector<uint32_t> keys;
    std::vector<NodeId> children;
  };
  struct Step {
    NodeId node;
    uint32_t slot;  // of the child that the path goes on to
  };

  uint32_t ItemBytes(uint32_t key) const {
    return key < shape_.second_key ? shape_.item_bytes : shape_.second_item_bytes;
  }
  static uint32_t FindChild(Node& node, uint32_t key);
  Node& Leaf() { return nodes_[path_[0].node]; }
  Node& OnPath(int level) { return nodes_[path_[static_cast<size_t>(level)].node]; }
  uint32_t& SlotOnPath(int level) { return path_[static_cast<size_t>(level)].slot; }
  NodeId NewNode(int level);
  void FreeNode(NodeId id);
  bool PushLeft(Handle& handle);
  bool PushRight(Handle& handle);
  void RemoveLeaf();
  void SplitLeaf(uint32_t key);
  void SplitInner(int level);
  void GrowRoot();
  void InsertChild(int level, uint32_t first_key, NodeId child);

  TreeShape shape_;
  Transaction& transaction_;
  std::vector<Node> nodes_;
  std::vector<NodeId> free_nodes_;
  NodeId root_ = 0;
  AddressSet key_set_;
  // path_[level] of the last descent; path_[0] is the leaf.
  std::array<Step, kMaxLevels> path_{};
};

}  // namespace regress
