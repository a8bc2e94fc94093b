// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "models/data/error.h"
#include "parsers/fio_json.h"
#include "parsers/fio_terse.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kLooksLikeFioBytes = 512;
constexpr size_t kMostNoise = size_t{1} << 16;  // bytes of an object that may turn out to be fio's

// Does the text after a wrong '{' look like a document of fio?
bool BeginsLikeFio(std::string_view text) {
  text = text.substr(0, kLooksLikeFioBytes);
  for (const std::string_view key : {"\"fio version\"", "\"client_stats\"", "\"jobs\""}) {
    if (text.find(key) != std::string_view::npos) return true;
  }
  return false;
}

std::string_view LineAround(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  const size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

FioScanner::FioScanner(const std::string& path, FioCounters& counters, const BundleSink& sink)
    : path_(path),
      counters_(counters),
      runs_(path, counters, sink),
      report_(path, counters,
              {[this](FioSnapshot&& snapshot) { Deliver(std::move(snapshot)); },
               [this](const FioPreamble& preamble) {
                 EndTerse();
                 runs_.Preamble(preamble);
               },
               [this](std::string_view text) { runs_.ErrorText(text); }}) {}

size_t FioScanner::Scan(std::string_view window, bool at_end) {
  size_t at = 0;
  while (at < window.size()) {
    const void* newline = std::memchr(window.data() + at, '\n', window.size() - at);
    if (newline == nullptr && !at_end) break;
    const size_t end = newline == nullptr
                           ? window.size()
                           : static_cast<size_t>(static_cast<const char*>(newline) - window.data());
    std::string_view line = window.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    size_t indent = 0;
    while (indent < line.size() && IsBlank(line[indent])) ++indent;
    const bool opens = indent < line.size() && line[indent] == '{' &&
                       (!resync_indent_ || indent <= *resync_indent_);
    if (opens) {
      size_t begin = at + indent;
      const Step step = Document(window, begin, static_cast<uint32_t>(indent + 1), at_end);
      if (step == Step::kNeedMore) break;
      if (step == Step::kDone) {
        at = begin;
        continue;
      }
    } else {
      Line(line, 1);
    }
    at = newline == nullptr ? end : end + 1;
    ++line_;
  }
  return at;
}

FioScanner::Step FioScanner::Document(std::string_view window, size_t& at, uint32_t column,
                                      bool at_end) {
  const std::string_view text = window.substr(at);
  const JsonOutcome outcome = tree_.Parse(text, line_, column);
  if (outcome.status == JsonStatus::kTruncated && !at_end) {
    const bool hopeless = text.size() >= kMostNoise && !BeginsLikeFio(text);
    return hopeless ? Step::kNotFio : Step::kNeedMore;
  }
  if (outcome.status != JsonStatus::kComplete) {
    if (!BeginsLikeFio(text)) return Step::kNotFio;
    EndTerse();
    report_.Flush();
    resync_indent_ = column - 1;
    ReportFault(window, at, outcome, line_);
    return Step::kNotFio;
  }
  resync_indent_.reset();
  if (IsFioDocument(tree_)) {
    EndTerse();
    report_.Flush();
    std::vector<Diagnostic> diagnostics;
    FioSnapshot snapshot = ReadFioDocument(tree_, path_, counters_.documents, diagnostics);
    ++counters_.documents;
    if (outcome.noise_lines > 0) {
      Diagnostic note;
      note.severity = Severity::kNote;
      note.source = {path_, snapshot.at};
      note.message = fmt::format(
          "{} of another stream inside the document {} passed over",
          outcome.noise_lines == 1 ? "a line" : fmt::format("{} lines", outcome.noise_lines),
          outcome.noise_lines == 1 ? "is" : "are");
      diagnostics.push_back(std::move(note));
    }
    snapshot.diagnostics = std::move(diagnostics);
    Deliver(std::move(snapshot));
  }
  line_ = outcome.next_line;
  at += outcome.consumed;
  // The rest of the closing line, which may be empty or hold the beginning of the next document.
  const size_t end = std::min(window.find('\n', at), window.size());
  const std::string_view rest = window.substr(at, end - at);
  const std::string_view trimmed = TrimLeft(rest);
  if (trimmed.starts_with('{')) {
    at += rest.size() - trimmed.size();
    return Step::kDone;
  }
  if (!Trim(rest).empty()) Line(rest, outcome.next_column);
  at = end;
  if (at < window.size()) {
    ++at;
    ++line_;
  }
  return Step::kDone;
}

void FioScanner::ReportFault(std::string_view window, size_t begin, const JsonOutcome& outcome,
                             uint32_t first_line) {
  Diagnostic fault;
  fault.severity = Severity::kWarning;
  fault.source = {path_, {-1, -1, outcome.next_line, outcome.next_column}};
  const size_t place = begin + outcome.consumed;
  if (outcome.status == JsonStatus::kTruncated) {
    fault.message = "the document ends here, without its last brackets";
  } else {
    fault.message = outcome.message;
    fault.excerpt = std::string(LineAround(window, place));
  }
  fault.help = fmt::format("the fio document that begins at line {} is left out", first_line);
  ++skipped_;
  if (snapshots_ == 0 && !fault_) {
    fault_ = std::move(fault);
  } else {
    runs_.Note(std::move(fault));
  }
}

void FioScanner::Line(std::string_view line, uint32_t column) {
  if (line.empty()) return;
  if (const std::optional<size_t> at = FindTerse(line)) {
    report_.Flush();
    const SourceRef place = {-1, -1, line_, static_cast<uint32_t>(column + *at)};
    return TerseRecord(line.substr(*at), place);
  }
  if (terse_ && !Trim(line).empty() && line.front() != ';') EndTerse();
  report_.Line(line, {-1, -1, line_, column});
}

void FioScanner::TerseRecord(std::string_view record, SourceRef at) {
  std::optional<TerseLine> read = ReadTerse(record, path_, at, counters_.terse_lines);
  if (!read) {
    Diagnostic warning;
    warning.source = {path_, at};
    warning.message = "a terse line is cut short or damaged: left out";
    ++skipped_;
    return runs_.Note(std::move(warning));
  }
  ++counters_.terse_lines;
  FioSnapshot line;
  line.format = FioFormat::kTerse;
  line.at = at;
  line.version = std::move(read->version);
  line.disks = std::move(read->disks);
  line.claims = std::move(read->claims);
  line.jobs.push_back(std::move(read->job));
  if (terse_) {
    // All lines of one moment show the same disks. Without them a job that comes again with more
    // work and time is a later state.
    FioSnapshot first;
    first.format = FioFormat::kTerse;
    first.version = terse_->version;
    first.jobs.resize(1);
    first.jobs[0].name = terse_->jobs[0].name;
    first.jobs[0].progress = terse_->jobs[0].progress;
    const bool same_moment = !line.disks.empty() && line.disks == terse_->disks;
    if (line.version != terse_->version || line.disks.empty() != terse_->disks.empty() ||
        (!line.disks.empty() && !same_moment) || (!same_moment && IsLaterState(first, line)))
      EndTerse();
  }
  if (terse_) {
    terse_->jobs.push_back(std::move(line.jobs[0]));
    std::move(line.claims.begin(), line.claims.end(), std::back_inserter(terse_->claims));
  } else {
    terse_ = std::move(line);
  }
}

void FioScanner::EndTerse() {
  if (!terse_) return;
  FioSnapshot done = std::move(*terse_);
  terse_.reset();
  Deliver(std::move(done));
}

void FioScanner::Deliver(FioSnapshot&& snapshot) {
  if (snapshot.format != FioFormat::kTerse) EndTerse();
  ++snapshots_;
  if (fault_) {
    runs_.Note(std::move(*fault_));
    fault_.reset();
  }
  runs_.Add(std::move(snapshot));
}

void FioScanner::Finish() {
  EndTerse();
  report_.Flush();
  runs_.Finish();
  if (!fault_) return;
  const SourceRef& at = fault_->source.at;
  std::string message =
      fmt::format("{}:{}:{}: error: {}", path_, at.line, at.column, fault_->message);
  if (!fault_->excerpt.empty()) message += '\n' + Excerpt(at.line, at.column, fault_->excerpt);
  throw Error(ErrorKind::kBadInput, message, fault_->help);
}

}  // namespace regress
