// SPDX-License-Identifier: Apache-2.0
// The COW tree and the sets under it, against std::set.
#include "models/sim/tree.h"

#include <gtest/gtest.h>

#include <set>

namespace regress {
namespace {

TEST(AddressSetTest, AgreesWithStdSet) {
  AddressSet set;
  std::set<uint32_t> expected;
  Rng rng(7);
  for (int step = 0; step < 200000; ++step) {
    // Small and huge members, so that the set grows by several levels.
    const auto address = static_cast<uint32_t>(rng.Below(uint64_t{1} << (1 + rng.Below(22))));
    if (rng.Below(3) == 0) {
      set.Erase(address);
      expected.erase(address);
    } else {
      set.Insert(address);
      expected.insert(address);
    }
    const auto from = static_cast<uint32_t>(rng.Below(uint64_t{1} << (1 + rng.Below(23))));
    const auto next = expected.lower_bound(from);
    ASSERT_EQ(set.NextFrom(from), next == expected.end() ? AddressSet::kNone : *next);
    ASSERT_EQ(set.Contains(address), expected.count(address) == 1);
  }
}

TEST(AddressSetTest, EdgesOfWords) {
  AddressSet set(1);
  EXPECT_EQ(set.NextFrom(0), AddressSet::kNone);
  for (const uint32_t member : {63u, 64u, 4095u, 4096u, 262143u, 262144u}) set.Insert(member);
  EXPECT_EQ(set.NextFrom(0), 63u);
  EXPECT_EQ(set.NextFrom(64), 64u);
  EXPECT_EQ(set.NextFrom(65), 4095u);
  EXPECT_EQ(set.NextFrom(4097), 262143u);
  EXPECT_EQ(set.NextFrom(262145), AddressSet::kNone);
  set.Erase(4095);
  EXPECT_EQ(set.NextFrom(65), 4096u);
}

TransactionConfig NoRefs(uint64_t gap) {
  TransactionConfig config;
  config.block_refs = false;
  config.data_begin = 1 << 24;
  config.writeback.gap = gap;
  config.writeback.write_time = 3;
  return config;
}

Transaction::MakeBufferTracker Make(std::string_view name, int slots) {
  return [name, slots](BufferPool& buffers, uint64_t seed) {
    return MakeTracker(name, buffers, slots, seed);
  };
}

// A tree of tiny nodes: leaves of 6 items, 4 children a node, so that it splits, merges and grows
// often.
struct TinyTree {
  explicit TinyTree(uint64_t gap, uint32_t items)
      : transaction(NoRefs(gap), 1, Make("lru", 4)), tree(Shape(), transaction) {
    for (uint32_t key = 0; key < items; ++key) {
      if (key % 4 == 0) tree.BeginLeaf(key * 10);
      tree.AppendItem(key * 10);
      keys.insert(key * 10);
    }
    if (items == 0) tree.BeginLeaf(0);
    tree.BuildInnerNodes(3);
    uint32_t address = 0;
    tree.AttachBlocks([&address] { return address++; });
  }
  static TreeShape Shape() {
    TreeShape shape;
    shape.leaf_bytes = 60;
    shape.fan_out = 4;
    shape.item_bytes = 10;
    return shape;
  }
  Transaction transaction;
  Tree tree;
  std::set<uint32_t> keys;
};

TEST(TreeTest, RandomInsertsAndDeletesKeepTheTreeConsistent) {
  TinyTree t(50, 200);
  Rng rng(3);
  Handle& handle = t.transaction.handles.Start();
  for (int step = 0; step < 20000; ++step) {
    const auto key = static_cast<uint32_t>(rng.Below(2000));
    t.tree.Descend(key, handle);
    if (t.keys.count(key) == 0 && rng.Below(step < 8000 ? 2 : 5) == 0) {
      t.tree.Insert(key);
      t.keys.insert(key);
    } else if (t.keys.count(key) == 1) {
      t.tree.Delete(key, handle);
      t.keys.erase(key);
    }
    ASSERT_EQ(t.tree.Contains(key), t.keys.count(key) == 1);
    if (step % 50 == 0) {
      ASSERT_EQ(t.tree.Inconsistency(), "") << "step " << step;
    }
  }
  EXPECT_EQ(t.tree.Inconsistency(), "");
  EXPECT_GT(t.transaction.counters.re_cow, 100u);
  t.transaction.EndHandle(handle);
}

TEST(TreeTest, GrowsFromALeafAndShrinksToOne) {
  TinyTree t(50, 0);
  Handle& handle = t.transaction.handles.Start();
  for (uint32_t key = 0; key < 500; ++key) {
    t.tree.Descend(key, handle);
    t.tree.Insert(key);
  }
  EXPECT_EQ(t.tree.Inconsistency(), "");
  EXPECT_EQ(t.tree.leaf_count(), 84u);  // appended: leaves stay full
  const int height = t.tree.height();
  EXPECT_GE(height, 4);
  for (uint32_t key = 0; key < 500; ++key) {
    t.tree.Descend(499 - key, handle);
    t.tree.Delete(499 - key, handle);
  }
  EXPECT_EQ(t.tree.Inconsistency(), "");
  EXPECT_EQ(t.tree.leaf_count(), 1u);  // the last leaf of a tree stays
  EXPECT_EQ(t.tree.height(), height);  // loss of height is not modelled
  t.transaction.EndHandle(handle);
}

TEST(TreeTest, SplitInTheMiddleKeepsHalves) {
  TinyTree t(1000000, 0);
  Handle& handle = t.transaction.handles.Start();
  for (const uint32_t key : {10u, 20u, 30u, 40u, 50u, 60u, 15u}) {
    t.tree.Descend(key, handle);
    t.tree.Insert(key);
  }
  EXPECT_EQ(t.tree.Inconsistency(), "");
  EXPECT_EQ(t.tree.height(), 2);
  t.tree.Descend(40, handle);
  EXPECT_EQ(t.tree.LeafFirstKey(), 40u);
  t.transaction.EndHandle(handle);
}

// I9: what a descent leaves behind may be changed: every block of the path is current, dirty and
// not written.
TEST(TreeTest, CopiesTopDown) {
  TinyTree t(5, 400);
  Rng rng(9);
  Handle& handle = t.transaction.handles.Start();
  for (int step = 0; step < 5000; ++step) {
    t.tree.Descend(static_cast<uint32_t>(rng.Below(4000)), handle);
    for (const BufferId block : t.tree.PathBlocks()) {
      const Buffer& buffer = t.transaction.buffers[block];
      ASSERT_TRUE(buffer.current);
      ASSERT_TRUE(buffer.dirty);
      ASSERT_FALSE(buffer.written);
      ASSERT_FALSE(buffer.stale);
    }
  }
  EXPECT_GT(t.transaction.counters.re_cow, 1000u);
  t.transaction.EndHandle(handle);
}

}  // namespace
}  // namespace regress
