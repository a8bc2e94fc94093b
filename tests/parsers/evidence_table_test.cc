// SPDX-License-Identifier: Apache-2.0
#include "parsers/evidence_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/data/error.h"
#include "parsers/table_sniff.h"

namespace regress {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

EvidenceBundle Read(const std::string& text, const std::string& columns = "") {
  ByteStream input = ByteStream::FromMemory(text, "in.tsv");
  ParseOptions options;
  options.columns = columns;
  EvidenceBundle all;
  ParseEvidenceTable(input, options, [&](EvidenceBundle&& piece) {
    all.rows += piece.rows;
    for (auto& table : piece.evidence_tables) all.evidence_tables.push_back(std::move(table));
    for (auto& comparison : piece.comparisons) all.comparisons.push_back(std::move(comparison));
    for (auto& diagnostic : piece.diagnostics) all.diagnostics.push_back(std::move(diagnostic));
  });
  return all;
}

std::string ErrorOf(const std::string& text, const std::string& columns = "") {
  try {
    Read(text, columns);
  } catch (const Error& error) {
    return std::string(error.what()) + " | " + error.help();
  }
  return "";
}

std::string Describe(const Point& point) {
  std::string text = std::string(Name(point.role)) + " " + point.label + ":";
  for (const double round : point.rounds) text += " " + std::to_string(static_cast<int>(round));
  return text;
}

std::vector<std::string> Points(const Comparison& comparison) {
  std::vector<std::string> points;
  for (const Point& point : comparison.points) points.push_back(Describe(point));
  return points;
}

std::vector<std::string> Messages(const EvidenceBundle& bundle) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : bundle.diagnostics) messages.push_back(diagnostic.message);
  return messages;
}

struct LayoutCase {
  const char* name;
  const char* text;
  TableLayout layout;
  std::vector<std::string> controls;
};

class TableLayouts : public testing::TestWithParam<LayoutCase> {};

TEST_P(TableLayouts, AreRecognisedFromNames) {
  const EvidenceBundle bundle = Read(GetParam().text);
  ASSERT_EQ(bundle.evidence_tables.size(), 1u);
  EXPECT_EQ(bundle.evidence_tables[0].layout, GetParam().layout);
  EXPECT_EQ(bundle.evidence_tables[0].controls, GetParam().controls);
}

INSTANTIATE_TEST_SUITE_P(
    All, TableLayouts,
    testing::Values(
        LayoutCase{"sandwich_columns",
                   "scenario\tcontrol_a_ns\tcontrol_b_ns\tupstream_v3_"
                   "ns\nopen\t10\t11\t9\nclose\t7\t7\t6\n",
                   TableLayout::kWide,
                   {"control"}},
        LayoutCase{"before_after_csv",
                   "metric,before,after,delta_pct\nreads,10,12,20.0\nwrites,8,8,0.0\n",
                   TableLayout::kWide,
                   {"before"}},
        LayoutCase{"reference_named_by_a_derived_column",
                   "case,rcu_ns,lock_ns,rcu_vs_lock_pct\na,5,10,-50\nb,6,10,-40\n",
                   TableLayout::kWide,
                   {"lock"}},
        LayoutCase{"units_in_brackets",
                   "test;base (us);patched (us)\nseq;10.5;9.5\nrand;20.5;18.5\n",
                   TableLayout::kWide,
                   {"base"}},
        LayoutCase{
            "points_by_label",
            "point\tn\tmean_ns\tsd\nparent-a\t5\t10\t1\nchild\t5\t12\t1\nparent-b\t5\t10\t1\n",
            TableLayout::kPoints,
            {"parent"}},
        LayoutCase{"repeats_around_another",
                   "label,mean_ns\nk61a,10\nk62,12\nk61b,11\n",
                   TableLayout::kPoints,
                   {"k61"}},
        LayoutCase{
            "calls", "function,calls\nvfs_read,100\nvfs_write,7\n", TableLayout::kCounts, {}},
        LayoutCase{"identity",
                   "field\tcontrol\tpatched\nconfig\tabc\tabc\ncompiler\tgcc\tgcc\n",
                   TableLayout::kOther,
                   {}},
        LayoutCase{"kernels_without_roles",
                   "kernel,mean_ns\n6.1.0,10\n6.6.0,12\n6.12.0,11\n",
                   TableLayout::kOther,
                   {}}),
    [](const auto& param) { return param.param.name; });

TEST(EvidenceTable, QuotedFieldsMayHoldDelimitersQuotesAndLineEnds) {
  const EvidenceBundle bundle =
      Read("point,\"mean, ns\",note\nbase,10,\"a, \"\"b\"\"\nc\"\npatched,12,x\n");
  ASSERT_EQ(bundle.evidence_tables.size(), 1u);
  const EvidenceTable& table = bundle.evidence_tables[0];
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.columns[1].name, "mean, ns");
  EXPECT_EQ(table.rows[0].cells[2].text, "a, \"b\"\nc");
  EXPECT_EQ(table.rows[1].line, 4u);
}

