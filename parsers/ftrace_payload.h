// SPDX-License-Identifier: Apache-2.0
// What one trace entry says, after its context:
//
//   "btrfs_create <-path_openat"                      function, callee left
//   "btrfs_get_extent+0x0/0x7c0 [btrfs] <-foo+0x13f/0x540 [btrfs]"
//   "function:             foo <-- bar"                the same from trace-cmd report
//   "funcgraph_exit:       ! 139.957 us |    }"       graph entry or exit from trace-cmd report
//   "<stack trace>", "kernel_stack: ..."              stack: an entry of the buffer, but no call
//   "tracing_mark_write: any bytes"                   marker
//   "sys_openat(dfd: ffffff9c, ...)", "sys_openat -> 0x3"   syscall events, both named sys_openat
//   "7,0    Q  WS 26624 + 8 [fio]"                    blk tracer
//   "#1     context    irq timer_latency    176300 ns"      timerlat; osnoise and hwlat alike
//
// Views borrow the payload.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace regress {

struct TracePayload {
  enum class Kind : uint8_t {
    kFunction,    // `name` was called; `text` is what follows it
    kGraphEntry,  // `text` is a graph line's part from the duration on
    kGraphExit,
    kStack,   // frames follow
    kMarker,  // `name` is the event name if one is shown
    kEvent,   // `name`, fields in `text`
    kOther,   // an entry of a tracer without event names (blk, osnoise, ...)
  };
  Kind kind = Kind::kOther;
  std::string_view name;
  std::string_view text;
  uint32_t calls = 1;  // of a function; option func-no-repeats counts equal calls in one entry
  std::optional<int64_t> value_ns;  // timerlat: the latency
};

// nullopt if it is no payload at all.
std::optional<TracePayload> ParsePayload(std::string_view payload);

// "foo.constprop.0" and the like at the front of `text`.
std::string_view LeadingSymbol(std::string_view text);
// True for the names that a reader of markers gives to user text.
bool IsMarkerName(std::string_view name);
// True for a frame of a stack trace: " => foo", "\t=> foo", " =>  <000000000043a34b>".
bool IsStackFrame(std::string_view line);

}  // namespace regress
