// SPDX-License-Identifier: Apache-2.0
// The claims of mails in the text output: contradictions first, then quoted claims in text order
// with their recomputation, last the open ones folded by reason. Robot rows and derived figures of
// evidence tables have sections of their own.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

// Only contradictions, with carets and help.
std::unique_ptr<TextSection> MakeContradictionSection(const TextContext& context);
// Everything else, and the closing sentence.
std::unique_ptr<TextSection> MakeClaimSection(const TextContext& context);

}  // namespace regress
