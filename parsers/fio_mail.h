// SPDX-License-Identifier: Apache-2.0
// fio's output inside mails, at any quote depth. A reply repeats what it answers: a job in quoted
// lines whose figures all stand in an earlier one of the same input is a copy and not preferred.
#pragma once

#include <cstdint>
#include <vector>

#include "models/data/evidence.h"
#include "parsers/fio_reading.h"
#include "parsers/mail_message.h"

namespace regress {

// Goes on from message to message of one input.
struct FioMailState {
  FioCounters counters;
  // Hashes of the figures of each job so far, sorted; only of the first jobs of a large input.
  std::vector<std::vector<uint64_t>> jobs;
};

// Appends what fio printed in `message` to the measurements, runs and diagnostics of `bundle`.
void FindFioMeasurements(const MailMessage& message, FioMailState& state, EvidenceBundle& bundle);

}  // namespace regress
