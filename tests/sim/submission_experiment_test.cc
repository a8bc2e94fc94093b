// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission_experiment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/data/error.h"
#include "tests/sim/experiment_request.h"

namespace regress {
namespace {

SimulationResult Simulate(const std::string& workload,
                          const std::vector<std::string>& assignments = {},
                          const std::string& device = "nvme") {
  const SubmissionExperiment experiment;
  SimulationRequest request = RequestOf(experiment, workload, {"block", "extent"}, assignments);
  request.device = device;
  return RunExperiment(experiment, request, 1);
}

double Figure(const SimulationResult& result, const std::string& metric,
              const std::string& variant) {
  for (const SimulatedRow& row : result.rows) {
    if (row.metric == metric && row.variant == variant) return row.mean;
  }
  ADD_FAILURE() << "no row " << metric << " " << variant;
  return 0;
}

TEST(SubmissionExperiment, CostTableReproducesThePublishedTimes) {
  const SimulationResult result = Simulate("kernel");
  int published = 0;
  for (const SimulatedRow& row : result.rows) {
    if (row.published.empty()) continue;
    ++published;
    EXPECT_EQ(row.basis, Basis::kFitted);
    EXPECT_LE(std::fabs(row.DifferencePct().value()), 1) << row.metric << " " << row.variant;
  }
  EXPECT_EQ(published, 6) << "four times and two ratios";
  ASSERT_FALSE(result.remarks.empty());
  EXPECT_EQ(result.remarks[0],
            "predicted: --folio 256K read 2.5x, write 3.3x; --folio 4K read 1.0x, write 1.0x");
}

TEST(SubmissionExperiment, OtherFoliosArePredictedAndHaveNothingPublished) {
  const SimulationResult result = Simulate("kernel", {"folio=256K", "direction=write"});
  ASSERT_EQ(result.rows.size(), 3u);
  for (const SimulatedRow& row : result.rows) {
    EXPECT_EQ(row.group, "write");
    EXPECT_EQ(row.basis, Basis::kPredicted);
    EXPECT_EQ(row.published, "");
  }
  EXPECT_NEAR(Figure(result, "write.block_per_extent", "extent"), 3.3, 0.05);
  EXPECT_NEAR(Figure(Simulate("kernel", {"extents=512"}), "read.block_per_extent", "extent"), 1,
              1e-9);
}

TEST(SubmissionExperiment, ThrottlingHidesTheMeanNotTheMedian) {
  const SimulationResult result = Simulate("throttle");
  for (const char* written : {"128M", "400M", "4G"}) {
    const std::string metric = std::string(written) + "_wbt_on.mean_interval";
    EXPECT_LE(std::fabs(Figure(result, metric, "extent") / Figure(result, metric, "block") - 1),
              0.03)
        << written;
  }
  EXPECT_LE(Figure(result, "400M_wbt_off.mean_interval", "extent"),
            0.1 * Figure(result, "400M_wbt_off.mean_interval", "block"));
  EXPECT_LE(Figure(result, "4G_wbt_on.p50_interval", "extent"),
            0.1 * Figure(result, "4G_wbt_on.p50_interval", "block"));
}

TEST(SubmissionExperiment, ThrottlingIsOfWritesOnly) {
  EXPECT_THROW(Simulate("throttle", {"direction=read"}), Error);
}

TEST(SubmissionExperiment, RamIsNeverThrottled) {
  const SimulationResult result = Simulate("throttle", {"written=400M"}, "ram");
  EXPECT_EQ(Figure(result, "400M_wbt_on.mean_interval", "extent"),
            Figure(result, "400M_wbt_off.mean_interval", "extent"));
}

TEST(SubmissionExperiment, ExecutedCodeMakesTheSameBiosForEveryLimit) {
  const SimulationResult result = Simulate("limit");
  const std::pair<const char*, double> expected[] = {{"256K", 256}, {"1M", 64}, {"1M_+_512", 64},
                                                     {"4M", 16},    {"16M", 4}, {"none", 1}};
  for (const auto& [limit, bios] : expected) {
    for (const char* variant : {"block", "extent"}) {
      EXPECT_EQ(Figure(result, std::string(limit) + ".bios", variant), bios) << limit << variant;
    }
  }
  EXPECT_EQ(Figure(result, "1M_+_512.largest_bio", "extent"), 1048576 + 4096);
}

TEST(SubmissionExperiment, TheFasterTheDeviceTheMoreOfTheGainIsSeen) {
  const SimulationResult result = Simulate("rates");
  const auto change = [&](const std::string& rate) {
    const std::string metric = rate + "_MiB_s_wbt_on.mean_interval";
    return Figure(result, metric, "extent") / Figure(result, metric, "block") - 1;
  };
  EXPECT_GE(change("1000"), -0.03);
  EXPECT_LE(change("20000"), -0.3);
}

TEST(SubmissionExperiment, MeasuredFiguresAreMarked) {
  const SimulationResult result = Simulate("executed", {"rounds=1", "folios=2"});
  EXPECT_EQ(result.figure_word, "measured");
  for (const SimulatedRow& row : result.rows) {
    EXPECT_EQ(row.basis, Basis::kNone);
    EXPECT_EQ(row.tolerance_pct, std::nullopt);
    EXPECT_GT(row.mean, 0);
  }
  const SubmissionExperiment experiment;
  EXPECT_TRUE(experiment.MeasuresHostTime(RequestOf(experiment, "executed", {"block"})));
  EXPECT_FALSE(experiment.MeasuresHostTime(RequestOf(experiment, "kernel", {"block"})));
}

TEST(SubmissionExperiment, AFolioIsMadeOfBlocks) {
  EXPECT_THROW(Simulate("kernel", {"folio=5000"}), Error);
}

}  // namespace
}  // namespace regress
