// SPDX-License-Identifier: Apache-2.0
// The two variants of folio submission on random layouts: same bios, same end state, and each block
// submitted exactly when it must be. REGRESS_LAYOUTS sets how many layouts of each direction are
// tried.
#include "models/sim/submission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "models/data/error.h"
#include "models/sim/device.h"
#include "models/sim/rng.h"

namespace regress {
namespace {

constexpr int64_t kBlock = kBlockBytes;

struct Piece {
  int64_t start = 0;
  int64_t length = 0;
  int64_t disk = 0;
  ExtentKind kind = ExtentKind::kData;
};

// One random situation; Scene below builds it as often as needed.
struct Layout {
  int64_t first_position = 0;
  std::vector<int> folio_blocks;
  std::vector<int64_t> folio_memory;
  std::vector<std::vector<bool>> marked;  // dirty (write) or uptodate (read)
  std::vector<std::vector<bool>> ordered_bits;
  std::vector<Piece> extents;
  std::vector<Piece> ordered;
  int64_t size = 0;
  int64_t limit = 0;

  int64_t Bytes() const {
    int64_t sum = 0;
    for (const int blocks : folio_blocks) sum += blocks * kBlock;
    return sum;
  }
};

// Sizes from 1 to `most`, small and large ones equally likely.
int64_t LogUniform(Rng& rng, int64_t most) {
  int64_t bound = 1;
  while (bound < most && rng.Below(4) != 0) bound *= 2;
  return 1 + static_cast<int64_t>(rng.Below(static_cast<uint64_t>(std::min(bound, most))));
}

std::vector<bool> RandomMap(Rng& rng, int blocks) {
  std::vector<bool> map(static_cast<size_t>(blocks));
  const uint64_t pattern = rng.Below(6);
  const uint64_t density = rng.Below(101);
  bool run = rng.Below(2) == 0;
  for (size_t i = 0; i < map.size(); ++i) {
    switch (pattern) {
      case 0:
        map[i] = true;
        break;
      case 1:
        break;
      case 2:
        map[i] = i % 2 == 0;
        break;
      case 3:
        if (rng.Below(16) == 0) run = !run;
        map[i] = run;
        break;
      default:
        map[i] = rng.Below(100) < density;
    }
  }
  if (pattern == 1) map[rng.Below(map.size())] = rng.Below(2) == 0;
  return map;
}

// Cuts [start, end) into pieces; `missing_percent` of them are left out.
std::vector<Piece> Cut(Rng& rng, int64_t start, int64_t end, uint64_t missing_percent) {
  std::vector<Piece> pieces;
  const int64_t largest = LogUniform(rng, 600);
  int64_t disk = static_cast<int64_t>(rng.Below(1000)) * kBlock;
  while (start < end) {
    Piece piece;
    piece.start = start;
    piece.length = std::min(end - start, LogUniform(rng, largest) * kBlock);
    if (rng.Below(3) != 0) disk += static_cast<int64_t>(1 + rng.Below(50)) * kBlock;
    piece.disk = disk;
    disk += piece.length;
    start += piece.length;
    if (rng.Below(100) >= missing_percent) pieces.push_back(piece);
  }
  return pieces;
}

Layout RandomLayout(Rng& rng, IoDirection direction) {
  Layout layout;
  layout.first_position = static_cast<int64_t>(rng.Below(5000)) * kBlock;
  const auto folios = 1 + rng.Below(4);
  int64_t memory = int64_t{1} << 30;
  for (uint64_t i = 0; i < folios; ++i) {
    const int blocks = static_cast<int>(LogUniform(rng, kMaxFolioBlocks));
    layout.folio_blocks.push_back(blocks);
    if (rng.Below(3) != 0) memory += int64_t{1} << 24;
    layout.folio_memory.push_back(memory);
    memory += blocks * kBlock;
    layout.marked.push_back(RandomMap(rng, blocks));
    layout.ordered_bits.push_back(RandomMap(rng, blocks));
  }
  const int64_t start = layout.first_position - static_cast<int64_t>(rng.Below(3)) * kBlock;
  const int64_t end =
      layout.first_position + layout.Bytes() + static_cast<int64_t>(rng.Below(3)) * kBlock;
  layout.extents = Cut(rng, std::max<int64_t>(start, 0), end, rng.Below(8) == 0 ? 10 : 0);
  const uint64_t odd_kinds = rng.Below(3) == 0 ? 40 : 0;
  for (Piece& piece : layout.extents) {
    if (rng.Below(100) >= odd_kinds) continue;
    if (direction == IoDirection::kWrite) {
      piece.kind = ExtentKind::kHole;  // must not be, and must be survived
    } else {
      constexpr ExtentKind kKinds[] = {ExtentKind::kHole, ExtentKind::kPreallocated,
                                       ExtentKind::kInline, ExtentKind::kCompressed};
      piece.kind = kKinds[rng.Below(4)];
    }
  }
  layout.ordered = Cut(rng, std::max<int64_t>(start, 0), end, rng.Below(2) == 0 ? 0 : 20);
  layout.size =
      rng.Below(2) == 0
          ? end + 1000000
          : layout.first_position +
                static_cast<int64_t>(rng.Below(static_cast<uint64_t>(layout.Bytes()) + 2));
  constexpr int64_t kLimits[] = {4096, 5000, 65536, 65536 + 512, 1 << 20, (1 << 20) + 100, 0};
  layout.limit = kLimits[rng.Below(7)];
  return layout;
}

// A layout built and submitted by one variant.
class Scene {
 public:
  Scene(const Layout& layout, IoDirection direction) : layout_(layout), direction_(direction) {
    int64_t position = layout.first_position;
    for (size_t i = 0; i < layout.folio_blocks.size(); ++i) {
      folios_.emplace_back(position, layout.folio_blocks[i], layout.folio_memory[i]);
      position += folios_.back().bytes();
      const bool write = direction == IoDirection::kWrite;
      for (int block = 0; block < folios_.back().blocks; ++block) {
        if (layout.marked[i][static_cast<size_t>(block)]) {
          folios_.back().state->Set(write ? BlockProperty::kDirty : BlockProperty::kUptodate, block,
                                    1);
        }
        // Dirty blocks were allocated: they have an ordered extent, others may.
        if (write && (layout.marked[i][static_cast<size_t>(block)] ||
                      layout.ordered_bits[i][static_cast<size_t>(block)])) {
          folios_.back().state->Set(BlockProperty::kOrdered, block, 1);
        }
      }
    }
    inode_.size = layout.size;
    for (const Piece& piece : layout.extents) {
      inode_.extents.Insert(piece.start, piece.length, piece.disk, piece.kind);
    }
    for (const Piece& piece : layout.ordered) inode_.ordered.Insert(piece.start, piece.length);
  }

