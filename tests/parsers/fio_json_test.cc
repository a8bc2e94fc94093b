// SPDX-License-Identifier: Apache-2.0
// JSON of fio: the tolerant tree, documents of several versions, damaged ones.
#include <gtest/gtest.h>

#include "models/data/error.h"
#include "parsers/fio_json_tree.h"
#include "tests/parsers/fio_support.h"

namespace regress {
namespace {

struct FaultCase {
  const char* name;
  const char* text;
  JsonStatus status;
  uint32_t line;
  uint32_t column;
  const char* message;
};

class JsonFault : public testing::TestWithParam<FaultCase> {};

TEST_P(JsonFault, StandsWhereItIs) {
  JsonTree tree;
  const JsonOutcome outcome = tree.Parse(GetParam().text, 1, 1);
  EXPECT_EQ(outcome.status, GetParam().status);
  EXPECT_EQ(outcome.message, GetParam().message);
  EXPECT_EQ(outcome.next_line, GetParam().line);
  EXPECT_EQ(outcome.next_column, GetParam().column);
}

INSTANTIATE_TEST_SUITE_P(
    Table, JsonFault,
    testing::Values(
        FaultCase{"letter_after_number", "{\n  \"bw\" : 38B\n}", JsonStatus::kFault, 2, 12,
                  "',' or '}' expected after a number"},
        FaultCase{"letter_after_number_in_array", "{\"a\":[1 x]}", JsonStatus::kFault, 1, 9,
                  "',' or ']' expected after a number"},
        FaultCase{"no_comma", "{\n\"a\" : \"x\"\n  \"b\" : 1}", JsonStatus::kFault, 3, 3,
                  "',' or '}' expected after a string"},
        FaultCase{"after_object", "{\"a\":{} \"b\":1}", JsonStatus::kFault, 1, 9,
                  "',' or '}' expected after an object"},
        FaultCase{"no_colon", "{\"a\" 1}", JsonStatus::kFault, 1, 6, "':' expected after a name"},
        FaultCase{"no_name", "{1:2}", JsonStatus::kFault, 1, 2, "a name in quotes expected"},
        FaultCase{"no_value", "{\"a\":,}", JsonStatus::kFault, 1, 6, "a value expected"},
        FaultCase{"two_points", "{\"a\": 1.2.3}", JsonStatus::kFault, 1, 7, "not a number"},
        FaultCase{"open_string", "{\"a\": \"x\n}", JsonStatus::kFault, 1, 7,
                  "the string does not end on its line"},
        FaultCase{"cut_in_object", "{\"a\": 1,\n", JsonStatus::kTruncated, 2, 1, ""},
        FaultCase{"cut_in_number", "{\"a\": 1", JsonStatus::kTruncated, 1, 8, ""},
        FaultCase{"cut_in_string", "{\"a\": \"x", JsonStatus::kTruncated, 1, 9, ""},
        FaultCase{"only_a_brace", "{", JsonStatus::kTruncated, 1, 2, ""},
        FaultCase{"no_object", "[1]", JsonStatus::kFault, 1, 1, "'{' expected"}),
    [](const auto& param) { return param.param.name; });

TEST(JsonTree, KeepsWhatFioPrints) {
  JsonTree tree;
  const std::string text =
      "{ \"a\" : -nan, \"b\" : inf, \"c\" : [ ], \"d\" : { },\n"
      "fio: pid=3, err=5/file:io.c:1, func=io_u error, error=Input/output error\n"
      "  \"0.00\" : 1, \"0.00\" : 2, \"e\" : true, \"f\" : \"q\\\"\\\\\x01\", \"g\" : -1.5e+3 } "
      "rest";
  const JsonOutcome outcome = tree.Parse(text, 1, 1);
  ASSERT_EQ(outcome.status, JsonStatus::kComplete);
  EXPECT_EQ(text.substr(outcome.consumed), " rest");
  EXPECT_EQ(outcome.noise_lines, 1U);
  const JsonNode& root = tree.root();
  EXPECT_EQ(tree.Find(root, "a")->type, JsonType::kNull);
  EXPECT_EQ(tree.Find(root, "b")->type, JsonType::kNull);
  EXPECT_EQ(tree.First(*tree.Find(root, "c")), nullptr);
  EXPECT_EQ(tree.First(*tree.Find(root, "d")), nullptr);
  EXPECT_EQ(tree.Find(root, "0.00")->text, "2");
  EXPECT_EQ(tree.Find(root, "e")->type, JsonType::kBoolean);
  EXPECT_EQ(Unescape(tree.Find(root, "f")->text), "q\"\\\x01");
  EXPECT_EQ(tree.Find(root, "g")->text, "-1.5e+3");
  EXPECT_EQ(tree.Find(root, "g")->line, 3U);
  EXPECT_EQ(tree.Find(root, "absent"), nullptr);
}

TEST(JsonTree, NestingHasALimit) {
  JsonTree tree;
  const JsonOutcome outcome = tree.Parse("{\"a\":" + std::string(5000, '['), 1, 1);
  EXPECT_EQ(outcome.status, JsonStatus::kFault);
  EXPECT_EQ(outcome.message, "nested too deeply");
}

// A document with one job that wrote; %s-like parts are replaced by the tests.
std::string Document(const std::string& version, const std::string& job_fields,
                     const std::string& write_fields) {
  return "{\n  \"fio version\" : \"" + version +
         "\",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"scan\",\n      \"groupid\" : 0,\n" +
         job_fields + "      \"write\" : {\n" + write_fields + "      }\n    }\n  ]\n}\n";
}

const char kWrite3[] =
    "        \"io_bytes\" : 8192000,\n        \"io_kbytes\" : 8000,\n"
    "        \"bw_bytes\" : 4096000,\n        \"bw\" : 4000,\n        \"iops\" : 1000.000000,\n"
    "        \"runtime\" : 2000,\n        \"total_ios\" : 2000,\n"
    "        \"clat_ns\" : {\n          \"min\" : 100,\n          \"max\" : 900,\n"
    "          \"mean\" : 250.500000,\n          \"stddev\" : 10.250000,\n          \"N\" : 2000,\n"
    "          \"percentile\" : {\n            \"99.000000\" : 600,\n"
    "            \"99.990000\" : 899,\n            \"0.00\" : 0\n          }\n        }\n";

TEST(FioJson, Version3InNanosecondsAndBytes) {
  const EvidenceBundle bundle = ReadFio(Document("fio-3.30", "      \"error\" : 0,\n", kWrite3));
  const char job[] = "doc0:job0:scan";
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_iops"), 1000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_bw_MBps"), 3.90625);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_bw_Bps"), 4096000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_io_bytes"), 8192000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_mean_ns"), 250.5);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_stddev"), 10.25);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_stddev_ns"), 10.25);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_99%_ns"), 600);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_99.99%_ns"), 899);
  EXPECT_EQ(ValueOf(bundle, job, "fio.error"), 0);
  EXPECT_EQ(Find(bundle, job, "fio.write_iops")->source.at, (SourceRef{-1, -1, 13, 18}));
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].version, "fio-3.30");
  EXPECT_FALSE(bundle.runs[0].failed());
  EXPECT_EQ(Told(bundle), "");
}

