// SPDX-License-Identifier: Apache-2.0
// One line of a trace as tracefs and trace-cmd print it, cut into context and payload:
//
//   default       "           touch-439     [001] .....    43.721180: btrfs_create <-path_openat"
//   latency       "      wl-214       1..... 27173us!: btrfs_get_extent <-__extent_writepage_io"
//   verbose       "   wl     232   0 0 00000000 00000098 [014bc7b2] 103.184ms (+0.054ms): foo
//   <-bar"
//
// Views borrow the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace regress {

constexpr uint32_t kNoCpu = UINT32_MAX;

struct ContextLine {
  enum class Stamp : uint8_t {
    kNone,     // relative or absent: not placeable in time
    kTime,     // `stamp` is ns of the trace's clock
    kInteger,  // `stamp` is a count of a clock without unit (counter, x86-tsc, uptime)
  };
  std::string_view instance;  // of trace-cmd report with several buffers
  std::string_view comm;
  std::string_view flags;
  std::string_view payload;
  uint32_t pid = 0;
  uint32_t cpu = kNoCpu;
  std::optional<uint32_t> tgid;
  Stamp stamp_kind = Stamp::kNone;
  int64_t stamp = 0;
  uint32_t stamp_at = 0;  // offset of the stamp's first digit in the line
};

// Default context. The comm may hold anything, so byte 16 decides where it is the dash before the
// pid; lines that tools have indented, stripped or prefixed are found by their shape.
std::optional<ContextLine> ParseContextLine(std::string_view line);
// Option latency-format, the latency tracers and `trace-cmd report -l`.
std::optional<ContextLine> ParseLatencyLine(std::string_view line);
// Option verbose on top of latency-format.
std::optional<ContextLine> ParseVerboseLine(std::string_view line);

// Option blk_classic of the blk tracer: "  7,0    1     0.000000123   812  Q  WS 26624 + 8 [fio]";
// the payload begins at the action.
std::optional<ContextLine> ParseBlkLine(std::string_view line);

// "12.345678", "12.345678901" or "4711" up to the end of the digits; removes it from `rest`.
bool ParseStamp(std::string_view& rest, ContextLine& line);

}  // namespace regress
