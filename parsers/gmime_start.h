// SPDX-License-Identifier: Apache-2.0
// GMime must be initialised once, before the first call of it.
#pragma once

#include <gmime/gmime.h>

namespace regress {

inline void StartGMime() {
  static const bool kStarted = [] {
    g_mime_init();
    return true;
  }();
  static_cast<void>(kStarted);
}

}  // namespace regress
