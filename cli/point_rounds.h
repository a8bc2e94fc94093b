// SPDX-License-Identifier: Apache-2.0
// Points given by --control and --patched: gathers the rounds that their inputs hold, in run order
// (by time stamps where every round has one, else as the files come), and turns them into
// comparisons.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check_options.h"
#include "models/data/evidence.h"

namespace regress {

// Points of a command line: paths of one role in a row are one point.
struct GivenPoint {
  Role role = Role::kControl;
  std::string label;
  std::vector<size_t> paths;  // indices into CheckOptions::points
};
std::vector<GivenPoint> GivenPoints(const CheckOptions& options);

class PointRounds {
 public:
  explicit PointRounds(const CheckOptions& options);

  // `point`: index into GivenPoints. Pieces of an input come in order between Begin and End.
  // `hash`: of the input's bytes, empty if it is not kept.
  void BeginInput(size_t point, const std::string& path, const std::string& hash);
  // Takes the rounds and writes point and round into the measurements.
  void Add(EvidenceBundle& bundle);
  void EndInput();

  using Emit = std::function<void(Comparison&&, std::vector<std::string> doubts)>;
  // One comparison per metric; `diagnostics` tells what was left out.
  void Finish(std::vector<Diagnostic>& diagnostics, const Emit& emit);

  // "--patched" if only controls were given, "--control" the other way round, else empty.
  std::string_view MissingRole() const;
  // "no metric is in both: ..."; empty if there is one.
  std::string WhyNothing() const;

  bool empty() const { return points_.empty(); }
  // Hashes of the inputs that hold the rounds of the points of `comparison`, in run order.
  std::vector<std::vector<std::string>> RoundHashes(const Comparison& comparison) const;
  // "sandwich controlA, patched, controlB" and "15 + 15 + 15 rounds"
  std::string Title() const;
  std::string RoundsText() const;

 private:
  struct Value {
    uint32_t run;  // in runs_
    double value;
  };
  struct Run {
    size_t point = 0;
    size_t input = 0;
    std::optional<int64_t> time_ms;
    bool failed = false;
    std::string host;
    std::string version;
    std::vector<RunOption> options;
    std::string path;
    std::string hash;
    uint32_t round = 0;  // in its point, from 1, in the order of reading
  };
  struct Series {
    std::string metric;
    std::string unit;
    std::string section;
    size_t order = 0;
    InputRef source;                         // of its first value
    std::vector<std::vector<Value>> points;  // values by point
  };

  uint32_t RunOf(uint32_t run);
  Series& SeriesOf(const std::string& metric, const std::string& unit, const std::string& section);
  void AddRound(Series& series, uint32_t run, double value, const InputRef& source);
  std::vector<std::string> Doubts() const;
  bool Allowed(std::string_view what) const;

  const CheckOptions& options_;
  std::vector<GivenPoint> points_;
  std::vector<Run> runs_;
  std::map<std::string, Series> series_;
  std::map<uint32_t, uint32_t> runs_of_input_;  // of the input that is being read
  size_t current_point_ = 0;
  size_t inputs_ = 0;
  std::string current_path_;
  std::string current_hash_;
};

}  // namespace regress
