// SPDX-License-Identifier: Apache-2.0
// A real fio writes and reads a small file in memory with each output format, and what is read of
// its output is compared with fio's own JSON, taken apart by another parser.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/shell.h"

namespace regress {
namespace {

using Json = nlohmann::json;

class FioRun : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/bin/fio")) GTEST_SKIP() << "fio is not installed";
    folder_ = TemporaryDirectory("fio_run");
    // In memory where there is a place for it, and of this process alone: cases run side by side.
    data_ = std::filesystem::exists("/dev/shm")
                ? "/dev/shm/regress_fio_run." + std::to_string(getpid())
                : folder_ + "/data";
    std::filesystem::create_directories(data_);
  }
  void TearDown() override { std::filesystem::remove_all(data_); }

  // Runs fio with `options`, its output in `file`, and returns regress-check's JSON of it.
  Json Check(const std::string& options, const std::string& file) {
    const ShellResult fio = RunShell("/usr/bin/fio --name=quick --directory=" + data_ +
                                         " --bs=4k --size=1m " + options + " > " + file + " 2>&1",
                                     folder_);
    EXPECT_EQ(fio.status, 0) << ReadFile(folder_ + "/" + file);
    const ShellResult check = RunShell("regress-check --format json " + file, folder_);
    EXPECT_EQ(check.status, 0) << check.err;
    return Json::parse(check.out);
  }

  // The document inside the output, which may stand between other lines.
  Json Document(const std::string& file) {
    const std::string text = ReadFile(folder_ + "/" + file);
    const size_t begin = text.find("{\n");
    const size_t end = text.find("\n}\n", begin);
    return Json::parse(text.substr(begin, end + 2 - begin));
  }

  static double Value(const Json& result, const std::string& job, const std::string& metric) {
    for (const Json& m : result["measurements"]) {
      if (m["job"] == job && m["metric"] == metric) return m["value"];
    }
    ADD_FAILURE() << "no " << metric << " of " << job;
    return 0;
  }

  std::string folder_;
  std::string data_;
};

TEST_F(FioRun, AllFormatsInOneFile) {
  const Json result = Check("--rw=randrw --loops=4 --output-format=normal,terse,json", "all.txt");
  const Json document = Document("all.txt");
  const Json& job = document["jobs"][0];
  for (const std::string direction : {"read", "write"}) {
    const Json& own = job[direction];
    const std::string metric = "fio." + direction + "_";
    const std::string id = "doc0:job0:quick";
    EXPECT_EQ(Value(result, id, metric + "iops"), own["iops"]);
    EXPECT_EQ(Value(result, id, metric + "bw_Bps"), own["bw_bytes"]);
    EXPECT_EQ(Value(result, id, metric + "bw_MBps"), own["bw"].get<double>() / 1024);
    EXPECT_EQ(Value(result, id, metric + "io_bytes"), own["io_bytes"]);
    EXPECT_EQ(Value(result, id, metric + "total_ios"), own["total_ios"]);
    EXPECT_EQ(Value(result, id, metric + "clat_mean_ns"), own["clat_ns"]["mean"]);
    EXPECT_EQ(Value(result, id, metric + "clat_99%_ns"), own["clat_ns"]["percentile"]["99.000000"]);
    // The other formats cut or round the same figures.
    EXPECT_EQ(Value(result, "line0:quick", metric + "iops"), std::floor(own["iops"].get<double>()));
    EXPECT_EQ(Value(result, "line0:quick", metric + "runtime_ms"), own["runtime"]);
    EXPECT_EQ(Value(result, "job0:quick", metric + "runtime_ms"), own["runtime"]);
    EXPECT_EQ(Value(result, "job0:quick", metric + "total_ios"), own["total_ios"]);
    const double rate = own["bw_bytes"].get<double>() / 1048576;
    EXPECT_NEAR(Value(result, "job0:quick", metric + "bw_MBps"), rate, 0.06 + rate * 0.01);
    EXPECT_NEAR(Value(result, "group", metric + "bw_MBps"), rate, 0.06 + rate * 0.01);
  }
  for (const Json& claim : result["claims"]) EXPECT_EQ(claim["verdict"], "confirmed") << claim;
  EXPECT_GE(result["claims"].size(), 16U);
}

