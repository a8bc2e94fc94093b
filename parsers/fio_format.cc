// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_format.h"

#include <algorithm>
#include <utility>

#include "models/data/error.h"
#include "parsers/fio_log.h"
#include "parsers/fio_scanner.h"
#include "parsers/fio_terse.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kWindow = size_t{1} << 20;
constexpr size_t kMaxSniffLines = 2000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some Windows shells write it

// What the first lines are made of.
struct Mix {
  size_t fio = 0;    // lines that only fio writes
  size_t json = 0;   // lines of JSON
  size_t quiet = 0;  // progress, noise that fio itself writes
  size_t other = 0;
  size_t quoted = 0;
  bool result = false;    // a header, a total or a terse line
  bool document = false;  // a JSON document that names fio
};

Mix Classify(std::string_view head) {
  Mix mix;
  LineReader lines(head);
  size_t count = 0;
  while (const auto next = lines.Next()) {
    if (++count > kMaxSniffLines) break;
    const std::string_view text = Trim(*next);
    if (text.empty()) continue;
    if (text.front() == '>') {
      ++mix.quoted;
      continue;
    }
    if (FindTerse(text)) {
      mix.result = true;
      ++mix.fio;
      continue;
    }
    if (text.front() == '"' || text.front() == '{' || text.front() == '}' || text.front() == ']') {
      mix.document |= text.find("\"fio version\"") != std::string_view::npos ||
                      text.find("\"client_stats\"") != std::string_view::npos;
      ++mix.json;
      continue;
    }
    const FioLineKind kind = ClassifyFioLine(text.substr(text.rfind('\r') + 1));
    if (kind != FioLineKind::kNone) {
      mix.result |= kind == FioLineKind::kHeader || kind == FioLineKind::kDirection ||
                    kind == FioLineKind::kGroup;
      ++mix.fio;
    } else if (text.starts_with("Jobs: ") || text.starts_with("fio: ") ||
               text.find(": Laying out IO file") != std::string_view::npos) {
      ++mix.quiet;
    } else {
      ++mix.other;
    }
  }
  return mix;
}

// Quote marks and the depth of a line in a file that was saved from a mail.
std::string_view Unquote(std::string_view line) {
  while (line.starts_with('>')) {
    line.remove_prefix(1);
    if (line.starts_with(' ')) line.remove_prefix(1);
  }
  return line;
}

void ParseQuoted(ByteStream& input, const BundleSink& sink) {
  FioCounters counters;
  FioScanner scanner(input.path(), counters, sink);
  const std::string all = input.ReadAll();
  std::string text;
  text.reserve(all.size());
  LineReader lines(all);
  while (const auto line = lines.Next()) {
    text += Unquote(*line);
    text += '\n';
  }
  scanner.Scan(text, true);
  scanner.Finish();
}

}  // namespace

int LooksLikeFio(std::string_view head) {
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  if (LooksLikeCompressedFioLog(head)) return 5;
  if (const int score = LooksLikeFioLog(head); score > 0) return score;
  const Mix mix = Classify(head);
  const size_t ours = mix.fio + mix.json + mix.quiet;
  // Mostly prose: a mail that quotes fio, whose reader finds the results too.
  if (ours < 4 * (mix.other + mix.quoted) && mix.other + mix.quoted > 3) return 0;
  if (mix.document) return 95;
  if (mix.result) return 90;
  return mix.fio >= 3 ? 50 : 0;
}

void ParseFio(ByteStream& input, const ParseOptions& options, const BundleSink& sink) {
  if (input.Peek(kByteOrderMark.size()) == kByteOrderMark) input.Skip(kByteOrderMark.size());
  const std::string_view head = input.Peek(kSniffBytes);
  if (LooksLikeCompressedFioLog(head))
    throw Error(ErrorKind::kBadInput, input.path() + ": error: a compressed fio log",
                "fio --inflate-log=FILE makes a text of it");
  if (LooksLikeFioLog(head) > 0) return ParseFioLog(input, options, sink);
  if (const Mix mix = Classify(head); mix.quoted > mix.fio + mix.json)
    return ParseQuoted(input, sink);
  FioCounters counters;
  FioScanner scanner(input.path(), counters, sink);
  size_t wanted = kWindow;
  while (true) {
    const std::string_view window = input.Peek(wanted);
    const bool at_end = window.size() < wanted;
    const size_t used = scanner.Scan(window, at_end);
    input.Skip(used);
    if (at_end) break;
    wanted = used == 0 ? wanted * 2 : kWindow;
  }
  scanner.Finish();
  EvidenceBundle counts;
  counts.format = "fio";
  counts.description = scanner.Description();
  counts.lines = scanner.lines();
  counts.skipped = scanner.skipped();
  sink(std::move(counts));
}

}  // namespace regress
