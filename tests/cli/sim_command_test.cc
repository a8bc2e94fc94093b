// SPDX-License-Identifier: Apache-2.0
#include "cli/sim_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/sim_options.h"
#include "cli/sim_plot.h"
#include "models/data/error.h"
#include "models/sim/experiment.h"
#include "tests/support/shell.h"
#include "version.h"

namespace regress {
namespace {

struct SimRun {
  ExitCode code;
  std::string out, err;
};

SimRun Sim(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = RunSim(arguments, out, err);
  return {code, out.str(), err.str()};
}

// A workload of some milliseconds.
std::vector<std::string> Small(std::vector<std::string> arguments) {
  for (const char* assignment : {"files=3", "file_size=8M", "Q=1500", "T=100", "t_write=20"}) {
    arguments.emplace_back("--set");
    arguments.emplace_back(assignment);
  }
  return arguments;
}

TEST(SimCommand, WrongUsageIsExplained) {
  const std::string known = "none, array, clock, xarray, fifo, lru, sieve, s3fifo, random";
  const struct {
    std::vector<std::string> arguments;
    std::string err;
  } kCases[] = {
      {{"--tracker", "clok"},
       "unknown tracker clok\n  help: did you mean clock? known are " + known},
      {{"--tracker", ""}, "unknown tracker \n  help: known are " + known},
      {{"--tracker", "clock,"}, "unknown tracker \n  help: known are " + known},
      {{"--tracker", "clock:3"},
       "clock takes 1, 2, 4, 8, 16 or 32 slots, not 3\n  help: lru:3, fifo:3 and array:3 work; the "
       "hand wraps by "
       "a mask and the reference bits fill one 32-bit word"},
      {{"--tracker", "clock:0"},
       "clock takes 1, 2, 4, 8, 16 or 32 slots, not 0\n  help: the hand wraps by a mask and the "
       "reference bits "
       "fill one 32-bit word"},
      {{"--tracker", "clock:64"},
       "clock takes 1, 2, 4, 8, 16 or 32 slots, not 64\n  help: lru:64, fifo:64 and array:64 work; "
       "the hand wraps "
       "by a mask and the reference bits fill one 32-bit word"},
      {{"--tracker", "array:0"}, "array takes 1 to 4096 slots, not 0"},
      {{"--tracker", "lru:x"}, "lru takes 1 to 4096 slots, not x"},
      {{"--tracker", "xarray:8"}, "xarray has no slots"},
      {{"--tracker", "none", "--slots", "4"}, "--slots: none of these variants takes slots"},
      {{"--tracker", "clock", "--slots", "1..128"},
       "clock is simulated with up to 64 slots, not 128"},
      {{"--tracker", "lru", "--slots", "8..1"},
       "--slots: '8..1' is no number or range\n  help: 1,2,4 or 1..64, from 1 to 4096"},
      {{"--tracker", "lru", "--slots", "0"},
       "--slots: '0' is no number or range\n  help: 1,2,4 or 1..64, from 1 to 4096"},
      {{"--tracker", "clock", "--tracker", "lru"},
       "name one experiment, once\n  help: --tracker or --tracker, and --tracker a,b to compare"},
      {{"--tracker", "clock", "--workload", "evict17"},
       "unknown workload evict17\n  help: did you mean evict16? known are evict16, evict16-fsync, "
       "evict16-by4, remap4k"},
      {{"--tracker", "clock", "--device", "tape"},
       "unknown device tape\n  help: known are nvme, ram"},
      {{"--tracker", "clock", "--set", "t_write=-5"},
       "t_write is out of range: -5\n  help: t_write goes from 0 to 100000 visits"},
      {{"--tracker", "clock", "--set", "T=0"},
       "T is out of range: 0\n  help: T goes from 1 to 1000000 visits"},
      {{"--tracker", "clock", "--folio", "2M"}, "--folio does not apply to --tracker"},
      {{"--tracker", "clock", "--runs", "0"},
       "--runs takes a whole number from 1 to 10000, not '0'"},
      {{"--tracker", "clock", "--seed", "-1"}, "--seed takes a whole number, not '-1'"},
      {{"--tracker", "clock", "--jobs", "0"},
       "--jobs takes a whole number from 1 to 1024, not '0'"},
      {{"--tracker", "clock", "--format", "xml"},
       "--format takes text, json, table, csv, not 'xml'"},
      {{"--tracker", "clock", "--plot", "x.gif"},
       "--plot takes a file named .svg or .png, not 'x.gif'"},
      {{"--tracker", "clock", "table.tsv"}, "regress-sim reads no file: 'table.tsv'"},
      {{"--trackers", "clock"}, "unknown option --trackers\n  help: did you mean --tracker?"},
      {{"--tracker", "clock,lru", "--trace", "t"},
       "--trace takes one variant, not 2\n  help: for example --tracker clock:8 --workload remap4k "
       "--trace FILE"},
      {{"--tracker", "clock", "--workload", "remap4k", "--calibrate"},
       "--calibrate needs a workload that removes files, not remap4k"},
      {{"--tracker", "all", "--slots", "1..64", "--runs", "10000"},
       "too many simulations for one call\n  help: variants x slots x runs is at most 200000"},
  };
  for (const auto& test : kCases) {
    const SimRun run = Sim(test.arguments);
    EXPECT_EQ(run.code, ExitCode::kUsage);
    EXPECT_EQ(run.err, "regress-sim: error: " + test.err + "\n");
    EXPECT_EQ(run.out, "");
  }
}

TEST(SimCommand, ExperimentIsAskedFor) {
  const SimRun run = Sim({});
  EXPECT_EQ(run.code, ExitCode::kUsage);
  EXPECT_EQ(run.err.substr(0, 42), "regress-sim: error: no experiment is named");
}

TEST(SimCommand, FilesThatCannotBeReadOrWritten) {
  const std::string folder = TemporaryDirectory("sim");
  SimRun run = Sim({"--tracker", "clock", "--params", folder + "/none"});
  EXPECT_EQ(run.code, ExitCode::kIo);
  EXPECT_EQ(run.err, folder + "/none: error: cannot be read\n");
  run = Sim(Small({"--tracker", "clock", "-o", folder + "/no/such/place"}));
  EXPECT_EQ(run.code, ExitCode::kIo);
  EXPECT_EQ(run.err, folder + "/no/such/place: error: No such file or directory\n");
  WriteFile(folder + "/bad.params", "files = 3\nt_write = 1e9 # too slow\n");
  run = Sim({"--tracker", "clock", "--params", folder + "/bad.params"});
  EXPECT_EQ(run.code, ExitCode::kUsage);
  EXPECT_EQ(run.err, "regress-sim: error: " + folder +
                         "/bad.params:2: t_write is out of range: 1000000000\n  help: t_write goes "
                         "from 0 to 100000 "
                         "visits\n");
}

TEST(SimCommand, ParameterFilesAreLikeSet) {
  const std::string folder = TemporaryDirectory("sim-params");
  WriteFile(folder + "/small.params",
            "files=3\nfile_size=8M\nQ=1500\n[fitted] T=100\nt_write=20\n");
  const SimRun by_file = Sim({"--tracker", "clock,none", "--format", "table", "--params",
                              folder + "/small.params", "--set", "T=100"});
  EXPECT_EQ(by_file.out, Sim(Small({"--tracker", "clock,none", "--format", "table"})).out);
}

// What regress-check reads back: keep it as it is.
TEST(SimCommand, EvidenceTable) {
  const SimRun run =
      Sim(Small({"--tracker", "none,array:8,clock:4,xarray", "--runs", "2", "--format", "table"}));
  EXPECT_EQ(run.code, ExitCode::kOk);
  EXPECT_EQ(run.err, "");
  std::istringstream lines(run.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "# regress-sim " REGRESS_VERSION
                  " experiment=tracker workload=evict16 seed=1 runs=2 origin=simulated");
  std::getline(lines, line);
  EXPECT_EQ(line, "variant\tslots\tmetric\tunit\tn\tmean\tstddev\tbasis\ttolerance_pct\tpublished");
  std::vector<std::string> starts;
  while (std::getline(lines, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), 9);
    starts.push_back(line.substr(0, line.find("\t\t2\t") + 3));
  }
  EXPECT_EQ(starts,
            (std::vector<std::string>{
                "none\t\trecow_per_first_cow\t\t2", "array:8\t8\trecow_per_first_cow\t\t2",
                "clock:4\t4\trecow_per_first_cow\t\t2", "xarray\t\trecow_per_first_cow\t\t2"}));
}

TEST(SimCommand, EvidenceTableNamesBasisToleranceAndPublishedFigure) {
  const SimRun run = Sim({"--tracker", "none,array:32,clock:8,xarray,lru:8", "--runs", "1",
                          "--format", "table", "--published"});
  std::istringstream lines(run.out);
  std::vector<std::string> ends;
  for (std::string line; std::getline(lines, line);) {
    size_t tab = line.size();
    for (int i = 0; i < 4 && tab != std::string::npos && tab > 0; ++i)
      tab = line.rfind('\t', tab - 1);
    if (line[0] != '#') ends.push_back(line.substr(tab));
  }
  EXPECT_EQ(ends, (std::vector<std::string>{"\tstddev\tbasis\ttolerance_pct\tpublished",
                                            "\t\tfitted\t10\t6.1", "\t\tpredicted\t10\t3.8",
                                            "\t\tpredicted\t10\t1.6", "\t\tchosen\t10\t1.4",
                                            "\t\tpredicted\t\t"}));
}

TEST(SimCommand, SameBytesForAnyNumberOfJobs) {
  for (const char* format : {"text", "json", "table", "csv"}) {
    const std::vector<std::string> arguments = Small(
        {"--tracker", "all", "--slots", "1..9", "--runs", "3", "--seed", "7", "--format", format});
    std::vector<std::string> one = arguments;
    one.insert(one.end(), {"--jobs", "1"});
    std::vector<std::string> four = arguments;
    four.insert(four.end(), {"--jobs", "4"});
    EXPECT_EQ(Sim(one).out, Sim(four).out) << format;
  }
}

TEST(SimCommand, AnotherSeedAnotherResult) {
  EXPECT_NE(Sim(Small({"--tracker", "none", "--format", "table"})).out,
            Sim(Small({"--tracker", "none", "--format", "table", "--seed", "2"})).out);
}

TEST(SimCommand, JsonHasTheKeysOfTheContract) {
  const SimRun run = Sim(Small({"--tracker", "none,clock:8", "--runs", "2", "--format", "json"}));
  const auto document = nlohmann::ordered_json::parse(run.out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : document.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"schema_version", "experiment", "device", "workload",
                                            "seed", "runs", "parameters", "rows", "counters"}));
  keys.clear();
  for (const auto& [key, value] : document["rows"][1].items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"variant", "slots", "metric", "value", "stddev", "unit",
                                      "published", "basis", "difference_pct", "tolerance_pct"}));
  EXPECT_TRUE(document["rows"][0]["slots"].is_null());
  EXPECT_EQ(document["rows"][1]["slots"], 8);
  EXPECT_TRUE(document["rows"][1]["published"].is_null());
  EXPECT_EQ(document["counters"]["clock:8"]["data_refs"], 6144);
  EXPECT_EQ(document["parameters"][0]["name"], "files");
  EXPECT_EQ(document["parameters"][0]["value"], 3);
  EXPECT_EQ(document["parameters"][0]["basis"], "chosen");
}

