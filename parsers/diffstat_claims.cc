// SPDX-License-Identifier: Apache-2.0
//  fs/btrfs/subpage.c   |  49 +++++++
//  2 files changed, 247 insertions(+), 129 deletions(-)
#include <optional>

#include "parsers/scan.h"
#include "parsers/tool_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxFiles = 20000;

enum class StatLine : uint8_t { kNone, kFile, kBinary, kElided };

// " path | 12 ++--" or " path | Bin 0 -> 12 bytes"
StatLine ParseFileLine(std::string_view text, std::optional<Figure>& count, size_t& at) {
  const size_t bar = text.find(" | ");
  if (bar == std::string_view::npos || bar == 0 || bar > 200) {
    return Trim(text) == "..." ? StatLine::kElided : StatLine::kNone;
  }
  const std::string_view path = Trim(text.substr(0, bar));
  if (path.empty() ||
      (path.find(' ') != std::string_view::npos && path.find("=>") == std::string_view::npos)) {
    return StatLine::kNone;
  }
  std::string_view rest = text.substr(bar + 3);
  const std::string_view number = NextField(rest);
  if (number == "Bin") return StatLine::kBinary;
  const std::optional<uint64_t> value = ParseUnsigned(number);
  if (!value || *value > 100'000'000) return StatLine::kNone;
  for (const char c : Trim(rest)) {
    if (c != '+' && c != '-') return StatLine::kNone;
  }
  Figure figure;
  figure.number.value = static_cast<double>(*value);
  figure.number.unit = 1;
  figure.number.rounding = Rounding::kExact;
  figure.number.text = std::string(number);
  figure.label = std::string(path);
  count = figure;
  at = static_cast<size_t>(number.data() - text.data());
  return StatLine::kFile;
}

struct StatSummary {
  uint64_t files = 0;
  std::optional<uint64_t> insertions;
  std::optional<uint64_t> deletions;
  size_t begin = 0;  // of what is stated: the insertions and deletions
  size_t end = 0;
};

// " 3 files changed, 247 insertions(+), 129 deletions(-)"
std::optional<StatSummary> ParseSummary(std::string_view text) {
  const size_t changed = text.find(" changed");
  if (changed == std::string_view::npos) return std::nullopt;
  std::string_view rest = text;
  const std::string_view first = NextField(rest);
  const std::optional<uint64_t> files = ParseUnsigned(first);
  const std::string_view word = NextField(rest);
  if (!files || (word != "file" && word != "files")) return std::nullopt;
  StatSummary summary;
  summary.files = *files;
  if (!NextField(rest).starts_with("changed")) return std::nullopt;
  summary.begin = summary.end = changed + 8;
  bool first_part = true;
  for (int part = 0; part < 2; ++part) {
    const std::string_view number = NextField(rest);
    const std::string_view what = NextField(rest);
    const std::optional<uint64_t> value = ParseUnsigned(number);
    if (!value || *value > 1'000'000'000) break;
    if (what.starts_with("insertion")) {
      summary.insertions = value;
    } else if (what.starts_with("deletion")) {
      summary.deletions = value;
    } else {
      break;
    }
    if (first_part) summary.begin = static_cast<size_t>(number.data() - text.data());
    first_part = false;
    summary.end = static_cast<size_t>(what.data() + what.size() - text.data());
  }
  if (!summary.insertions && !summary.deletions) return std::nullopt;
  if (text.substr(summary.begin, summary.end - summary.begin).ends_with(',')) --summary.end;
  return summary;
}

// The summary of line `i` with what was wrapped off its end: behind a comma, between a number and
// its word, or before "deletions(-)".
std::string WholeSummary(const std::vector<ClaimLine>& lines, size_t i) {
  std::string text(lines[i].text);
  if (text.find(" changed") == std::string::npos) return text;
  for (size_t next = i + 1; next < lines.size() && next <= i + 3; ++next) {
    const ClaimLine& line = lines[next];
    const std::string_view rest = Trim(line.text);
    while (text.ends_with(' ')) text.pop_back();
    const bool goes_on = text.ends_with(',') || IsDigit(text.back()) ||
                         rest.find("deletion") < 12 || rest.find("insertion") < 12;
    if (line.depth != lines[i].depth || rest.empty() || rest.size() > 100 || !goes_on) break;
    text.append(1, ' ').append(rest);
  }
  return text;
}

}  // namespace

void FindDiffstats(ClaimContext& context) {
  std::vector<ClaimLine>& lines = context.lines;
  std::vector<Figure> files;
  bool complete = true;
  uint16_t depth = 0;
  size_t last = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    ClaimLine& line = lines[i];
    if (line.line_class == LineClass::kPatch || line.text.size() > 1000) continue;
    if (!line.has_digit && line.text.find("...") == std::string_view::npos) continue;
    if (!line.has_pipe && line.has_digit && !line.has_open) continue;
    const std::string_view text = line.text;
    std::optional<Figure> figure;
    size_t at = 0;
    const StatLine kind = ParseFileLine(text, figure, at);
    if (kind != StatLine::kNone) {
      if (line.depth != depth || i > last + 2) {
        files.clear();
        complete = true;
      }
      if (kind == StatLine::kElided && files.empty()) continue;
      depth = line.depth;
      last = i;
      line.in_table = kind != StatLine::kElided;
      complete &= kind == StatLine::kFile && files.size() < kMaxFiles;
      if (figure && complete) {
        figure->source.at = context.At(i, at).at;
        files.push_back(std::move(*figure));
      }
      continue;
    }
    std::optional<StatSummary> summary =
        line.has_digit ? ParseSummary(WholeSummary(lines, i)) : std::nullopt;
    if (!summary) continue;
    summary->begin = std::min(summary->begin, text.size());
    summary->end = std::min(summary->end, text.size());
    line.in_table = true;
    ClaimCandidate candidate =
        context.MakeCandidate(ClaimKind::kSum, i, summary->begin, summary->end);
    candidate.measure = Measure::kDiffstat;
    const uint64_t total = summary->insertions.value_or(0) + summary->deletions.value_or(0);
    candidate.stated.value = static_cast<double>(total);
    candidate.stated.unit = 1;
    candidate.stated.rounding = Rounding::kExact;
    candidate.stated.text = !summary->deletions    ? std::to_string(*summary->insertions)
                            : !summary->insertions ? std::to_string(*summary->deletions)
                                                   : std::to_string(*summary->insertions) + " + " +
                                                         std::to_string(*summary->deletions);
    candidate.claim.stated_value = static_cast<double>(total);
    candidate.claim.stated_unit = "lines";
    candidate.claim.metric = "diffstat";
    candidate.scale = static_cast<double>(summary->files);
    if (complete && !files.empty() && i <= last + 2 && line.depth == depth) {
      candidate.operands = std::move(files);
    }
    candidate.complete = complete;
    context.Add(std::move(candidate));
    files.clear();
    complete = true;
  }
}

}  // namespace regress
