// SPDX-License-Identifier: Apache-2.0
#include "parsers/trace_dat_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

// The number after `key` in "field:u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;".
std::optional<uint32_t> Attribute(std::string_view line, std::string_view key) {
  const size_t at = line.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + key.size());
  const std::optional<uint64_t> value = ParseUnsigned(rest.substr(0, rest.find(';')));
  if (!value || *value > UINT32_MAX) return std::nullopt;
  return static_cast<uint32_t>(*value);
}

// "field:char comm[16];" -> "comm"
std::optional<RecordField> ParseField(std::string_view line) {
  const size_t start = line.find("field:");
  if (start == std::string_view::npos) return std::nullopt;
  std::string_view declaration = line.substr(start + 6);
  declaration = declaration.substr(0, declaration.find(';'));
  RecordField field;
  field.is_located = declaration.find("__data_loc") != std::string_view::npos;
  const size_t bracket = declaration.find('[');
  std::string_view head = declaration;
  if (bracket != std::string_view::npos && !field.is_located) head = declaration.substr(0, bracket);
  head = Trim(head);
  const size_t blank = head.find_last_of(" *");
  if (blank == std::string_view::npos) return std::nullopt;
  field.name = head.substr(blank + 1);
  field.is_string = declaration.find("char") != std::string_view::npos &&
                    (bracket != std::string_view::npos || field.is_located);
  const std::optional<uint32_t> offset = Attribute(line, "offset:");
  const std::optional<uint32_t> size = Attribute(line, "size:");
  if (!offset || !size) return std::nullopt;
  field.offset = *offset;
  field.size = *size;
  field.is_signed = Attribute(line, "signed:").value_or(0) != 0;
  return field;
}

}  // namespace

const RecordField* RecordFormat::Find(std::string_view field) const {
  for (const RecordField& each : fields) {
    if (each.name == field) return &each;
  }
  return nullptr;
}

std::optional<RecordFormat> ParseRecordFormat(std::string_view text) {
  RecordFormat format;
  bool has_id = false;
  LineReader lines(text);
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (line->substr(0, 6) == "name: ") {
      format.name = Trim(line->substr(6));
    } else if (line->substr(0, 4) == "ID: ") {
      const std::optional<uint64_t> id = ParseUnsigned(Trim(line->substr(4)));
      has_id = id && *id <= UINT16_MAX;
      if (has_id) format.id = static_cast<uint32_t>(*id);
    } else if (line->substr(0, 11) == "print fmt: ") {
      break;
    } else if (std::optional<RecordField> field = ParseField(*line)) {
      if (format.fields.size() < 1024) format.fields.push_back(std::move(*field));
    }
  }
  if (!has_id || format.name.empty()) return std::nullopt;
  return format;
}

PageLayout ParsePageLayout(std::string_view text) {
  PageLayout layout;
  LineReader lines(text);
  while (const std::optional<std::string_view> line = lines.Next()) {
    const std::optional<RecordField> field = ParseField(*line);
    if (!field || field->offset > 64) continue;
    if (field->name == "timestamp") layout.time_offset = field->offset;
    if (field->name == "commit" && (field->size == 4 || field->size == 8)) {
      layout.commit_offset = field->offset;
      layout.commit_size = field->size;
    }
    if (field->name == "data") layout.data_offset = field->offset;
  }
  return layout;
}

SymbolTable::SymbolTable(std::string text) : text_(std::move(text)) {
  LineReader lines(text_);
  while (const std::optional<std::string_view> line = lines.Next()) {
    // "ffffffff81000000 T _stext" and "ffffffffc0000000 t foo\t[module]"
    std::string_view rest = *line;
    const std::string_view digits = NextField(rest);
    const std::string_view type = NextField(rest);
    const std::string_view name = NextField(rest);
    Symbol symbol;
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), symbol.address, 16);
    if (error != std::errc() || digits.empty() || stop != digits.data() + digits.size()) continue;
    // Absolute symbols are offsets of per-cpu data, names with $ mark code on ARM.
    if (type.size() != 1 || ToLower(type[0]) == 'a' || name.empty() || name[0] == '$') continue;
    symbol.at = static_cast<uint32_t>(name.data() - text_.data());
    symbol.length = static_cast<uint32_t>(std::min<size_t>(name.size(), UINT32_MAX));
    symbols_.push_back(symbol);
  }
  std::stable_sort(symbols_.begin(), symbols_.end());
}

std::string SymbolTable::Name(uint64_t address) const {
  Symbol probe;
  probe.address = address;
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), probe);
  if (after == symbols_.begin()) return fmt::format("0x{:x}", address);
  // Of several names of one address the first.
  probe.address = std::prev(after)->address;
  const auto first = std::lower_bound(symbols_.begin(), after, probe);
  return text_.substr(first->at, first->length);
}

}  // namespace regress
