// SPDX-License-Identifier: Apache-2.0
// One claim per assertion: prose and headlines that a thread repeats in quotes become further
// places of the original; quoted rows of tables stay, marked as copies. Claims of mail are held
// back until their input ends; of very many, those beyond a limit go through as they come.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "models/data/evidence.h"

namespace regress {

class ClaimMerger {
 public:
  // Takes the claims of mail messages out of `bundle`, except those of table rows.
  void Hold(EvidenceBundle& bundle);
  // The claims held, in order; the merger is empty after it.
  std::vector<Claim> Release();

 private:
  bool Merge(Claim& claim, size_t key);

  std::vector<Claim> held_;
  std::unordered_map<size_t, size_t> index_;  // hash of content to place in held_; never iterated
};

}  // namespace regress
