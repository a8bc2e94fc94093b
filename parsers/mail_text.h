// SPDX-License-Identifier: Apache-2.0
// Reads mail of any kind, message by message: a raw message, an mbox, a saved archive page (HTML or
// its text), plain text without headers. One message is in memory at a time (one page, of pages).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "parsers/byte_stream.h"
#include "parsers/mail_message.h"

namespace regress {

using MessageSink = std::function<void(MailMessage&&)>;

// Calls `sink` for each message of `input`, in order.
void ReadMail(ByteStream& input, const MessageSink& sink);
// The same for text in memory, for tests and small inputs.
void ReadMailText(std::string text, const std::string& path, const MessageSink& sink);

}  // namespace regress
