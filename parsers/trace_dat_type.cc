// SPDX-License-Identifier: Apache-2.0
#include "parsers/trace_dat_type.h"

namespace regress {

RecordType TypeOf(const RecordFormat& format) {
  RecordType type;
  type.format = &format;
  type.func = FieldAt(format, "func");
  type.depth = FieldAt(format, "depth");
  type.call_time = FieldAt(format, "calltime");
  type.return_time = FieldAt(format, "rettime");
  type.ip = FieldAt(format, "ip");
  if (format.name == "function" && type.ip.size > 0) type.kind = RecordType::Kind::kFunction;
  if (format.name == "func_repeats" && type.ip.size > 0) {  // equal calls counted in one record
    type.kind = RecordType::Kind::kFunction;
    type.repeats = FieldAt(format, "count");
  }
  if (type.func.size > 0 &&
      (format.name == "funcgraph_entry" || format.name == "fgraph_entry" ||
       format.name == "funcgraph_retaddr_entry" || format.name == "fgraph_retaddr_entry"))
    type.kind = RecordType::Kind::kGraphEntry;
  if (format.name == "funcgraph_exit" && type.func.size > 0)
    type.kind = RecordType::Kind::kGraphExit;
  return type;
}

std::string FieldText(std::string_view record, const RecordFormat& format, bool little_endian) {
  std::string text;
  for (const RecordField& field : format.fields) {
    if (field.name.substr(0, 7) == "common_" || text.size() > 1024) continue;
    std::string value;
    if (field.is_located) {
      const std::optional<uint64_t> place = FieldAt(format, field.name).Load(record, little_endian);
      if (!place) continue;
      const size_t from = static_cast<size_t>(*place & 0xffff);
      const size_t length = static_cast<size_t>(*place >> 16 & 0xffff);
      if (from >= record.size() || !field.is_string) continue;
      const std::string_view bytes = record.substr(from, length);
      value = bytes.substr(0, bytes.find('\0'));
    } else if (field.is_string) {
      if (field.offset >= record.size()) continue;
      const std::string_view bytes = record.substr(field.offset, field.size);
      value = bytes.substr(0, bytes.find('\0'));
    } else {
      const std::optional<uint64_t> number =
          FieldAt(format, field.name).Load(record, little_endian);
      if (!number) continue;
      const auto shift = static_cast<int>(64 - field.size * 8);
      const auto wide = static_cast<int64_t>(*number << shift) >> shift;
      value = field.is_signed ? std::to_string(wide) : std::to_string(*number);
    }
    if (!text.empty()) text += ' ';
    text += field.name;
    text += '=';
    text += value;
  }
  return text;
}

}  // namespace regress
