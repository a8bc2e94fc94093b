// SPDX-License-Identifier: Apache-2.0
// fio's output inside mails, at any quote depth.
#pragma once

#include "models/data/evidence.h"
#include "parsers/fio_reading.h"
#include "parsers/mail_message.h"

namespace regress {

// Appends what fio printed in `message` to the measurements, runs and diagnostics of `bundle`.
// `counters` go on from message to message of one input.
void FindFioMeasurements(const MailMessage& message, FioCounters& counters, EvidenceBundle& bundle);

}  // namespace regress