  void Submit(const SubmissionVariant& variant) {
    BioBuilder builder(direction_, layout_.limit, &inode_.ordered, bios_);
    ExtentCache cache(inode_.extents);
    for (Folio& folio : folios_) {
      if (direction_ == IoDirection::kRead) {
        variant.read(inode_, cache, builder, folio);
      } else {
        variant.write(inode_, builder, folio);
      }
    }
    builder.Submit();
    charged_ = builder.charged_bytes();
  }

  void Complete() {
    for (const Bio& bio : bios_) {
      if (direction_ == IoDirection::kRead) {
        CompleteRead(inode_, bio, Span());
      } else {
        CompleteWrite(inode_, bio, Span());
      }
    }
  }

  std::span<Folio> Span() { return folios_; }
  Inode& inode() { return inode_; }
  const std::vector<Bio>& bios() const { return bios_; }
  int64_t charged() const { return charged_; }

 private:
  const Layout& layout_;
  IoDirection direction_;
  std::vector<Folio> folios_;
  Inode inode_;
  std::vector<Bio> bios_;
  int64_t charged_ = 0;
};

// --- the oracle: each block on its own, no bitmaps, no trees ---

const Piece* Find(const std::vector<Piece>& pieces, int64_t position) {
  for (const Piece& piece : pieces) {
    if (position >= piece.start && position < piece.start + piece.length) return &piece;
  }
  return nullptr;
}

struct Expected {
  std::set<int64_t> submitted;  // positions
  std::set<int64_t> zeroed;
  std::set<int64_t> failed;
  std::set<int64_t> dropped;  // beyond the end of the file
};

Expected Predict(const Layout& layout, IoDirection direction) {
  Expected expected;
  int64_t position = layout.first_position;
  for (const std::vector<bool>& marked : layout.marked) {
    for (const bool mark : marked) {
      const bool write = direction == IoDirection::kWrite;
      const Piece* piece = Find(layout.extents, position);
      const bool data = piece != nullptr && piece->kind == ExtentKind::kData;
      const bool packed = piece != nullptr && piece->kind == ExtentKind::kCompressed;
      if (position >= layout.size) {
        if (write && mark) expected.dropped.insert(position);
        if (!write) expected.zeroed.insert(position);
      } else if (write ? mark : !mark) {
        if (data || (packed && !write)) {
          expected.submitted.insert(position);
        } else if (write || piece == nullptr) {
          expected.failed.insert(position);
        } else {
          expected.zeroed.insert(position);
        }
      }
      position += kBlock;
    }
  }
  return expected;
}

void CheckBios(const Layout& layout, IoDirection direction, const std::vector<Bio>& bios,
               const Expected& expected) {
  std::set<int64_t> seen;
  for (const Bio& bio : bios) {
    ASSERT_GT(bio.bytes, 0);
    ASSERT_EQ(bio.bytes % kBlock, 0);
    ASSERT_LE(bio.vectors.size(), kMaxBioVectors);
    int64_t in_vectors = 0;
    for (const BioVector& vector : bio.vectors) in_vectors += vector.length;
    ASSERT_EQ(in_vectors, bio.bytes);
    const Piece* ordered =
        direction == IoDirection::kWrite ? Find(layout.ordered, bio.position) : nullptr;
    if (direction == IoDirection::kWrite && layout.limit > 0) {
      ASSERT_LT(bio.bytes, layout.limit + kBlock);
      if (layout.limit % kBlock == 0) {
        ASSERT_LE(bio.bytes, layout.limit);
      }
    }
    if (ordered != nullptr) {
      ASSERT_LE(bio.end(), ordered->start + ordered->length);
    }
    size_t vector = 0;
    int64_t in_vector = 0;
    for (int64_t at = 0; at < bio.bytes; at += kBlock) {
      const int64_t position = bio.position + at;
      ASSERT_TRUE(seen.insert(position).second) << "block submitted twice: " << position;
      const Piece* piece = Find(layout.extents, position);
      ASSERT_NE(piece, nullptr);
      ASSERT_EQ(piece->kind == ExtentKind::kCompressed, bio.compressed);
      ASSERT_EQ(bio.compressed ? bio.disk : bio.disk + at,
                bio.compressed ? piece->disk : piece->disk + position - piece->start);
      // Memory and disk advance together.
      int64_t folio_position = layout.first_position;
      for (size_t i = 0; i < layout.folio_blocks.size(); ++i) {
        const int64_t bytes = layout.folio_blocks[i] * kBlock;
        if (position < folio_position + bytes) {
          ASSERT_EQ(bio.vectors[vector].memory + in_vector,
                    layout.folio_memory[i] + position - folio_position);
          break;
        }
        folio_position += bytes;
      }
      in_vector += kBlock;
      if (in_vector == bio.vectors[vector].length) {
        ++vector;
        in_vector = 0;
      }
    }
  }
  ASSERT_EQ(seen, expected.submitted);
}

void CheckAfterSubmission(const Layout& layout, IoDirection direction, Scene& scene,
                          const Expected& expected) {
  for (Folio& folio : scene.Span()) {
    for (int block = 0; block < folio.blocks; ++block) {
      const int64_t position = folio.position + block * kBlock;
      const bool submitted = expected.submitted.contains(position);
      if (direction == IoDirection::kWrite) {
        ASSERT_FALSE(folio.state->Test(BlockProperty::kDirty, block));
        ASSERT_EQ(folio.state->Test(BlockProperty::kWriteback, block), submitted);
        ASSERT_FALSE(folio.state->Test(BlockProperty::kLocked, block));
      } else {
        ASSERT_EQ(folio.state->Test(BlockProperty::kLocked, block), submitted);
      }
    }
    ASSERT_EQ(folio.state->locked_blocks(), folio.state->map(BlockProperty::kLocked).Count());
    ASSERT_EQ(folio.state->times_unlocked(), folio.state->locked_blocks() == 0 ? 1 : 0);
    ASSERT_FALSE(folio.state->lock_held());
  }
  ASSERT_EQ(scene.inode().extents.OutstandingReferences(), 0);
  ASSERT_EQ(scene.inode().ordered.OutstandingReferences(), 0);
  ASSERT_FALSE(scene.inode().extents.lock_held());
  ASSERT_FALSE(scene.inode().ordered.lock_held());
  ASSERT_EQ(scene.inode().failed_blocks, static_cast<int64_t>(expected.failed.size()));
  ASSERT_EQ(scene.charged(), static_cast<int64_t>(expected.submitted.size()) * kBlock);
  static_cast<void>(layout);
}

void CheckAfterCompletion(const Layout& layout, IoDirection direction, Scene& scene,
                          const Expected& expected) {
  size_t index = 0;
  for (Folio& folio : scene.Span()) {
    bool all_uptodate = true;
    for (int block = 0; block < folio.blocks; ++block) {
      const int64_t position = folio.position + block * kBlock;
      const bool marked = layout.marked[index][static_cast<size_t>(block)];
      ASSERT_FALSE(folio.state->Test(BlockProperty::kWriteback, block));
      if (direction == IoDirection::kWrite) {
        const bool untouched = !marked && layout.ordered_bits[index][static_cast<size_t>(block)];
        ASSERT_EQ(folio.state->Test(BlockProperty::kOrdered, block), untouched);
      } else {
        const bool uptodate = !expected.failed.contains(position);
        ASSERT_EQ(folio.state->Test(BlockProperty::kUptodate, block), uptodate);
        all_uptodate = all_uptodate && uptodate;
      }
    }
    if (direction == IoDirection::kRead) {
      ASSERT_EQ(folio.state->flag(BlockProperty::kUptodate), all_uptodate);
    }
    ASSERT_FALSE(folio.state->flag(BlockProperty::kWriteback));
    ASSERT_FALSE(folio.state->flag(BlockProperty::kDirty));
    ASSERT_EQ(folio.state->flag(BlockProperty::kOrdered),
              folio.state->map(BlockProperty::kOrdered).AnySet(folio.blocks));
    ASSERT_FALSE(folio.state->flag(BlockProperty::kLocked));
    ASSERT_EQ(folio.state->locked_blocks(), 0);
    ASSERT_EQ(folio.state->times_unlocked(), 1);
    ++index;
  }
  if (direction == IoDirection::kRead) return;
  // Every block that lost its dirty bit was accounted on its ordered extent, once.
  for (const auto& [start, ordered] : scene.inode().ordered.entries()) {
    int64_t accounted = 0;
    bool truncated = false;
    for (int64_t position = start; position < ordered->end(); position += kBlock) {
      const bool dropped = expected.dropped.contains(position);
      truncated = truncated || dropped;
      if (dropped || expected.submitted.contains(position) || expected.failed.contains(position)) {
        accounted += kBlock;
      }
    }
    ASSERT_EQ(ordered->bytes_left, ordered->length - accounted);
    ASSERT_EQ(ordered->truncated, truncated);
  }
}

// S2, and equal end states.
void CheckEqual(Scene& left, Scene& right) {
  ASSERT_EQ(left.bios().size(), right.bios().size());
  for (size_t i = 0; i < left.bios().size(); ++i) {
    ASSERT_EQ(left.bios()[i].position, right.bios()[i].position);
    ASSERT_EQ(left.bios()[i].disk, right.bios()[i].disk);
    ASSERT_EQ(left.bios()[i].bytes, right.bios()[i].bytes);
    ASSERT_EQ(left.bios()[i].vectors.size(), right.bios()[i].vectors.size());
  }
  for (size_t i = 0; i < left.Span().size(); ++i) {
    for (int property = 0; property < kBlockProperties; ++property) {
      const auto which = static_cast<BlockProperty>(property);
      ASSERT_EQ(left.Span()[i].state->map(which), right.Span()[i].state->map(which));
      ASSERT_EQ(left.Span()[i].state->flag(which), right.Span()[i].state->flag(which));
    }
  }
}

int Layouts() {
  const char* text = std::getenv("REGRESS_LAYOUTS");
  return text == nullptr ? 6000 : std::max(1, std::atoi(text));
}

class RandomLayouts : public testing::TestWithParam<IoDirection> {};

// S1 to S7.
TEST_P(RandomLayouts, BothVariantsDoWhatTheOracleSays) {
  const IoDirection direction = GetParam();
  Rng rng(direction == IoDirection::kRead ? 1001 : 2002);
  const int layouts = Layouts();
  for (int number = 0; number < layouts; ++number) {
    SCOPED_TRACE("layout " + std::to_string(number));
    const Layout layout = RandomLayout(rng, direction);
    const Expected expected = Predict(layout, direction);
    std::deque<Scene> scenes;
    for (const SubmissionVariant& variant : SubmissionVariants()) {
      SCOPED_TRACE(variant.name);
      Scene& scene = scenes.emplace_back(layout, direction);
      scene.Submit(variant);
      CheckBios(layout, direction, scene.bios(), expected);
      CheckAfterSubmission(layout, direction, scene, expected);
    }
    CheckEqual(scenes[0], scenes[1]);
    for (Scene& scene : scenes) {
      scene.Complete();
      CheckAfterCompletion(layout, direction, scene, expected);
    }
    CheckEqual(scenes[0], scenes[1]);
    if (HasFatalFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(All, RandomLayouts,
                         testing::Values(IoDirection::kRead, IoDirection::kWrite),
                         [](const auto& row) {
                           return row.param == IoDirection::kRead ? "read" : "write";
                         });

// --- what went wrong in the series' own history, and what the issue names ---

Layout OneFolio(int blocks) {
  Layout layout;
  layout.first_position = 0;
  layout.folio_blocks = {blocks};
  layout.folio_memory = {int64_t{1} << 30};
  layout.marked = {std::vector<bool>(static_cast<size_t>(blocks), true)};
  layout.ordered_bits = {std::vector<bool>(static_cast<size_t>(blocks), false)};
  layout.extents = {{0, blocks * kBlock, 1 << 20, ExtentKind::kData}};
  layout.ordered = {{0, blocks * kBlock, 0, ExtentKind::kData}};
  layout.size = blocks * kBlock;
  return layout;
}

std::vector<int64_t> BioBytes(const Layout& layout, IoDirection direction,
                              const SubmissionVariant& variant) {
  Scene scene(layout, direction);
  scene.Submit(variant);
  std::vector<int64_t> bytes;
  for (const Bio& bio : scene.bios()) bytes.push_back(bio.bytes);
  return bytes;
}

struct LimitCase {
  int64_t limit;
  std::vector<int64_t> bios;
};

TEST(Submission, UnalignedLimitOvershootsByLessThanABlock) {
  const LimitCase cases[] = {
      {0, {16 * kBlock}},
      {1, std::vector<int64_t>(16, kBlock)},
      {4096, std::vector<int64_t>(16, kBlock)},
      {5000, std::vector<int64_t>(8, 2 * kBlock)},
      {5 * kBlock, {5 * kBlock, 5 * kBlock, 5 * kBlock, kBlock}},
      {5 * kBlock + 1, {6 * kBlock, 6 * kBlock, 4 * kBlock}},
      {1 << 20, {16 * kBlock}},
  };
  for (const LimitCase& row : cases) {
    Layout layout = OneFolio(16);
    layout.limit = row.limit;
    for (const SubmissionVariant& variant : SubmissionVariants()) {
      EXPECT_EQ(BioBytes(layout, IoDirection::kWrite, variant), row.bios)
          << row.limit << " " << variant.name;
    }
  }
}

TEST(Submission, GapOfOneBlockBetweenOrderedExtentsBeyondTheEnd) {
  Layout layout = OneFolio(8);
  layout.size = 2 * kBlock;
  layout.ordered = {{0, 4 * kBlock, 0, ExtentKind::kData},
                    {5 * kBlock, 3 * kBlock, 0, ExtentKind::kData}};
  for (const SubmissionVariant& variant : SubmissionVariants()) {
    Scene scene(layout, IoDirection::kWrite);
    scene.Submit(variant);
    const auto& entries = scene.inode().ordered.entries();
    EXPECT_EQ(entries.at(0)->bytes_left, 2 * kBlock) << variant.name;
    EXPECT_EQ(entries.at(5 * kBlock)->bytes_left, 0) << variant.name;
    EXPECT_TRUE(entries.at(5 * kBlock)->truncated);
    scene.Complete();
    EXPECT_EQ(entries.at(0)->bytes_left, 0) << variant.name;
  }
}

TEST(Submission, TheVectorLimitEndsABio) {
  Layout layout;
  for (int i = 0; i < 300; ++i) {  // single-block folios, none adjacent in memory
    layout.folio_blocks.push_back(1);
    layout.folio_memory.push_back((int64_t{1} << 30) + i * 3 * kBlock);
    layout.marked.push_back({false});
    layout.ordered_bits.push_back({false});
  }
  layout.extents = {{0, 300 * kBlock, 0, ExtentKind::kData}};
  layout.size = 300 * kBlock;
  for (const SubmissionVariant& variant : SubmissionVariants()) {
    EXPECT_EQ(BioBytes(layout, IoDirection::kRead, variant),
              (std::vector<int64_t>{256 * kBlock, 44 * kBlock}));
  }
}

TEST(Submission, NothingSubmittedStillTouchesWriteback) {
  Layout layout = OneFolio(4);
  layout.size = 0;
  for (const SubmissionVariant& variant : SubmissionVariants()) {
    Scene scene(layout, IoDirection::kWrite);
    scene.Submit(variant);
    EXPECT_TRUE(scene.bios().empty());
    EXPECT_FALSE(scene.Span()[0].state->flag(BlockProperty::kWriteback));
    EXPECT_FALSE(scene.Span()[0].state->flag(BlockProperty::kDirty));
  }
}

TEST(Submission, UnknownVariantListsTheKnown) {
  try {
    FindSubmissionVariant("page");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown submission 'page' (block, extent)");
  }
}

// What a variant writes can be read back by the other, through the pages of an emulated device.
TEST(Submission, DataWrittenByOneVariantIsReadByTheOther) {
  Rng rng(77);
  for (int round = 0; round < 20; ++round) {
    Layout layout = RandomLayout(rng, IoDirection::kWrite);
    layout.extents = Cut(rng, layout.first_position, layout.first_position + layout.Bytes(), 0);
    for (std::vector<bool>& marked : layout.marked) marked.assign(marked.size(), true);
    const auto move = [&](Scene& scene, PageStore& pages, IoDirection direction) {
      for (const Bio& bio : scene.bios()) {
        int64_t disk = bio.disk;
        for (const BioVector& vector : bio.vectors) {
          for (int64_t at = 0; at < vector.length; at += kBlock, disk += kBlock) {
            for (Folio& folio : scene.Span()) {
              const int64_t inside = vector.memory + at - folio.memory;
              if (inside < 0 || inside >= folio.bytes()) continue;
              const auto block = folio.data.subspan(static_cast<size_t>(inside), kBlock);
              if (direction == IoDirection::kWrite) {
                pages.Write(disk, block);
              } else {
                pages.Read(disk, block);
              }
            }
          }
        }
      }
    };
    const auto run = [&](const SubmissionVariant& writer, const SubmissionVariant& reader) {
      const std::unique_ptr<Device> device = FindDeviceType("nvme").make(1);
      std::vector<std::vector<uint8_t>> written;
      Scene out(layout, IoDirection::kWrite);
      for (Folio& folio : out.Span()) {
        written.emplace_back(static_cast<size_t>(folio.bytes()));
        for (uint8_t& byte : written.back()) byte = static_cast<uint8_t>(rng.Next() | 1);
      }
      for (size_t i = 0; i < written.size(); ++i) out.Span()[i].data = written[i];
      out.Submit(writer);
      move(out, device->pages(), IoDirection::kWrite);
      Layout cold = layout;
      for (std::vector<bool>& marked : cold.marked) marked.assign(marked.size(), false);
      std::vector<std::vector<uint8_t>> read;
      Scene in(cold, IoDirection::kRead);
      for (Folio& folio : in.Span()) read.emplace_back(static_cast<size_t>(folio.bytes()), 0xcc);
      for (size_t i = 0; i < read.size(); ++i) in.Span()[i].data = read[i];
      in.Submit(reader);
      move(in, device->pages(), IoDirection::kRead);
      in.Complete();
      int64_t position = layout.first_position;
      for (size_t i = 0; i < read.size(); ++i) {
        for (size_t at = 0; at < read[i].size(); ++at, ++position) {
          ASSERT_EQ(read[i][at], position < layout.size ? written[i][at] : 0) << position;
        }
      }
    };
    run(SubmissionVariants()[0], SubmissionVariants()[1]);
    run(SubmissionVariants()[1], SubmissionVariants()[0]);
  }
}

TEST(BlockBitmap, AgainstSingleBits) {
  Rng rng(5);
  BlockBitmap map;
  std::vector<bool> oracle(kMaxFolioBlocks);
  for (int round = 0; round < 3000; ++round) {
    const int first = static_cast<int>(rng.Below(kMaxFolioBlocks));
    const int count =
        static_cast<int>(rng.Below(static_cast<uint64_t>(kMaxFolioBlocks - first) + 1));
    const bool set = rng.Below(2) == 0;
    if (set) {
      map.Set(first, count);
    } else {
      map.Clear(first, count);
    }
    for (int i = first; i < first + count; ++i) oracle[static_cast<size_t>(i)] = set;
    const int from = static_cast<int>(rng.Below(kMaxFolioBlocks));
    int next_set = kMaxFolioBlocks;
    int next_clear = kMaxFolioBlocks;
    for (int i = kMaxFolioBlocks - 1; i >= from; --i) {
      (oracle[static_cast<size_t>(i)] ? next_set : next_clear) = i;
    }
    ASSERT_EQ(map.NextSet(from, kMaxFolioBlocks), next_set);
    ASSERT_EQ(map.NextClear(from, kMaxFolioBlocks), next_clear);
    ASSERT_EQ(map.Test(from), oracle[static_cast<size_t>(from)]);
    ASSERT_EQ(map.CountIn(first, count),
              std::count(oracle.begin() + first, oracle.begin() + first + count, true));
    ASSERT_EQ(map.Count(), std::count(oracle.begin(), oracle.end(), true));
  }
}

}  // namespace
}  // namespace regress
