// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_names.h"

#include <algorithm>
#include <array>

#include "parsers/scan.h"

namespace regress {
namespace {

struct RoleEntry {
  std::string_view word;
  RoleWord role;
};

constexpr std::array kRoles = {
    RoleEntry{"control", RoleWord::kControl},      RoleEntry{"ctrl", RoleWord::kControl},
    RoleEntry{"controls", RoleWord::kControl},     RoleEntry{"parent", RoleWord::kControl},
    RoleEntry{"baseline", RoleWord::kControl},     RoleEntry{"base", RoleWord::kControl},
    RoleEntry{"before", RoleWord::kControl},       RoleEntry{"old", RoleWord::kControl},
    RoleEntry{"orig", RoleWord::kControl},         RoleEntry{"original", RoleWord::kControl},
    RoleEntry{"vanilla", RoleWord::kControl},      RoleEntry{"unpatched", RoleWord::kControl},
    RoleEntry{"unmodified", RoleWord::kControl},   RoleEntry{"stock", RoleWord::kControl},
    RoleEntry{"reference", RoleWord::kControl},    RoleEntry{"ref", RoleWord::kControl},
    RoleEntry{"without", RoleWord::kControl},      RoleEntry{"nopatch", RoleWord::kControl},
    RoleEntry{"unfixed", RoleWord::kControl},      RoleEntry{"good", RoleWord::kControl},
    RoleEntry{"patched", RoleWord::kPatched},      RoleEntry{"patch", RoleWord::kPatched},
    RoleEntry{"child", RoleWord::kPatched},        RoleEntry{"candidate", RoleWord::kPatched},
    RoleEntry{"cand", RoleWord::kPatched},         RoleEntry{"new", RoleWord::kPatched},
    RoleEntry{"after", RoleWord::kPatched},        RoleEntry{"treatment", RoleWord::kPatched},
    RoleEntry{"treated", RoleWord::kPatched},      RoleEntry{"experiment", RoleWord::kPatched},
    RoleEntry{"experimental", RoleWord::kPatched}, RoleEntry{"fix", RoleWord::kPatched},
    RoleEntry{"fixed", RoleWord::kPatched},        RoleEntry{"with", RoleWord::kPatched},
    RoleEntry{"modified", RoleWord::kPatched},     RoleEntry{"optimized", RoleWord::kPatched},
    RoleEntry{"optimised", RoleWord::kPatched},    RoleEntry{"proposed", RoleWord::kPatched},
    RoleEntry{"series", RoleWord::kPatched},       RoleEntry{"bad", RoleWord::kPatched},
    RoleEntry{"test", RoleWord::kEither},          RoleEntry{"upstream", RoleWord::kEither},
    RoleEntry{"mainline", RoleWord::kEither},      RoleEntry{"master", RoleWord::kEither},
    RoleEntry{"linus", RoleWord::kEither},         RoleEntry{"next", RoleWord::kEither},
    RoleEntry{"head", RoleWord::kEither},          RoleEntry{"rfc", RoleWord::kEither},
    RoleEntry{"variant", RoleWord::kEither},       RoleEntry{"tip", RoleWord::kEither},
};

// Words that negate a patched word behind them: "no_patch", "w_o_fix".
bool Negates(std::string_view word) {
  return word == "no" || word == "not" || word == "non" || word == "un" || word == "wo";
}

struct UnitEntry {
  std::string_view word;
  std::string_view unit;
};

constexpr std::array kUnits = {
    UnitEntry{"ns", "ns"},         UnitEntry{"nsec", "ns"},
    UnitEntry{"nsecs", "ns"},      UnitEntry{"nanoseconds", "ns"},
    UnitEntry{"us", "us"},         UnitEntry{"usec", "us"},
    UnitEntry{"usecs", "us"},      UnitEntry{"microseconds", "us"},
    UnitEntry{"ms", "ms"},         UnitEntry{"msec", "ms"},
    UnitEntry{"msecs", "ms"},      UnitEntry{"milliseconds", "ms"},
    UnitEntry{"s", "s"},           UnitEntry{"sec", "s"},
    UnitEntry{"secs", "s"},        UnitEntry{"seconds", "s"},
    UnitEntry{"cycles", "cycles"}, UnitEntry{"iops", "1/s"},
    UnitEntry{"kiops", "k/s"},     UnitEntry{"bytes", "B"},
    UnitEntry{"kb", "kB"},         UnitEntry{"kib", "KiB"},
    UnitEntry{"mb", "MB"},         UnitEntry{"mib", "MiB"},
    UnitEntry{"gb", "GB"},         UnitEntry{"gib", "GiB"},
    UnitEntry{"mbps", "MB/s"},     UnitEntry{"mibps", "MiB/s"},
    UnitEntry{"kbps", "kB/s"},     UnitEntry{"gbps", "Gbit/s"},
    UnitEntry{"tps", "1/s"},       UnitEntry{"qps", "1/s"},
    UnitEntry{"rps", "1/s"},       UnitEntry{"pct", "%"},
    UnitEntry{"percent", "%"},     UnitEntry{"percentage", "%"},
    UnitEntry{"pages", "pages"},   UnitEntry{"watts", "W"},
    UnitEntry{"joules", "J"},
};

std::string_view UnitOfWord(std::string_view word) {
  for (const UnitEntry& entry : kUnits) {
    if (entry.word == word) return entry.unit;
  }
  return "";
}

bool AllDigits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), IsDigit);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), ToLower);
  return lower;
}

}  // namespace

