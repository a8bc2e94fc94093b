// SPDX-License-Identifier: Apache-2.0
// --explain ID: one claim in full. An id may be cut short while it names one claim.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/check_options.h"
#include "cli/claim_details.h"
#include "cli/judge.h"
#include "cli/reporter.h"
#include "cli/text_layout.h"
#include "models/data/error.h"
#include "stats/robot_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxMatches = 8;

class ExplainReporter final : public Reporter {
 public:
  ExplainReporter(const CheckOptions& options, std::ostream& out)
      : context_{options, Painter(options.color == ColorMode::kAlways), true}, out_(out) {}

  void Add(const InputSummary&, const EvidenceBundle& bundle) override {
    for (const Claim& claim : bundle.claims) {
      if (!claim.id.starts_with(context_.options.explain)) continue;
      if (matches_.size() < kMaxMatches) matches_.push_back(claim);
    }
    AddRows(bundle.robot);
  }
  void EndInput(const InputSummary&) override {}
  void AddGate(const GateResult&) override {}

  void Finish(const Outcome&) override {
    if (matches_.empty()) {
      throw Error(ErrorKind::kUsage, "no claim has the id " + context_.options.explain,
                  "-v and --format json list the ids");
    }
    if (matches_.size() > 1 && matches_[0].id != matches_[1].id) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("{} claims have an id that begins with {}", matches_.size(),
                              context_.options.explain),
                  "give more of it");
    }
    out_ << ExplainedClaim(matches_.front(), context_);
  }

 private:
  // The rows of a robot report are claims too, made one at a time.
  void AddRows(const RobotReport& report) {
    for (const RobotRow& row : report.rows) {
      for (size_t i = 0; row.chosen && i < row.cells; ++i) {
        Claim claim = RowClaim(report, row, i);
        claim.id = ClaimId(claim);
        if (!claim.id.starts_with(context_.options.explain)) continue;
        if (matches_.size() >= kMaxMatches) return;
        claim.readings.push_back(RowReading(report, row, i));
        matches_.push_back(std::move(claim));
      }
    }
  }

  TextContext context_;
  std::ostream& out_;
  std::vector<Claim> matches_;
};

}  // namespace

std::unique_ptr<Reporter> MakeExplainReporter(const CheckOptions& options, std::ostream& out) {
  return std::make_unique<ExplainReporter>(options, out);
}

}  // namespace regress
