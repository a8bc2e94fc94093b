// SPDX-License-Identifier: Apache-2.0
// Exit status, one meaning each. Never 2: make turns every failure into 2.
#pragma once

#include "models/data/error.h"

namespace regress {

enum class ExitCode {
  kOk = 0,            // nothing contradicted, every gate passed
  kRegression = 1,    // a gate failed
  kContradicted = 3,  // a claim is contradicted
  kInconclusive = 4,  // a gate is inconclusive, or with --strict anything is
  kNothing = 5,       // nothing was found or compared, or a required metric is missing
  kUsage = 64,
  kBadInput = 65,
  kIo = 74,
};

inline ExitCode ToExitCode(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return ExitCode::kUsage;
    case ErrorKind::kBadInput:
      return ExitCode::kBadInput;
    case ErrorKind::kIo:
      break;
  }
  return ExitCode::kIo;
}

}  // namespace regress
