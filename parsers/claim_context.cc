// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_context.h"

#include <algorithm>
#include <utility>

#include "parsers/scan.h"

namespace regress {

ClaimCandidate ClaimContext::MakeCandidate(ClaimKind kind, size_t line_index, size_t begin,
                                           size_t end) const {
  const ClaimLine& line = lines[line_index];
  ClaimCandidate candidate;
  Claim& claim = candidate.claim;
  claim.kind = kind;
  claim.source = At(line_index, begin);
  claim.quote = std::string(Trim(line.text).substr(0, 400));
  claim.shown = claim.quote;
  claim.stated_text = Squeeze(line.text.substr(begin, end - begin), 120);
  claim.quote_length = static_cast<uint32_t>(std::min<size_t>(end - begin, 200));
  claim.quote_depth = line.depth;
  candidate.in_changelog = line.in_changelog;
  return candidate;
}

void ClaimContext::Add(ClaimCandidate&& candidate) {
  if (candidates.size() < kMaxCandidates) {
    candidates.push_back(std::move(candidate));
    return;
  }
  if (left_out++ == 0) first_left_out = candidate.claim.source;
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = ToLower(c);
  return lower;
}

bool IsLowerBetterUnit(UnitClass unit_class) {
  return unit_class == UnitClass::kTime || unit_class == UnitClass::kCycles;
}

std::string Squeeze(std::string_view text, size_t most) {
  std::string out;
  for (const char c : text) {
    const char plain = IsBlank(c) || c == '\n' || c == '\r' ? ' ' : c;
    if (plain == ' ' && (out.empty() || out.back() == ' ')) continue;
    out.push_back(plain);
    if (out.size() >= most) break;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace regress
