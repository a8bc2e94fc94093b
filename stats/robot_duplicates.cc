// SPDX-License-Identifier: Apache-2.0
#include "stats/robot_duplicates.h"

#include <cstring>
#include <string_view>
#include <utility>

namespace regress {
namespace {

constexpr size_t kFirstSlots = 1024;
constexpr size_t kMaxSlots = size_t{1} << 18;

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

uint64_t Bits(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Of what a copy must share: the metric and every figure but the deviations, whose sign suffers in
// quotes.
uint64_t HashRow(const RobotReport& report, const RobotRow& row) {
  const std::string_view metric = report.Metric(row);
  uint64_t hash = Mix(0, metric.size());
  size_t at = 0;
  for (; at + 8 <= metric.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, metric.data() + at, 8);
    hash = Mix(hash, word);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, metric.data() + at, metric.size() - at);
  hash = Mix(hash, rest);
  hash = Mix(Mix(hash, Bits(row.base.number.value)), row.base.runs);
  for (size_t i = 0; i < row.cells; ++i) {
    const RobotCell& cell = report.cells[row.first_cell + i];
    hash = Mix(Mix(hash, Bits(cell.change.value)), Bits(cell.patched.number.value));
    hash = Mix(hash, cell.patched.runs);
  }
  return hash == 0 ? 1 : hash;
}

}  // namespace

RowMemory::Entry* RowMemory::Find(Table& table, uint64_t hash) {
  if (table.slots.empty()) return nullptr;
  const size_t mask = table.slots.size() - 1;
  for (size_t i = hash & mask; table.slots[i].hash != 0; i = (i + 1) & mask) {
    if (table.slots[i].hash == hash) return &table.slots[i];
  }
  return nullptr;
}

void RowMemory::Insert(const Entry& entry) {
  if (recent_.used * 2 >= recent_.slots.size()) {
    if (recent_.slots.size() >= kMaxSlots) {
      older_ = std::move(recent_);
      recent_ = {};
    }
    Table larger;
    larger.slots.resize(recent_.slots.empty() ? kFirstSlots : recent_.slots.size() * 2);
    std::swap(larger, recent_);
    for (const Entry& old : larger.slots) {
      if (old.hash != 0) Insert(old);
    }
  }
  const size_t mask = recent_.slots.size() - 1;
  size_t i = entry.hash & mask;
  while (recent_.slots[i].hash != 0) i = (i + 1) & mask;
  recent_.slots[i] = entry;
  ++recent_.used;
}

void RowMemory::MarkDuplicates(RobotReport& report) {
  for (RobotRow& row : report.rows) {
    const uint64_t hash = HashRow(report, row);
    const Entry* original = Find(recent_, hash);
    if (original == nullptr) original = Find(older_, hash);
    if (original == nullptr) {
      Insert({hash, {report.message, row.part, row.line, row.column}, row.quote_depth});
    } else if (row.quote_depth > 0 && (original->place.message != report.message ||
                                       original->quote_depth < row.quote_depth)) {
      row.duplicate = true;
      row.duplicate_of = original->place;
    }
  }
}

}  // namespace regress
