// SPDX-License-Identifier: Apache-2.0
#include "stats/fio_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace regress {
namespace {

constexpr double kExactTolerance = 0.01;
constexpr double kReportTolerance = 0.05;
constexpr uint64_t kLeastSamples = 3;

// The interval of a printed number; a report's "16.0" may be 16.97.
Interval IntervalOf(const PrintedNumber& number) {
  Interval interval = number.interval();
  const std::string_view text = number.text;
  if (text.size() > 2 && text.ends_with(".0") && number.rounding == Rounding::kNearest) {
    const double scale = number.unit / 0.2;  // unit is two tenths of the printed scale
    interval.low = std::min(interval.low, number.value - 0.05 * scale);
    interval.high = std::max(interval.high, number.value + scale);
  }
  return interval;
}

Interval Quotient(const Interval& a, const Interval& b) {
  return Corners(a, b, [](double x, double y) { return x / y; });
}

Interval Product(const Interval& a, const Interval& b) {
  return Corners(a, b, [](double x, double y) { return x * y; });
}

// What the operands of a claim give; nullopt if the formula does not apply.
std::optional<Recomputed> Recompute(const Claim& claim, std::span<const Figure> operands) {
  if (operands.empty()) return std::nullopt;
  Recomputed result;
  result.unit = claim.stated_unit;
  result.value = operands[0].number.value;
  result.reachable = IntervalOf(operands[0].number);
  switch (claim.kind) {
    case ClaimKind::kRate: {
      if (operands.size() != 2) return std::nullopt;
      const Interval divisor = IntervalOf(operands[1].number);
      if (divisor.low <= 0) return std::nullopt;
      result.value /= operands[1].number.value;
      result.reachable = Quotient(result.reachable, divisor);
      return result;
    }
    case ClaimKind::kProduct:
      if (operands.size() != 2) return std::nullopt;
      result.value *= operands[1].number.value;
      result.reachable = Product(result.reachable, IntervalOf(operands[1].number));
      return result;
    case ClaimKind::kSum:
    case ClaimKind::kMean:
      for (const Figure& operand : operands.subspan(1)) {
        const Interval interval = IntervalOf(operand.number);
        result.value += operand.number.value;
        result.reachable.low += interval.low;
        result.reachable.high += interval.high;
      }
      return result;
    case ClaimKind::kUnitPair:
      return result;
    default:
      return std::nullopt;
  }
}

// The recomputation as a person would write it: "96.3MiB / 2024msec".
std::string Formula(const Claim& claim, std::span<const Figure> operands) {
  const std::string_view sign = claim.kind == ClaimKind::kRate      ? " / "
                                : claim.kind == ClaimKind::kProduct ? " * "
                                                                    : " + ";
  std::string text;
  for (const Figure& operand : operands) {
    if (!text.empty()) text += sign;
    text += operand.label.empty() ? operand.number.text
                                  : fmt::format("{} {}", operand.label, operand.number.text);
  }
  return text;
}

void JudgeClaim(Claim& claim) {
  if (claim.readings.size() != 1 || claim.readings[0].figures.size() < 2) return;
  Reading& reading = claim.readings[0];
  const Figure stated = reading.figures.front();
  reading.figures.erase(reading.figures.begin());
  const std::optional<Recomputed> result = Recompute(claim, reading.figures);
  for (const Figure& figure : reading.figures) {
    if (figure.source.at.line > 0) claim.evidence.push_back(figure.source);
  }
  if (!result) {
    claim.reason_code = ReasonCode::kNoFigures;
    claim.reason = "its figures do not allow the computation";
    return;
  }
  claim.recomputed = result;
  reading.value = result->value;
  reading.reachable = result->reachable;
  claim.answer = fmt::format("{} = {:.6g} {}", Formula(claim, reading.figures), result->value,
                             claim.stated_unit);
  const Interval range = IntervalOf(stated.number);
  const double gap = range.Gap(result->reachable);
  const double size = std::max(std::abs(stated.number.value), std::abs(result->value));
  const double miss = size > 0 ? gap / size : 0;
  reading.agrees = range.Meets(result->reachable);
  const bool report = stated.number.rounding == Rounding::kNearest &&
                      claim.kind != ClaimKind::kMean && stated.unit != "1/s";
  const double allowed = report ? kReportTolerance : kExactTolerance;
  const bool may_miss = claim.kind == ClaimKind::kProduct || claim.kind == ClaimKind::kMean;
  if (reading.agrees || (may_miss && miss <= kExactTolerance)) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.reason = claim.answer;
  } else if (may_miss || miss <= (claim.kind == ClaimKind::kUnitPair ? kExactTolerance : allowed)) {
    claim.reason_code = ReasonCode::kGrey;
    claim.reason = fmt::format("{}, {:.1f}% away", claim.answer, miss * 100);
    claim.would_decide = "the JSON output of the same run";
  } else {
    claim.verdict = ClaimVerdict::kContradicted;
    claim.reason_code = ReasonCode::kNoOverlap;
    claim.reason = fmt::format("{}, {:.1f}% away", claim.answer, miss * 100);
  }
}

// "30", "30s", "500ms", "2m", "1h" in milliseconds: fio's times count seconds.
std::optional<double> RequestedMs(std::string_view text) {
  double value = 0;
  size_t at = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9' && at < 12)
    value = value * 10 + (text[at++] - '0');
  if (at == 0) return std::nullopt;
  constexpr std::array<std::pair<std::string_view, double>, 6> kUnits = {
      {{"", 1000}, {"s", 1000}, {"ms", 1}, {"us", 0.001}, {"m", 60000}, {"h", 3600000}}};
  for (const auto& [suffix, ms] : kUnits) {
    if (text.substr(at) == suffix) return value * ms;
  }
  return std::nullopt;
}

