// SPDX-License-Identifier: Apache-2.0
// Every folder of fixtures/ with a file `cmd` is a case: the command line is run in that folder and
// must give the folder's `stdout`, `stderr` (nothing if there is no such file) and `exit` (0 if
// there is none). REGRESS_UPDATE_GOLDEN=1 rewrites them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "tests/support/shell.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Cases() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(REGRESS_SOURCE_DIR "/fixtures")) {
    if (fs::exists(entry.path() / "cmd")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, PrintsWhatItsFolderSays) {
  const std::string folder = REGRESS_SOURCE_DIR "/fixtures/" + GetParam();
  const ShellResult result = RunShell(ReadFile(folder + "/cmd"), folder);
  if (std::getenv("REGRESS_UPDATE_GOLDEN") != nullptr) {
    const auto update = [&](const char* name, const std::string& bytes, bool keep) {
      if (keep) {
        WriteFile(folder + "/" + name, bytes);
      } else {
        fs::remove(folder + "/" + name);
      }
    };
    update("stdout", result.out, true);
    update("stderr", result.err, !result.err.empty());
    update("exit", std::to_string(result.status) + "\n", result.status != 0);
    return;
  }
  EXPECT_EQ(result.out, ReadFile(folder + "/stdout"));
  EXPECT_EQ(result.err, ReadFile(folder + "/stderr"));
  const std::string exit = ReadFile(folder + "/exit");
  EXPECT_EQ(result.status, exit.empty() ? 0 : std::stoi(exit));
  EXPECT_TRUE(fs::exists(folder + "/ORIGIN")) << "say where the input comes from";
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Golden, testing::ValuesIn(Cases()), [](const auto& param) {
  std::string name = param.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

}  // namespace
}  // namespace regress
