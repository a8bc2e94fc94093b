// SPDX-License-Identifier: Apache-2.0
// Assembling bios: pieces of folios are appended as long as file and disk advance together; what
// the limits do not allow starts the next bio. One builder serves all folios of a readahead or
// writeback call.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/sim/extent_map.h"
#include "models/sim/folio.h"

namespace regress {

enum class IoDirection { kRead, kWrite };

inline constexpr size_t kMaxBioVectors = 256;
inline constexpr int64_t kMaxBioBytes = (int64_t{1} << 32) - kBlockBytes;

struct BioVector {
  int64_t memory = 0;
  int64_t length = 0;
};

struct Bio {
  int64_t position = 0;  // in the file
  int64_t disk = 0;
  int64_t bytes = 0;
  bool compressed = false;         // every piece reads the whole extent at `disk`
  std::vector<BioVector> vectors;  // neighbouring memory is one

  int64_t end() const { return position + bytes; }
};

class BioBuilder {
 public:
  // `limit`: size at which a write bio is submitted (writeback_bio_size), 0: none. `ordered` bounds
  // write bios and may be null for reads; it must outlive the builder, as `submitted`, which
  // receives the bios.
  BioBuilder(IoDirection direction, int64_t limit, OrderedTree* ordered,
             std::vector<Bio>& submitted)
      : direction_(direction), limit_(limit), ordered_(ordered), submitted_(submitted) {}

  // `length` bytes of the folio from `offset` on go to or come from `disk`.
  void Add(int64_t disk, bool compressed, const Folio& folio, int64_t offset, int64_t length);
  // Submits what was built, if anything.
  void Submit();
  int64_t charged_bytes() const { return charged_bytes_; }  // to the owner's control group

 private:
  void Start(int64_t position, int64_t disk, bool compressed);
  bool Append(int64_t memory, int64_t length);

  IoDirection direction_;
  int64_t limit_;
  OrderedTree* ordered_;
  std::vector<Bio>& submitted_;
  std::optional<Bio> bio_;
  int64_t room_ = 0;  // bytes that the open bio may still take: to the end of its ordered extent
  int64_t charged_bytes_ = 0;
};

}  // namespace regress