// The last of a sorted run's options of this name that belong to `job`, nullptr if there is none.
const RunOption* OwnOption(const RunInfo& run, std::optional<uint32_t> job, std::string_view name) {
  using Key = std::pair<std::optional<uint32_t>, std::string_view>;
  const auto end = std::upper_bound(run.options.begin(), run.options.end(), Key{job, name},
                                    [](const Key& key, const RunOption& option) {
                                      return key < Key{option.job, option.name};
                                    });
  if (end == run.options.begin()) return nullptr;
  const RunOption& option = *std::prev(end);
  return option.job == job && option.name == name ? &option : nullptr;
}

const RunOption* FindOption(const RunInfo& run, size_t job, std::string_view name) {
  const RunOption* own = OwnOption(run, static_cast<uint32_t>(job), name);
  return own != nullptr ? own : OwnOption(run, std::nullopt, name);  // the job's own counts
}

class RunChecker {
 public:
  RunChecker(EvidenceBundle& bundle, bool rounds) : bundle_(bundle), rounds_(rounds) {
    for (size_t i = 0; i < bundle.measurements.size(); ++i) {
      const Measurement& m = bundle.measurements[i];
      if (!m.preferred || !m.metric.ends_with("_runtime_ms")) continue;
      const auto [found, added] = longest_.try_emplace({m.run, m.job}, i);
      if (!added && m.value > bundle.measurements[found->second].value) found->second = i;
    }
  }

  void Check(const RunInfo& run) {
    for (size_t job = 0; job < run.jobs.size(); ++job) {
      if (const auto found = longest_.find({run.run, run.jobs[job].job}); found != longest_.end()) {
        const Measurement& longest = bundle_.measurements[found->second];
        CheckTime(run, job, longest);
        if (longest.value >= 1000 && !rounds_) CheckSamples(run, run.jobs[job]);
      }
      CheckOptions(run, job);
    }
  }

 private:
  void Warn(const InputRef& source, std::string message) {
    bundle_.diagnostics.push_back({Severity::kWarning, source, std::move(message), ""});
  }

  void CheckTime(const RunInfo& run, size_t job, const Measurement& runtime) {
    const RunOption* option = FindOption(run, job, "runtime");
    const std::optional<double> wanted = option ? RequestedMs(option->value) : std::nullopt;
    if (wanted && runtime.value < *wanted * 0.95) {
      Warn(runtime.source, fmt::format("job {} ran {:.0f} ms of the {:.0f} ms asked for",
                                       NameOf(runtime.job), runtime.value, *wanted));
    } else if (runtime.value < 1000) {
      Warn(runtime.source, fmt::format("job {} ran {:.0f} ms: too short to measure rates",
                                       NameOf(runtime.job), runtime.value));
    }
  }

  void CheckSamples(const RunInfo& run, const RunJob& job) {
    if (job.samples.value_or(kLeastSamples) >= kLeastSamples) return;
    Warn(
        {run.source.path, job.samples_at},
        fmt::format(
            "job {} has {} of bandwidth: how steady it was cannot be told", NameOf(job.job),
            *job.samples == 1 ? std::string("1 sample") : fmt::format("{} samples", *job.samples)));
  }

  void CheckOptions(const RunInfo& run, size_t job) {
    const RunOption* direct = FindOption(run, job, "direct");
    const RunOption* buffered = FindOption(run, job, "buffered");
    const RunOption* engine = FindOption(run, job, "ioengine");
    const bool on_files = engine == nullptr || (engine->value != "null" && engine->value != "net" &&
                                                engine->value != "cpuio");
    if (direct != nullptr && direct->value == "1" && !run.disks && on_files && !rounds_ && job == 0)
      bundle_.diagnostics.push_back(
          {Severity::kNote, run.source,
           "direct=1, but fio names no disk: the files are on tmpfs, the network or btrfs, which "
           "writes through the page cache where it keeps checksums",
           ""});
    if (direct == nullptr || buffered == nullptr || direct->value != buffered->value) return;
    Warn(run.source,
         fmt::format("job {} has direct={} and buffered={}, which contradict each other",
                     NameOf(run.jobs[job].job), direct->value, buffered->value));
  }

  // "doc0:job1:NAME" -> "NAME"
  static std::string_view NameOf(std::string_view job) {
    const size_t first = job.find(':');
    if (first == std::string_view::npos) return job;
    job.remove_prefix(first + 1);
    const size_t second = job.starts_with("job") ? job.find(':') : std::string_view::npos;
    return second == std::string_view::npos ? job : job.substr(second + 1);
  }

  EvidenceBundle& bundle_;
  bool rounds_;
  // The measurement of the longest run time, by run and job.
  std::map<std::pair<uint32_t, std::string>, size_t> longest_;
};

}  // namespace

void JudgeFioClaims(EvidenceBundle& bundle) {
  for (Claim& claim : bundle.claims) JudgeClaim(claim);
}

void WarnOfFioRuns(EvidenceBundle& bundle, bool rounds) {
  RunChecker checker(bundle, rounds);
  for (const RunInfo& run : bundle.runs) checker.Check(run);
}

}  // namespace regress