TEST(FioJson, Version2InMicrosecondsAndKibibytes) {
  const EvidenceBundle bundle = ReadFio(Document(
      "fio-2.1.10", "      \"error\" : 0,\n",
      "        \"io_bytes\" : 8000,\n        \"bw\" : 4000,\n        \"iops\" : 1000,\n"
      "        \"runtime\" : 2000,\n        \"slat\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.00,"
      " \"stddev\" : 0.00 },\n        \"clat\" : { \"min\" : 1, \"max\" : 90, \"mean\" : 2.17,"
      " \"stddev\" : 4.50, \"percentile\" : { \"50.000000\" : 2, \"0.00\" : 0, \"0.00\" : 0 } "
      "}\n"));
  const char job[] = "doc0:job0:scan";
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_io_bytes"), 8192000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_mean_ns"), 2170);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_max_ns"), 90000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_50%_ns"), 2000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_slat_mean_ns"), std::nullopt);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_0%_ns"), std::nullopt);
}

TEST(FioJson, ADirectionThatDidNothingIsAbsent) {
  const EvidenceBundle bundle = ReadFio(Document("fio-3.33", "      \"error\" : 0,\n",
                                                 "        \"io_bytes\" : 0, \"io_kbytes\" : 0, "
                                                 "\"bw\" : 0, \"iops\" : 0.000000, \"runtime\" : 0,"
                                                 " \"total_ios\" : 0\n"));
  EXPECT_EQ(ValueOf(bundle, "doc0:job0:scan", "fio.write_iops"), std::nullopt);
  EXPECT_EQ(ValueOf(bundle, "doc0:job0:scan", "fio.error"), 0);
}

