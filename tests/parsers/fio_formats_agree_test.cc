// SPDX-License-Identifier: Apache-2.0
// Properties of a real run of fio 3.33 that printed all its formats into one file: what the formats
// say of the same job and metric agrees within the precision of the coarser one.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/parsers/fio_support.h"
#include "tests/support/shell.h"

namespace regress {
namespace {

// How far a printed value may be from the value it was made of.
double Allowed(const Measurement& m) {
  if (m.metric.ends_with("%_ns")) return m.precision == Precision::kExact ? 0.5 : 1000;
  if (m.metric.ends_with("_io_bytes") && m.precision == Precision::kTruncated) return 1024;
  if (m.unit == "ns") {
    if (m.precision == Precision::kExact) return 0.001;
    return m.precision == Precision::kTruncated ? 1000 : 5.001;  // printed in microseconds
  }
  switch (m.precision) {
    case Precision::kExact:
      return 5e-7 + 0.005 * (m.unit == "%" ? 1 : 0);
    case Precision::kTruncated:
      return m.unit == "MiB/s" ? 1.0 / 1024 : 1;
    case Precision::kRounded:
      return m.unit == "%" ? 0.0101 : std::max(0.005 * m.value, m.unit == "1/s" ? 1.0 : 0.0);
    case Precision::kRemainder:
      return 1;
  }
  return 0;
}

TEST(FioFormats, AgreeWithinTheirPrecision) {
  const EvidenceBundle bundle =
      ReadFio(ReadFile(REGRESS_SOURCE_DIR "/fixtures/fio-formats/run.txt"));
  ASSERT_EQ(bundle.runs.size(), 1U);
  // The two jobs have one name and are told apart by their order in each format.
  std::map<std::string, std::vector<const Measurement*>> places;
  for (const Measurement& m : bundle.measurements) {
    std::string job = m.job;
    if (job == "group") continue;
    if (job.starts_with("doc0:")) job = job.substr(5);
    if (job.starts_with("line")) job = "job" + job.substr(4);
    places[job + " " + m.metric].push_back(&m);
  }
  size_t compared = 0;
  for (const auto& [place, readings] : places) {
    for (const Measurement* other : readings) {
      const double allowed = Allowed(*readings[0]) + Allowed(*other);
      EXPECT_NEAR(readings[0]->value, other->value, allowed)
          << place << " of " << readings[0]->job << " and " << other->job;
    }
    compared += readings.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(compared, 140U);
}

TEST(FioFormats, OneReadingOfTheRunIsPreferred) {
  const EvidenceBundle bundle =
      ReadFio(ReadFile(REGRESS_SOURCE_DIR "/fixtures/fio-formats/run.txt"));
  for (const Measurement& m : bundle.measurements) {
    EXPECT_EQ(m.preferred, m.job.starts_with("doc0:")) << m.job << " " << m.metric;
    EXPECT_EQ(m.run, 0U);
  }
}

// Every byte may be the last one: no crash, and no figure that the whole file does not have.
TEST(FioFormats, AnyBeginningIsReadOrRefused) {
  const std::string text = ReadFile(REGRESS_SOURCE_DIR "/fixtures/fio-formats/run.txt");
  const size_t whole = ReadFio(text).measurements.size();
  for (size_t length = 0; length < text.size(); length += 97) {
    try {
      EXPECT_LE(ReadFio(text.substr(0, length)).measurements.size(), whole);
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("error: "), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace regress
