// SPDX-License-Identifier: Apache-2.0
// The container of a trace.dat, versions 6 and 7: descriptions, options, and where the data of each
// buffer and CPU lie. Reads no records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/trace_dat_bytes.h"
#include "parsers/trace_dat_format.h"

namespace regress {

// Ring buffer pages of one CPU: `size` bytes at `offset`. Compressed data are chunks, see
// ChunkReader.
struct DatCpu {
  uint32_t cpu = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
};

// Counters of a buffer's stats files, as far as the recorder stored them.
struct DatStats {
  bool present = false;
  uint64_t overrun = 0;
  std::optional<uint64_t> dropped;
};

struct DatBuffer {
  std::string name;  // empty for the main buffer
  std::string clock;
  uint32_t page_size = 4096;
  bool compressed = false;
  bool is_latency_text = false;  // plain text of a latency tracer at `text_offset`
  uint64_t text_offset = 0;
  std::vector<DatCpu> cpus;
  DatStats stats;
};

struct DatFile {
  int version = 0;
  bool little_endian = true;
  uint32_t long_size = 8;
  uint32_t page_size = 4096;
  std::string compressor;  // "none", "zlib", "zstd"
  PageLayout page_layout;
  std::vector<RecordFormat> formats;
  std::string kallsyms;
  std::string cmdlines;
  std::string release;  // of the traced kernel
  std::string clock;
  std::vector<DatBuffer> buffers;  // the main buffer first
  bool has_tables = true;          // false if the file ends before its table of buffers
  std::string problem;             // what is cut or damaged, empty if nothing is
};

bool LooksLikeTraceDat(std::string_view head);
// Throws Error(kBadInput) if the file ends before its tables, naming the missing bytes.
DatFile ReadDatFile(const RandomBytes& bytes, const std::string& path);

// Unpacks `packed` to exactly `size` bytes; nullopt if that fails.
std::optional<std::string> Unpack(std::string_view packed, size_t size,
                                  const std::string& compressor);

}  // namespace regress
