// SPDX-License-Identifier: Apache-2.0
// Flat JSON objects and arrays of numbers as text, for the body columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

class JsonObject {
 public:
  JsonObject& Add(std::string_view key, std::string_view value);  // left out if empty
  JsonObject& Add(std::string_view key, const std::optional<double>& value);
  JsonObject& Add(std::string_view key, int64_t value);
  std::string Done() { return text_ + "}"; }

 private:
  void Key(std::string_view key);
  std::string text_ = "{";
};

std::string JsonArray(
    const std::vector<double>& values);  // shortest digits that read back the same

}  // namespace regress
