// SPDX-License-Identifier: Apache-2.0
// GMime must be initialised once, before the first call of it.
#pragma once

#include <gmime/gmime.h>

namespace regress {

inline void StartGMime() {
  static const bool started = [] {
    g_mime_init();
    return true;
  }();
  static_cast<void>(started);
}

}  // namespace regress
