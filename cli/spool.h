// SPDX-License-Identifier: Apache-2.0
// Text that must wait until something else has been written: small amounts stay in memory, large
// ones go to an unnamed temporary file, so that memory does not grow with a report. Pieces carry a
// rank and come back sorted by it, in the order written within a rank.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

class Spool {
 public:
  // Throws Error(kIo) if the temporary file fails.
  void Append(size_t rank, std::string_view text);
  // All pieces without the first `skip` bytes.
  void CopyTo(std::ostream& out, uint64_t skip = 0);
  bool empty() const { return segments_.empty(); }

 private:
  struct Segment {
    size_t rank;
    uint64_t begin;
    uint64_t size;
  };
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void Flush();

  std::string pending_;
  uint64_t flushed_ = 0;  // bytes already in the file
  std::unique_ptr<std::FILE, Closer> file_;
  std::vector<Segment> segments_;
};

}  // namespace regress
