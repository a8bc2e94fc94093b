// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over files, so that it cannot rot where there is no libFuzzer:
//   fuzz_parsers_replay FORMATS PATH...
// Every file below the paths is read as it is, and as input of each of the FORMATS first formats of
// the table, whole and cut short. The bytes lie in a heap buffer of their exact size, so that a
// sanitizer sees every read beyond them.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr size_t kMaxFileBytes = 200000;  // keeps the replay short

void RunOne(int first_byte, const std::string& bytes) {
  const size_t extra = first_byte < 0 ? 0 : 1;
  const auto buffer = std::make_unique<uint8_t[]>(bytes.size() + extra);
  if (extra == 1) buffer[0] = static_cast<uint8_t>(first_byte);
  if (!bytes.empty()) std::memcpy(buffer.get() + extra, bytes.data(), bytes.size());
  LLVMFuzzerTestOneInput(buffer.get(), bytes.size() + extra);
}

void Replay(const std::filesystem::path& path, int formats) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  bytes.resize(std::min(bytes.size(), kMaxFileBytes));
  RunOne(-1, bytes);
  for (int format = 0; format < formats; ++format) {
    RunOne(format, bytes);
    RunOne(format, bytes.substr(0, bytes.size() / 2));
    RunOne(format, bytes.substr(bytes.size() / 3));
  }
}

}  // namespace

int main(int argc, char** argv) {
  int formats = 0;
  const std::string count = argc > 1 ? argv[1] : "";
  if (std::from_chars(count.data(), count.data() + count.size(), formats).ec != std::errc()) {
    std::cerr << "usage: " << argv[0] << " FORMATS PATH...\n";
    return 64;
  }
  std::vector<std::filesystem::path> files;
  for (int i = 2; i < argc; ++i) {
    if (std::filesystem::is_directory(argv[i])) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& path : files) Replay(path, formats);
  std::cout << files.size() << " files\n";
  return files.empty() ? 1 : 0;
}
