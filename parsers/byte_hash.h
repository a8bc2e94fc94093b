// SPDX-License-Identifier: Apache-2.0
// SHA-256 of bytes as they come. Once there are many, a thread of its own hashes copies of them, so
// that reading does not wait; the queue between the two is bounded.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

struct evp_md_ctx_st;

namespace regress {

class ByteHash {
 public:
  ByteHash();
  ByteHash(const ByteHash&) = delete;
  ByteHash& operator=(const ByteHash&) = delete;
  ~ByteHash();

  void Update(std::string_view bytes);
  std::string Finish();  // hexadecimal; nothing may follow

 private:
  void Hand(std::string_view bytes);
  void Work();
  void Stop(bool drop);

  evp_md_ctx_st* context_;
  uint64_t total_ = 0;
  std::thread worker_;  // owns the context while it runs
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  std::deque<std::string> spent_;  // buffers to use again
  bool stop_ = false;
};

}  // namespace regress