TEST(EvidenceTable, RowsPerRoundBecomePointsInRunOrder) {
  const EvidenceBundle bundle = Read(
      "metric\tkernel\tround\tvalue\nlat_ns\tcontrol\t1\t10\nlat_ns\tcontrol\t2\t11\nlat_"
      "ns\tpatched\t1\t20\n"
      "lat_ns\tpatched\t2\t21\nlat_ns\tcontrol\t1\t12\nlat_ns\tcontrol\t2\t13\n");
  ASSERT_EQ(bundle.comparisons.size(), 1u);
  EXPECT_EQ(bundle.comparisons[0].metric, "lat_ns");
  EXPECT_EQ(bundle.comparisons[0].unit, "ns");
  EXPECT_THAT(
      Points(bundle.comparisons[0]),
      ElementsAre("control control: 10 11", "patched patched: 20 21", "control control: 12 13"));
}

// A byte that separates nothing: names with it stay whole and apart.
TEST(EvidenceTable, ControlBytesOfANameStayInIt) {
  const auto bundle = Read(
      "metric\tpoint\tround\tvalue\nlat\x1f"
      "ns\tcontrol\t1\t5\nlat\x1f"
      "ns\tpatched\t1\t6\n"
      "lat\tcontrol\t1\t7\nlat\tpatched\t1\t8\n");
  ASSERT_EQ(bundle.comparisons.size(), 2u);
  EXPECT_EQ(bundle.comparisons[0].metric,
            "lat\x1f"
            "ns");
  EXPECT_EQ(bundle.comparisons[0].section, "");
  EXPECT_EQ(bundle.comparisons[1].metric, "lat");
}

TEST(EvidenceTable, InterleavedRoundsAreTwoPoints) {
  const EvidenceBundle bundle =
      Read("kernel,ops\nbase,10\npatched,20\nbase,11\npatched,21\nbase,12\npatched,22\n");
  ASSERT_EQ(bundle.comparisons.size(), 1u);
  EXPECT_THAT(Points(bundle.comparisons[0]),
              ElementsAre("control base: 10 11 12", "patched patched: 20 21 22"));
}

TEST(EvidenceTable, ColumnsOfRoundsAreASandwich) {
  const EvidenceBundle bundle = Read("round,control_a,patched,control_b\n1,10,20,11\n2,12,22,13\n");
  ASSERT_EQ(bundle.comparisons.size(), 1u);
  EXPECT_THAT(Points(bundle.comparisons[0]),
              ElementsAre("control control-a: 10 12", "patched patched: 20 22",
                          "control control-b: 11 13"));
}

TEST(EvidenceTable, RoundsOutOfOrderAreSortedAndDuplicatesDropped) {
  const EvidenceBundle bundle = Read(
      "kernel,round,ns\nbase,3,13\nbase,2,12\nbase,2,99\nbase,1,11\npatched,1,21\npatched,2,"
      "22\npatched,3,23\n");
  ASSERT_EQ(bundle.comparisons.size(), 1u);
  EXPECT_THAT(Points(bundle.comparisons[0]),
              ElementsAre("control base: 11 12 13", "patched patched: 21 22 23"));
  EXPECT_THAT(
      Messages(bundle),
      ElementsAre("1 round has the number of another round of the point: the first of each is used",
                  "1 point has rounds out of order: sorted by their numbers"));
}

TEST(EvidenceTable, NumbersThatAreNotFiniteAreLeftOutWithTheirPlace) {
  const EvidenceBundle bundle =
      Read("kernel,round,ns\nbase,1,nan\nbase,2,12\npatched,1,inf\npatched,2,22\npatched,3\n");
  ASSERT_EQ(bundle.comparisons.size(), 1u);
  EXPECT_THAT(Points(bundle.comparisons[0]),
              ElementsAre("control base: 12", "patched patched: 22"));
  EXPECT_THAT(Messages(bundle), ElementsAre("'nan' is not a finite number: round left out",
                                            "'inf' is not a finite number: round left out",
                                            "row has 2 fields, the header 3"));
  EXPECT_EQ(bundle.diagnostics[0].source.at.line, 2u);
  EXPECT_EQ(bundle.diagnostics[0].source.at.column, 8u);
}

TEST(EvidenceTable, AmbiguousColumnsAreAskedForByTheOption) {
  EXPECT_EQ(ErrorOf("metric,base,old,new\na,1,2,3\nb,2,3,4\n"),
            "in.tsv:1: error: the columns do not say which of 'base', 'old' and 'new' is the "
            "control | name them: "
            "--columns control=base,patched=new");
  EXPECT_EQ(ErrorOf("metric,foo,bar,delta_pct\na,1,2,100\nb,2,3,50\n"),
            "in.tsv:1: error: the columns do not say which of 'foo' and 'bar' is the control and "
            "which is patched | "
            "name them: --columns control=foo,patched=bar");
  EXPECT_EQ(ErrorOf("point,ns\nbase,1\nold,2\nnew,3\n"),
            "in.tsv:1: error: column 'point' does not say which of 'base' and 'old' is the control "
            "| name them: "
            "--columns control=base,patched=old");
}

