// SPDX-License-Identifier: Apache-2.0
// The header block of a mail message: names, unfolded values, RFC 2047 decoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

struct MailHeader {
  std::string name;   // lower case
  std::string value;  // unfolded, as it stands
  uint32_t line = 0;
};

struct MailHeaders {
  std::vector<MailHeader> fields;
  size_t size = 0;         // bytes of the block with the empty line behind it
  uint32_t body_line = 1;  // line of the first byte behind it

  // First value of a field, empty if absent.
  const MailHeader* Find(std::string_view name) const;
};

// True if `head` begins with a line "Name: value" of a name that mails begin with.
bool BeginsWithHeader(std::string_view head);
// Reads up to the first empty line or the first line that is no header.
MailHeaders ReadHeaders(std::string_view message, uint32_t first_line);
// RFC 2047 words decoded, runs of blanks kept.
std::string DecodeHeaderText(const std::string& value);

// A parsed Content-Type or Content-Disposition, as far as plain messages need it.
struct ContentType {
  std::string type;     // lower case, "text/plain"; empty if absent
  std::string charset;  // empty if absent
  bool has_name = false;
};
ContentType ParseContentType(std::string_view value);

}  // namespace regress
