// SPDX-License-Identifier: Apache-2.0
#include "cli/open_input.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "cli/ring_stats.h"
#include "cli/standard_input.h"
#include "models/data/error.h"
#include "parsers/ftrace_log.h"

namespace regress {
namespace {

bool LooksBinary(std::string_view head) {
  const size_t odd = static_cast<size_t>(std::count_if(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\t' && c != '\r' && c != '\f' && c != '\x1b';
  }));
  return odd * 20 > head.size();
}

// Text of no known format is read as mail, unless it only lies in a directory with others.
const Format* Detect(const CheckOptions& options, ByteStream& stream, bool from_directory) {
  if (options.input_format != "auto") return FindFormat(options.input_format);
  const std::string_view head = stream.Peek(kSniffBytes);
  if (const Format* format = DetectFormat(head)) return format;
  return from_directory || LooksBinary(head) ? nullptr : FindFormat("mail");
}

// Hashed beforehand, or on the way, or not at all.
ByteStream OpenHashed(HashWanted hash, OpenInput& input) {
  const std::string& path = input.spec.path;
  if (!hash.first) {
    ByteStream stream = ByteStream::Open(path);
    if (hash.at_all) stream.EnableHash();
    return stream;
  }
  const int copy = path == "-" ? CopyOfStandardInput() : -1;
  const auto open = [&] {
    if (copy < 0) return ByteStream::Open(path);
    lseek(copy, 0, SEEK_SET);
    return ByteStream::FromDescriptor(dup(copy), path);
  };
  ByteStream first = open();
  first.EnableHash();
  input.hash = first.Sha256();
  input.bytes = first.raw_bytes();
  ByteStream second = open();
  if (copy >= 0) close(copy);
  return second;
}

// Ring buffer statistics, which say how complete a log is, come before all.
int ReadingRank(const OpenInput& input) {
  if (input.early) return -1;
  return MakesClaims(input) ? 1 : 0;
}

}  // namespace

std::optional<OpenInput> Recognise(const CheckOptions& options, const InputSpec& spec,
                                   HashWanted hash) {
  OpenInput input{spec};
  ByteStream stream = OpenHashed(hash, input);
  input.format = Detect(options, stream, spec.from_directory);
  if (input.format == nullptr) {
    if (spec.from_directory) return std::nullopt;
    throw Error(ErrorKind::kBadInput, spec.path + ": error: format not recognised",
                fmt::format("known are {} (--input-format)", KnownFormats()));
  }
  input.early = input.format->name == "ftrace" && LooksLikeRingStats(stream.Peek(kSniffBytes));
  if (spec.path == "-") input.stream = std::move(stream);
  return input;
}

void Reopen(OpenInput& input, HashWanted hash) {
  if (input.stream) return;
  input.stream = ByteStream::Open(input.spec.path);
  if (hash.at_all && input.hash.empty()) input.stream->EnableHash();
}

bool MakesClaims(const OpenInput& input) {
  return input.format->name == "mail" || input.format->name == "lkp";
}

void SortForReading(std::vector<OpenInput>& inputs) {
  std::stable_sort(inputs.begin(), inputs.end(), [](const OpenInput& a, const OpenInput& b) {
    return ReadingRank(a) < ReadingRank(b);
  });
}

std::string KnownFormats() {
  std::string list;
  for (const Format& format : Formats())
    list += fmt::format("{}{}", list.empty() ? "" : ", ", format.name);
  return list;
}

}  // namespace regress
