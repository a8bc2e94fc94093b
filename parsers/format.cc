// SPDX-License-Identifier: Apache-2.0
#include "parsers/format.h"

#include <array>

#include "parsers/evidence_table.h"
#include "parsers/fio_format.h"
#include "parsers/ftrace_log.h"
#include "parsers/mail_format.h"
#include "parsers/sim_table.h"
#include "parsers/table_sniff.h"

namespace regress {
namespace {

// One line per format: name, what a person calls it, how it is recognised, how it is read.
constexpr std::array kFormats = {
    Format{"fio", "fio", LooksLikeFio, ParseFio},
    Format{"ftrace", "ftrace log", LooksLikeFtrace, ParseFtrace},
    Format{"lkp", "robot report", LooksLikeRobotReport, ParseMail},
    Format{"mail", "mail", LooksLikeMail, ParseMail},
    Format{"table", "evidence", LooksLikeTable, ParseEvidenceTable},
    Format{"sim", "evidence", LooksLikeSimTable, ParseSimTable},
};

}  // namespace

std::span<const Format> Formats() {
  return kFormats;
}

const Format* FindFormat(std::string_view name) {
  for (const Format& format : Formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

const Format* DetectFormat(std::string_view head) {
  const Format* best = nullptr;
  int best_score = 0;
  for (const Format& format : Formats()) {
    const int score = format.sniff(head);
    if (score > best_score) {
      best = &format;
      best_score = score;
    }
  }
  return best;
}

}  // namespace regress
