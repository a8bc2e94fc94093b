// SPDX-License-Identifier: Apache-2.0
#include "cli/standard_input.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "models/data/error.h"

namespace regress {

int CopyOfStandardInput() {
  std::FILE* file = std::tmpfile();
  if (file == nullptr)
    throw Error(ErrorKind::kIo, std::string("temporary file: error: ") + std::strerror(errno));
  std::string piece(size_t{1} << 20, '\0');
  ssize_t got = 0;
  bool good = true;
  while (good && (got = read(STDIN_FILENO, piece.data(), piece.size())) != 0) {
    if (got < 0 && errno == EINTR) continue;
    good = got > 0 &&
           std::fwrite(piece.data(), 1, static_cast<size_t>(got), file) == static_cast<size_t>(got);
  }
  good = good && std::fflush(file) == 0;
  const int descriptor = good ? dup(fileno(file)) : -1;
  const int reason = errno;
  std::fclose(file);
  if (descriptor < 0)
    throw Error(ErrorKind::kIo, std::string("-: error: ") + std::strerror(reason));
  return descriptor;
}

}  // namespace regress
