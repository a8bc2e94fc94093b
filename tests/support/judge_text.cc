// SPDX-License-Identifier: Apache-2.0
#include "tests/support/judge_text.h"

#include <utility>

#include "parsers/mail_text.h"
#include "parsers/patch_claims.h"
#include "stats/claim_check.h"

namespace regress {

EvidenceBundle JudgeMail(std::string_view mail) {
  EvidenceBundle bundle;
  bool first = true;
  ByteStream stream = ByteStream::FromMemory(std::string(mail), "mail.txt");
  ReadMail(stream, [&](MailMessage&& message) {
    if (std::exchange(first, false)) FindClaims(message, bundle);
  });
  JudgeClaims(bundle);
  return bundle;
}

std::vector<std::string> Verdicts(std::string_view mail) {
  std::vector<std::string> out;
  for (const Claim& claim : JudgeMail(mail).claims) {
    out.push_back(std::string(Name(claim.kind)) + " " + std::string(Name(claim.verdict)) + " " +
                  claim.stated_text);
  }
  return out;
}

}  // namespace regress
