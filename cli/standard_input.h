// SPDX-License-Identifier: Apache-2.0
// Standard input for those who must read it twice.
#pragma once

namespace regress {

// A descriptor of an unnamed temporary file that holds all of standard input; the caller closes it.
// Throws Error(kIo).
int CopyOfStandardInput();

}  // namespace regress
