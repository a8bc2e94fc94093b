// SPDX-License-Identifier: Apache-2.0
// Reads fio output from memory and looks values up by job and metric.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/evidence.h"
#include "parsers/byte_stream.h"
#include "parsers/fio_format.h"
#include "parsers/format.h"

namespace regress {

inline EvidenceBundle ReadFio(std::string text, const std::string& path = "run.txt",
                              const ParseOptions& options = {}) {
  EvidenceBundle all;
  ByteStream stream = ByteStream::FromMemory(std::move(text), path);
  ParseFio(stream, options, [&](EvidenceBundle&& piece) {
    const auto append = [](auto& to, auto& from) {
      std::move(from.begin(), from.end(), std::back_inserter(to));
    };
    append(all.measurements, piece.measurements);
    append(all.runs, piece.runs);
    append(all.claims, piece.claims);
    append(all.diagnostics, piece.diagnostics);
    all.rows += piece.rows;
    all.lines += piece.lines;
    all.skipped += piece.skipped;
    if (!piece.description.empty()) all.description = piece.description;
    if (!piece.format.empty()) all.format = piece.format;
  });
  return all;
}

inline const Measurement* Find(const EvidenceBundle& bundle, std::string_view job,
                               std::string_view metric) {
  for (const Measurement& m : bundle.measurements) {
    if (m.job == job && m.metric == metric) return &m;
  }
  return nullptr;
}

inline std::optional<double> ValueOf(const EvidenceBundle& bundle, std::string_view job,
                                     std::string_view metric) {
  const Measurement* found = Find(bundle, job, metric);
  return found == nullptr ? std::nullopt : std::optional(found->value);
}

// "2:19: warning: text" for each diagnostic, separated by newlines.
inline std::string Told(const EvidenceBundle& bundle) {
  std::string text;
  for (const Diagnostic& d : bundle.diagnostics) {
    text += std::to_string(d.source.at.line) + ":" + std::to_string(d.source.at.column) + ": " +
            Name(d.severity) + ": " + d.message + "\n";
  }
  return text;
}

}  // namespace regress
