// SPDX-License-Identifier: Apache-2.0
// Writeback, handles and delayed references: the invariants on single buffers.
#include "models/sim/writeback.h"

#include <gtest/gtest.h>

#include "models/sim/delayed_refs.h"
#include "models/sim/handle.h"
#include "models/sim/transaction.h"

namespace regress {
namespace {

WritebackConfig EveryTen() {
  WritebackConfig config;
  config.gap = 10;
  config.fixed_gap = true;
  config.write_time = 4;
  return config;
}

struct ThreeDirty {
  explicit ThreeDirty(const WritebackConfig& config = EveryTen())
      : writeback(config, buffers, counters, 1),
        handles([this](uint64_t seed) { return MakeTracker("xarray", buffers, 0, seed); },
                counters) {
    for (uint32_t address = 0; address < 3; ++address) {
      const BufferId id = buffers.Create(TreeId::kFs, 0, address, true);
      buffers.MarkDirty(id);
    }
  }
  std::string Dirty() const {
    std::string text;
    for (BufferId id = 0; id < 3; ++id)
      text += buffers[id].dirty ? 'd' : buffers[id].written ? 'w' : '-';
    return text;
  }
  BufferPool buffers;
  InhibitionCounters counters;
  Writeback writeback;
  HandleTable handles;
};

TEST(WritebackTest, APassWritesByAddressAndTakesTime) {
  ThreeDirty s;
  s.writeback.RunUntil(9);
  EXPECT_EQ(s.Dirty(), "ddd");
  s.writeback.RunUntil(10);
  EXPECT_EQ(s.Dirty(), "wdd");
  s.writeback.RunUntil(13);
  EXPECT_EQ(s.Dirty(), "wdd");
  s.writeback.RunUntil(14);
  EXPECT_EQ(s.Dirty(), "wwd");
  s.writeback.RunUntil(18);
  EXPECT_EQ(s.Dirty(), "www");
  EXPECT_EQ(s.counters.passes, 1u);
  // The last write ends at 22, the next pass begins a gap later.
  s.writeback.RunUntil(31);
  EXPECT_EQ(s.counters.passes, 1u);
  s.writeback.RunUntil(32);
  EXPECT_EQ(s.counters.passes, 2u);
  EXPECT_EQ(s.counters.writes, 3u);
}

// I6
TEST(WritebackTest, BackgroundSkipsInhibitedBuffersSyncDoesNot) {
  ThreeDirty s;
  s.buffers.Inhibit(1);
  s.writeback.RunUntil(20);
  EXPECT_EQ(s.Dirty(), "wdw");
  EXPECT_EQ(s.counters.skipped, 1u);
  s.writeback.SyncAll();
  EXPECT_EQ(s.Dirty(), "www");
  EXPECT_EQ(s.buffers[1].inhibitors, 1u);
  EXPECT_EQ(s.counters.sync_writes, 1u);
  EXPECT_EQ(s.counters.writes, 2u);
}

TEST(WritebackTest, ThresholdAndLimitOfAPass) {
  WritebackConfig config = EveryTen();
  config.dirty_threshold = 4;
  ThreeDirty few(config);
  few.writeback.RunUntil(1000);
  EXPECT_EQ(few.counters.passes, 0u);
  config.dirty_threshold = 3;
  config.pass_limit = 2;
  ThreeDirty limited(config);
  limited.writeback.RunUntil(27);
  EXPECT_EQ(limited.Dirty(), "wwd");
  EXPECT_EQ(limited.counters.passes, 1u);
}

// I15
TEST(HandleTest, ANestedEndReleasesNothing) {
  ThreeDirty s;
  Handle& handle = s.handles.Start();
  s.handles.Join(handle);
  handle.tracker->Inhibit(0);
  EXPECT_FALSE(s.handles.End(handle));
  EXPECT_EQ(s.buffers[0].inhibitors, 1u);
  EXPECT_EQ(s.counters.handles, 0u);
  EXPECT_TRUE(s.handles.End(handle));
  EXPECT_EQ(s.buffers[0].inhibitors, 0u);
  EXPECT_EQ(s.counters.handles, 1u);
  EXPECT_EQ(s.counters.max_cleanup, 1u);
}

// I16
TEST(HandleTest, ABufferOfTwoHandlesIsSkippedUntilBothEnded) {
  ThreeDirty s;
  Handle& first = s.handles.Start();
  Handle& second = s.handles.Start();
  EXPECT_NE(&first, &second);
  first.tracker->Inhibit(2);
  second.tracker->Inhibit(2);
  EXPECT_EQ(s.buffers[2].inhibitors, 2u);
  s.handles.End(first);
  s.writeback.RunUntil(100);
  EXPECT_EQ(s.Dirty(), "wwd");
  s.handles.End(second);
  s.writeback.RunUntil(200);
  EXPECT_EQ(s.Dirty(), "www");
}

TEST(DelayedRefsTest, RunInOrderOfAddressFromTheCursorAndCancelOut) {
  DelayedRefs refs(100);
  refs.DropData(150);
  refs.DropData(120);
  refs.AddBlock(7);
  refs.AddBlock(9);
  refs.DropBlock(9);  // never entered: nothing is left of it
  refs.DropBlock(3);
  EXPECT_EQ(refs.pending_data(), 2u);
  const auto next = [&refs] {
    const auto ref = refs.TakeNext();
    return ref ? ref->address : 0;
  };
  EXPECT_EQ(next(), 3u);
  EXPECT_EQ(next(), 7u);
  EXPECT_EQ(next(), 120u);
  refs.AddBlock(5);  // behind the cursor: after those above it
  EXPECT_EQ(next(), 150u);
  const auto wrapped = refs.TakeNext();
  ASSERT_TRUE(wrapped.has_value());
  EXPECT_EQ(wrapped->address, 5u);
  EXPECT_EQ(wrapped->action, RefAction::kAddBlock);
  EXPECT_FALSE(refs.TakeNext().has_value());
  EXPECT_EQ(refs.pending_data(), 0u);
  refs.DropBlock(7);  // entered before: a drop of its own
  EXPECT_EQ(refs.TakeNext()->action, RefAction::kDropBlock);
}

TEST(TransactionTest, FirstCopyThenReuseThenCopyAgainOnceWritten) {
  TransactionConfig config;
  config.data_begin = 100;
  config.writeback = EveryTen();
  Transaction transaction(config, 1, [](BufferPool& buffers, uint64_t seed) {
    return MakeTracker("none", buffers, 0, seed);
  });
  BufferId block = transaction.AddOldBlock(TreeId::kCsum, 0, 5);
  Handle& handle = transaction.handles.Start();
  transaction.Visit(block, handle);
  EXPECT_EQ(transaction.counters.first_cow, 1u);
  EXPECT_EQ(transaction.buffers[block].address, 6u);
  const BufferId copy = block;
  transaction.Visit(block, handle);
  EXPECT_EQ(block, copy);
  EXPECT_EQ(transaction.now, 12u);  // two visits and a copy
  transaction.BeginDescent();       // the pass of time 10
  transaction.Visit(block, handle);
  EXPECT_EQ(transaction.counters.re_cow, 1u);
  EXPECT_EQ(transaction.counters.re_cow_by[2][0], 1u);
  EXPECT_EQ(transaction.counters.first_cow, 1u);
  EXPECT_EQ(transaction.buffers[block].address, 7u);
  // The old block is dropped, the copies' references cancel out but for the last one.
  EXPECT_EQ(transaction.refs.TakeNext()->address, 5u);
  EXPECT_EQ(transaction.refs.TakeNext()->address, 7u);
  EXPECT_FALSE(transaction.refs.TakeNext().has_value());
  transaction.EndHandle(handle);
}

}  // namespace
}  // namespace regress
