// SPDX-License-Identifier: Apache-2.0
// The types of records in a trace.dat with what counting needs of their formats, which come from
// the file: offsets differ between kernels.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/trace_dat_bytes.h"
#include "parsers/trace_dat_format.h"

namespace regress {

// Where one field stands in a record.
struct FieldAt {
  uint32_t offset = 0;
  uint32_t size = 0;  // 0 if the format has no such field

  FieldAt() = default;
  FieldAt(const RecordFormat& format, std::string_view name) {
    const RecordField* field = format.Find(name);
    if (field == nullptr) return;
    if (field->size != 1 && field->size != 2 && field->size != 4 && field->size != 8) return;
    offset = field->offset;
    size = field->size;
  }
  std::optional<uint64_t> Load(std::string_view data, bool little_endian) const {
    if (size == 0 || size_t{offset} + size > data.size()) return std::nullopt;
    if (little_endian && std::endian::native == std::endian::little) {
      switch (size) {
        case 8:
          return Raw<uint64_t>(data);
        case 4:
          return Raw<uint32_t>(data);
        case 2:
          return Raw<uint16_t>(data);
        default:
          break;
      }
    }
    return LoadNumber(data.data() + offset, size, little_endian);
  }

 private:
  template <typename Number>
  Number Raw(std::string_view data) const {
    Number value = 0;
    std::memcpy(&value, data.data() + offset, sizeof value);
    return value;
  }
};

// A record type with what counting needs.
struct RecordType {
  enum class Kind : uint8_t { kEvent, kFunction, kGraphEntry, kGraphExit };
  Kind kind = Kind::kEvent;
  const RecordFormat* format = nullptr;
  uint64_t count = 0;
  FieldAt ip, func, depth, call_time, return_time, repeats;
};

// Fills in all but the count. The type points to `format`, which must outlive it.
RecordType TypeOf(const RecordFormat& format);

// "field=value ..." of the fields that the format names, for pairs and kept rows.
std::string FieldText(std::string_view record, const RecordFormat& format, bool little_endian);

}  // namespace regress
