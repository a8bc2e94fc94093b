// SPDX-License-Identifier: Apache-2.0
// Runs every vector of tests/stats/vectors through the function that it names. A vector without a
// function and a function without a vector are failures, as is an expected figure that the function
// does not return.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-9;  // relative
constexpr double kZero = 1e-12;      // absolute, where zero is expected

void Compare(const std::string& key, const json& expected, const json& actual,
             const json& tolerances) {
  SCOPED_TRACE(key);
  if (expected.is_object()) {
    for (const auto& [name, value] : expected.items()) {
      ASSERT_TRUE(actual.is_object() && actual.contains(name)) << "no figure " << name;
      Compare(name, value, actual[name], tolerances);
    }
  } else if (expected.is_array()) {
    ASSERT_TRUE(actual.is_array());
    ASSERT_EQ(expected.size(), actual.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      Compare(key, expected[i], actual[i], tolerances);
    }
  } else if (expected.is_number()) {
    ASSERT_TRUE(actual.is_number()) << actual.dump();
    const double wanted = expected.get<double>();
    const double got = actual.get<double>();
    const double tolerance = tolerances.value(key, kTolerance);
    const double bound = wanted == 0 ? kZero : tolerance * std::abs(wanted);
    EXPECT_LE(std::abs(got - wanted), bound) << "wanted " << expected << ", got " << actual;
  } else {
    EXPECT_EQ(expected, actual);
  }
}

std::vector<std::filesystem::path> VectorFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(REGRESS_SOURCE_DIR "/tests/stats/vectors")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(VectorTest, EveryVectorAgreesWithItsFunction) {
  VectorTable table;
  AddDistributionVectors(table);
  AddPointVectors(table);
  AddContrastVectors(table);
  AddBootVectors(table);
  AddConventionVectors(table);
  AddDistributionFreeVectors(table);
  AddSeriesVectors(table);
  std::set<std::string> used;
  size_t vectors = 0;
  for (const std::filesystem::path& path : VectorFiles()) {
    const json file = json::parse(std::ifstream(path));
    for (const json& vector : file["vectors"]) {
      ++vectors;
      SCOPED_TRACE(path.filename().string() + ": " + vector["id"].get<std::string>());
      const std::string name = vector["function"];
      const auto function = table.find(name);
      if (function == table.end()) {
        ADD_FAILURE() << "no function " << name;
        continue;
      }
      used.insert(name);
      Compare("expect", vector["expect"], function->second(vector["input"]),
              vector.value("tolerances", json::object()));
    }
  }
  EXPECT_EQ(vectors, 145u);
  for (const auto& [name, function] : table)
    EXPECT_TRUE(used.count(name)) << name << " is not used";
}

}  // namespace
}  // namespace regress
