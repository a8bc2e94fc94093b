// SPDX-License-Identifier: Apache-2.0
// Gathers tables with a row per round into points: rounds may come in any order and interleaved,
// 10^6 of them in a few tens of MB. Values are kept as numbers, names once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/comparison.h"
#include "models/data/diagnostic.h"
#include "models/data/evidence_table.h"

namespace regress {

// One value of a row, with what it belongs to. Views are read at once.
struct RoundValue {
  std::string_view metric;  // names the comparison together with section and unit
  std::string_view section;
  std::string_view unit;
  std::string_view label;  // of the point, as printed
  uint32_t round = 0;      // number in its point, 0 if the table does not say
  double value = 0;
  uint32_t line = 0;
};

class RoundGatherer {
 public:
  void Add(const RoundValue& value);

  // Calls `sink` with one comparison per metric (and patched point), in the order of their first
  // row. `controls` are the stems of the controls. Points keep the run order; a label that comes
  // back with its rounds numbered anew is a new point. Findings about rounds (duplicates, order) go
  // to `diagnostics`.
  void Finish(std::string_view path, const std::vector<std::string>& controls,
              std::vector<Diagnostic>& diagnostics, const std::function<void(Comparison&&)>& sink);

  bool empty() const { return count_ == 0; }
  static constexpr size_t kMostSamples = size_t{1} << 28;

 private:
  struct Sample {
    uint32_t series;
    uint32_t round;
    double value;
  };
  struct Group {
    uint32_t name;  // in names_: metric, section and unit behind their lengths
    uint32_t line;
    uint32_t first_series;
    uint32_t last_series;
    uint32_t current;  // series of the row read last
  };
  struct Series {
    uint32_t group;
    uint32_t label;
    uint32_t next;  // of the group, kNone at the end
    uint32_t last_round = 0;
    uint32_t count = 0;
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kBlock = size_t{1} << 16;

  // Names interned once each, found by their hash.
  class Names {
   public:
    uint32_t Intern(std::string_view text);
    std::string_view operator[](uint32_t id) const {
      return std::string_view(bytes_).substr(begins_[id], begins_[id + 1] - begins_[id]);
    }

   private:
    void Grow();
    std::string bytes_;
    std::vector<uint64_t> begins_{0};
    std::vector<uint32_t> slots_;  // id + 1, 0 is free
    std::vector<uint32_t> hashes_;
  };

  uint32_t FindSeries(Group& group, uint32_t group_id, uint32_t label, uint32_t round);

  Names names_;  // of groups; ids are the ids of groups_
  Names labels_;
  std::vector<Group> groups_;
  std::vector<Series> series_;
  std::vector<std::vector<Sample>> samples_;  // in blocks, so that nothing is copied as it grows
  uint64_t count_ = 0;
  uint32_t last_group_ = kNone;
  uint32_t last_label_ = kNone;
  std::string key_;
};

}  // namespace regress
