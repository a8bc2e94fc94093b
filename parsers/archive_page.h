// SPDX-License-Identifier: Apache-2.0
// A thread page of a list archive, or any other text without mail headers: where its messages
// begin, what is furniture of the page, and what the subject is.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parsers/mail_message.h"

namespace regress {

// Offsets at which the messages of a page begin, the first always 0. A message begins with its
// line "* SUBJECT" if there is one, and has a line "From: NAME @ DATE UTC (permalink / raw)".
std::vector<size_t> MessageStarts(std::string_view page);

// Finds the subject of a message cut out of a page and marks the lines of the page's furniture.
void ReadPageHeader(MailMessage& message);

}  // namespace regress