TEST(SimCommand, AFigureOutsideItsToleranceIsStatusOne) {
  const SimRun run =
      Sim({"--tracker", "array:32", "--published", "--runs", "1", "--set", "t_write=0"});
  EXPECT_EQ(run.code, ExitCode::kRegression);
  EXPECT_NE(run.out.find("Outside the declared tolerance: array:32 (+"), std::string::npos)
      << run.out;
  EXPECT_EQ(Sim({"--tracker", "array:32", "--runs", "1", "--set", "t_write=0"}).code,
            ExitCode::kOk);
}

TEST(SimCommand, ACalibrationWithoutResultIsStatusOne) {
  const SimRun run =
      Sim({"--tracker", "none", "--calibrate", "--runs", "1", "--set", "writeback=off"});
  EXPECT_EQ(run.code, ExitCode::kRegression);
  EXPECT_EQ(run.err,
            "regress-sim: error: T cannot be fitted to none = 6.1: the nearest in 50 to 20000 "
            "visits is 0.00 "
            "at T = 1000, 8 runs\n");
}

TEST(SimCommand, TraceIsAFunctionLogWithAsManyLinesAsItSays) {
  const std::string folder = TemporaryDirectory("sim-trace");
  const SimRun run =
      Sim({"--tracker", "clock:8", "--workload", "remap4k", "--set", "operations=500", "--runs",
           "1", "--trace", folder + "/trace.txt", "--format", "json"});
  ASSERT_EQ(run.code, ExitCode::kOk) << run.err;
  const std::string trace = ReadFile(folder + "/trace.txt");
  const auto count = [&trace](const std::string& text) {
    size_t n = 0;
    for (size_t at = trace.find(text); at != std::string::npos; at = trace.find(text, at + 1)) ++n;
    return n;
  };
  const auto counters = nlohmann::json::parse(run.out)["counters"]["clock:8"];
  EXPECT_EQ(trace.substr(0, 20), "# tracer: function\n#");
  EXPECT_EQ(count(": btrfs_remap_file_range <-"), 1000u);
  EXPECT_EQ(count(": btrfs_inhibit_eb_writeback <-"), counters["inhibit_calls"].get<size_t>());
  EXPECT_EQ(count(": btrfs_uninhibit_all_eb_writeback <-__btrfs_end_transaction"),
            counters["handles"].get<size_t>());
  const size_t entries =
      1000 + counters["inhibit_calls"].get<size_t>() + counters["handles"].get<size_t>();
  EXPECT_NE(trace.find("# entries-in-buffer/entries-written: " + std::to_string(entries) + "/" +
                       std::to_string(entries) + "   #P:1\n"),
            std::string::npos);
  EXPECT_NE(trace.find("\n         remap4k-1000    [000] .....     1.000000: "
                       "btrfs_remap_file_range <-do_clone_file_range\n"),
            std::string::npos);
}