RoleWord RoleOfWord(std::string_view word) {
  for (const RoleEntry& entry : kRoles) {
    if (entry.word == word) return entry.role;
  }
  // "v2", "v10": a version of a series.
  if (word.size() >= 2 && word[0] == 'v' && AllDigits(word.substr(1))) return RoleWord::kEither;
  return RoleWord::kNone;
}

RoleWord RoleOfWords(std::span<const std::string> words) {
  RoleWord role = RoleWord::kNone;
  for (size_t i = 0; i < words.size(); ++i) {
    RoleWord word = RoleOfWord(words[i]);
    if (words[i] == "w" && i + 1 < words.size() && words[i + 1] == "o") word = RoleWord::kControl;
    if ((word == RoleWord::kPatched || word == RoleWord::kEither) && i > 0 &&
        (Negates(words[i - 1]) || words[i - 1] == "without" || words[i - 1] == "o"))
      word = RoleWord::kControl;
    // "pre" and "post" are parts of many metrics; alone they are roles.
    if (words.size() == 1 && words[i] == "pre") word = RoleWord::kControl;
    if (words.size() == 1 && words[i] == "post") word = RoleWord::kPatched;
    if (word == RoleWord::kNone) continue;
    // "control_before" and "control_after" are repeats of one control.
    if (role != RoleWord::kNone && i > 0 && RepeatOfWord(words[i]) && word != RoleWord::kEither)
      continue;
    if (role == RoleWord::kNone || role == RoleWord::kEither) {
      role = word;
    } else if (word != RoleWord::kEither && word != role) {
      return RoleWord::kNone;
    }
  }
  return role;
}

TablePoint PointOfLabel(std::string_view label, std::span<const std::string> labels) {
  const Words words = SplitWords(label);
  TablePoint point = SplitRepeat(words);
  if (point.repeat >= 0 || words.empty()) return point;
  const std::string lower = Lower(label);
  const char last = lower.back();
  const bool letter = last >= 'a' && last <= 'd';
  const bool digit = last >= '1' && last <= '4';
  if ((!letter && !digit) || lower.size() < 3) return point;
  // The character before must be of the other kind: "v612b", "parent2", but also "controlb".
  const std::string_view stem = std::string_view(lower).substr(0, lower.size() - 1);
  if (digit && IsDigit(stem.back())) return point;
  const bool twin = std::any_of(labels.begin(), labels.end(), [&](const std::string& other) {
    const std::string name = Lower(other);
    return name.size() == lower.size() && name != lower &&
           name.compare(0, stem.size(), stem) == 0 &&
           ((letter && name.back() >= 'a' && name.back() <= 'd') ||
            (digit && name.back() >= '1' && name.back() <= '4'));
  });
  if (!twin || (letter && IsLetter(stem.back()) && RoleOfWord(stem) == RoleWord::kNone))
    return point;
  if (digit && RoleOfWord(stem) != RoleWord::kControl && RoleOfWord(stem) != RoleWord::kPatched)
    return point;  // "v1" and "v2" are two kernels
  return {JoinWords(SplitWords(stem)), letter ? last - 'a' : last - '1'};
}

