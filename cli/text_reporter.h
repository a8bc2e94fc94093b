// SPDX-License-Identifier: Apache-2.0
// The frame of the text output. Its sections (robot reports, claims, comparisons, fio, traces) are
// files of their own behind one interface; the table in text_reporter.cc gives their order on the
// screen.
#pragma once

#include <memory>
#include <string>

#include "cli/check_options.h"
#include "cli/reporter.h"
#include "cli/text_layout.h"

namespace regress {

struct TextContext {
  const CheckOptions& options;
  Painter paint;
  bool utf8 = true;  // the locale's character set
};

// Collects what it shows while inputs stream by, in bounded memory, and prints it at the end. A
// section prints blocks that end with a newline and are separated by an empty line; nothing if it
// has nothing to show.
class TextSection {
 public:
  virtual ~TextSection() = default;
  virtual void Add(const InputSummary& input, const EvidenceBundle& bundle) = 0;
  virtual void EndInput(const InputSummary&) {}
  virtual void AddGate(const GateResult&) {}
  // True if the section's own block begins with the line of that input.
  virtual bool OwnsInputLine(const InputSummary&) const { return false; }
  // Lines to print directly below the line of an input, each ended by a newline.
  virtual std::string InputNote(const InputSummary&) { return ""; }
  virtual std::string Print() = 0;
  // One plain sentence about what was found, with the next step when something is missing; empty if
  // another section should speak. The first section of the table that has one is heard.
  virtual std::string Closing(const Outcome&) { return ""; }
};

}  // namespace regress
