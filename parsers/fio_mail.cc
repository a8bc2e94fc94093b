// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_mail.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/error.h"
#include "parsers/fio_scanner.h"
#include "parsers/fio_terse.h"

namespace regress {
namespace {

// A part without any sign of fio is not worth a second look; nearly all mails are such.
bool HasFio(const MailPart& part) {
  for (const TextLine& line : part.lines) {
    if (line.use == LineUse::kRobot) continue;
    if (line.text.starts_with('{') && line.text.size() < 4) return true;
    if (FindTerse(line.text)) return true;
    switch (ClassifyFioLine(line.text)) {
      case FioLineKind::kHeader:
      case FioLineKind::kDirection:
      case FioLineKind::kGroup:
        return true;
      default:
        break;
    }
  }
  return false;
}

constexpr size_t kMostJobs = 4096;     // that copies are looked for in
constexpr size_t kMostFigures = 2048;  // of a job

// The line of the part that the scanner means; nullptr if it means none.
const TextLine* LineOf(const MailPart& part, const InputRef& source) {
  return source.at.line == 0 || source.at.line > part.lines.size()
             ? nullptr
             : &part.lines[source.at.line - 1];
}

// A figure wherever it stands: job without its number, metric and value.
uint64_t FigureHash(const Measurement& m) {
  const size_t colon = m.job.rfind(':');
  const std::string_view name =
      std::string_view(m.job).substr(colon == std::string::npos ? 0 : colon + 1);
  uint64_t hash = std::hash<std::string_view>()(m.metric);
  hash = hash * 0x9E3779B97F4A7C15U + std::hash<std::string_view>()(name);
  return hash * 0x9E3779B97F4A7C15U + std::hash<double>()(m.value);
}

// What one job of a piece says.
struct JobFigures {
  std::vector<size_t> places;  // among the measurements
  std::vector<uint64_t> figures;
  bool quoted = true;  // all of it
};

std::map<std::pair<uint32_t, std::string>, JobFigures> JobsOf(const MailPart& part,
                                                              const EvidenceBundle& piece) {
  std::map<std::pair<uint32_t, std::string>, JobFigures> jobs;
  for (size_t i = 0; i < piece.measurements.size(); ++i) {
    const Measurement& m = piece.measurements[i];
    JobFigures& job = jobs[{m.run, m.job}];
    const TextLine* line = LineOf(part, m.source);
    job.quoted &= line != nullptr && line->quote_depth > 0;
    job.places.push_back(i);
    if (job.figures.size() < kMostFigures) job.figures.push_back(FigureHash(m));
  }
  for (auto& [name, job] : jobs) std::sort(job.figures.begin(), job.figures.end());
  return jobs;
}

// A job in quoted lines whose figures an earlier one has is a copy: neither its figures count nor
// what is wrong with a run of nothing but copies.
void MarkCopies(const MailPart& part, EvidenceBundle& piece, FioMailState& state) {
  const size_t earlier = state.jobs.size();
  auto jobs = JobsOf(part, piece);
  for (auto& entry : jobs) {
    JobFigures& job = entry.second;
    const bool copy =
        job.quoted &&
        std::any_of(state.jobs.begin(), state.jobs.begin() + static_cast<std::ptrdiff_t>(earlier),
                    [&](const std::vector<uint64_t>& known) {
                      return std::includes(known.begin(), known.end(), job.figures.begin(),
                                           job.figures.end());
                    });
    if (!copy) {
      if (state.jobs.size() < kMostJobs) state.jobs.push_back(std::move(job.figures));
      continue;
    }
    for (const size_t place : job.places) piece.measurements[place].preferred = false;
  }
  const size_t runs = piece.runs.size();
  std::erase_if(piece.runs, [&](const RunInfo& run) {
    return std::none_of(piece.measurements.begin(), piece.measurements.end(),
                        [&](const Measurement& m) { return m.run == run.run && m.preferred; });
  });
  if (runs > 0 && piece.runs.empty()) piece.diagnostics.clear();
}

// The scanner counts the lines of the joined text; the message knows where they stand.
void Place(const MailMessage& message, const MailPart& part, InputRef& source) {
  const TextLine* line = LineOf(part, source);
  if (line == nullptr) return;
  source.at = {message.index, part.index, line->line, line->column + source.at.column - 1};
}

}  // namespace

void FindFioMeasurements(const MailMessage& message, FioMailState& state, EvidenceBundle& bundle) {
  for (const MailPart& part : message.parts) {
    if (!HasFio(part)) continue;
    std::string text;
    for (const TextLine& line : part.lines) {
      text += line.text;
      text += '\n';
    }
    const BundleSink sink = [&](EvidenceBundle&& piece) {
      MarkCopies(part, piece, state);
      for (Measurement& measurement : piece.measurements) Place(message, part, measurement.source);
      for (RunInfo& run : piece.runs) Place(message, part, run.source);
      for (Diagnostic& diagnostic : piece.diagnostics) Place(message, part, diagnostic.source);
      std::move(piece.measurements.begin(), piece.measurements.end(),
                std::back_inserter(bundle.measurements));
      std::move(piece.runs.begin(), piece.runs.end(), std::back_inserter(bundle.runs));
      std::move(piece.diagnostics.begin(), piece.diagnostics.end(),
                std::back_inserter(bundle.diagnostics));
    };
    FioScanner scanner(message.path, state.counters, sink);
    scanner.Scan(text, true);
    try {
      scanner.Finish();
    } catch (const Error&) {
      // A damaged document in a mail is no reason to reject the mail.
      Diagnostic warning;
      warning.source = message.At(part, part.lines.front(), 1);
      warning.message = "a fio document in this part is cut short or damaged: left out";
      bundle.diagnostics.push_back(std::move(warning));
    }
  }
}

}  // namespace regress
