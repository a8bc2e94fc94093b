// SPDX-License-Identifier: Apache-2.0
// Claims found and judged in ordinary mail text on one core, and in text made to be slow: each such
// text in two sizes, whose times must double when the size doubles. Prints CPU times.
#include <fmt/format.h>

#include <ctime>
#include <string>

#include "parsers/mail_text.h"
#include "parsers/patch_claims.h"
#include "stats/claim_check.h"

namespace {

using namespace regress;

double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Measured {
  double seconds = 0;
  size_t claims = 0;
};

// Only the finder and the judge; reading the mail is measured elsewhere.
Measured Check(const std::string& text) {
  Measured measured;
  ReadMailText(text, "bench", [&](MailMessage&& message) {
    const double begin = CpuSeconds();
    EvidenceBundle bundle;
    FindClaims(message, bundle);
    JudgeClaims(bundle);
    measured.seconds += CpuSeconds() - begin;
    measured.claims += bundle.claims.size();
  });
  return measured;
}

// A patch mail of about 3 KB: prose, one table, a patch, a diffstat.
std::string PatchMail(int number) {
  std::string text = fmt::format(
      "From a@example.org Fri May 29 09:04:00 2026\nSubject: [PATCH] demo {}\n\n", number);
  for (int i = 0; i < 12; ++i) {
    text +=
        "The list was walked under the lock, which shows when many tasks add to it\n"
        "at once.  Keep a count beside it and take the lock only if there is work.\n"
        "Nothing changes for readers, and version 6.1 behaves as before.\n\n";
  }
  text +=
      "The run time drops by 25% (40.0s -> 30.0s) on a box with 16 cores.\n\n"
      "  threads    before     after    change\n"
      "  1            1000      1010     +1.0%\n"
      "  16           8000      9600    +20.0%\n\n"
      "---\n demo/list.c | 12 ++++++------\n 1 file changed, 6 insertions(+), 6 deletions(-)\n\n"
      "diff --git a/demo/list.c b/demo/list.c\n--- a/demo/list.c\n+++ b/demo/list.c\n"
      "@@ -1,4 +1,4 @@\n";
  for (int i = 0; i < 2; ++i) text += " \tint count = list_count(list);\n";
  text += "-\tlock(list);\n+\tif (count > 0) lock(list);\n";
  return text + " \twalk(list);\n\n-- \n2.40.0\n\n";
}

void PrintThroughput() {
  std::string mbox;
  for (int i = 0; mbox.size() < 20'000'000; ++i) mbox += PatchMail(i);
  const double megabytes = static_cast<double>(mbox.size()) / 1e6;
  const Measured measured = Check(mbox);
  fmt::print("ordinary mail, {:.0f} MB: {:.0f} MB/s, {} claims\n", megabytes,
             megabytes / measured.seconds, measured.claims);
}

std::string Arrows(size_t n) {
  std::string text = "Subject: x\n\n1";
  for (size_t i = 2; i < n; ++i) text += fmt::format(" -> {}", i);
  return text;
}

std::string Percents(size_t n) {
  std::string text = "Subject: x\n\nimproved by 1%";
  for (size_t i = 1; i < n; ++i) text += fmt::format(" and {}%", i % 100);
  return text;
}

std::string WideTable(size_t n) {
  std::string text = "Subject: x\n\n";
  for (int row = 0; row < 20; ++row) {
    text += "row";
    for (size_t i = 0; i < n; ++i) text += fmt::format("  {}", i * 7 % 977);
    text += "\n";
  }
  return text;
}

std::string LongTable(size_t n) {
  std::string text = "Subject: x\n\ntest  before  after  diff\n";
  for (size_t i = 0; i < n; ++i) text += fmt::format("t{}  {}  {}  +20.0%\n", i, 100 + i % 50, 120);
  return text;
}

void PrintGrowth(std::string_view name, std::string (*make)(size_t), size_t n) {
  const Measured once = Check(make(n));
  const Measured twice = Check(make(2 * n));
  fmt::print("{:<22} {:.3f} s, twice as long {:.3f} s: {:.1f} times\n", name, once.seconds,
             twice.seconds, once.seconds > 0 ? twice.seconds / once.seconds : 0);
}

}  // namespace

int main() {
  PrintThroughput();
  PrintGrowth("1 -> 2 -> 3 ...", Arrows, 1'000'000);
  PrintGrowth("percents in a sentence", Percents, 50'000);
  PrintGrowth("columns of a table", WideTable, 10'000);
  PrintGrowth("rows of a table", LongTable, 50'000);
  return 0;
}
