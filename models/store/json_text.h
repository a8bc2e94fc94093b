// SPDX-License-Identifier: Apache-2.0
// Flat JSON objects and arrays of numbers as text, for the body columns.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace regress {

// Writes over `out`, which is borrowed: rows share one buffer. Keys are plain words.
class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ = "{"; }
  JsonObject& Add(std::string_view key, std::string_view value);  // left out if empty
  JsonObject& Add(std::string_view key, const std::optional<double>& value);
  JsonObject& Add(std::string_view key, int64_t value);
  std::string_view Done();

 private:
  void Key(std::string_view key);
  std::string& out_;
};

std::string JsonArray(std::span<const double> values);  // shortest digits that read back the same

}  // namespace regress
