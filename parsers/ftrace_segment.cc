// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_segment.h"

#include <algorithm>

#include "parsers/scan.h"

namespace regress {
namespace {

std::optional<uint64_t> LeadingNumber(std::string_view text) {
  size_t digits = 0;
  while (digits < text.size() && IsDigit(text[digits])) ++digits;
  return ParseUnsigned(text.substr(0, digits));
}

// "1315/385275" after `mark`.
void ReadCounts(std::string_view line, std::string_view mark, SegmentHeader& header) {
  const size_t at = line.find(mark);
  if (at == std::string_view::npos) return;
  const std::string_view counts = TrimLeft(line.substr(at + mark.size()));
  const size_t slash = counts.find('/');
  if (slash == std::string_view::npos) return;
  const std::optional<uint64_t> first = ParseUnsigned(counts.substr(0, slash));
  const std::optional<uint64_t> second = LeadingNumber(counts.substr(slash + 1));
  if (!first || !second) return;
  header.in_buffer = first;
  header.written = second;
}

void ReadOnlineCpus(std::string_view line, SegmentHeader& header) {
  const size_t at = line.find("#P:");
  if (at == std::string_view::npos) return;
  const std::optional<uint64_t> cpus = LeadingNumber(line.substr(at + 3));
  if (cpus && *cpus <= 1'000'000) header.online_cpus = static_cast<uint32_t>(*cpus);
}

}  // namespace

bool ReadHeaderLine(std::string_view line, SegmentHeader& header) {
  if (line.starts_with("# tracer: ")) {
    header.tracer = Trim(line.substr(10));
    return true;
  }
  if (line.starts_with("# entries-in-buffer/entries-written:")) {
    ReadCounts(line, "entries-written:", header);
    ReadOnlineCpus(line, header);
    return true;
  }
  const size_t version = line.find(" latency trace v");
  if (line.starts_with("# ") && version != std::string_view::npos) {
    header.latency_format = true;
    const size_t on = line.find(" on ", version);
    if (on != std::string_view::npos) header.release = Trim(line.substr(on + 4));
    if (header.tracer.empty()) header.tracer = Trim(line.substr(2, version - 2));
    return true;
  }
  const bool strokes = line.find_first_not_of("# |\\/") == std::string_view::npos;
  if (strokes && line.find('|') != std::string_view::npos) header.drawn = header.titles;
  for (const std::string_view title : {"TASK-PID", "FUNCTION CALLS", "cmd", "ACT FLG"})
    header.titles = header.titles || line.find(title) != std::string_view::npos;
  if (header.latency_format && line.starts_with("# latency: ")) {
    ReadCounts(line, ", #", header);
    ReadOnlineCpus(line, header);
    return true;
  }
  return false;
}

std::optional<LossLine> ParseLossLine(std::string_view line) {
  if (!line.starts_with("CPU:")) return std::nullopt;
  line.remove_prefix(4);
  const size_t open = line.find(" [");
  if (open == std::string_view::npos) return std::nullopt;
  const std::optional<uint64_t> cpu = ParseUnsigned(line.substr(0, open));
  if (!cpu || *cpu > 1'000'000) return std::nullopt;
  std::string_view rest = Trim(line.substr(open + 2));
  LossLine loss;
  loss.cpu = static_cast<uint32_t>(*cpu);
  if (rest == "LOST EVENTS]" || rest == "EVENTS DROPPED]") return loss;
  if (rest.starts_with("LOST ")) rest.remove_prefix(5);
  const std::string_view number = NextField(rest);
  loss.count = ParseUnsigned(number);
  rest = TrimLeft(rest);
  if (!loss.count || (rest != "EVENTS]" && rest != "EVENTS DROPPED]")) return std::nullopt;
  return loss;
}

bool IsBufferStart(std::string_view line) {
  return line.starts_with("##### CPU ") &&
         line.find(" buffer started ####") != std::string_view::npos;
}

Completeness Assess(const std::vector<Segment>& segments) {
  Completeness all;
  const Segment* first_of_group = nullptr;  // per_cpu files with one common header
  std::vector<uint32_t> cpus;
  for (const Segment& segment : segments) {
    const SegmentHeader& header = segment.header;
    if (!header.in_buffer || !header.written) {
      first_of_group = nullptr;
      continue;
    }
    all.read += segment.entries;
    const bool same = first_of_group != nullptr && segment.only_cpu && !segment.several_cpus &&
                      first_of_group->header.in_buffer == header.in_buffer &&
                      first_of_group->header.written == header.written &&
                      std::find(cpus.begin(), cpus.end(), *segment.only_cpu) == cpus.end();
    if (same) {
      cpus.push_back(*segment.only_cpu);
      continue;
    }
    first_of_group = nullptr;
    cpus.clear();
    if (segment.only_cpu && !segment.several_cpus && header.online_cpus > 1) {
      first_of_group = &segment;
      cpus.push_back(*segment.only_cpu);
    }
    all.announced += *header.in_buffer;
    all.written += *header.written;
    all.overwritten =
        all.overwritten.value_or(0) +
        (*header.written > *header.in_buffer ? *header.written - *header.in_buffer : 0);
  }
  all.one_cpu_of_many = first_of_group != nullptr && cpus.size() == 1 && all.read < all.announced;
  return all;
}

}  // namespace regress
