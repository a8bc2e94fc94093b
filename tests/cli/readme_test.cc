// SPDX-License-Identifier: Apache-2.0
// Every `$ regress-...` command of the README's code blocks is run in the project's folder and must
// print what the block shows. A command may go on over lines that end in a backslash or a pipe.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/shell.h"

namespace regress {
namespace {

struct Example {
  int line = 0;
  std::string command;
  std::string output;
};

bool GoesOn(const std::string& command) {
  return !command.empty() && (command.back() == '\\' || command.back() == '|');
}

bool Executed(const std::string& command) {
  return command.rfind("regress-", 0) == 0 || command.rfind("sqlite3 ", 0) == 0;
}

std::vector<Example> Examples(const std::string& text) {
  std::vector<Example> examples;
  std::istringstream lines(text);
  std::string line;
  bool inside = false;
  bool open = false;  // output of the last example goes on
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      open = false;
    } else if (inside && line.rfind("$ ", 0) == 0) {
      Example example{number, line.substr(2), ""};
      while (GoesOn(example.command) && std::getline(lines, line)) {
        ++number;
        example.command += "\n" + line;
      }
      open = Executed(example.command);
      if (open) examples.push_back(example);
    } else if (inside && open) {
      examples.back().output += line + "\n";
    }
  }
  for (Example& example : examples) {  // an empty line before the next command is layout
    while (example.output.size() > 1 && example.output.substr(example.output.size() - 2) == "\n\n")
      example.output.pop_back();
    if (example.output == "\n") example.output.clear();
  }
  return examples;
}

TEST(Readme, EveryExamplePrintsWhatItShows) {
  const std::vector<Example> examples = Examples(ReadFile(REGRESS_SOURCE_DIR "/README.md"));
  EXPECT_GE(examples.size(), 1u);
  const std::string folder = TemporaryDirectory("readme");
  ASSERT_EQ(std::system(("cp -r " REGRESS_SOURCE_DIR "/fixtures '" + folder + "'").c_str()), 0);
  for (const Example& example : examples) {
    SCOPED_TRACE("README.md:" + std::to_string(example.line));
    const ShellResult result = RunShell(example.command, folder);
    EXPECT_EQ(result.out + result.err, example.output);
  }
}

}  // namespace
}  // namespace regress