TEST_F(FioRun, EachFormatAlone) {
  const struct {
    const char* options;
    const char* job;
  } cases[] = {{"--output-format=normal", "job0:quick"},
               {"--output-format=json", "doc0:job0:quick"},
               {"--output-format=json+", "doc0:job0:quick"},
               {"--output-format=terse --terse-version=2", "line0:quick"},
               {"--output-format=terse --terse-version=3", "line0:quick"},
               {"--output-format=terse --terse-version=4", "line0:quick"},
               {"--minimal --terse-version=5", "line0:quick"}};
  for (const auto& c : cases) {
    const Json result = Check(std::string("--rw=write ") + c.options, "one.txt");
    EXPECT_EQ(Value(result, c.job, "fio.error"), 0) << c.options;
    EXPECT_EQ(Value(result, c.job, "fio.write_io_bytes"), 1048576) << c.options;
    EXPECT_GT(Value(result, c.job, "fio.write_iops"), 0) << c.options;
    EXPECT_GT(Value(result, c.job, "fio.write_clat_mean_ns"), 0) << c.options;
    EXPECT_GE(Value(result, c.job, "fio.write_clat_99%_ns"), 0) << c.options;
  }
}

TEST_F(FioRun, LogsOfEveryKind) {
  Check(
      "--rw=randwrite --write_bw_log=q --write_lat_log=q --write_iops_log=q --write_hist_log=q "
      "--log_hist_msec=10 --output-format=json",
      "log.json");
  const Json document = Document("log.json");
  const double requests = document["jobs"][0]["write"]["total_ios"];
  for (const std::string kind : {"bw", "iops", "lat", "clat"}) {
    const ShellResult check = RunShell("regress-check --format json q_" + kind + ".1.log", folder_);
    ASSERT_EQ(check.status, 0) << check.err;
    EXPECT_EQ(Value(Json::parse(check.out), "job0:q.1", "fio.write_" + kind + "_log_rows"),
              requests);
  }
}

// A server on a socket of this folder runs the job, the client prints it.
TEST_F(FioRun, ClientAndServer) {
  const std::string start = "/usr/bin/fio --server=sock:" + folder_ +
                            "/socket --daemonize=" + folder_ + "/pid > /dev/null 2>&1";
  ASSERT_EQ(RunShell(start, folder_).status, 0);
  WriteFile(folder_ + "/job.fio", "[quick]\ndirectory=" + data_ + "\nrw=randrw\nbs=4k\nsize=1m\n");
  const ShellResult run = RunShell("timeout 20 /usr/bin/fio --client=sock:" + folder_ +
                                       "/socket job.fio --output-format=normal,json > both.txt "
                                       "2>&1; status=$?; kill $(cat pid); exit $status",
                                   folder_);
  ASSERT_EQ(run.status, 0) << ReadFile(folder_ + "/both.txt");
  const ShellResult check = RunShell("regress-check --format json both.txt", folder_);
  ASSERT_EQ(check.status, 0) << check.err;
  const Json result = Json::parse(check.out);
  const Json own = Document("both.txt")["client_stats"][0];
  for (const std::string direction : {"read", "write"}) {
    const std::string metric = "fio." + direction + "_";
    EXPECT_EQ(Value(result, "doc0:job0:quick", metric + "iops"), own[direction]["iops"]);
    EXPECT_EQ(Value(result, "doc0:job0:quick", metric + "total_ios"), own[direction]["total_ios"]);
    EXPECT_EQ(Value(result, "job0:quick", metric + "total_ios"), own[direction]["total_ios"]);
  }
  // One of the two formats counts.
  size_t preferred = 0;
  for (const Json& m : result["measurements"])
    preferred += m["preferred"] == true && m["metric"] == "fio.read_iops" ? 1 : 0;
  EXPECT_EQ(preferred, 1U);
}

}  // namespace
}  // namespace regress
