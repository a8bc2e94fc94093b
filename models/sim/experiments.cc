// SPDX-License-Identifier: Apache-2.0
// The table of experiments: a class behind Experiment (experiment.h), its header, and one line
// here.
#include <array>

#include "models/sim/checksum_experiment.h"
#include "models/sim/experiment.h"
#include "models/sim/inhibition_experiment.h"
#include "models/sim/submission_experiment.h"

namespace regress {

std::span<const Experiment* const> Experiments() {
  static const InhibitionExperiment kInhibition;
  static const ChecksumExperiment kChecksum;
  static const SubmissionExperiment kSubmission;
  static const std::array<const Experiment*, 3> kExperiments = {&kInhibition, &kChecksum,
                                                                &kSubmission};
  return kExperiments;
}

}  // namespace regress
