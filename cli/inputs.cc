// SPDX-License-Identifier: Apache-2.0
#include "cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "models/data/error.h"
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

std::vector<InputSpec> ExpandInputs(const CheckOptions& options) {
  std::vector<InputSpec> specs;
  for (const std::string& path : options.inputs) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
      specs.push_back({specs.size(), path, false, std::nullopt});
      continue;
    }
    for (std::string& file : FilesBelow(path))
      specs.push_back({specs.size(), std::move(file), true, std::nullopt});
  }
  return specs;
}

}  // namespace regress