struct OddCase {
  const char* name;
  const char* from;  // part of the good document
  const char* to;
  const char* metric;
  const char* told;
};

class OddValue : public testing::TestWithParam<OddCase> {};

TEST_P(OddValue, IsLeftOutWithItsReason) {
  std::string text = Document("fio-3.30", "      \"error\" : 0,\n", kWrite3);
  const size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(GetParam().from).size(), GetParam().to);
  const EvidenceBundle bundle = ReadFio(text);
  EXPECT_EQ(ValueOf(bundle, "doc0:job0:scan", GetParam().metric), std::nullopt);
  EXPECT_EQ(Told(bundle), GetParam().told);
}

INSTANTIATE_TEST_SUITE_P(
    Table, OddValue,
    testing::Values(
        OddCase{"nan", "1000.000000", "-nan", "fio.write_iops",
                "13:18: warning: iops is -nan: left out\n"},
        OddCase{"negative", "4096000", "-5", "fio.write_bw_Bps",
                "11:22: warning: bw_bytes is negative, a counter that overflowed: left out\n"},
        OddCase{"no_double", "4096000", "1e999", "fio.write_bw_Bps",
                "11:22: warning: bw_bytes is out of range: left out\n"},
        OddCase{"no_64_bits", "4096000", "99999999999999999999", "fio.write_bw_Bps",
                "11:22: warning: bw_bytes is out of range: left out\n"},
        OddCase{"text", "4096000", "\"fast\"", "fio.write_bw_Bps",
                "11:22: warning: bw_bytes is no number: left out\n"}),
    [](const auto& param) { return param.param.name; });

TEST(FioJson, WhatIsLeftOutMakesNoClaim) {
  std::string text = Document("fio-3.30", "      \"error\" : 0,\n", kWrite3);
  const size_t whole = ReadFio(text).claims.size();
  text.replace(text.find("4096000"), 7, "-5");
  const EvidenceBundle bundle = ReadFio(text);
  EXPECT_LT(bundle.claims.size(), whole);
  for (const Claim& claim : bundle.claims) {
    for (const Figure& figure : claim.readings[0].figures) EXPECT_GE(figure.number.value, 0);
  }
}

TEST(FioJson, AByteOrderMarkIsPassedOver) {
  const std::string text = Document("fio-3.30", "      \"error\" : 0,\n", kWrite3);
  EXPECT_EQ(ValueOf(ReadFio("\xEF\xBB\xBF" + text), "doc0:job0:scan", "fio.write_iops"), 1000);
  EXPECT_EQ(LooksLikeFio("\xEF\xBB\xBF" + text), LooksLikeFio(text));
}

TEST(FioJson, AnUnknownVersionIsReadAndSaidToBe) {
  const EvidenceBundle bundle = ReadFio(Document(
      "fio-4.1", "      \"error\" : 0,\n      \"mood\" : 3,\n      \"aura\" : { },\n", kWrite3));
  EXPECT_EQ(ValueOf(bundle, "doc0:job0:scan", "fio.write_iops"), 1000);
  EXPECT_EQ(
      Told(bundle),
      "1:1: note: fio-4.1 is not a known version of fio: it is read like 3.42; 2 unknown keys "
      "are not read: mood, aura\n");
}

