// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "models/data/error.h"
#include "models/store/content_hash.h"
#include "models/store/database.h"
#include "models/store/evidence_store.h"
#include "models/store/json_text.h"
#include "tests/support/shell.h"

namespace regress {
namespace {

Claim SampleClaim(int line) {
  Claim claim;
  claim.id = ContentHash(std::to_string(line)).substr(0, 12);
  claim.source = {"a.txt", {0, 0, static_cast<uint32_t>(line), 3}};
  claim.quote = "throughput \"rose\" by 12%\n";
  claim.kind = ClaimKind::kPercentChange;
  claim.stated_text = "12%";
  claim.stated_value = 12;
  claim.verdict = ClaimVerdict::kConfirmed;
  claim.reason = "100 -> 112";
  return claim;
}

EvidenceBundle SampleBundle(int rows) {
  EvidenceBundle bundle;
  bundle.message_infos.push_back({0, "a subject", "id@example", false});
  bundle.tables.push_back({{0, 0, 5, 1},
                           "table 0",
                           "fio-basic",
                           "bs=4k, fs=btrfs",
                           "box",
                           {"0123456789", "abcdef0123"}});
  for (int i = 0; i < rows; ++i) {
    bundle.claims.push_back(SampleClaim(i + 1));
    Comparison row;
    row.metric = "demo.metric" + std::to_string(i);
    row.section = "table 0";
    row.source = {"a.txt", {0, 0, static_cast<uint32_t>(i + 10), 1}};
    row.printed_change = "+12.0%";
    row.change = 12;
    row.points.resize(2);
    row.points[0].mean = 100;
    row.points[1].mean = 112;
    row.points[1].role = Role::kPatched;
    bundle.comparisons.push_back(row);
  }
  Claim copy = SampleClaim(rows + 1000);
  copy.duplicate = true;
  bundle.claims.push_back(copy);
  return bundle;
}

void StoreOne(const std::string& path, const std::string& name, int rows) {
  EvidenceStore store(path);
  store.BeginInput({ContentHash(name), name, "lkp", Origin::kMeasured});
  store.Add(SampleBundle(rows));
  store.EndInput();
  store.Finish();
}

int64_t Ask(const std::string& path, const std::string& sql) {
  Database database(path);
  return database.Integer(sql);
}

TEST(EvidenceStore, ViewsShowOriginalsWithTheirFigures) {
  const std::string path = TemporaryDirectory("store-views") + "/a.db";
  StoreOne(path, "a.txt", 3);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM claim"), 4);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM claim_view WHERE input = 'a.txt' AND stated = '12%'"),
            3);
  EXPECT_EQ(Ask(path,
                "SELECT count(*) FROM comparison_view WHERE input = 'a.txt' AND delta_pct = 12.0 "
                "AND base = 100 "
                "AND patched = 112 AND base_commit = '0123456789' AND suite = 'fio-basic'"),
            3);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM run"), 2);
  EXPECT_EQ(Ask(path, "SELECT points FROM input"), 6);
}

TEST(EvidenceStore, TheSameContentAgainChangesNothing) {
  const std::string path = TemporaryDirectory("store-twice") + "/a.db";
  StoreOne(path, "a.txt", 5);
  const std::string count =
      "SELECT (SELECT count(*) FROM input) + 100 * (SELECT count(*) FROM claim) + 10000 * (SELECT "
      "count(*) FROM point) "
      "+ 1000000 * (SELECT count(*) FROM verdict) + 100000000 * (SELECT count(*) FROM name)";
  const int64_t before = Ask(path, count);
  StoreOne(path, "a.txt", 5);
  EXPECT_EQ(Ask(path, count), before);
}

TEST(EvidenceStore, TwoProcessesWritingAtOnceBothSucceed) {
  const std::string path = TemporaryDirectory("store-two") + "/a.db";
  std::vector<pid_t> children;
  for (int process = 0; process < 2; ++process) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int status = 0;
      try {
        for (int i = 0; i < 20; ++i)
          StoreOne(path, std::to_string(process % 2 == 0 ? i : 10 + i) + ".txt", 20);
      } catch (const std::exception&) {
        status = 1;
      }
      _exit(status);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM input"), 30);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM claim_view"), 30 * 20);
}

TEST(EvidenceStore, AnInterruptedRunLeavesWholeInputsOnly) {
  const std::string path = TemporaryDirectory("store-cut") + "/a.db";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    EvidenceStore store(path);
    for (int i = 0; i < 100; ++i) {
      store.BeginInput(
          {ContentHash(std::to_string(i)), std::to_string(i), "lkp", Origin::kMeasured});
      store.Add(SampleBundle(7));
      if (i == 90) _exit(9);  // in the middle of an input and of a group
      store.EndInput();
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int64_t inputs = Ask(path, "SELECT count(*) FROM input");
  EXPECT_GE(inputs, 64);
  EXPECT_LT(inputs, 91);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM claim"), inputs * 8);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM input WHERE points <> 14"), 0);
}

