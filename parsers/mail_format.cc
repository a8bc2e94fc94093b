// SPDX-License-Identifier: Apache-2.0
#include "parsers/mail_format.h"

#include <algorithm>
#include <utility>

#include "parsers/fio_mail.h"
#include "parsers/html_text.h"
#include "parsers/lkp_report.h"
#include "parsers/mail_headers.h"
#include "parsers/mail_text.h"
#include "parsers/mbox_reader.h"
#include "parsers/patch_claims.h"

namespace regress {

int LooksLikeMail(std::string_view head) {
  if (BeginsWithHeader(head) || IsFromLine(head.substr(0, head.find('\n')))) return 60;
  if (LooksLikeHtml(head)) return 40;
  return 0;
}

int LooksLikeRobotReport(std::string_view head) {
  for (const std::string_view sign : {"kernel test robot noticed", "%stddev", "fail:runs"}) {
    if (head.find(sign) != std::string_view::npos) return 70;
  }
  return 0;
}

void ParseMail(ByteStream& input, const ParseOptions&, const BundleSink& sink) {
  FioMailState fio;
  ReadMail(input, [&](MailMessage&& message) {
    EvidenceBundle bundle;
    bundle.messages = 1;
    bundle.message_infos.push_back(
        {message.index, message.subject, message.message_id, message.is_reply});
    for (const MailPart& part : message.parts) {
      if (!part.lines.empty()) bundle.lines += part.lines.back().line;
    }
    bundle.diagnostics = std::move(message.damage);
    bundle.robot = ParseRobotReport(message);
    bundle.rows = bundle.robot.rows.size();
    if (!bundle.robot.empty()) bundle.format = "lkp";
    FindFioMeasurements(message, fio, bundle);
    FindClaims(message, bundle);
    message = MailMessage();  // its text is not needed any more
    sink(std::move(bundle));
  });
}

}  // namespace regress
