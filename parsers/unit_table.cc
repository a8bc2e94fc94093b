// SPDX-License-Identifier: Apache-2.0
// The units of measurement that mails print, with their class and factor to the base unit.
#include <algorithm>
#include <array>

#include "parsers/claim_numbers.h"

namespace regress {
namespace {

struct UnitEntry {
  std::string_view text;
  UnitClass unit_class;
  double factor;
};

constexpr double kKi = 1024.0;
constexpr double kMi = kKi * 1024;
constexpr double kGi = kMi * 1024;
constexpr double kTi = kGi * 1024;

// Units as printed. Sorted by text for the binary search below.
constexpr auto kUnits = [] {
  using enum UnitClass;
  std::array list = std::to_array<UnitEntry>({
      {"ns", kTime, 1e-9},
      {"nsec", kTime, 1e-9},
      {"nsecs", kTime, 1e-9},
      {"nanoseconds", kTime, 1e-9},
      {"us", kTime, 1e-6},
      {"usec", kTime, 1e-6},
      {"usecs", kTime, 1e-6},
      {"\xc2\xb5s", kTime, 1e-6},
      {"\xce\xbcs", kTime, 1e-6},
      {"microseconds", kTime, 1e-6},
      {"ms", kTime, 1e-3},
      {"msec", kTime, 1e-3},
      {"msecs", kTime, 1e-3},
      {"milliseconds", kTime, 1e-3},
      {"s", kTime, 1},
      {"sec", kTime, 1},
      {"secs", kTime, 1},
      {"second", kTime, 1},
      {"seconds", kTime, 1},
      {"min", kTime, 60},
      {"mins", kTime, 60},
      {"minute", kTime, 60},
      {"minutes", kTime, 60},
      {"hours", kTime, 3600},
      {"ns/op", kTime, 1e-9},
      {"us/op", kTime, 1e-6},
      {"B/s", kByteRate, 1},
      {"KB/s", kByteRate, 1e3},
      {"kB/s", kByteRate, 1e3},
      {"KBps", kByteRate, 1e3},
      {"MB/s", kByteRate, 1e6},
      {"MB/sec", kByteRate, 1e6},
      {"MBps", kByteRate, 1e6},
      {"GB/s", kByteRate, 1e9},
      {"GB/sec", kByteRate, 1e9},
      {"GBps", kByteRate, 1e9},
      {"TB/s", kByteRate, 1e12},
      {"KiB/s", kByteRate, kKi},
      {"MiB/s", kByteRate, kMi},
      {"MiB/sec", kByteRate, kMi},
      {"GiB/s", kByteRate, kGi},
      {"TiB/s", kByteRate, kTi},
      {"bps", kBitRate, 1},
      {"Kbps", kBitRate, 1e3},
      {"kbps", kBitRate, 1e3},
      {"Mbps", kBitRate, 1e6},
      {"Mb/s", kBitRate, 1e6},
      {"Mbit/s", kBitRate, 1e6},
      {"Mbits/sec", kBitRate, 1e6},
      {"Gbps", kBitRate, 1e9},
      {"Gb/s", kBitRate, 1e9},
      {"Gbit/s", kBitRate, 1e9},
      {"Gbits/sec", kBitRate, 1e9},
      {"IOPS", kCountRate, 1},
      {"iops", kCountRate, 1},
      {"IOPs", kCountRate, 1},
      {"KIOPS", kCountRate, 1e3},
      {"kIOPS", kCountRate, 1e3},
      {"K IOPS", kCountRate, 1e3},
      {"MIOPS", kCountRate, 1e6},
      {"pps", kCountRate, 1},
      {"Kpps", kCountRate, 1e3},
      {"kpps", kCountRate, 1e3},
      {"Mpps", kCountRate, 1e6},
      {"ops/s", kCountRate, 1},
      {"ops/sec", kCountRate, 1},
      {"op/s", kCountRate, 1},
      {"Mops/s", kCountRate, 1e6},
      {"Kops/s", kCountRate, 1e3},
      {"req/s", kCountRate, 1},
      {"req/sec", kCountRate, 1},
      {"reqs/s", kCountRate, 1},
      {"RPS", kCountRate, 1},
      {"rps", kCountRate, 1},
      {"Mrps/s", kCountRate, 1e6},
      {"QPS", kCountRate, 1},
      {"qps", kCountRate, 1},
      {"TPS", kCountRate, 1},
      {"tps", kCountRate, 1},
      {"M/s", kCountRate, 1e6},
      {"K/s", kCountRate, 1e3},
      {"k/s", kCountRate, 1e3},
      {"M/sec", kCountRate, 1e6},
      {"K/sec", kCountRate, 1e3},
      {"files/s", kCountRate, 1},
      {"files/sec", kCountRate, 1},
      {"calls/s", kCountRate, 1},
      {"packets/s", kCountRate, 1},
      {"pkts/s", kCountRate, 1},
      {"cycles", kCycles, 1},
      {"cycle", kCycles, 1},
      {"B", kBytes, 1},
      {"bytes", kBytes, 1},
      {"KB", kBytes, 1e3},
      {"kB", kBytes, 1e3},
      {"MB", kBytes, 1e6},
      {"GB", kBytes, 1e9},
      {"TB", kBytes, 1e12},
      {"KiB", kBytes, kKi},
      {"MiB", kBytes, kMi},
      {"GiB", kBytes, kGi},
      {"TiB", kBytes, kTi},
      {"W", kNone, 1},
      {"mW", kNone, 1e-3},
      {"Watts", kNone, 1},
      {"watts", kNone, 1},
      {"J", kNone, 1},
      {"mJ", kNone, 1e-3},
      {"kJ", kNone, 1e3},
      {"k", kNone, 1e3},
      {"K", kNone, 1e3},
      {"M", kNone, 1e6},
      {"mln", kNone, 1e6},
      {"G", kNone, 1e9},
      {"T", kNone, 1e12},
  });
  std::sort(list.begin(), list.end(),
            [](const UnitEntry& a, const UnitEntry& b) { return a.text < b.text; });
  return list;
}();

}  // namespace

bool FindUnit(std::string_view word, UnitClass& unit_class, double& factor) {
  const auto* found =
      std::lower_bound(kUnits.begin(), kUnits.end(), word,
                       [](const UnitEntry& entry, std::string_view w) { return entry.text < w; });
  if (found == kUnits.end() || found->text != word) return false;
  unit_class = found->unit_class;
  factor = found->factor;
  return true;
}

}  // namespace regress
