// SPDX-License-Identifier: Apache-2.0
// Whole mails of the kinds that kernel lists see, each with the claims that a careful reader finds
// in it and their verdicts. REGRESS_UPDATE_GOLDEN=1 rewrites the lists.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/judge_text.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> MailNames() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(REGRESS_SOURCE_DIR "/fixtures/claim-mails")) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string VerdictsOf(const std::string& mail) {
  std::ostringstream out;
  for (const Claim& claim : JudgeMail(mail).claims) {
    out << claim.source.at.line << " " << Name(claim.kind) << " " << Name(claim.verdict) << " "
        << claim.stated_text << "\n";
  }
  return out.str();
}

class ClaimMails : public testing::TestWithParam<std::string> {};

TEST_P(ClaimMails, AreJudgedAsAReaderWould) {
  const fs::path base = fs::path(REGRESS_SOURCE_DIR "/fixtures/claim-mails") / GetParam();
  const std::string got = VerdictsOf(ReadAll(base.string() + ".txt"));
  if (std::getenv("REGRESS_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(base.string() + ".verdicts", std::ios::binary) << got;
  }
  EXPECT_EQ(got, ReadAll(base.string() + ".verdicts"));
}

INSTANTIATE_TEST_SUITE_P(Mails, ClaimMails, testing::ValuesIn(MailNames()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace regress
