// SPDX-License-Identifier: Apache-2.0
#include "cli/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "models/data/error.h"

namespace regress {

void WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write) {
  std::error_code ignored;
  const bool special =
      std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
  const std::string target = special ? path : path + ".part";
  const auto fail = [&] { throw Error(ErrorKind::kIo, path + ": error: " + std::strerror(errno)); };
  std::ofstream file(target, std::ios::binary);
  if (!file) fail();
  try {
    write(file);
  } catch (...) {
    file.close();
    if (!special) std::remove(target.c_str());
    throw;
  }
  file.close();
  if (!file || (!special && std::rename(target.c_str(), path.c_str()) != 0)) {
    if (!special) std::remove(target.c_str());
    fail();
  }
}

}  // namespace regress
