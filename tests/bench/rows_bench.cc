// SPDX-License-Identifier: Apache-2.0
// Rows of a trace into the database, end to end: `regress-check --db FILE --keep-events LOG` as a
// process of its own, reading, hashing and reporting included, against a bare loop that inserts the
// very same rows. Prints the ratio of CPU times, the best of three runs each.
//
//   rows_bench BIN_DIR LOG
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "tests/bench/bare_loop.h"

namespace {

using namespace regress;

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// CPU seconds of the program, negative if it failed; its peak memory goes to `kib`.
double RunCheck(const std::string& program, const std::string& database, const std::string& log,
                long& kib) {
  std::vector<std::string> words = {program, "--db", database, "--keep-events", log};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage usage{};
  if (failed != 0 || wait4(child, &status, 0, &usage) != child || status != 0) return -1;
  kib = usage.ru_maxrss;
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: rows_bench BIN_DIR LOG\n");
    return 64;
  }
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("rows-bench.{}", getpid());
  std::filesystem::create_directories(folder);
  double ours = std::numeric_limits<double>::max();
  double bare = ours;
  size_t rows = 0;
  long kib = 0;
  for (int run = 0; run < 3 && ours >= 0; ++run) {
    const std::string stored = folder / fmt::format("ours{}.db", run);
    ours = std::min(ours, RunCheck(fmt::format("{}/regress-check", argv[1]), stored, argv[2], kib));
    const BareLoopResult loop = BareLoop(stored, folder / fmt::format("bare{}.db", run),
                                         {{"event", "hash, instance, place"}});
    bare = std::min(bare, loop.seconds);
    rows = loop.rows;
  }
  if (ours < 0) {
    std::fprintf(stderr, "rows_bench: regress-check failed\n");
  } else {
    std::printf(
        "trace rows: %zu, end to end %.0f rows/s, bare prepared-insert loop %.0f rows/s, ratio "
        "%.2f (at least 0.60), %ld MiB\n",
        rows, static_cast<double>(rows) / ours, static_cast<double>(rows) / bare, bare / ours,
        kib / 1024);
  }
  std::filesystem::remove_all(folder);
  return ours < 0 ? 1 : 0;
}