TEST(EvidenceStore, AnUnreadableInputLeavesNothing) {
  const std::string path = TemporaryDirectory("store-abort") + "/a.db";
  EvidenceStore store(path);
  store.BeginInput({ContentHash("bad"), "bad", "lkp", Origin::kMeasured});
  store.Add(SampleBundle(7));
  store.AbortInput();
  store.BeginInput({ContentHash("good"), "good", "lkp", Origin::kMeasured});
  store.Add(SampleBundle(2));
  store.EndInput();
  store.Finish();
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM input"), 1);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM series"), 2);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM name"), 1);
}

// Rows of inputs that ended wait in memory beside those of an input that turns out unreadable, even
// when that one is so large that part of it was written already.
TEST(EvidenceStore, AnUnreadableInputTakesNothingOfOthersAway) {
  const std::string path = TemporaryDirectory("store-abort-others") + "/a.db";
  EvidenceStore store(path);
  store.BeginInput({ContentHash("first"), "first", "lkp", Origin::kMeasured});
  store.Add(SampleBundle(3));
  store.EndInput();
  store.BeginInput({ContentHash("bad"), "bad", "lkp", Origin::kMeasured});
  store.Add(SampleBundle(60'000));
  store.AbortInput();
  store.BeginInput({ContentHash("last"), "last", "lkp", Origin::kMeasured});
  store.Add(SampleBundle(2));
  store.EndInput();
  store.Finish();
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM input"), 2);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM series"), 3);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM claim"), 4 + 3);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM point"), 6 + 4);
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM verdict"), 3 + 2);
}

TEST(EvidenceStore, RoundsOfSeveralInputsAreOnePoint) {
  const std::string path = TemporaryDirectory("store-rounds") + "/a.db";
  {
    EvidenceStore store(path);
    Comparison sandwich;
    sandwich.metric = "fio.write_iops";
    sandwich.unit = "1/s";
    sandwich.points.resize(3);
    sandwich.points[1].role = Role::kPatched;
    for (Point& point : sandwich.points) point.rounds = {1.5, 2.25};
    sandwich.change = -27;
    sandwich.support = Support::kSupported;
    store.AddComparison(sandwich, {{"h1", "h2"}, {"h1", "h2"}, {"h3", "h4"}}, "v2");
    store.Finish();
  }
  EXPECT_EQ(Ask(path, "SELECT count(*) FROM run"), 3);
  EXPECT_EQ(Ask(path,
                "SELECT count(*) FROM round_view WHERE value = 2.25 AND round = 2 AND input_hash "
                "IN ('h2', 'h4')"),
            3);
  EXPECT_EQ(Ask(path,
                "SELECT count(*) FROM comparison_view WHERE round(delta_pct, 6) = -27 AND support "
                "= 'supported' "
                "AND rule = 'sandwich'"),
            1);
}

TEST(EvidenceStore, ForeignNewerAndDamagedDatabasesAreRefused) {
  const std::string folder = TemporaryDirectory("store-refuse");
  const auto message = [](const std::string& path) -> std::string {
    try {
      EvidenceStore store(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  {
    Database other(folder + "/other.db");
    other.Execute("CREATE TABLE t(x)");
  }
  EXPECT_EQ(message(folder + "/other.db"),
            folder + "/other.db: error: is a database of another program; nothing was written");
  StoreOne(folder + "/newer.db", "a", 1);
  {
    Database newer(folder + "/newer.db");
    newer.Execute("UPDATE meta SET value = '99' WHERE key = 'schema'");
  }
  EXPECT_EQ(message(folder + "/newer.db"),
            folder + "/newer.db: error: its schema is 99, this program knows up to 1");
  WriteFile(folder + "/damaged.db", std::string(8192, 'x'));
  EXPECT_EQ(message(folder + "/damaged.db"),
            folder + "/damaged.db: error: file is not a database; nothing was written");
  EXPECT_EQ(message(folder + "/no/such/folder.db"),
            folder + "/no/such/folder.db: error: unable to open database file");
}

TEST(ContentHash, IdIsTheFirst63Bits) {
  EXPECT_EQ(ContentHash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(ContentId(ContentHash("abc")), static_cast<int64_t>(0xba7816bf8f01cfeau >> 1));
}

TEST(JsonText, EscapesAndLeavesOutWhatIsAbsent) {
  std::string text = "left over";
  EXPECT_EQ(JsonObject(text)
                .Add("a", "x\"\\\n")
                .Add("b", "")
                .Add("c", std::optional<double>(0.1))
                .Add("d", int64_t{3})
                .Done(),
            R"({"a":"x\"\\\u000a","c":0.1,"d":3})");
  EXPECT_EQ(JsonArray(std::vector<double>{1, 2.5}), "[1,2.5]");
}

}  // namespace
}  // namespace regress
