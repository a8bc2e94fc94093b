// SPDX-License-Identifier: Apache-2.0
// Output files that are whole or not there.
#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace regress {

// Lets `write` fill a file beside `path` and moves it there at the end; devices and pipes are
// written directly. Throws Error(kIo); what `write` throws passes through, the file is then not
// touched.
void WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace regress
