// SPDX-License-Identifier: Apache-2.0
// Writes small trace.dat files of versions 6 and 7 for tests: function and function_graph records
// and one event, over several CPUs and buffers, plain or compressed, in either byte order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace regress {

// Ring buffer pages of one CPU, with the records put so far.
class RingWriter {
 public:
  RingWriter(uint64_t start_ns, bool big_endian, uint32_t long_size)
      : time_(start_ns), big_endian_(big_endian), long_size_(long_size) {}

  void Function(uint64_t time_ns, int32_t pid, uint64_t ip, uint64_t parent);
  void GraphEntry(uint64_t time_ns, int32_t pid, uint64_t func, int32_t depth);
  void GraphExit(uint64_t time_ns, int32_t pid, uint64_t func, int32_t depth, uint64_t call_ns);
  // Event "tick" with an int field `step` and a string field `label`.
  void Tick(uint64_t time_ns, int32_t pid, int32_t step, const std::string& label);
  void LongTick(uint64_t time_ns, int32_t pid, int32_t step);  // in the form for long records
  void Discarded(uint32_t bytes);                              // a record given up by the kernel
  // Begins a new page and marks it: `events` were lost before it, nullopt if the number is not
  // stored.
  void Lose(std::optional<uint64_t> events);
  std::string Pages() const;

 private:
  void Add(uint64_t time_ns, const std::string& payload, bool long_form = false);
  std::string Common(uint16_t id, int32_t pid) const;
  void Number(std::string& out, uint64_t value, size_t size) const;
  void NewPage();

  struct Page {
    uint64_t start = 0;
    std::string data;
    bool missed = false;
    std::optional<uint64_t> missed_count;
  };
  std::vector<Page> pages_;
  uint64_t time_;
  bool big_endian_;
  uint32_t long_size_;
};

struct DatBufferSpec {
  std::string name;                // empty for the main buffer
  std::vector<std::string> pages;  // by CPU
};

struct DatSpec {
  int version = 7;
  bool big_endian = false;
  uint32_t long_size = 8;
  std::string compressor = "none";  // "zlib" and "zstd" in version 7
  std::string clock = "local";
  bool with_stats = true;
  uint64_t overrun = 0;
  uint64_t dropped = 0;
  bool exit_has_call_time = true;  // not since 6.15
  std::vector<DatBufferSpec> buffers;
};

constexpr uint64_t kAlphaAddress = 0xffffffff81000100;
constexpr uint64_t kBetaAddress = 0xffffffff81000200;  // two names, "beta" first
constexpr uint64_t kModuleAddress = 0xffffffffc0000000;

std::string WriteTraceDat(const DatSpec& spec);

}  // namespace regress
