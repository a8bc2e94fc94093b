// SPDX-License-Identifier: Apache-2.0
// A reader of JSON as fio writes it, into a flat tree that borrows the text. It is our own because
// fio documents are not strict JSON and large: duplicate keys are kept (the last one counts), bare
// nan, -nan and inf are read as null, lines of other streams that fell between two lines of the
// document are passed over, control bytes in strings stand as they are, and every value knows its
// line and column. A general parser that does not tolerate these would have to be run on a repaired
// copy, and reads floats several times slower.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

enum class JsonType : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

// A value. `key` and `text` are raw (escapes kept) and valid while the parsed text lives.
struct JsonNode {
  JsonType type = JsonType::kNull;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t first_child = 0;  // index in the tree, 0 if there is none
  uint32_t next = 0;         // next value of the same object or array, 0 at the end
  std::string_view key;      // empty outside objects
  std::string_view text;     // of scalars; strings without their quotes
};

enum class JsonStatus : uint8_t {
  kComplete,   // one whole object was read
  kTruncated,  // the text ends inside the object
  kFault,      // not JSON at line and column
};

struct JsonOutcome {
  JsonStatus status = JsonStatus::kComplete;
  size_t consumed = 0;       // bytes up to the end of the object or the place of the fault
  uint32_t next_line = 1;    // line of the byte after `consumed`
  uint32_t next_column = 1;  // and its column
  std::string message;       // of a fault
  uint32_t noise_lines = 0;  // lines passed over inside the object
};

class JsonTree {
 public:
  // Reads the object that `text` begins with. Its first byte stands at `line` and `column`.
  JsonOutcome Parse(std::string_view text, uint32_t line, uint32_t column);

  const JsonNode& root() const { return nodes_.front(); }  // after kComplete only
  // The member `key` of `object`, the last of several; nullptr if there is none.
  const JsonNode* Find(const JsonNode& object, std::string_view key) const;
  // Iteration: `for (const JsonNode* n = tree.First(x); n != nullptr; n = tree.Next(*n))`.
  const JsonNode* First(const JsonNode& parent) const {
    return parent.first_child == 0 ? nullptr : &nodes_[parent.first_child];
  }
  const JsonNode* Next(const JsonNode& node) const {
    return node.next == 0 ? nullptr : &nodes_[node.next];
  }

 private:
  class Parser;
  std::vector<JsonNode> nodes_;
};

// A string's text with one-letter escapes resolved; others stay as they are.
std::string Unescape(std::string_view raw);

}  // namespace regress
