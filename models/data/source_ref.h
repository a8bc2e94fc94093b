// SPDX-License-Identifier: Apache-2.0
// Where a figure, claim or diagnostic stands.
#pragma once

#include <cstdint>
#include <string>

namespace regress {

// A place inside one input: the physical line of the (decompressed) file, or, for an encoded part
// of a mail, the line of the decoded part. Lines and columns count from 1; columns count bytes.
// Line 0 means the input as a whole.
struct SourceRef {
  int32_t message = -1;  // index of the message in the input, -1 outside mail
  int32_t part = -1;     // index of the MIME part in the message, -1 outside mail
  uint32_t line = 0;
  uint32_t column = 0;

  bool operator==(const SourceRef&) const = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads a defaulted comparison
  auto operator<=>(const SourceRef&) const = default;
};

constexpr uint32_t kFarColumn = 200;  // too far to find by eye

// "[38]", or "[1:10603]" where the line is so long that the column is needed.
inline std::string PlaceTag(const SourceRef& at) {
  std::string tag = "[" + std::to_string(at.line);
  if (at.column > kFarColumn) tag += ":" + std::to_string(at.column);
  return tag + "]";
}

// A place together with the path of its input, as the user named it.
struct InputRef {
  std::string path;
  SourceRef at;

  bool operator==(const InputRef&) const = default;
};

}  // namespace regress
