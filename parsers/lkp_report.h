// SPDX-License-Identifier: Apache-2.0
// The kernel test robot's report in a mail message: headlines, impact boxes, parameters and the
// comparison tables, at every quote depth. Marks the lines that it has understood as kRobot.
#pragma once

#include "models/data/robot_report.h"
#include "parsers/mail_message.h"

namespace regress {

RobotReport ParseRobotReport(MailMessage& message);

}  // namespace regress