TEST(EvidenceTable, TheOptionNamesColumnsAndLabels) {
  const EvidenceBundle wide =
      Read("metric,base,old,new\na,1,2,3\nb,2,3,4\n", "control=old,patched=new");
  ASSERT_EQ(wide.evidence_tables.size(), 1u);
  EXPECT_EQ(wide.evidence_tables[0].layout, TableLayout::kWide);
  EXPECT_EQ(wide.evidence_tables[0].columns[2].point.stem, "control");
  const EvidenceBundle points =
      Read("point,ns\nbase,1\nold,2\nnew,3\n", "control=old,patched=new,patched=base");
  EXPECT_THAT(points.evidence_tables[0].controls, ElementsAre("old"));
  EXPECT_THROW(Read("metric,foo\na,1\n", "contorl=foo"), Error);
  EXPECT_THROW(Read("metric,foo\na,1\n", "foo"), Error);
}

TEST(EvidenceTable, ANameOfTheOptionThatIsNotThereIsAnErrorWithTheNamesThatAre) {
  EXPECT_EQ(ErrorOf("metric,old,new,note\na,1,2,x\n", "control=odl,patched=new"),
            "in.tsv:1: error: no column or label is named 'odl', as --columns has it | "
            "its columns are metric, old, new, note");
  EXPECT_EQ(ErrorOf("metric,old,new\na,1,2\n", "metric=what,control=old,patched=new"),
            "in.tsv:1: error: no column or label is named 'what', as --columns has it | "
            "its columns are metric, old, new");
  EXPECT_EQ(ErrorOf("kernel,ns\nbase,1\nnext,2\n", "control=base,patched=nxet"),
            "in.tsv:1: error: no column or label is named 'nxet', as --columns has it | "
            "its columns are kernel, ns; kernel is base, next");
  EXPECT_EQ(ErrorOf("metric,foo,bar\na,1,2\n", "control=foo"),
            "in.tsv:1: error: --columns names a control but no patched column | "
            "its columns are metric, foo, bar");
}

TEST(EvidenceTable, LabelsThatTheOptionNamesKeepTheirRounds) {
  const EvidenceBundle versions = Read("kernel,round,ns\nv7.1,1,10\nv7.1,2,12\nv7.1-fix,1,20\n",
                                       "control=v7.1,patched=v7.1-fix");
  ASSERT_EQ(versions.comparisons.size(), 1u);
  EXPECT_THAT(Points(versions.comparisons[0]),
              ElementsAre("control v7.1: 10 12", "patched v7.1-fix: 20"));
  const EvidenceBundle apart =
      Read("kernel,round,ns\nlinux-a,1,10\nlinux-b,1,20\n", "control=linux-a,patched=linux-b");
  ASSERT_EQ(apart.comparisons.size(), 1u);
  EXPECT_THAT(Points(apart.comparisons[0]),
              ElementsAre("control linux-a: 10", "patched linux-b: 20"));
}

TEST(EvidenceTable, SniffWantsAHeaderAndRowsOfOneWidth) {
  EXPECT_EQ(LooksLikeTable("point\tmean\na\t1\n"), 80);
  EXPECT_EQ(LooksLikeTable("# comment\n\npoint,mean\na,1\n"), 70);
  EXPECT_EQ(LooksLikeTable("Hi all, this is a mail\nwith a comma, twice\n"), 0);
  EXPECT_EQ(LooksLikeTable("1, 2, 3\n4, 5, 6\n"), 0);
  EXPECT_EQ(LooksLikeTable("point,mean\n"), 0);
  EXPECT_EQ(LooksLikeTable(""), 0);
}

TEST(EvidenceTable, ALongTableComesInPieces) {
  std::string text = "scenario\tcontrol\tpatched\n";
  for (int i = 0; i < 20000; ++i) text += "s" + std::to_string(i) + "\t10\t12\n";
  const EvidenceBundle bundle = Read(text);
  EXPECT_EQ(bundle.rows, 20000u);
  ASSERT_EQ(bundle.evidence_tables.size(), 3u);
  EXPECT_TRUE(bundle.evidence_tables[2].continued);
  EXPECT_EQ(bundle.evidence_tables[2].rows.size(), 20000u - 2 * kRowsPerPiece);
}

TEST(EvidenceTable, DamagedInputIsRead) {
  EXPECT_THAT(Messages(Read("a,b\n\"unclosed,1\n2,3\n")),
              ElementsAre("row has 1 fields, the header 2"));
  EXPECT_THAT(Read("").evidence_tables, IsEmpty());
  EXPECT_EQ(Read(std::string("p,q\n\0\0,1\n", 9)).rows, 1u);
  EXPECT_EQ(
      Read("point\tmean\r\nbase\t1\r\npatched\t2\r\n").evidence_tables[0].rows[1].cells[1].text,
      "2");
}

}  // namespace
}  // namespace regress
