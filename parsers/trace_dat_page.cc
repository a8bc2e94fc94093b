// SPDX-License-Identifier: Apache-2.0
#include "parsers/trace_dat_page.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace regress {
namespace {

constexpr size_t kPlainBytes = size_t{256} << 10;
constexpr uint64_t kMaxChunkBytes = uint64_t{16} << 20;

// Fill of a page: used bytes and two flags of lost events, as struct buffer_data_page has them.
constexpr uint64_t kUsedMask = (uint64_t{1} << 20) - 1;
constexpr uint64_t kMissedFlag = uint64_t{1} << 31;
constexpr uint64_t kMissedStoredFlag = uint64_t{1} << 30;

// Kinds of ring buffer records; 1 to 28 are the length in words.
constexpr uint32_t kLongRecord = 0;
constexpr uint32_t kPadding = 29;
constexpr uint32_t kTimeExtend = 30;
constexpr uint32_t kTimeStamp = 31;
constexpr int kDeltaBits = 27;

}  // namespace

PageSource::PageSource(const RandomBytes& bytes, const DatFile& file, const DatBuffer& buffer,
                       const DatCpu& cpu)
    : bytes_(&bytes),
      file_(&file),
      page_size_(buffer.page_size),
      compressed_(buffer.compressed),
      offset_(cpu.offset),
      left_(cpu.size) {
  // The table leaves out the number of chunks in front of them.
  if (compressed_ && left_ > 0 && left_ < UINT64_MAX - 4) left_ += 4;
  const uint64_t there = offset_ < bytes.size() ? bytes.size() - offset_ : 0;
  if (left_ > there) {
    missing_ = left_ - there;
    left_ = there;
  }
}

bool PageSource::FillPlain() {
  const size_t pages = std::max<size_t>(1, kPlainBytes / page_size_);
  const size_t want = static_cast<size_t>(std::min<uint64_t>(left_, pages * page_size_));
  if (want < page_size_) return false;
  piece_.resize(want);
  piece_.resize(bytes_->ReadInto(offset_, piece_.data(), want));
  offset_ += piece_.size();
  left_ -= piece_.size();
  at_ = 0;
  return piece_.size() >= page_size_;
}

// "u32 chunks { u32 packed size, u32 size, data }"
bool PageSource::FillChunk() {
  const auto number = [this]() -> std::optional<uint64_t> {
    if (left_ < 4) return std::nullopt;
    const std::string word = bytes_->Read(offset_, 4);
    if (word.size() < 4) return std::nullopt;
    offset_ += 4;
    left_ -= 4;
    return LoadNumber(word.data(), 4, file_->little_endian);
  };
  if (!started_) {
    started_ = true;
    chunks_left_ = number().value_or(0);
  }
  if (chunks_left_ == 0) return false;
  --chunks_left_;
  const std::optional<uint64_t> packed_size = number();
  const std::optional<uint64_t> size = number();
  if (!packed_size || !size || *packed_size > left_ || *packed_size > kMaxChunkBytes ||
      *size > kMaxChunkBytes) {
    damaged_ = missing_ == 0;
    chunks_left_ = 0;
    return false;
  }
  const std::string packed = bytes_->Read(offset_, static_cast<size_t>(*packed_size));
  offset_ += packed.size();
  left_ -= packed.size();
  std::optional<std::string> pages = Unpack(packed, static_cast<size_t>(*size), file_->compressor);
  if (!pages) {
    damaged_ = true;
    chunks_left_ = 0;
    return false;
  }
  piece_ = std::move(*pages);
  at_ = 0;
  return piece_.size() >= page_size_;
}

std::optional<std::string_view> PageSource::Next() {
  if (at_ + page_size_ > piece_.size() && !(compressed_ ? FillChunk() : FillPlain()))
    return std::nullopt;
  const std::string_view page = std::string_view(piece_).substr(at_, page_size_);
  at_ += page_size_;
  return page;
}

PageRecords::PageRecords(std::string_view page, const PageLayout& layout, bool little_endian)
    : little_endian_(little_endian) {
  if (layout.data_offset >= page.size() ||
      layout.commit_offset + size_t{layout.commit_size} > page.size() ||
      layout.time_offset + size_t{8} > page.size()) {
    damaged_ = true;
    return;
  }
  page_time_ = LoadNumber(page.data() + layout.time_offset, 8, little_endian);
  time_ = page_time_;
  const uint64_t commit =
      LoadNumber(page.data() + layout.commit_offset, layout.commit_size, little_endian);
  const size_t used = static_cast<size_t>(commit & kUsedMask);
  const std::string_view room = page.substr(layout.data_offset);
  damaged_ = used > room.size();
  data_ = room.substr(0, used);
  missed_ = (commit & kMissedFlag) != 0;
  if (missed_ && (commit & kMissedStoredFlag) != 0 && !damaged_ &&
      used + layout.commit_size <= room.size())
    missed_count_ = LoadNumber(room.data() + used, layout.commit_size, little_endian);
}

uint32_t PageRecords::Word(size_t at) const {
  uint32_t word = 0;
  std::memcpy(&word, data_.data() + at, sizeof word);
  return little_endian_ ? word : __builtin_bswap32(word);
}

bool PageRecords::Next(DatRecord& record) {
  while (at_ + 4 <= data_.size()) {
    const uint32_t header = Word(at_);
    const uint32_t kind = little_endian_ ? header & 31 : header >> kDeltaBits;
    const uint64_t delta =
        little_endian_ ? header >> 5 : header & ((uint32_t{1} << kDeltaBits) - 1);
    const bool has_word = at_ + 8 <= data_.size();
    size_t payload = at_ + 4;
    size_t size = size_t{kind} * 4;
    if (kind == kPadding) {
      if (delta == 0) break;  // the rest of the page is empty
      if (!has_word) break;
      time_ += delta;
      at_ += size_t{4} + Word(at_ + 4);
      continue;
    }
    if (kind == kTimeExtend || kind == kTimeStamp) {
      if (!has_word) break;
      const uint64_t wide = (uint64_t{Word(at_ + 4)} << kDeltaBits) + delta;
      if (kind == kTimeExtend) {
        time_ += wide;
      } else {
        time_ = wide | (page_time_ & (uint64_t{31} << 59));  // the stamp has 59 bits
      }
      at_ += 8;
      continue;
    }
    if (kind == kLongRecord) {
      if (!has_word) break;
      const uint32_t length = Word(at_ + 4);
      payload = at_ + 8;
      if (length < 4) break;
      size = ((size_t{length} - 4) + 3) & ~size_t{3};
    }
    time_ += delta;
    if (payload + size > data_.size()) {
      damaged_ = true;
      break;
    }
    record.time = static_cast<int64_t>(time_);
    record.data = data_.substr(payload, size);
    at_ = payload + size;
    return true;
  }
  at_ = data_.size();
  return false;
}

}  // namespace regress
