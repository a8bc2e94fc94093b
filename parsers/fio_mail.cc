// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_mail.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

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

// The scanner counts the lines of the joined text; the message knows where they stand.
void Place(const MailMessage& message, const MailPart& part, InputRef& source) {
  if (source.at.line == 0 || source.at.line > part.lines.size()) return;
  const TextLine& line = part.lines[source.at.line - 1];
  source.at = {message.index, part.index, line.line, line.column + source.at.column - 1};
}

}  // namespace

void FindFioMeasurements(const MailMessage& message, FioCounters& counters,
                         EvidenceBundle& bundle) {
  for (const MailPart& part : message.parts) {
    if (!HasFio(part)) continue;
    std::string text;
    for (const TextLine& line : part.lines) {
      text += line.text;
      text += '\n';
    }
    const BundleSink sink = [&](EvidenceBundle&& piece) {
      for (Measurement& measurement : piece.measurements) Place(message, part, measurement.source);
      for (RunInfo& run : piece.runs) Place(message, part, run.source);
      for (Diagnostic& diagnostic : piece.diagnostics) Place(message, part, diagnostic.source);
      std::move(piece.measurements.begin(), piece.measurements.end(),
                std::back_inserter(bundle.measurements));
      std::move(piece.runs.begin(), piece.runs.end(), std::back_inserter(bundle.runs));
      std::move(piece.diagnostics.begin(), piece.diagnostics.end(),
                std::back_inserter(bundle.diagnostics));
    };
    FioScanner scanner(message.path, counters, sink);
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
