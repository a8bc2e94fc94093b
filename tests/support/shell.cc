// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shell.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace regress {
namespace fs = std::filesystem;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string TemporaryDirectory(const std::string& name) {
  const fs::path path =
      fs::path(REGRESS_BINARY_DIR) / "test-tmp" / (name + "." + std::to_string(getpid()));
  fs::remove_all(path);
  fs::create_directories(path);
  return path.string();
}

ShellResult RunShell(const std::string& command, const std::string& directory) {
  const std::string scratch = TemporaryDirectory("shell");
  WriteFile(scratch + "/command", command + "\n");
  const std::string line =
      "cd '" + directory +
      "' && LC_ALL=C.UTF-8 NO_COLOR=1 PATH='" REGRESS_BINARY_DIR "/bin':\"$PATH\" sh '" + scratch +
      "/command' > '" + scratch + "/out' 2> '" + scratch + "/err' < /dev/null";
  const int status = std::system(line.c_str());
  ShellResult result{ReadFile(scratch + "/out"), ReadFile(scratch + "/err"),
                     WIFEXITED(status) ? WEXITSTATUS(status) : -1};
  fs::remove_all(scratch);
  return result;
}

}  // namespace regress
