// SPDX-License-Identifier: Apache-2.0
// The keys of fio's JSON documents that this program knows, and which keys of a document it does
// not: a newer fio is read as far as it is known, and what was not read is said.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/fio_json_tree.h"

namespace regress {

enum class FioObject : uint8_t { kRoot, kJob, kDirection };

// Gathers the unknown keys of one document; valid while its text lives.
class FioKeys {
 public:
  void See(const JsonTree& tree, const JsonNode& object, FioObject kind);
  // "fio-3.99 is not a known version of fio: ...; 2 unknown keys are not read: a, b"; empty if
  // version and keys are known.
  std::string Message(const std::string& version) const;

 private:
  std::vector<std::string_view> unknown_;
};

}  // namespace regress
