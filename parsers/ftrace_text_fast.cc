// SPDX-License-Identifier: Apache-2.0
// The fast path of text traces: function entries of tasks that were seen before.
#include <algorithm>
#include <bit>
#include <cstring>

#include "parsers/ftrace_text.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kCommColumns = 16;

uint64_t Load64(const char* at) {
  uint64_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace

// Most lines of a big log are function entries of few tasks. One is counted here if its first bytes
// are those of a line that was fully parsed before, its stamp stands in the same columns, and its
// callee is known.
bool TextTrace::FastLine(std::string_view line) {
  if (slow_only_ || line.size() < kCommColumns + 24 || in_header_ || filter_.holding() ||
      !pending_.empty())
    return false;
  const Shape& shape = ShapeOf(line);
  const size_t payload = shape.dot + size_t{9};
  if (shape.head_size == 0 || line.size() <= payload + 4 ||
      !SameBytes(line.data(), shape.head.data(), shape.head_size))
    return false;
  const char* dot = line.data() + shape.dot;
  if (Load64(dot - 8) >> shape.seconds_shift != shape.seconds_key || dot[0] != '.' ||
      dot[7] != ':' || dot[8] != ' ')
    return false;
  int64_t micros = 0;
  unsigned int worst = 0;
  for (int i = 1; i <= 6; ++i) {
    const unsigned int digit = static_cast<unsigned char>(dot[i]) - unsigned{'0'};
    worst = std::max(worst, digit);
    micros = micros * 10 + digit;
  }
  if (worst > 9) return false;
  const std::string_view text = line.substr(payload);
  const void* blank = std::memchr(text.data(), ' ', text.size());
  if (blank == nullptr) return false;
  const size_t length = static_cast<size_t>(static_cast<const char*>(blank) - text.data());
  if (text.back() == ')') return false;  // arguments or repeats
  if (length + 3 >= text.size() || text[length + 1] != '<' || text[length + 2] != '-') return false;
  TraceTally& tally = instances_[0]->tally;
  const uint32_t function = tally.functions().Find(text.substr(0, length));
  if (function == NameTable::kNone) return false;
  TraceTally::CpuSpan* span = tally.Span(shape.cpu);
  if (span == nullptr) return false;
  if (open_loss_) SettleLoss(shape.cpu);
  tally.Call(function);
  const int64_t time_ns = shape.seconds_ns + micros * 1000;
  ++span->entries;
  span->first = std::min(span->first, time_ns);
  span->last = std::max(span->last, time_ns);
  ++functions_with_parent_;
  ++functions_seen_;
  last_entry_line_ = 0;
  last_was_stack_ = false;
  last_line_unknown_ = false;
  CountEntry(shape.cpu);
  return true;
}

TextTrace::Shape& TextTrace::ShapeOf(std::string_view line) {
  const uint64_t key = Load64(line.data() + 13) * 31 + Load64(line.data() + 21);
  return shapes_[(key * 0x9E3779B97F4A7C15) >> 58];
}

void TextTrace::RememberShape(std::string_view line, const ContextLine& context) {
  if constexpr (std::endian::native != std::endian::little) return;  // the key counts on it
  if (line.size() < kCommColumns + 24 || line[kCommColumns] != '-' ||
      context.stamp_kind != ContextLine::Stamp::kTime || !context.instance.empty())
    return;
  const size_t bracket = line.find(']', kCommColumns + 2);
  const size_t dot = line.find('.', context.stamp_at);
  if (bracket == std::string_view::npos || dot == std::string_view::npos) return;
  if (bracket >= Shape::kMaxHead || dot < bracket + 9 || dot < 8) return;
  if (dot + 7 >= line.size() || line[dot + 7] != ':') return;  // ns stamps take the slow path
  Shape& shape = ShapeOf(line);
  shape.head_size = static_cast<uint32_t>(bracket + 1);
  std::memcpy(shape.head.data(), line.data(), bracket + 1);
  shape.dot = static_cast<uint32_t>(dot);
  const size_t digits = dot - context.stamp_at;
  shape.seconds_shift = static_cast<uint32_t>(8 * (7 - std::min<size_t>(digits, 7)));
  shape.seconds_key = Load64(line.data() + dot - 8) >> shape.seconds_shift;
  shape.seconds_ns = context.stamp - context.stamp % 1'000'000'000;
  shape.cpu = context.cpu;
  if (digits > 7) shape.head_size = 0;  // more seconds than the key holds
}

}  // namespace regress
