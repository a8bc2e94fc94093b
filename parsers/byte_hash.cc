// SPDX-License-Identifier: Apache-2.0
#include "parsers/byte_hash.h"

#include <openssl/evp.h>

#include <utility>

#include "models/data/hexadecimal.h"

namespace regress {
namespace {

constexpr uint64_t kManyBytes = uint64_t{4} << 20;  // below, a thread is not worth its start
constexpr size_t kMostWaiting = 8;

}  // namespace

ByteHash::ByteHash() : context_(EVP_MD_CTX_new()) {
  EVP_DigestInit_ex(context_, EVP_sha256(), nullptr);
}

ByteHash::~ByteHash() {
  Stop(true);
  EVP_MD_CTX_free(context_);
}

void ByteHash::Update(std::string_view bytes) {
  total_ += bytes.size();
  if (total_ < kManyBytes) {
    EVP_DigestUpdate(context_, bytes.data(), bytes.size());
    return;
  }
  if (!worker_.joinable()) worker_ = std::thread([this] { Work(); });
  Hand(bytes);
}

void ByteHash::Hand(std::string_view bytes) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
  std::string buffer;
  if (!spent_.empty()) {
    buffer = std::move(spent_.front());
    spent_.pop_front();
  }
  lock.unlock();
  buffer.assign(bytes);
  lock.lock();
  waiting_.push_back(std::move(buffer));
  lock.unlock();
  changed_.notify_all();
}

void ByteHash::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::string buffer = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    EVP_DigestUpdate(context_, buffer.data(), buffer.size());
    lock.lock();
    spent_.push_back(std::move(buffer));
    changed_.notify_all();
  }
}

void ByteHash::Stop(bool drop) {
  if (!worker_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    if (drop) waiting_.clear();
    stop_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

std::string ByteHash::Finish() {
  Stop(false);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_DigestFinal_ex(context_, digest, &length);
  return Hexadecimal({digest, length});
}

}  // namespace regress
