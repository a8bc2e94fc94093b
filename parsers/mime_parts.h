// SPDX-License-Identifier: Apache-2.0
// The text parts of a MIME message, decoded. Parts with a file name and parts that are no text are
// passed over; an HTML part is read only where there is no plain one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/mail_headers.h"
#include "parsers/mail_message.h"

namespace regress {

struct RawMessage {
  std::string_view bytes;     // header block and body, without the "From " line of an mbox
  uint32_t first_line = 1;    // line of bytes[0] in the file
  bool from_escaped = false;  // out of an mbox, where ">From " stands for "From "
  std::shared_ptr<const std::string> owner = nullptr;  // of `bytes`; if null they are copied
};

// True if the message is one plain text that needs no decoding; AppendPlainPart gives for it what
// AppendMimeParts gives, without the cost of a MIME parser.
bool IsPlain(const MailHeaders& headers);
void AppendPlainPart(const RawMessage& raw, const MailHeaders& headers, MailMessage& message);
// By GMime, for every message.
void AppendMimeParts(const RawMessage& raw, MailMessage& message);

}  // namespace regress
