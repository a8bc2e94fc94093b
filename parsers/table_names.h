// SPDX-License-Identifier: Apache-2.0
// What the names in a table say: the words of a header or label, the role that a word stands for,
// the rounds that it leaves out, the unit at its end. Pure functions over one name; the table as a
// whole is understood by table_columns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence_table.h"
#include "models/data/table_words.h"

namespace regress {

// How strongly a word names a role.
enum class RoleWord : uint8_t {
  kNone,
  kControl,
  kPatched,
  kEither,  // "upstream", "v2": the other kernel of whatever the table compares
};
RoleWord RoleOfWord(std::string_view word);
// The role of a whole label: the one that its words agree on, kNone if they do not.
RoleWord RoleOfWords(std::span<const std::string> words);

// The same for a label whose repeat has no word of its own ("v612b", "parent2"), if its twin with
// another repeat is among `labels`.
TablePoint PointOfLabel(std::string_view label, std::span<const std::string> labels);
// The same where the whole of a label may be a control of its own.
TablePoint PointAmong(std::string_view label, std::span<const std::string> labels,
                      std::span<const std::string> controls);

// Words such as "drop_first", "skip_first_3", "all_15_rounds", "full" cut out of `words`. `stated`
// is false if there were none.
RoundSubset TakeSubset(Words& words);

// The unit at the end of `words`, cut off: "ns_per_op" gives "ns/op", "pct" gives "%". Empty if
// none.
std::string TakeUnit(Words& words);
// A unit as a cell or a parenthesis spells it: "usec" gives "us", "%" stays. Empty if it is none.
std::string UnitOfText(std::string_view text);

}  // namespace regress
