// SPDX-License-Identifier: Apache-2.0
// What the tables of a message assert: percent and ratio columns, percents in cells, sandwiches
// (control, patched, control), values by variant without a derived column. Every derived cell
// becomes a candidate with all pairs of cells that it may follow from; the judge learns from the
// whole table which of them its writer used. Rows also offer their pairs to the prose.
#pragma once

#include "parsers/claim_context.h"

namespace regress {

// Reads context.tables, which must be found before.
void FindTableClaims(ClaimContext& context);

// Which columns a pair was taken from. The judge prefers lower ones where rows do not decide.
enum TableSlot : uint32_t {
  kSlotLabelled = 1,  // heads name both sides
  kSlotNearest = 2,   // the two nearest values on the left; in a cell: the nearest plain value
  kSlotFirst = 3,     // the first value of the row and the nearest
  kSlotFirstTwo = 4,  // the first two values of the row
  kSlotAround = 5,    // left and right neighbour
  kSlotRight = 6,     // the two nearest on the right
  kSlotBaseRow = 7,   // same column, the row that carries no change
  kSlotPreviousRow = 8,
  kSlotMidpoint = 9,       // mean of two control columns
  kSlotSameHead = 10,      // the two columns that name the same metric as the derived one
  kSlotRowsAbove = 11,     // a row of changes: the two rows above it
  kSlotRowsLabelled = 12,  // a row of changes: the rows whose labels name both sides
  kSlotRowsFirst = 13,     // a row of changes: the first row of the group and the one above it
};

}  // namespace regress
