// SPDX-License-Identifier: Apache-2.0
// The formats "mail" and "lkp": every kind of mail text, with the kernel test robot's reports, the
// claims of prose and the fio lines in it.
#pragma once

#include <string_view>

#include "parsers/format.h"

namespace regress {

int LooksLikeMail(std::string_view head);
int LooksLikeRobotReport(std::string_view head);
// One bundle per message.
void ParseMail(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

}  // namespace regress
