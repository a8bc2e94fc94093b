// SPDX-License-Identifier: Apache-2.0
#include "models/store/json_text.h"

#include <charconv>
#include <cmath>

namespace regress {
namespace {

void AppendNumber(std::string& out, double value) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end);
}

// Bytes outside ASCII pass through if they are UTF-8; anything sqlite's JSON would refuse is
// replaced.
void AppendString(std::string& out, std::string_view value) {
  out += '"';
  size_t plain = 0;  // bytes from here on need no escape
  for (size_t i = 0; i < value.size(); ++i) {
    const auto byte = static_cast<unsigned char>(value[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    out += value.substr(plain, i - plain);
    plain = i + 1;
    constexpr char kDigits[] = "0123456789abcdef";
    if (byte >= 0x20) {
      out += '\\';
      out += value[i];
    } else {
      out += "\\u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  out += value.substr(plain);
  out += '"';
}

}  // namespace

void JsonObject::Key(std::string_view key) {
  if (out_.size() > 1) out_ += ',';
  out_ += '"';
  out_ += key;
  out_ += "\":";
}

JsonObject& JsonObject::Add(std::string_view key, std::string_view value) {
  if (!value.empty()) {
    Key(key);
    AppendString(out_, value);
  }
  return *this;
}

JsonObject& JsonObject::Add(std::string_view key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) {
    Key(key);
    AppendNumber(out_, *value);
  }
  return *this;
}

JsonObject& JsonObject::Add(std::string_view key, int64_t value) {
  Key(key);
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  out_.append(digits, end);
  return *this;
}

std::string_view JsonObject::Done() {
  out_ += '}';
  return out_;
}

std::string JsonArray(std::span<const double> values) {
  std::string out = "[";
  for (const double value : values) {
    if (out.size() > 1) out += ',';
    AppendNumber(out, value);
  }
  return out + "]";
}

}  // namespace regress
