// SPDX-License-Identifier: Apache-2.0
// The ring buffer pages of one CPU in a trace.dat: where they come from (plain or in compressed
// chunks) and the records in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/trace_dat_bytes.h"
#include "parsers/trace_dat_file.h"

namespace regress {

// Hands out the pages of one CPU in order, in constant memory.
class PageSource {
 public:
  PageSource(const RandomBytes& bytes, const DatFile& file, const DatBuffer& buffer,
             const DatCpu& cpu);
  // The next whole page, valid until the next call; nullopt at the end.
  std::optional<std::string_view> Next();
  uint64_t missing_bytes() const { return missing_; }  // beyond the end of the file
  bool damaged() const { return damaged_; }            // a chunk could not be unpacked

 private:
  bool FillPlain();
  bool FillChunk();

  const RandomBytes* bytes_;
  const DatFile* file_;
  uint32_t page_size_;
  bool compressed_;
  std::string piece_;
  size_t at_ = 0;
  uint64_t offset_;
  uint64_t left_;             // bytes of this CPU not read yet
  uint64_t chunks_left_ = 0;  // compressed
  bool started_ = false;
  uint64_t missing_ = 0;
  bool damaged_ = false;
};

struct DatRecord {
  int64_t time = 0;
  std::string_view data;  // from the common fields on
};

// The records of one page.
class PageRecords {
 public:
  PageRecords(std::string_view page, const PageLayout& layout, bool little_endian);
  bool Next(DatRecord& record);            // false at the end
  bool missed() const { return missed_; }  // events were lost before this page
  std::optional<uint64_t> missed_count() const { return missed_count_; }  // absent: not stored
  bool damaged() const { return damaged_; }

 private:
  uint32_t Word(size_t at) const;

  std::string_view data_;
  bool little_endian_;
  uint64_t time_ = 0;
  uint64_t page_time_ = 0;
  size_t at_ = 0;
  bool missed_ = false;
  std::optional<uint64_t> missed_count_;
  bool damaged_ = false;
};

}  // namespace regress
