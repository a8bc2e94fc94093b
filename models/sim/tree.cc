// SPDX-License-Identifier: Apache-2.0
#include "models/sim/tree.h"

#include <algorithm>

namespace regress {

void Tree::BeginLeaf(uint32_t first_key) {
  nodes_.emplace_back();
  nodes_.back().first_key = first_key;
}

void Tree::AppendItem(uint32_t key) {
  key_set_.Insert(key);
  ++nodes_.back().count;
  nodes_.back().bytes += ItemBytes(key);
}

void Tree::BuildInnerNodes(uint32_t children_per_node) {
  size_t begin = 0;  // of the level below
  for (int level = 1; nodes_.size() - begin > 1; ++level) {
    const size_t end = nodes_.size();
    for (size_t child = begin; child < end; ++child) {
      if ((child - begin) % children_per_node == 0) {
        nodes_.emplace_back();
        nodes_.back().level = level;
        nodes_.back().first_key = nodes_[child].first_key;
      }
      Node& parent = nodes_.back();
      parent.keys.push_back(nodes_[child].first_key);
      parent.children.push_back(static_cast<NodeId>(child));
      ++parent.count;
    }
    begin = end;
  }
  root_ = static_cast<NodeId>(nodes_.size() - 1);
}

// The last child whose first key is not above `key`; the first child also has what is below all
// keys.
uint32_t Tree::FindChild(Node& node, uint32_t key) {
  const uint32_t last = node.finger;
  if (node.keys[last] <= key && (last + 1 == node.count || key < node.keys[last + 1])) return last;
  const auto above = std::upper_bound(node.keys.begin(), node.keys.end(), key);
  const auto found = above == node.keys.begin() ? 0 : above - node.keys.begin() - 1;
  node.finger = static_cast<uint32_t>(found);
  return node.finger;
}

void Tree::Descend(uint32_t key, Handle& handle) {
  transaction_.BeginDescent();
  NodeId id = root_;
  for (;;) {
    Node& node = nodes_[id];
    transaction_.Visit(node.block, handle, id == root_);
    const size_t level = static_cast<size_t>(node.level);
    if (level == 0) {
      path_[0] = {id, 0};
      return;
    }
    const uint32_t slot = FindChild(node, key);
    path_[level] = {id, slot};
    id = node.children[slot];
  }
}

void Tree::DeleteRange(uint32_t first, uint32_t last, Handle& handle) {
  Node& leaf = Leaf();
  for (uint32_t key = last; key >= first; --key) {
    key_set_.Erase(key);
    leaf.bytes -= ItemBytes(key);
    --leaf.count;
    if (key == 0) break;
  }
  if (path_[0].node == root_ || leaf.bytes >= shape_.leaf_bytes / 3) return;
  if (leaf.count == 0 || PushLeft(handle) || PushRight(handle)) RemoveLeaf();
}

// Moves as many items as fit into the left neighbour under the same parent. True if the leaf is
// then empty.
bool Tree::PushLeft(Handle& handle) {
  Node& parent = OnPath(1);
  const uint32_t slot = SlotOnPath(1);
  if (slot == 0) return false;
  Node& leaf = Leaf();
  Node& left = nodes_[parent.children[slot - 1]];
  uint32_t key = key_set_.NextFrom(leaf.first_key);
  if (left.bytes + ItemBytes(key) > shape_.leaf_bytes) return false;
  transaction_.Visit(left.block, handle);
  while (left.bytes + ItemBytes(key) <= shape_.leaf_bytes) {
    const uint32_t bytes = ItemBytes(key);
    left.bytes += bytes;
    leaf.bytes -= bytes;
    ++left.count;
    if (--leaf.count == 0) return true;
    key = key_set_.NextFrom(key + 1);
  }
  leaf.first_key = key;
  parent.keys[slot] = key;
  return false;
}

// Moves all items into the right neighbour under the same parent, or none. True if they were moved.
bool Tree::PushRight(Handle& handle) {
  Node& parent = OnPath(1);
  const uint32_t slot = SlotOnPath(1);
  if (slot + 1 == parent.count) return false;
  Node& leaf = Leaf();
  Node& right = nodes_[parent.children[slot + 1]];
  if (right.bytes + leaf.bytes > shape_.leaf_bytes) return false;
  transaction_.Visit(right.block, handle);
  right.bytes += leaf.bytes;
  right.count += leaf.count;
  right.first_key = leaf.first_key;
  parent.keys[slot + 1] = leaf.first_key;
  leaf.count = 0;
  leaf.bytes = 0;
  return true;
}

// Frees the empty leaf of the path and every node above that had no other child. The last leaf of a
// tree stays.
void Tree::RemoveLeaf() {
  const int top = nodes_[root_].level;
  int keeper = 1;
  while (keeper <= top && OnPath(keeper).count == 1) ++keeper;
  if (keeper > top) return;
  for (int level = 0; level < keeper; ++level) FreeNode(path_[static_cast<size_t>(level)].node);
  Node& parent = OnPath(keeper);
  const auto slot = static_cast<std::ptrdiff_t>(SlotOnPath(keeper));
  parent.keys.erase(parent.keys.begin() + slot);
  parent.children.erase(parent.children.begin() + slot);
  --parent.count;
  parent.finger = 0;
}

void Tree::Insert(uint32_t key) {
  if (Leaf().bytes + ItemBytes(key) > shape_.leaf_bytes) SplitLeaf(key);
  Node& leaf = Leaf();
  key_set_.Insert(key);
  leaf.first_key = std::min(leaf.first_key, key);
  leaf.bytes += ItemBytes(key);
  ++leaf.count;
}

// Makes room for `key` and lets the path end at the leaf that gets it. The upper half moves to a
// new leaf, or nothing does if `key` is above all items: leaves that grow at their end stay full.
void Tree::SplitLeaf(uint32_t key) {
  if (path_[0].node == root_) GrowRoot();
  const NodeId right_id = NewNode(0);
  Node& left = Leaf();
  Node& right = nodes_[right_id];
  right.first_key = key;
  uint32_t item = key_set_.NextFrom(left.first_key);
  uint32_t last = item;
  const uint32_t kept = left.count / 2;
  uint32_t middle = item;
  for (uint32_t i = 0; i < left.count; ++i) {
    if (i == kept) middle = item;
    last = item;
    item = key_set_.NextFrom(item + 1);
  }
  if (key < last) {
    right.first_key = middle;
    item = middle;
    const uint32_t moved = left.count - kept;
    for (uint32_t i = 0; i < moved; ++i) {
      right.bytes += ItemBytes(item);
      item = key_set_.NextFrom(item + 1);
    }
    right.count = moved;
    left.count = kept;
    left.bytes -= right.bytes;
  }
  const uint32_t first_key = right.first_key;
  InsertChild(1, first_key, right_id);
  if (key >= first_key) {
    path_[0].node = right_id;
    ++SlotOnPath(1);
  }
}

void Tree::InsertChild(int level, uint32_t first_key, NodeId child) {
  if (OnPath(level).count == shape_.fan_out) SplitInner(level);
  Node& parent = OnPath(level);
  const auto place = static_cast<std::ptrdiff_t>(SlotOnPath(level)) + 1;
  parent.keys.insert(parent.keys.begin() + place, first_key);
  parent.children.insert(parent.children.begin() + place, child);
  ++parent.count;
}

void Tree::SplitInner(int level) {
  if (OnPath(level).level == nodes_[root_].level) GrowRoot();
  const NodeId right_id = NewNode(level);
  Node& left = OnPath(level);
  Node& right = nodes_[right_id];
  const auto middle = static_cast<std::ptrdiff_t>(left.count / 2);
  right.keys.assign(left.keys.begin() + middle, left.keys.end());
  right.children.assign(left.children.begin() + middle, left.children.end());
  left.keys.resize(static_cast<size_t>(middle));
  left.children.resize(static_cast<size_t>(middle));
  right.count = static_cast<uint32_t>(right.keys.size());
  left.count = static_cast<uint32_t>(middle);
  left.finger = 0;
  right.first_key = right.keys.front();
  InsertChild(level + 1, right.first_key, right_id);
  if (SlotOnPath(level) >= static_cast<uint32_t>(middle)) {
    path_[static_cast<size_t>(level)] = {right_id,
                                         SlotOnPath(level) - static_cast<uint32_t>(middle)};
    ++SlotOnPath(level + 1);
  }
}

void Tree::GrowRoot() {
  const NodeId old_root = root_;
  const int level = nodes_[old_root].level + 1;
  root_ = NewNode(level);
  Node& root = nodes_[root_];
  root.first_key = nodes_[old_root].first_key;
  root.keys.push_back(root.first_key);
  root.children.push_back(old_root);
  root.count = 1;
  path_[static_cast<size_t>(level)] = {root_, 0};
}

Tree::NodeId Tree::NewNode(int level) {
  NodeId id = 0;
  if (free_nodes_.empty()) {
    id = static_cast<NodeId>(nodes_.size());
    nodes_.emplace_back();
  } else {
    id = free_nodes_.back();
    free_nodes_.pop_back();
    nodes_[id] = Node{};
  }
  nodes_[id].level = level;
  nodes_[id].block = transaction_.AllocateBlock(shape_.id, level);
  return id;
}

void Tree::FreeNode(NodeId id) {
  transaction_.FreeBlock(nodes_[id].block);
  nodes_[id].block = kNoBuffer;
  free_nodes_.push_back(id);
}

std::vector<BufferId> Tree::PathBlocks() const {
  std::vector<BufferId> blocks;
  for (size_t level = 0; level < static_cast<size_t>(height()); ++level)
    blocks.push_back(nodes_[path_[level].node].block);
  return blocks;
}

size_t Tree::leaf_count() const {
  size_t leaves = 0;
  for (const Node& node : nodes_)
    if (node.level == 0 && node.block != kNoBuffer) ++leaves;
  return leaves;
}

std::string Tree::Inconsistency() const {
  if (nodes_.empty()) return "";
  struct Range {
    NodeId id;
    uint32_t low, high;  // keys in [low, high)
  };
  std::vector<Range> open = {{root_, 0, UINT32_MAX}};
  size_t reached = 0;
  while (!open.empty()) {
    const Range range = open.back();
    open.pop_back();
    const Node& node = nodes_[range.id];
    ++reached;
    if (node.block == kNoBuffer) return "freed node is reachable";
    if (transaction_.buffers[node.block].refs == 0) return "buffer of a node was recycled";
    if (transaction_.buffers[node.block].stale) return "buffer of a node is stale";
    if (node.level > 0) {
      if (node.count == 0 || node.count > shape_.fan_out) return "bad number of children";
      if (node.count != node.keys.size() || node.count != node.children.size())
        return "children are counted wrongly";
      for (uint32_t i = 0; i < node.count; ++i) {
        if (i > 0 && node.keys[i - 1] >= node.keys[i]) return "children are out of order";
        if (nodes_[node.children[i]].level != node.level - 1) return "child of a wrong level";
        open.push_back({node.children[i], i == 0 ? range.low : node.keys[i],
                        i + 1 == node.count ? range.high : node.keys[i + 1]});
      }
      continue;
    }
    uint32_t count = 0;
    uint32_t bytes = 0;
    for (uint32_t key = key_set_.NextFrom(range.low); key < range.high;
         key = key_set_.NextFrom(key + 1)) {
      if (key < node.first_key) return "key below the first one of its leaf";
      ++count;
      bytes += ItemBytes(key);
    }
    if (count != node.count) return "items are counted wrongly";
    if (bytes != node.bytes || bytes > shape_.leaf_bytes) return "bytes are counted wrongly";
  }
  if (reached + free_nodes_.size() != nodes_.size()) return "nodes are lost";
  return "";
}

}  // namespace regress
