// SPDX-License-Identifier: Apache-2.0
#include "parsers/charset.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "parsers/gmime_start.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (ToLower(a[i]) != ToLower(b[i])) return false;
  }
  return true;
}

unsigned char Byte(std::string_view text, size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Index of the first byte from `at` on that is not ASCII, or text.size().
size_t SkipAscii(std::string_view text, size_t at) {
  while (at + 8 <= text.size()) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    if ((word & 0x8080808080808080) != 0) break;
    at += 8;
  }
  while (at < text.size() && Byte(text, at) < 0x80) ++at;
  return at;
}

// Length of the valid UTF-8 sequence that begins at `at` with a byte above 0x7f; 0 if it is none.
size_t SequenceLength(std::string_view text, size_t at) {
  const unsigned char lead = Byte(text, at);
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((Byte(text, at + i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = Byte(text, at + 1);
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
      (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) {
    return 0;
  }
  return length;
}

std::optional<std::string> CleanUtf8(std::string_view text) {
  size_t at = 0;
  size_t copied = 0;
  std::string clean;
  bool changed = false;
  while ((at = SkipAscii(text, at)) < text.size()) {
    const size_t length = SequenceLength(text, at);
    const bool no_break = length == 2 && text.substr(at, 2) == "\xc2\xa0";
    if (length != 0 && !no_break) {
      at += length;
      continue;
    }
    if (!changed) clean.reserve(text.size() + text.size() / 16);
    changed = true;
    clean.append(text, copied, at - copied);
    clean += no_break ? std::string_view(" ") : kReplacement;
    at += length == 0 ? 1 : length;
    copied = at;
  }
  if (!changed) return std::nullopt;
  clean.append(text, copied, text.size() - copied);
  return clean;
}

std::optional<std::string> FromLatin1(std::string_view text) {
  size_t at = SkipAscii(text, 0);
  if (at == text.size()) return std::nullopt;
  std::string utf8;
  utf8.reserve(text.size() + text.size() / 16);
  size_t copied = 0;
  for (; at < text.size(); at = SkipAscii(text, at + 1)) {
    utf8.append(text, copied, at - copied);
    copied = at + 1;
    const unsigned char c = Byte(text, at);
    if (c == 0xa0) {
      utf8 += ' ';
    } else {
      utf8 += static_cast<char>(0xc0 | (c >> 6));
      utf8 += static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  utf8.append(text, copied, text.size() - copied);
  return utf8;
}

// Through iconv; nullopt if the charset is not known to it.
std::optional<std::string> Convert(std::string_view text, const std::string& charset) {
  StartGMime();
  const iconv_t handle = g_mime_iconv_open("UTF-8", charset.c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr): iconv returns -1 as a pointer
  if (handle == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string utf8;
  std::string input(text);
  char* in = input.data();
  size_t in_left = input.size();
  std::array<char, 4096> buffer{};
  while (in_left > 0) {
    char* out = buffer.data();
    size_t out_left = buffer.size();
    const size_t result = iconv(handle, &in, &in_left, &out, &out_left);
    const int error = result == static_cast<size_t>(-1) ? errno : 0;
    utf8.append(buffer.data(), buffer.size() - out_left);
    if (error == EILSEQ || error == EINVAL) {
      utf8 += kReplacement;
      ++in;
      --in_left;
    }
  }
  g_mime_iconv_close(handle);
  return utf8;
}

}  // namespace

std::optional<std::string> ToUtf8(std::string_view text, std::string_view charset) {
  if (charset.empty() || EqualIgnoringCase(charset, "utf-8") ||
      EqualIgnoringCase(charset, "us-ascii") || EqualIgnoringCase(charset, "utf8")) {
    return CleanUtf8(text);
  }
  if (EqualIgnoringCase(charset, "iso-8859-1") || EqualIgnoringCase(charset, "latin1")) {
    return FromLatin1(text);
  }
  std::optional<std::string> utf8 = Convert(text, std::string(charset.substr(0, 64)));
  if (!utf8) return CleanUtf8(text);
  std::optional<std::string> clean = CleanUtf8(*utf8);
  return clean ? std::move(clean) : std::move(utf8);
}

}  // namespace regress
