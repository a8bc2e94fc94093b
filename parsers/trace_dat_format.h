// SPDX-License-Identifier: Apache-2.0
// The descriptions that a trace.dat carries along: the layout of its records, of its pages, and the
// symbols of the traced kernel. Offsets are taken from these texts, never assumed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

struct RecordField {
  std::string name;
  uint32_t offset = 0;
  uint32_t size = 0;
  bool is_signed = false;
  bool is_string = false;   // char array
  bool is_located = false;  // __data_loc: offset and length of the text in the record
};

struct RecordFormat {
  uint32_t id = 0;
  std::string name;
  std::vector<RecordField> fields;

  const RecordField* Find(std::string_view field) const;
};

// "name: function\nID: 1\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2; ..."
std::optional<RecordFormat> ParseRecordFormat(std::string_view text);

// Where a ring buffer page keeps its time, its fill and its data.
struct PageLayout {
  uint32_t time_offset = 0;
  uint32_t commit_offset = 8;
  uint32_t commit_size = 8;
  uint32_t data_offset = 16;
};
PageLayout ParsePageLayout(std::string_view text);

// Symbols by address, from the text of /proc/kallsyms.
class SymbolTable {
 public:
  explicit SymbolTable(std::string text);
  // The symbol at or before `address`, "0x..." if there is none. Names are without module.
  std::string Name(uint64_t address) const;

 private:
  struct Symbol {
    uint64_t address = 0;
    uint32_t at = 0;  // of the name in text_
    uint32_t length = 0;
    bool operator<(const Symbol& other) const { return address < other.address; }
  };
  std::string text_;
  std::vector<Symbol> symbols_;
};

}  // namespace regress
