// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "stats/claim_reading.h"

namespace regress {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// The words of lower-case text: runs of letters and digits.
std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < text.size() && words.size() < 64) {
    while (at < text.size() && !IsWordByte(text[at])) ++at;
    size_t end = at;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool HasWord(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string Place(const InputRef& source) {
  return source.at.line > 0 ? fmt::format("{}:{}", source.path, source.at.line) : source.path;
}

// The stated number of a claim with the weight of its last digit.
PrintedNumber StatedOf(const Claim& claim) {
  PrintedNumber number;
  number.value = claim.stated_value.value_or(0);
  number.text = claim.stated_text;
  number.unit = std::pow(10.0, -DecimalsOf(number));
  return number;
}

void Decide(Claim& claim, ClaimVerdict verdict, ReasonCode code, const EvidenceFigure& figure,
            std::string reason) {
  claim.verdict = verdict;
  claim.reason_code = code;
  claim.reason = std::move(reason);
  claim.evidence = {figure.source};
  claim.origin = figure.origin;
  claim.recomputed = Recomputed{figure.number.value, figure.number.interval(), figure.unit};
  claim.answer = figure.derivation.empty() ? Place(figure.source) : figure.derivation;
  if (verdict != ClaimVerdict::kUncheckable) claim.would_decide.clear();
}

// A row of a table may have further keys behind the function: "f, available 1".
bool IsNamed(const EvidenceFigure& figure, std::string_view function) {
  const std::string_view name = figure.name;
  return name == function || (name.starts_with(function) && name.size() > function.size() &&
                              name[function.size()] == ',');
}

// ", evidence exact" behind what a trace shows; rows of tables have lines and no grade.
std::string GradeText(const EvidenceFigure& figure) {
  return figure.source.at.line == 0 ? fmt::format(", evidence {}", Name(figure.grade)) : "";
}

// "7,473 to btrfs_inhibit_eb_writeback": the calls that a trace or a table of hits shows.
void ApplyCalls(Claim& claim, const std::vector<EvidenceFigure>& figures) {
  const EvidenceFigure* lower_bound = nullptr;
  const EvidenceFigure* different = nullptr;
  size_t known = 0;
  for (const EvidenceFigure& figure : figures) {
    if (figure.kind != "calls" || !IsNamed(figure, claim.metric)) continue;
    ++known;
    if (figure.number.value == *claim.stated_value) {
      Decide(claim, ClaimVerdict::kConfirmed, ReasonCode::kOk, figure,
             fmt::format("{} shows {} calls of {}{}", Place(figure.source), figure.number.text,
                         claim.metric, GradeText(figure)));
      return;
    }
    if (figure.grade == EvidenceGrade::kLowerBound) {
      lower_bound = &figure;
    } else {
      different = &figure;
    }
  }
  if (lower_bound != nullptr && known == 1) {
    if (lower_bound->number.value > *claim.stated_value) {
      Decide(claim, ClaimVerdict::kContradicted, ReasonCode::kNoOverlap, *lower_bound,
             fmt::format("{} shows at least {} calls of {}, more than {}{}",
                         Place(lower_bound->source), lower_bound->number.text, claim.metric,
                         claim.stated_text, GradeText(*lower_bound)));
      return;
    }
    claim.reason = fmt::format("{} lost events: it shows at least {} calls of {}{}",
                               Place(lower_bound->source), lower_bound->number.text, claim.metric,
                               GradeText(*lower_bound));
    claim.answer =
        fmt::format("at least {}, {}", lower_bound->number.text, Place(lower_bound->source));
    claim.reason_code = ReasonCode::kGrey;
    return;
  }
  if (different == nullptr) return;
  if (known == 1 && different->grade == EvidenceGrade::kExact) {
    Decide(claim, ClaimVerdict::kContradicted, ReasonCode::kNoOverlap, *different,
           fmt::format("{} shows {} calls of {}, and it is complete{}", Place(different->source),
                       different->number.text, claim.metric, GradeText(*different)));
    claim.answer = fmt::format("{} in {}", different->number.text, Place(different->source));
    return;
  }
  claim.reason =
      fmt::format("{} shows {} calls of {}, but it may be another run{}", Place(different->source),
                  different->number.text, claim.metric, GradeText(*different));
  claim.answer = fmt::format("{} in {}", different->number.text, Place(different->source));
  claim.reason_code = ReasonCode::kAmbiguousPair;
}

// "1,000 clone plus 1,000 dedupe operations observed 2,000 calls to f" is right by its sum; what a
// trace shows stands beside that, and a trace that must be right overrules it.
void ApplyCallsBesideSum(Claim& claim, const std::vector<EvidenceFigure>& figures) {
  constexpr std::string_view kCallsTo = "calls to ";
  if (!std::string_view(claim.metric).starts_with(kCallsTo)) return;
  Claim counted = claim;
  counted.metric = claim.metric.substr(kCallsTo.size());
  counted.verdict = ClaimVerdict::kUncheckable;
  counted.reason.clear();
  ApplyCalls(counted, figures);
  if (counted.reason.empty()) return;
  if (counted.verdict == ClaimVerdict::kContradicted) {
    counted.metric = claim.metric;
    claim = std::move(counted);
    return;
  }
  claim.reason += "; " + counted.reason;
  if (counted.verdict == ClaimVerdict::kConfirmed)
    claim.evidence.insert(claim.evidence.end(), counted.evidence.begin(), counted.evidence.end());
}

// "expected_match_ratio=100": all rows of the evidence must say so.
void ApplyChecks(Claim& claim, const std::vector<EvidenceFigure>& figures) {
  const EvidenceFigure* first = nullptr;
  const EvidenceFigure* failing = nullptr;
  size_t agreeing = 0;
  for (const EvidenceFigure& figure : figures) {
    if (figure.kind != "check" || figure.name.find(claim.metric) == std::string::npos) continue;
    if (figure.number.value == *claim.stated_value) {
      ++agreeing;
      if (first == nullptr) first = &figure;
    } else if (failing == nullptr) {
      failing = &figure;
    }
  }
  if (failing != nullptr) {
    Decide(
        claim, ClaimVerdict::kContradicted, ReasonCode::kNoOverlap, *failing,
        fmt::format("{} has {} {}", Place(failing->source), failing->name, failing->number.text));
    claim.answer = fmt::format("{} in {}", failing->number.text, Place(failing->source));
    return;
  }
  if (first == nullptr) return;
  Decide(claim, ClaimVerdict::kConfirmed, ReasonCode::kOk, *first,
         fmt::format("all {} rows that check it say {}, first {}", agreeing, first->number.text,
                     Place(first->source)));
  claim.answer = agreeing == 1 ? Place(first->source)
                               : fmt::format("{} rows, {}", agreeing, Place(first->source));
}

// Percents: drop-first deltas, and deltas and drifts of evidence that name the same thing.
void ApplyPercents(Claim& claim, const std::vector<EvidenceFigure>& figures) {
  const bool drop_first = claim.metric == "drop-first delta";
  const PrintedNumber stated = StatedOf(claim);
  const std::string text = Lower(claim.quote + " " + claim.metric);
  const std::vector<std::string_view> words = Words(text);
  const EvidenceFigure* found = nullptr;
  bool several = false;
  for (const EvidenceFigure& figure : figures) {
    const bool kind = drop_first ? figure.kind == "drop-first-delta" : figure.kind == "delta";
    if (!kind || figure.origin != Origin::kMeasured) continue;
    if (!stated.interval().Meets(figure.number.interval())) continue;
    const std::string name = Lower(figure.name);
    const std::vector<std::string_view> name_words = Words(name);
    const bool named = std::any_of(
        name_words.begin(), name_words.end(),
        [&](std::string_view word) { return word.size() >= 4 && HasWord(words, word); });
    if (!drop_first && !named && DecimalsOf(stated) < 2) continue;
    several |= found != nullptr;
    if (found == nullptr || named) found = &figure;
  }
  if (found == nullptr || (several && DecimalsOf(stated) < 2)) return;
  Decide(
      claim, ClaimVerdict::kConfirmed, ReasonCode::kOk, *found,
      fmt::format("{} gives {}{} for {}{}{}", Place(found->source), found->number.text, found->unit,
                  found->name, found->derivation.empty() ? "" : ", as ", found->derivation));
}

}  // namespace

void ApplyEvidence(std::vector<Claim>& claims, const std::vector<EvidenceFigure>& figures) {
  if (figures.empty()) return;
  for (Claim& claim : claims) {
    if (!claim.stated_value) continue;
    if (claim.kind == ClaimKind::kSum && claim.verdict == ClaimVerdict::kConfirmed)
      ApplyCallsBesideSum(claim, figures);
    if (claim.verdict != ClaimVerdict::kUncheckable) continue;
    switch (claim.kind) {
      case ClaimKind::kCount:
        if (claim.stated_unit == "calls") {
          ApplyCalls(claim, figures);
        } else {
          ApplyChecks(claim, figures);
        }
        break;
      case ClaimKind::kPercentChange:
      case ClaimKind::kTableDelta:
        ApplyPercents(claim, figures);
        break;
      default:
        break;
    }
  }
}

}  // namespace regress
