// SPDX-License-Identifier: Apache-2.0
#include "models/data/error.h"

#include <gtest/gtest.h>

namespace regress {
namespace {

TEST(Error, KeepsKindMessageAndHelp) {
  const Error error(ErrorKind::kUsage, "unknown option --gates", "did you mean --gate?");
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_STREQ(error.what(), "unknown option --gates");
  EXPECT_EQ(error.help(), "did you mean --gate?");
}

}  // namespace
}  // namespace regress
