// SPDX-License-Identifier: Apache-2.0
#include "cli/claim_merger.h"

#include <functional>
#include <string_view>
#include <utility>

namespace regress {
namespace {

constexpr size_t kMaxHeld = 20000;
constexpr size_t kMaxPlaces = 1000;

bool IsStatement(const Claim& claim) {
  return claim.kind == ClaimKind::kHeadline || claim.kind == ClaimKind::kImpact;
}

// Rows stay claims of their own where they are quoted, marked as copies.
bool IsRow(const Claim& claim) {
  return claim.kind == ClaimKind::kTableDelta || claim.kind == ClaimKind::kUnitPair ||
         claim.kind == ClaimKind::kRate || claim.kind == ClaimKind::kDifference;
}

// What repeated claims share. Clients break the lines of a headline anew, its figures stay.
bool SameContent(const Claim& a, const Claim& b) {
  return a.kind == b.kind && a.stated_text == b.stated_text && a.metric == b.metric &&
         (IsStatement(a) || a.quote == b.quote);
}

size_t ContentKey(const Claim& claim) {
  const std::hash<std::string_view> hash;
  size_t key = hash(claim.stated_text) * 31 + static_cast<size_t>(claim.kind);
  key = key * 31 + hash(claim.metric);
  return IsStatement(claim) ? key : key * 31 + hash(claim.quote);
}

}  // namespace

void ClaimMerger::Hold(EvidenceBundle& bundle) {
  std::vector<Claim> kept;
  for (Claim& claim : bundle.claims) {
    if (claim.source.at.message < 0 || claim.kind == ClaimKind::kTableChange ||
        claim.kind == ClaimKind::kFailRate) {
      kept.push_back(std::move(claim));
      continue;
    }
    const size_t key = ContentKey(claim);
    if (Merge(claim, key)) continue;
    if (held_.size() < kMaxHeld) {
      index_.emplace(key, held_.size());
      held_.push_back(std::move(claim));
    } else {
      kept.push_back(std::move(claim));
    }
  }
  bundle.claims = std::move(kept);
}

// True if `claim` repeats one that is held: it is quoted, or stands in another message.
bool ClaimMerger::Merge(Claim& claim, size_t key) {
  const auto found = index_.find(key);
  if (found == index_.end() || !SameContent(held_[found->second], claim)) return false;
  Claim& first = held_[found->second];
  const bool other_message = claim.source.at.message != first.source.at.message;
  if (claim.quote_depth == 0 && !other_message) return false;
  if (IsRow(claim)) {
    claim.duplicate |= other_message && claim.quote_depth > 0;
    return false;
  }
  // A thread may begin with the reply: the text that nobody quotes is the original.
  if (!IsStatement(claim) && claim.quote_depth < first.quote_depth) {
    std::swap(claim, first);
    first.also_at.clear();
    std::swap(first.also_at, claim.also_at);
  }
  if (first.also_at.size() < kMaxPlaces) {
    first.also_at.push_back(claim.source);
    first.also_at.insert(first.also_at.end(), claim.also_at.begin(), claim.also_at.end());
  }
  return true;
}

std::vector<Claim> ClaimMerger::Release() {
  index_.clear();
  return std::exchange(held_, {});
}

}  // namespace regress