TEST(FioJson, AnErrorOfFioIsShown) {
  const EvidenceBundle bundle = ReadFio(
      "fio: pid=7, err=28/file:io_u.c:1876, func=io_u error, error=No space left on device\n" +
      Document("fio-3.30", "      \"error\" : 28,\n", kWrite3));
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_TRUE(bundle.runs[0].failed());
  EXPECT_EQ(bundle.runs[0].error_text, "No space left on device");
  EXPECT_EQ(Told(bundle),
            "5:5: warning: fio reports error 28 (No space left on device) for job scan: the run is "
            "left out of comparisons\n");
}

TEST(FioJson, ADamagedDocumentAloneIsAnError) {
  std::string text = Document("fio-3.30", "", kWrite3);
  text.replace(text.find("4096000"), 7, "4096000B");
  try {
    ReadFio(text, "run3.json");
    FAIL() << "the document is not JSON";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kBadInput);
    EXPECT_STREQ(error.what(),
                 "run3.json:10:29: error: ',' or '}' expected after a number\n"
                 "   10 |         \"bw_bytes\" : 4096000B,\n"
                 "      |                             ^");
    EXPECT_EQ(error.help(), "the fio document that begins at line 1 is left out");
  }
}

TEST(FioJson, GoodDocumentsAroundADamagedOneAreKept) {
  const std::string good = Document("fio-3.30", "", kWrite3);
  std::string bad = good;
  bad.replace(bad.find("4096000"), 7, "4096000B");
  const EvidenceBundle bundle = ReadFio(good + bad + "\n" + good + good.substr(0, 200));
  EXPECT_EQ(bundle.runs.size(), 2U);
  EXPECT_EQ(bundle.skipped, 2U);
  EXPECT_NE(Find(bundle, "doc1:job0:scan", "fio.write_iops"), nullptr);
  EXPECT_EQ(Told(bundle),
            "40:29: warning: ',' or '}' expected after a number\n"
            "101:27: warning: the document ends here, without its last brackets\n");
}

TEST(FioJson, AnEmptyDocumentIsNoted) {
  const EvidenceBundle bundle =
      ReadFio("{\n  \"fio version\" : \"fio-3.1\",\n  \"jobs\" : [\n  ]\n}\n");
  EXPECT_TRUE(bundle.measurements.empty());
  EXPECT_EQ(Told(bundle), "1:1: note: the document has no job\n");
}

TEST(FioJson, ClientModeSumsAreNotPreferred) {
  const std::string one = Document("fio-3.30", "      \"error\" : 0,\n", kWrite3);
  std::string text = one;
  text.replace(text.find("\"jobs\""), 6, "\"client_stats\"");
  const size_t end = text.rfind("    }\n  ]");
  std::string entry = text.substr(text.find("    {\n"), end + 6 - text.find("    {\n"));
  entry.replace(entry.find("\"scan\""), 6, "\"All clients\"");
  text.insert(end + 5, ",\n" + entry);
  const EvidenceBundle bundle = ReadFio(text);
  EXPECT_TRUE(Find(bundle, "doc0:job0:scan", "fio.write_iops")->preferred);
  EXPECT_FALSE(Find(bundle, "doc0:job1:All clients", "fio.write_iops")->preferred);
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].jobs.size(), 1U);
}

TEST(FioJson, OptionsAreStoredWithoutPlaces) {
  const EvidenceBundle bundle = ReadFio(Document(
      "fio-3.30",
      "      \"job options\" : { \"name\" : \"scan\", \"filename\" : \"/a\", \"filename\" : \"/b\","
      " \"bs\" : \"4k\", \"direct\" : \"1\" },\n",
      kWrite3));
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].options, (std::vector<RunOption>{{0, "bs", "4k"}, {0, "direct", "1"}}));
}

}  // namespace
}  // namespace regress
