// SPDX-License-Identifier: Apache-2.0
// Splits one row of a kernel test robot table. Column positions carry nothing, blanks separate:
//       7300 +-  4%     +25.0%       9125        demo.ops_per_sec
//       4.10            +1.3         5.42 ± 12%  perf-profile.self.cycles-pp.demo_fn
//        1:6            33%           3:6        dmesg.BUG:demo_bug
//       9000  -10.0%  8100 ± 2%  +5.0%  9450     demo.throughput       (two compared columns)
// The shape is so rare elsewhere that it is recognised without its table.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/data/robot_report.h"

namespace regress {

constexpr size_t kMaxRowColumns = 8;
constexpr size_t kMaxRowLength = 4096;

// Offsets count from the begin of the line. Only the first `columns` cells are set.
struct LkpRow {
  RobotSide base;
  std::array<RobotCell, kMaxRowColumns> cells;
  size_t columns = 0;
  bool failure = false;
  TextSpan metric;        // with a word in front: TOTAL, GEO-MEAN
  bool has_note = false;  // something stands behind the metric
};

enum class RowShape : uint8_t {
  kNone,
  kRow,
  kHead,  // the begin of a row, with a change at least, that a mail client may have wrapped
};

// May be called for any line; lines that begin like no row cost next to nothing.
RowShape ParseLkpRow(std::string_view line, LkpRow& row);

// A number token: "1360660", "-93.66", "1.67e+09".
bool ParseRobotValue(std::string_view token, RobotNumber& number);
// A change token: "+12.4%", "-0.0", "+4e+102%", "114%" (2017). Sets `percent`.
bool ParseRobotChange(std::string_view token, RobotNumber& number);

}  // namespace regress
