// SPDX-License-Identifier: Apache-2.0
// Delayed references of a transaction: what still has to be entered into the extent tree, by
// address. They are run in address order from a cursor that wraps round, also to what the run
// itself has queued behind it; once nothing is pending it is back at the beginning. A block that is
// freed before its reference was added cancels out. Addresses below `data_begin` are metadata
// blocks, others data extents.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/sim/address_set.h"

namespace regress {

enum class RefAction : uint8_t { kNone, kDropData, kAddBlock, kDropBlock };

class DelayedRefs {
 public:
  struct Ref {
    uint32_t address;
    RefAction action;
  };

  explicit DelayedRefs(uint32_t data_begin) : pending_(data_begin), data_begin_(data_begin) {}

  void DropData(uint32_t address) {
    pending_.Insert(address);
    ++pending_data_;
  }
  void AddBlock(uint32_t address) { SetBlock(address, RefAction::kAddBlock); }
  void DropBlock(uint32_t address) {
    if (BlockAction(address) == RefAction::kAddBlock) {
      SetBlock(address, RefAction::kNone);
    } else {
      SetBlock(address, RefAction::kDropBlock);
    }
  }

  uint32_t pending_data() const { return pending_data_; }

  // Takes the pending reference with the smallest address at or above the cursor, else the smallest
  // of all.
  std::optional<Ref> TakeNext() {
    uint32_t address = pending_.NextFrom(cursor_);
    if (address == AddressSet::kNone) {
      cursor_ = 0;
      address = pending_.NextFrom(0);
      if (address == AddressSet::kNone) return {};
    }
    cursor_ = address + 1;
    if (address >= data_begin_) {
      pending_.Erase(address);
      --pending_data_;
      return Ref{address, RefAction::kDropData};
    }
    const Ref ref{address, BlockAction(address)};
    SetBlock(address, RefAction::kNone);
    return ref;
  }

 private:
  RefAction BlockAction(uint32_t address) const {
    return address < block_actions_.size() ? block_actions_[address] : RefAction::kNone;
  }
  void SetBlock(uint32_t address, RefAction action) {
    if (address >= block_actions_.size())
      block_actions_.resize(address + address / 2 + 64, RefAction::kNone);
    block_actions_[address] = action;
    if (action == RefAction::kNone) {
      pending_.Erase(address);
    } else {
      pending_.Insert(address);
    }
  }

  AddressSet pending_;
  uint32_t data_begin_;
  std::vector<RefAction> block_actions_;  // by address
  uint32_t pending_data_ = 0;
  uint32_t cursor_ = 0;
};

}  // namespace regress
