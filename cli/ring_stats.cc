// SPDX-License-Identifier: Apache-2.0
#include "cli/ring_stats.h"

#include <fmt/format.h>

namespace regress {

std::string TraceDirectory(std::string_view path) {
  const size_t per_cpu = path.rfind("per_cpu/");
  if (per_cpu != std::string_view::npos && (per_cpu == 0 || path[per_cpu - 1] == '/'))
    return std::string(path.substr(0, per_cpu));
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash + 1));
}

void RingStats::Apply(EvidenceBundle& bundle) {
  for (Trace& trace : bundle.traces) {
    if (trace.kind == "stats") {
      Ring& ring = rings_[TraceDirectory(trace.path)];
      ring.entries += trace.entries;
      ring.lost += trace.lost.value_or(0);
      ++ring.files;
      continue;
    }
    if (trace.evidence != EvidenceGrade::kUnknown || trace.lost.value_or(0) > 0) continue;
    const auto found = rings_.find(TraceDirectory(trace.path));
    if (found == rings_.end() || found->second.entries != trace.entries) continue;
    const Ring& ring = found->second;
    // What the log alone said about its completeness is settled now.
    if (!trace.notes.empty() && trace.notes.front().substr(0, 7) == "header ")
      trace.notes.erase(trace.notes.begin());
    if (ring.lost > 0) {
      trace.lost = ring.lost;
      trace.evidence = EvidenceGrade::kLowerBound;
      trace.notes.insert(trace.notes.begin(),
                         fmt::format("{} events were lost, as per_cpu stats tell", ring.lost));
    } else {
      trace.lost = 0;
      trace.evidence = EvidenceGrade::kExact;
      trace.notes.insert(trace.notes.begin(),
                         fmt::format("{} stats files: 0 overrun, 0 dropped", ring.files));
    }
    for (EvidenceFigure& figure : bundle.figures) {
      if (figure.kind == "calls" && figure.source.path == trace.path) figure.grade = trace.evidence;
    }
  }
}

}  // namespace regress
