// SPDX-License-Identifier: Apache-2.0
#include "models/data/error.h"

#include <utility>

namespace regress {

Error::Error(ErrorKind kind, const std::string& message, std::string help)
    : std::runtime_error(message), kind_(kind), help_(std::move(help)) {}

}  // namespace regress