TEST(SimCommand, PlotHasASeriesForEachVariantAndTheKnee) {
  const std::string folder = TemporaryDirectory("sim-plot");
  const SimRun run = Sim({"--tracker", "array,clock,xarray", "--slots", "1,4,8,16", "--runs", "1",
                          "--plot", folder + "/slots.svg"});
  ASSERT_EQ(run.code, ExitCode::kOk) << run.err;
  const std::string picture = ReadFile(folder + "/slots.svg");
  EXPECT_EQ(picture.substr(0, 5), "<?xml");
  for (const char* word :
       {"array", "clock", "xarray", "knee of clock, 8 slots", "re-COW per first-COW"})
    EXPECT_NE(picture.find(word), std::string::npos) << word;
  EXPECT_EQ(Sim({"--tracker", "clock", "--slots", "1,2", "--runs", "1", "--plot",
                 folder + "/no/such.png"})
                .code,
            ExitCode::kIo);
}

TEST(SimPlot, NamesAreQuotedForGnuplot) {
  PlotModel plot;
  plot.title = "it's";
  plot.series = {{"a`b\"$(c)", {{1, 2}}}};
  const std::string script = PlotScript(plot, "o'.png");
  EXPECT_NE(script.find("set output 'o''.png'\n"), std::string::npos);
  EXPECT_NE(script.find("set title 'it''s' noenhanced\n"), std::string::npos);
  EXPECT_NE(script.find("title 'a`b\"$(c)'"), std::string::npos);
  EXPECT_THROW(PlotScript(plot, "a\nb.png"), Error);
}

TEST(SimOptions, SlotLists) {
  EXPECT_EQ(ParseSlots("1,2,4"), (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(ParseSlots("6..8,32"), (std::vector<int>{6, 7, 8, 32}));
  for (const char* text : {"", "1,", "a", "1...3", "-1", "1..", "4097", "1-3", "99999999999"})
    EXPECT_THROW(ParseSlots(text), Error) << text;
}

}  // namespace
}  // namespace regress
