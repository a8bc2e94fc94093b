// SPDX-License-Identifier: Apache-2.0
#include "cli/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr size_t kMemoryBytes = size_t{4} << 20;

[[noreturn]] void Fail() {
  throw Error(ErrorKind::kIo, std::string("temporary file: error: ") + std::strerror(errno));
}

}  // namespace

void Spool::Append(size_t rank, std::string_view text) {
  const uint64_t begin = flushed_ + pending_.size();
  pending_ += text;
  if (!segments_.empty() && segments_.back().rank == rank &&
      segments_.back().begin + segments_.back().size == begin) {
    segments_.back().size += text.size();
  } else {
    segments_.push_back({rank, begin, text.size()});
  }
  if (pending_.size() > kMemoryBytes) Flush();
}

void Spool::Flush() {
  if (!file_) {
    file_.reset(std::tmpfile());
    if (!file_) Fail();
  }
  if (std::fwrite(pending_.data(), 1, pending_.size(), file_.get()) != pending_.size()) Fail();
  flushed_ += pending_.size();
  pending_.clear();
}

void Spool::CopyTo(std::ostream& out, uint64_t skip) {
  std::stable_sort(segments_.begin(), segments_.end(),
                   [](const Segment& a, const Segment& b) { return a.rank < b.rank; });
  if (file_) {
    Flush();
    if (std::fflush(file_.get()) != 0) Fail();
  }
  std::string piece;
  for (Segment segment : segments_) {
    const uint64_t cut = std::min(skip, segment.size);
    skip -= cut;
    segment.begin += cut;
    segment.size -= cut;
    if (!file_) {
      out.write(pending_.data() + segment.begin, static_cast<std::streamsize>(segment.size));
      continue;
    }
    if (std::fseek(file_.get(), static_cast<long>(segment.begin), SEEK_SET) != 0) Fail();
    for (uint64_t left = segment.size; left > 0;) {
      piece.resize(std::min<uint64_t>(left, kMemoryBytes));
      if (std::fread(piece.data(), 1, piece.size(), file_.get()) != piece.size()) Fail();
      out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      left -= piece.size();
    }
  }
}

}  // namespace regress
