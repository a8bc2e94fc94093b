// SPDX-License-Identifier: Apache-2.0
// How the lines of the human-readable output are told apart.
#include <array>

#include "parsers/fio_number.h"
#include "parsers/fio_report.h"
#include "parsers/scan.h"

namespace regress {
namespace {

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// "read", "write", "trim", "mixed" as the label before a colon, after nothing or a prefix that ends
// in a blank or colon (grep's file name).
size_t FindLabel(std::string_view line, std::string_view label) {
  for (size_t at = line.find(label); at != std::string_view::npos; at = line.find(label, at + 1)) {
    if (at > 0 && !IsBlank(line[at - 1]) && line[at - 1] != ':') continue;
    size_t end = at + label.size();
    while (end < line.size() && IsBlank(line[end])) ++end;
    if (end < line.size() && line[end] == ':') return at;
  }
  return std::string_view::npos;
}

bool HasLabel(std::string_view line, bool upper) {
  constexpr std::array<std::string_view, 4> kLower = {"read", "write", "trim", "mixed"};
  constexpr std::array<std::string_view, 4> kUpper = {"READ", "WRITE", "TRIM", "MIXED"};
  for (const std::string_view label : upper ? kUpper : kLower) {
    if (FindLabel(line, label) != std::string_view::npos) return true;
  }
  return false;
}

// "clat (usec): min=..."; `text` begins with the family.
bool IsLatency(std::string_view text) {
  for (const std::string_view family : {"slat", "clat", "lat", "sync"}) {
    if (!text.starts_with(family)) continue;
    std::string_view rest = TrimLeft(text.substr(family.size()));
    return rest.starts_with('(') && Contains(rest, "min=");
  }
  return false;
}

bool IsShares(std::string_view text) {
  if (!text.starts_with("lat (")) return false;
  const size_t close = text.find(')');
  if (close == std::string_view::npos || NanosecondsPer(text.substr(5, close - 5)) == 0)
    return false;
  return TrimLeft(text.substr(close + 1)).starts_with(':') && Contains(text, "=");
}

bool IsSection(std::string_view text) {
  const size_t at = text.find(": (g=");
  return at != std::string_view::npos && Contains(text.substr(at), "rw=");
}

bool IsVersion(std::string_view text) {
  return (text.starts_with("fio-") || text.starts_with("fio ")) && text.size() < 64 &&
         ParseFioVersion(text).has_value();
}

struct Label {
  std::string_view text;
  FioLineKind kind;
};

// What the other lines begin with; a colon follows, with or without blanks.
constexpr auto kLabels = std::to_array<Label>({{"bw (", FioLineKind::kSamples},
                                               {"iops", FioLineKind::kOther},
                                               {"cpu", FioLineKind::kProcessor},
                                               {"IO depths", FioLineKind::kOther},
                                               {"submit", FioLineKind::kOther},
                                               {"complete", FioLineKind::kOther},
                                               {"issued", FioLineKind::kIssued},
                                               {"errors", FioLineKind::kOther},
                                               {"latency", FioLineKind::kOther},
                                               {"steadystate", FioLineKind::kOther},
                                               {"Description", FioLineKind::kOther},
                                               {"clat prio", FioLineKind::kOther}});

}  // namespace

FioLineKind ClassifyFioLine(std::string_view line) {
  const std::string_view text = Trim(line);
  if (text.size() < 4) return FioLineKind::kNone;
  if (text.front() == '|' || Contains(text.substr(0, 40), "th=["))
    return Contains(text, "th=[") ? FioLineKind::kPercentile : FioLineKind::kNone;
  if (IsVersion(text)) return FioLineKind::kVersion;
  if (!Contains(text, ":") && !Contains(text, "=")) return FioLineKind::kNone;
  if (const size_t group = text.rfind(": (groupid="); group != std::string_view::npos)
    return FioLineKind::kHeader;
  if (IsSection(text)) return FioLineKind::kSection;
  if (IsLatency(text)) return FioLineKind::kLatency;
  if (IsShares(text)) return FioLineKind::kShares;
  if ((Contains(text, "IOPS=") || Contains(text, "io=")) && HasLabel(text, false))
    return FioLineKind::kDirection;
  if ((Contains(text, "bw=") || Contains(text, "aggrb=")) && HasLabel(text, true))
    return FioLineKind::kGroup;
  if (Contains(text, "percentiles (")) return FioLineKind::kPercentiles;
  if (text.starts_with("Run status group")) return FioLineKind::kStatus;
  if (text.starts_with("Disk stats")) return FioLineKind::kDisk;
  if (text.starts_with("fsync/")) return FioLineKind::kSyncHeading;
  if (text.starts_with("fio: ") && Contains(text, "err=")) return FioLineKind::kError;
  if (text.starts_with("hostname=") && Contains(text, "fio=")) return FioLineKind::kHost;
  for (const Label& label : kLabels) {
    if (!text.starts_with(label.text)) continue;
    const size_t colon = text.find(':', label.text.size());
    if (colon != std::string_view::npos && colon < 24 && Contains(text.substr(colon), "="))
      return label.kind;
  }
  return FioLineKind::kNone;
}

}  // namespace regress
