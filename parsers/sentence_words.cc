// SPDX-License-Identifier: Apache-2.0
#include "parsers/sentence_words.h"

#include <algorithm>
#include <array>

namespace regress {

bool OneOf(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool StartsWithOneOf(std::string_view word, Words stems) {
  return std::any_of(stems.begin(), stems.end(),
                     [&](std::string_view stem) { return word.starts_with(stem); });
}

bool IsUpVerb(std::string_view w) {
  return StartsWithOneOf(w, {"increas", "grow", "grew", "rise", "rising", "rose"}) || w == "up" ||
         w == "jumped" || w == "jumps" || w == "bumped" || w == "goes-up" || w == "upped";
}

bool IsDownVerb(std::string_view w) {
  return StartsWithOneOf(w, {"reduc", "decreas", "drop", "lower", "shrink", "shrunk", "cutting",
                             "remov", "eliminat"}) ||
         OneOf(w, {"fell", "fall", "falls", "cut", "cuts", "down", "declined", "declines", "saves",
                   "saved", "saving", "save", "shaves", "shaved"});
}

bool IsNeutralVerb(std::string_view w) {
  return StartsWithOneOf(w, {"improv", "degrad", "regress", "boost", "speed", "slow", "accelerat",
                             "gain", "benefit", "recover", "cost"}) ||
         OneOf(w, {"loses", "lost", "losing", "lose", "hit", "differs", "differ", "outperforms",
                   "outperform", "wins", "win", "worsens", "worsened"});
}

bool IsUpAdjective(std::string_view w) {
  return OneOf(w, {"higher", "more", "larger", "bigger", "increase", "increases", "growth", "rise",
                   "jump", "up", "bump", "uplift", "hike", "increased", "longer"});
}

bool IsDownAdjective(std::string_view w) {
  return OneOf(w, {"lower", "less", "fewer", "smaller", "decrease", "reduction", "drop", "reduce",
                   "reductions", "down", "savings", "saving", "decline", "decreased", "reduced",
                   "shorter", "cheaper", "drops", "dip"});
}

bool IsNeutralAdjective(std::string_view w) {
  return StartsWithOneOf(
             w, {"improve", "regress", "degrad", "speedup", "speed-up", "slowdown", "speedups"}) ||
         OneOf(w, {"faster", "slower", "better", "worse", "gain", "gains", "overhead", "hit",
                   "penalty", "slow", "fast", "loss", "boost", "difference", "impact", "win",
                   "benefit", "slow-down", "change"});
}

bool IsSpeedWord(std::string_view w) {
  return StartsWithOneOf(w, {"improv", "speed", "gain", "boost", "accelerat", "outperform"}) ||
         OneOf(w, {"faster", "better", "win", "wins", "uplift", "quicker", "performance", "fast",
                   "throughput"});
}

bool IsCompareWord(std::string_view w) {
  return OneOf(w, {"faster", "slower", "slow", "fast", "than", "slowdown", "behind", "loss", "lost",
                   "recovers", "recovered", "recover", "overhead", "penalty", "worse"});
}

bool IsLevelNoun(std::string_view w) {
  return StartsWithOneOf(w, {"utiliz", "utilis", "usage", "confidence", "percentile", "probab"}) ||
         OneOf(w, {"cpu",    "cpus",      "util",      "idle",      "busy",         "hit",
                   "hits",   "full",      "ci",        "reads",     "writes",       "read",
                   "write",  "random",    "duty",      "loaded",    "load",         "coverage",
                   "chance", "sys",       "usr",       "user",      "system",       "iowait",
                   "quota",  "watermark", "capacity",  "occupancy", "sure",         "certain",
                   "done",   "complete",  "completed", "variance",  "variation",    "noise",
                   "stddev", "deviation", "margin",    "error",     "reproducible", "tail",
                   "ile",    "p99",       "threshold", "success",   "pass",         "limit"});
}

bool IsConfigurationWord(std::string_view w) {
  return StartsWithOneOf(w, {"thread",     "cpu",       "core",    "job",   "node",   "process",
                             "task",       "client",    "vcpu",    "user",  "queue",  "socket",
                             "worker",     "version",   "release", "patch", "kernel", "disk",
                             "drive",      "device",    "group",   "vm",    "guest",  "container",
                             "page-size",  "iteration", "run",     "round", "depth",  "instance",
                             "connection", "stream",    "flow",    "level", "order",  "bit"});
}

bool IsNoise(std::string_view w) {
  return OneOf(
      w, {"and", "or",  "but", "with", "when", "while", "which", "that", "if", "in",  "on", "at",
          "as",  "the", "a",   "an",   "is",   "was",   "were",  "are",  "be", "for", "of"});
}

std::optional<double> WordNumber(std::string_view w) {
  constexpr std::array<std::string_view, 9> kWords = {"two",   "three", "four", "five", "six",
                                                      "seven", "eight", "nine", "ten"};
  for (size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i] == w) return static_cast<double>(i + 2);
  }
  return std::nullopt;
}

bool IsApprox(std::string_view w) {
  return StartsWithOneOf(w, {"approx", "rough"}) ||
         OneOf(w, {"about", "around", "circa", "like", "some", "ca", "close", "ish"});
}

bool SameClass(const NumberToken& a, const NumberToken& b) {
  const auto derived = [](UnitClass c) {
    return c == UnitClass::kRatio || c == UnitClass::kPoints;
  };
  if (derived(a.unit_class) || derived(b.unit_class)) return false;
  if (a.unit_class == b.unit_class) return true;
  const bool percent = a.unit_class == UnitClass::kPercent || b.unit_class == UnitClass::kPercent;
  return !percent && (a.unit_class == UnitClass::kNone || b.unit_class == UnitClass::kNone);
}

}  // namespace regress
