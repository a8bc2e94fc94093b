// SPDX-License-Identifier: Apache-2.0
#include "models/store/row_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/store/content_hash.h"
#include "models/store/json_text.h"

namespace regress {
namespace {

std::optional<int64_t> Index(int32_t value) {
  return value < 0 ? std::nullopt : std::optional<int64_t>(value);
}

// Calls `insert` for each of `rows` from `from` on in the order of their keys; rows of one key keep
// their order.
template <typename Row, typename Insert>
void InOrder(const std::vector<Row>& rows, size_t from, int64_t Row::*key, Insert insert) {
  std::vector<std::pair<int64_t, uint32_t>> order;
  order.reserve(rows.size() - from);
  for (size_t i = from; i < rows.size(); ++i)
    order.emplace_back(rows[i].*key, static_cast<uint32_t>(i));
  std::sort(order.begin(), order.end());
  for (const auto& [id, i] : order) insert(rows[i]);
}

}  // namespace

RowBatch::Span RowBatch::Keep(std::string_view text) {
  const Span span{static_cast<uint32_t>(text_.size()), static_cast<uint32_t>(text.size())};
  text_ += text;
  return span;
}

void RowBatch::AddClaim(const ClaimRow& row) {
  JsonObject body(body_);
  body.Add("id", row.id).Add("metric", row.metric).Add("stated", row.stated);
  body.Add("value", row.value).Add("unit", row.unit);
  if (row.recomputed) {
    body.Add("recomputed", row.recomputed);
    body.Add("low", std::optional(row.reachable.low));
    body.Add("high", std::optional(row.reachable.high));
  }
  body.Add("convention", row.convention).Add("reason", row.reason).Add("quote", row.quote);
  body.Add("origin", Name(row.origin)).Add("duplicate", int64_t{row.duplicate});
  const int64_t id = ContentId(HashOf(Text(input_), row.id));
  claims_.push_back(
      {id, input_, row.at, row.kind, row.verdict, row.reason_code, Keep(body.Done())});
}

int64_t RowBatch::AddSeries(const SeriesKey& key) {
  const std::string hash = HashOf(key.suite, key.test, key.params, key.metric, key.unit, "");
  const int64_t id = ContentId(hash);
  series_.push_back({id, Keep(hash), Keep(key.suite), Keep(key.test), Keep(key.params),
                     Keep(key.metric), Keep(key.unit)});
  return id;
}

void RowBatch::AddPoint(int64_t series, int64_t t, const PointRow& point) {
  points_.push_back({series, t, point.run, point.n, point.mean, point.stddev, point.stddev_kind,
                     point.rounds.empty() ? Span{} : Keep(JsonArray(point.rounds))});
}

void RowBatch::AddVerdict(const VerdictRow& row) {
  const int64_t series = AddSeries(row.series);
  for (const PointRow& point : row.points) AddPoint(series, 0, point);
  if (row.patched >= row.points.size()) return;
  JsonObject body(body_);
  body.Add("line", int64_t{row.line});
  body.Add("change", row.is_difference ? "difference" : "percent");
  body.Add("printed", row.printed).Add("better", Name(row.better)).Add("drift_pct", row.drift);
  body.Add("q", row.q).Add("mde_pct", row.mde).Add("support", Name(row.support));
  std::optional<double> effect = row.change;
  if (effect && !row.is_difference) effect = *effect / 100;
  verdicts_.push_back({series, row.points[row.patched].run, row.points[0].run, row.rule,
                       row.verdict, effect, row.p, Keep(body.Done())});
}

void RowBatch::InsertClaims(size_t from) {
  Statement& insert =
      prepared_.Get("INSERT INTO claim VALUES(?,?,?,?,?,?,NULL,?,?,?,?) ON CONFLICT DO NOTHING");
  InOrder(claims_, from, &Claim::id, [&](const Claim& row) {
    insert.Bind(row.id).Bind(Text(row.input));
    insert.Bind(Index(row.at.message)).Bind(Index(row.at.part));
    insert.Bind(int64_t{row.at.line}).Bind(int64_t{row.at.column});
    insert.Bind(Name(row.kind)).Bind(Name(row.verdict)).Bind(Name(row.reason_code));
    insert.Bind(Text(row.body)).Run();
  });
}

void RowBatch::InsertSeries(size_t from) {
  Statement& insert =
      prepared_.Get("INSERT INTO series VALUES(?,?,?,?,?,?,?,'') ON CONFLICT DO NOTHING");
  const Series* last = nullptr;
  InOrder(series_, from, &Series::id, [&](const Series& row) {
    if (last != nullptr && last->id == row.id && Text(last->hash) == Text(row.hash)) return;
    last = &row;
    insert.Bind(row.id).Bind(Text(row.hash)).Bind(Text(row.suite)).Bind(Text(row.test));
    insert.Bind(Text(row.params)).Bind(Text(row.metric)).Bind(Text(row.unit));
    if (insert.Run() > 0) return;
    Statement& same = prepared_.Get("SELECT hash FROM series WHERE series_id = ?");
    std::string stored;
    for (same.Bind(row.id); same.Next();) stored = same.Text(0);
    if (stored != Text(row.hash)) {
      database_.Fail(
          fmt::format("series {} stands for both {} and {}", row.id, stored, Text(row.hash)));
    }
  });
}

void RowBatch::InsertPoints(size_t from) {
  Statement& insert =
      prepared_.Get("INSERT INTO point VALUES(?,?,?,?,?,?,?,NULL,NULL,?) ON CONFLICT DO NOTHING");
  InOrder(points_, from, &Point::series, [&](const Point& row) {
    insert.Bind(row.series).Bind(row.t).Bind(row.run);
    insert.Bind(row.n).Bind(row.mean).Bind(row.stddev);
    if (row.stddev_kind == StddevKind::kNone) {
      insert.BindNull();
    } else {
      insert.Bind(Name(row.stddev_kind));
    }
    if (row.rounds.size == 0) {
      insert.BindNull();
    } else {
      insert.Bind(Text(row.rounds));
    }
    insert.Run();
  });
}

void RowBatch::InsertVerdicts(size_t from) {
  Statement& insert =
      prepared_.Get("INSERT INTO verdict VALUES(?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING");
  InOrder(verdicts_, from, &Verdict::series, [&](const Verdict& row) {
    insert.Bind(row.series).Bind(row.run).Bind(row.base);
    insert.Bind(row.rule).Bind(Name(row.outcome)).Bind(row.effect).Bind(row.p);
    insert.Bind(Text(row.body)).Run();
  });
}

void RowBatch::BeginInput(std::string_view hash) {
  input_ = Keep(hash);
  begin_ = {text_.size(), claims_.size(), series_.size(), points_.size(), verdicts_.size()};
}

void RowBatch::DropInput() {
  CutTo(begin_);
}

void RowBatch::WriteInput() {
  InsertFrom(begin_);
}

void RowBatch::Insert() {
  InsertFrom({});
  begin_ = {};
}

void RowBatch::InsertFrom(const Sizes& begin) {
  InsertClaims(begin.claims);
  InsertSeries(begin.series);
  InsertPoints(begin.points);
  InsertVerdicts(begin.verdicts);
  CutTo(begin);
}

void RowBatch::CutTo(const Sizes& sizes) {
  text_.resize(sizes.text);
  claims_.resize(sizes.claims);
  series_.resize(sizes.series);
  points_.resize(sizes.points);
  verdicts_.resize(sizes.verdicts);
}

}  // namespace regress
