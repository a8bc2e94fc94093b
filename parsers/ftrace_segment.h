// SPDX-License-Identifier: Apache-2.0
// The comment lines in front of a trace, and what they say about its completeness. A file can hold
// several traces one after the other, each with such a header.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

struct SegmentHeader {
  std::string tracer;                 // "function", "nop"; empty if there is no header
  std::optional<uint64_t> in_buffer;  // entries when the file was opened, of all CPUs
  std::optional<uint64_t> written;    // these and the overwritten ones
  uint32_t online_cpus = 0;           // #P:n, 0 if unknown
  std::string release;                // latency formats name the kernel
  bool latency_format = false;
  bool titles = false;  // of the columns
  bool drawn = false;   // the strokes below them, which end every header of a full format
};

// Reads one line of a header; false if it is none of those that matter (drawings, titles).
bool ReadHeaderLine(std::string_view line, SegmentHeader& header);

// One segment as it was read.
struct Segment {
  SegmentHeader header;
  uint64_t entries = 0;
  uint64_t doubtful_losses = 0;        // of LOST lines that may be the text of a marker
  bool doubtful_unknown_loss = false;  // such a line without number
  std::optional<uint32_t> only_cpu;    // if all entries are of one CPU
  bool several_cpus = false;
};

// "CPU:1 [LOST 217 EVENTS]", "CPU:1 [LOST EVENTS]", "CPU:1 [217 EVENTS DROPPED]".
struct LossLine {
  uint32_t cpu = 0;
  std::optional<uint64_t> count;  // nullopt: lost, but not how many
};
std::optional<LossLine> ParseLossLine(std::string_view line);
// "##### CPU 1 buffer started ####"
bool IsBufferStart(std::string_view line);

// What the headers of all segments say together. Files of per_cpu/cpuN carry the totals of all
// CPUs, so several of them in a row announce the same entries once.
struct Completeness {
  std::optional<uint64_t> overwritten;  // nullopt if no header tells
  uint64_t announced = 0;
  uint64_t written = 0;
  uint64_t read = 0;             // of the segments with such a header
  bool one_cpu_of_many = false;  // looks like a single per_cpu file
};
Completeness Assess(const std::vector<Segment>& segments);

}  // namespace regress
