// SPDX-License-Identifier: Apache-2.0
#include "cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/point_rounds.h"
#include "models/data/error.h"
#include "models/data/metric.h"
#include "parsers/scan.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestDirectory = 32;

// Regular files below `path`, in version order; links to directories are not followed.
std::vector<std::string> FilesBelow(const std::string& path) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(path, error), end; it != end; it.increment(error)) {
    if (error) break;
    if (it.depth() >= kDeepestDirectory) it.disable_recursion_pending();
    if (it->is_regular_file(error)) files.push_back(it->path().string());
  }
  if (error) throw Error(ErrorKind::kIo, path + ": error: " + error.message());
  std::sort(files.begin(), files.end(), VersionLess);
  return files;
}

}  // namespace

bool VersionLess(const std::string& a, const std::string& b) {
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!IsDigit(a[i]) || !IsDigit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
      continue;
    }
    const auto number = [](const std::string& text, size_t& at) {
      while (at < text.size() && text[at] == '0') ++at;
      const size_t begin = at;
      while (at < text.size() && IsDigit(text[at])) ++at;
      return std::string_view(text).substr(begin, at - begin);
    };
    const std::string_view left = number(a, i);
    const std::string_view right = number(b, j);
    if (left.size() != right.size()) return left.size() < right.size();
    if (left != right) return left < right;
  }
  const size_t left = a.size() - i;
  const size_t right = b.size() - j;
  return left != right ? left < right : a < b;
}

namespace {

bool IsGlob(const std::string& path) {
  return path.find_first_of("*?") != std::string::npos;
}

// Files whose names match the last part of `pattern`, in version order.
std::vector<std::string> FilesMatching(const std::string& pattern) {
  const size_t slash = pattern.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
  const std::string glob = slash == std::string::npos ? pattern : pattern.substr(slash + 1);
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    // As in the shell, a name that begins with a dot must be named so.
    if (name[0] == '.' && glob[0] != '.') continue;
    if (GlobMatch(glob, name))
      files.push_back(slash == std::string::npos ? name : directory + name);
  }
  if (error) throw Error(ErrorKind::kIo, directory + ": error: " + error.message());
  if (files.empty()) throw Error(ErrorKind::kIo, pattern + ": error: no file matches");
  std::sort(files.begin(), files.end(), VersionLess);
  return files;
}

}  // namespace

std::vector<InputSpec> ExpandInputs(const CheckOptions& options, const ExpandFailure& fail) {
  std::vector<InputSpec> specs;
  const auto add = [&](std::string path, const std::string& directory,
                       std::optional<size_t> point) {
    specs.push_back({specs.size(), std::move(path), !directory.empty(), point, directory});
  };
  const auto expand = [&](const std::string& path, std::optional<size_t> point) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
      add(path, "", point);
      return;
    }
    for (std::string& file : FilesBelow(path)) add(std::move(file), path, point);
  };
  const auto attempt = [&](const std::string& path, const auto& expansion) {
    try {
      expansion();
    } catch (const Error& error) {
      fail(path, error);
    }
  };
  for (const std::string& path : options.inputs) attempt(path, [&] { expand(path, std::nullopt); });
  const std::vector<GivenPoint> points = GivenPoints(options);
  for (size_t i = 0; i < points.size(); ++i) {
    for (const size_t index : points[i].paths) {
      const std::string& path = options.points[index].path;
      std::error_code error;
      const bool plain = !IsGlob(path) || fs::exists(path, error);
      attempt(path, [&] {
        if (plain) return expand(path, i);
        for (const std::string& file : FilesMatching(path)) expand(file, i);
      });
    }
  }
  return specs;
}

void FailIfOutputIsInput(const CheckOptions& options) {
  std::error_code error;
  // What is no regular file (a terminal, a pipe, /dev/null) may be both.
  if (options.output.empty() || !fs::is_regular_file(options.output, error)) return;
  // What cannot be expanded is told when it is read.
  const auto ignore = [](const std::string&, const Error&) {};
  for (const InputSpec& spec : ExpandInputs(options, ignore)) {
    const std::string path = spec.path == "-" ? "/dev/stdin" : spec.path;
    if (fs::equivalent(path, options.output, error))
      throw Error(ErrorKind::kUsage, options.output + ": input file is output file",
                  "-o names a file that is no input: it is written anew");
  }
}

}  // namespace regress
