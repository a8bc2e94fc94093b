// SPDX-License-Identifier: Apache-2.0
// One decoded mail message as the parsers of its content see it: text parts as lines with their
// quote marks removed. Owns its text together with whoever shares it; the views of the lines are
// valid while the message lives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/diagnostic.h"
#include "models/data/source_ref.h"

namespace regress {

// Who has understood a line. Parsers of prose look at kText alone.
enum class LineUse : uint8_t {
  kText,    // nobody yet
  kHeader,  // furniture of an archive page: subject, author, thread overview
  kRobot,   // a headline, table, box or parameter of a kernel test robot report
};

struct TextLine {
  std::string_view text;  // without quote marks and line end; NBSP is a blank
  std::string_view raw;   // the whole line as it stands
  uint32_t line = 0;    // physical line of the file, or of the decoded part if the part was encoded
  uint32_t column = 1;  // column of text[0]
  uint16_t quote_depth = 0;  // number of '>' removed
  LineUse use = LineUse::kText;
};

struct MailPart {
  int32_t index = 0;  // among all parts of the message that are no multipart, attachments included
  bool decoded = false;         // was base64 or quoted-printable: lines count from its own first
  std::vector<TextLine> lines;  // of several blank lines in a row only two are kept
};

struct MailMessage {
  std::string path;
  int32_t index = 0;          // in its file
  std::string subject;        // unfolded, RFC 2047 decoded; empty if there is none
  uint32_t subject_line = 0;  // 0 if there is none
  std::string message_id;
  bool is_reply = false;           // the subject begins with "Re:"
  std::vector<MailPart> parts;     // text parts that are no attachments, in order
  std::vector<Diagnostic> damage;  // what could not be decoded as it claims to be
  std::vector<std::shared_ptr<const std::string>> texts;  // what the lines point to

  // Keeps a text for the lines of a part.
  std::string_view Own(std::string text) {
    texts.push_back(std::make_shared<const std::string>(std::move(text)));
    return *texts.back();
  }
  InputRef At(const MailPart& part, const TextLine& line, uint32_t column) const {
    return {path, {index, part.index, line.line, column}};
  }
};

}  // namespace regress