TablePoint PointAmong(std::string_view label, std::span<const std::string> labels,
                      std::span<const std::string> controls) {
  std::string whole = JoinWords(SplitWords(label));
  if (std::find(controls.begin(), controls.end(), whole) != controls.end())
    return {std::move(whole), -1};
  return PointOfLabel(label, labels);
}

RoundSubset TakeSubset(Words& words) {
  RoundSubset subset;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool drop = word == "drop" || word == "skip" || word == "dropped" || word == "skipped" ||
                      word == "exclude" || word == "excluding" || word == "excl" ||
                      word == "without" || word == "omit" || word == "minus" || word == "no" ||
                      word == "discard" || word == "skipping" || word == "dropping";
    size_t end = i;
    if (drop && i + 1 < words.size()) {
      const std::string& next = words[i + 1];
      if (next == "first" || next == "warmup" || next == "warm" || next == "initial") {
        subset = {true, 1};
        end = i + 2;
        if (next == "warm" && end < words.size() && words[end] == "up") ++end;
        if (end < words.size()) {
          if (const auto count = ParseUnsigned(words[end]); count && *count > 0 && *count < 1000) {
            subset.dropped = static_cast<uint32_t>(*count);
            ++end;
          }
        }
      } else if (next == "round" && i + 2 < words.size() && words[i + 2] == "1") {
        subset = {true, 1};
        end = i + 3;
      }
    } else if (word == "first" && i + 1 < words.size() &&
               (words[i + 1] == "dropped" || words[i + 1] == "skipped" ||
                words[i + 1] == "excluded" || words[i + 1] == "omitted")) {
      subset = {true, 1};
      end = i + 2;
    } else if (i == 0 && (word == "all" || word == "full" || word == "every")) {
      subset = {true, 0};
      end = i + 1;
      if (end < words.size() && AllDigits(words[end])) ++end;
    }
    if (end == i) continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(end));
    break;
  }
  return subset;
}

std::string TakeUnit(Words& words) {
  const size_t size = words.size();
  if (size >= 3 && words[size - 2] == "per") {
    const std::string last =
        words[size - 1] == "sec" || words[size - 1] == "second" ? "s" : words[size - 1];
    std::string_view first = UnitOfWord(words[size - 3]);
    std::string unit =
        first.empty() ? std::string(last == "s" ? "1" : words[size - 3]) : std::string(first);
    if (last == "s" && first.empty()) {
      // "ops_per_sec": the counted thing stays in the name
      words.resize(size - 2);
      return "1/s";
    }
    words.resize(size - 3);
    return unit + "/" + last;
  }
  if (size >= 2 && words[size - 1] == "s" &&
      (words[size - 2] == "mb" || words[size - 2] == "mib" || words[size - 2] == "kb" ||
       words[size - 2] == "kib" || words[size - 2] == "gb" || words[size - 2] == "gib" ||
       words[size - 2] == "b" || words[size - 2] == "ops")) {
    std::string unit = words[size - 2] == "ops" ? "1/s"
                       : words[size - 2] == "b" ? "B/s"
                                                : std::string(UnitOfWord(words[size - 2])) + "/s";
    words.resize(size - 2);
    return unit;
  }
  if (size >= 2 && words[size - 1] == "points" &&
      (words[size - 2] == "pct" || words[size - 2] == "percent" ||
       words[size - 2] == "percentage")) {
    words.resize(size - 2);
    return "points";
  }
  if (size >= 1) {
    const std::string_view unit = UnitOfWord(words[size - 1]);
    if (!unit.empty()) {
      // "write_iops" keeps its name
      if (words[size - 1] != "iops" && words[size - 1] != "tps" && words[size - 1] != "qps" &&
          words[size - 1] != "cycles" && words[size - 1] != "pages")
        words.pop_back();
      return std::string(unit);
    }
  }
  return "";
}

std::string UnitOfText(std::string_view text) {
  text = Trim(text);
  if (text == "%") return "%";
  if (text.empty() || text.size() > 16) return "";
  const size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const std::string left = UnitOfText(text.substr(0, slash));
    const std::string right(text.substr(slash + 1));
    if (right.empty() || right.find('/') != std::string::npos) return "";
    if (left.empty() && text.substr(0, slash) != "1" && text.substr(0, slash) != "ops") return "";
    return (left.empty() ? "1" : left) + "/" + (right == "sec" ? "s" : right);
  }
  return std::string(UnitOfWord(Lower(text)));
}

}  // namespace regress
