// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_report_claims.h"

#include <utility>

#include "parsers/fio_claims.h"

namespace regress {
namespace {

std::string_view UnitOf(const FioSize& size) {
  return size.token.substr(size.number.size());
}

std::string MetricOf(const FioRateRow& row, std::string_view name) {
  return "fio." + std::string(Name(row.direction)) + '_' + std::string(name);
}

// "47.6MiB/s (49.9MB/s)": the right side follows from the left.
void AddUnitPair(const FioSizeField& left, const FioSizeField& right, std::string metric,
                 const FioRecord& record, const std::string& path, std::vector<Claim>& claims) {
  if (left.size.decimal == right.size.decimal) return;
  const double ratio = left.size.mebibytes_per_unit / right.size.mebibytes_per_unit;
  claims.push_back(
      MakeFioClaim(ClaimKind::kUnitPair, std::move(metric), record.text(), right.size.token,
                   SizeFigure(right.size.number, 1, FioStyle::kNew, UnitOf(right.size), "decimal",
                              {path, record.At(right.offset)}),
                   {SizeFigure(left.size.number, ratio, FioStyle::kNew, UnitOf(right.size),
                               "binary", {path, record.At(left.offset)})},
                   "binary and decimal unit"));
}

// The work of a group against that of its jobs, whose figures are in the group's unit.
void AddSumClaim(const FioRateRow& group, std::vector<Figure> jobs, const FioRecord& record,
                 const std::string& path, std::vector<Claim>& claims) {
  const FioSize& done = group.done->size;
  for (Figure& job : jobs) job.unit = UnitOf(done);
  claims.push_back(MakeFioClaim(ClaimKind::kSum, MetricOf(group, "io_bytes"), record.text(),
                                done.token,
                                SizeFigure(done.number, 1, group.style, UnitOf(done), "io",
                                           {path, record.At(group.done->offset)}),
                                std::move(jobs), "sum of the jobs"));
}

}  // namespace

Figure SizeFigure(std::string_view number, double scale, FioStyle style, std::string_view unit,
                  std::string_view label, InputRef source) {
  Figure figure = MakeFioFigure(number, scale, Rounding::kNearest, unit, label, std::move(source));
  figure.number.unit = style == FioStyle::kOld ? 2 * scale : 2 * figure.number.unit;
  return figure;
}

void AddRateClaims(const FioRateRow& row, const FioRecord& record, const std::string& path,
                   std::vector<Claim>& claims) {
  if (row.rate && row.rate_decimal)
    AddUnitPair(*row.rate, *row.rate_decimal, MetricOf(row, "bw_MBps"), record, path, claims);
  if (row.done && row.done_decimal)
    AddUnitPair(*row.done, *row.done_decimal, MetricOf(row, "io_bytes"), record, path, claims);
  if (!row.rate || !row.done || !row.one_runtime || row.runtime_ms.value_or(0) <= 0) return;
  const FioSize& rate = row.rate->size;
  const FioSize& done = row.done->size;
  const std::string_view digits = row.runtime.value.substr(0, row.runtime.value.size() - 4);
  claims.push_back(
      MakeFioClaim(ClaimKind::kRate, MetricOf(row, "bw_MBps"), record.text(), rate.token,
                   SizeFigure(rate.number, 1, row.style, UnitOf(rate), "bw",
                              {path, record.At(row.rate->offset)}),
                   {SizeFigure(done.number, done.mebibytes_per_unit / rate.mebibytes_per_unit,
                               row.style, UnitOf(done), "io", {path, record.At(row.done->offset)}),
                    MakeFioFigure(digits, 0.001, Rounding::kExact, "s", "run",
                                  {path, record.At(row.runtime.offset)})},
                   "io / run"));
}

void FioGroupWork::Add(int64_t group, const FioRateRow& row, InputRef source) {
  if (!row.done) return;
  jobs_.push_back({group, row.direction, row.style, row.done->size.mebibytes_per_unit,
                   std::string(row.done->size.number), std::move(source)});
}

void FioGroupWork::AddClaim(int64_t group, const FioRateRow& row, const FioRecord& record,
                            const std::string& path, std::vector<Claim>& claims) const {
  if (!row.done) return;
  std::vector<Figure> parts;
  for (const Job& job : jobs_) {
    if (job.group == group && job.direction == row.direction)
      parts.push_back(SizeFigure(job.number,
                                 job.mebibytes_per_unit / row.done->size.mebibytes_per_unit,
                                 job.style, "", "io", job.source));
  }
  if (parts.size() > 1) AddSumClaim(row, std::move(parts), record, path, claims);
}

}  // namespace regress
