// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison_pool.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "stats/metric_direction.h"
#include "stats/multiplicity.h"

namespace regress {
namespace {

constexpr size_t kBlockBytes = size_t{1} << 20;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

template <typename T>
void Put(std::string& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

void Put(std::string& bytes, const std::string& text) {
  Put(bytes, static_cast<uint32_t>(text.size()));
  bytes += text;
}

void Put(std::string& bytes, const std::optional<double>& value) {
  Put(bytes, value.value_or(kNone));
}

void Put(std::string& bytes, const std::vector<std::string>& texts) {
  Put(bytes, static_cast<uint32_t>(texts.size()));
  for (const std::string& text : texts) Put(bytes, text);
}

// Reads what Put wrote, in the same order.
class Cursor {
 public:
  Cursor(const std::string& bytes, uint64_t at) : bytes_(bytes), at_(at) {}

  template <typename T>
  T Get() {
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::string Text() {
    const auto size = Get<uint32_t>();
    std::string text = bytes_.substr(at_, size);
    at_ += size;
    return text;
  }
  std::optional<double> Number() {
    const auto value = Get<double>();
    return std::isnan(value) ? std::nullopt : std::optional<double>(value);
  }
  std::vector<std::string> Texts() {
    std::vector<std::string> texts(Get<uint32_t>());
    for (std::string& text : texts) text = Text();
    return texts;
  }

 private:
  const std::string& bytes_;
  uint64_t at_;
};

AnalysisOptions ToAnalysis(const CheckOptions& options) {
  AnalysisOptions analysis;
  analysis.alpha = options.alpha;
  analysis.drift_margin = options.max_drift_pct / 100;
  analysis.drop_first = options.drop_first;
  return analysis;
}

}  // namespace

ComparisonPool::ComparisonPool(const CheckOptions& options, const Directions& directions)
    : options_(options),
      directions_(directions),
      analyzer_(ToAnalysis(options)),
      rules_{options.alpha, options.max_drift_pct, options.min_rounds} {}

const SandwichAnalyzer& ComparisonPool::AnalyzerFor(const std::optional<BootSpread>& boots) const {
  if (!boots) return analyzer_;
  if (!spread_analyzer_ || spread_analyzer_->options().boot_spread->sd != boots->sd ||
      spread_analyzer_->options().boot_spread->df != boots->df) {
    AnalysisOptions options = analyzer_.options();
    options.boot_spread = boots;
    spread_analyzer_.emplace(options);
  }
  return *spread_analyzer_;
}

void ComparisonPool::Add(size_t owner, const Comparison& comparison,
                         const std::vector<std::string>& doubts,
                         const std::optional<BootSpread>& boots) {
  ++metrics_;
  if (examples_.size() < 3) examples_.push_back(comparison.metric);
  if (!options_.metrics.empty() &&
      std::none_of(options_.metrics.begin(), options_.metrics.end(),
                   [&](const std::string& glob) { return GlobMatch(glob, comparison.metric); }))
    return;
  const SandwichAnalysis analysis = AnalyzePoints(comparison, AnalyzerFor(boots));
  VerdictBasis basis = BasisOf(comparison, analysis, rules_);
  basis.doubtful |= !doubts.empty();
  if (blocks_.empty() || blocks_.back().size() > kBlockBytes) {
    blocks_.emplace_back();
    blocks_.back().reserve(kBlockBytes + kBlockBytes / 8);
  }
  entries_.push_back({static_cast<uint32_t>(blocks_.size() - 1),
                      static_cast<uint32_t>(blocks_.back().size()), static_cast<uint32_t>(owner),
                      basis, analysis.p_within.value_or(kNone),
                      analysis.p_between.value_or(kNone)});
  Put(blocks_.back(), boots ? std::optional<double>(boots->sd) : std::nullopt);
  Put(blocks_.back(), boots ? boots->df : 0.0);
  Pack(comparison, doubts, blocks_.back());
}

void ComparisonPool::Pack(const Comparison& comparison, const std::vector<std::string>& doubts,
                          std::string& bytes) {
  Put(bytes, comparison.metric);
  Put(bytes, comparison.unit);
  Put(bytes, comparison.section);
  Put(bytes, comparison.source.path);
  Put(bytes, comparison.source.at);
  Put(bytes, comparison.better);
  Put(bytes, static_cast<uint8_t>(comparison.drop_first ? 1 : 0));
  if (comparison.drop_first) {
    Put(bytes, comparison.drop_first->delta);
    Put(bytes, comparison.drop_first->drift);
  }
  Put(bytes, comparison.reasons);
  Put(bytes, doubts);
  Put(bytes, static_cast<uint32_t>(comparison.points.size()));
  for (const Point& point : comparison.points) {
    Put(bytes, point.role);
    Put(bytes, point.label);
    Put(bytes, static_cast<uint32_t>(point.rounds.size()));
    bytes.append(static_cast<const char*>(static_cast<const void*>(point.rounds.data())),
                 point.rounds.size() * sizeof(double));
    if (!point.rounds.empty()) continue;
    Put(bytes, point.n.value_or(0));
    Put(bytes, point.mean);
    Put(bytes, point.stddev);
    Put(bytes, point.stddev_kind);
    Put(bytes, point.printed);
  }
}

Comparison ComparisonPool::Unpack(const Entry& entry, std::vector<std::string>& doubts,
                                  std::optional<BootSpread>& boots) const {
  Cursor cursor(blocks_[entry.block], entry.begin);
  const std::optional<double> boot_sd = cursor.Number();
  const auto boot_df = cursor.Get<double>();
  boots = boot_sd ? std::optional<BootSpread>({*boot_sd, boot_df}) : std::nullopt;
  Comparison comparison;
  comparison.metric = cursor.Text();
  comparison.unit = cursor.Text();
  comparison.section = cursor.Text();
  comparison.source.path = cursor.Text();
  comparison.source.at = cursor.Get<SourceRef>();
  comparison.better = cursor.Get<Direction>();
  if (cursor.Get<uint8_t>() != 0) {
    DropFirst drop_first;
    drop_first.delta = cursor.Get<double>();
    drop_first.drift = cursor.Number();
    comparison.drop_first = drop_first;
  }
  comparison.reasons = cursor.Texts();
  doubts = cursor.Texts();
  comparison.points.resize(cursor.Get<uint32_t>());
  for (Point& point : comparison.points) {
    point.role = cursor.Get<Role>();
    point.label = cursor.Text();
    point.rounds.resize(cursor.Get<uint32_t>());
    for (double& value : point.rounds) value = cursor.Get<double>();
    if (!point.rounds.empty()) continue;
    if (const auto n = cursor.Get<uint64_t>(); n > 0) point.n = n;
    point.mean = cursor.Number();
    point.stddev = cursor.Number();
    point.stddev_kind = cursor.Get<StddevKind>();
    point.printed = cursor.Text();
  }
  return comparison;
}

void ComparisonPool::Finish() {
  std::vector<std::optional<double>> within;
  std::vector<std::optional<double>> between;
  const auto known = [](double p) {
    return std::isnan(p) ? std::nullopt : std::optional<double>(p);
  };
  within.reserve(entries_.size());
  between.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    within.push_back(known(entry.within));
    between.push_back(known(entry.between));
  }
  within = AdjustP(within, PAdjustment::kBenjaminiHochberg);
  between = AdjustP(between, PAdjustment::kBenjaminiHochberg);
  for (size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].within = within[i].value_or(kNone);
    entries_[i].between = between[i].value_or(kNone);
  }
}

ComparisonPool::Rest ComparisonPool::ForEach(size_t owner, size_t most, const Use& use) const {
  const auto known = [](double q) {
    return std::isnan(q) ? std::nullopt : std::optional<double>(q);
  };
  std::vector<std::string> doubts;
  Rest rest;
  size_t used = 0;
  for (const Entry& entry : entries_) {
    if (entry.owner != owner) continue;
    if (++used > most) {
      const Support support =
          SupportOf(entry.basis, known(entry.within), known(entry.between), rules_.alpha);
      ++rest.comparisons;
      rest.inconclusive += IsInconclusive(entry.basis, support) ? 1 : 0;
      continue;
    }
    std::optional<BootSpread> boots;
    Comparison comparison = Unpack(entry, doubts, boots);
    if (comparison.better == Direction::kUnknown)
      comparison.better = DirectionOf(directions_, comparison.metric, comparison.unit);
    const SandwichAnalysis analysis = AnalyzePoints(comparison, AnalyzerFor(boots));
    FillComparison(comparison, analysis, analyzer_.options());
    DecideComparison(comparison, analysis, rules_, known(entry.within), known(entry.between));
    if (!doubts.empty()) {
      comparison.reasons.insert(comparison.reasons.begin(), doubts.begin(), doubts.end());
      comparison.verdict = ComparisonVerdict::kInconclusive;
    }
    use(std::move(comparison), analysis);
  }
  return rest;
}

}  // namespace regress
