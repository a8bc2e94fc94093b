// SPDX-License-Identifier: Apache-2.0
// Text of any charset as valid UTF-8. Pure ASCII and UTF-8 are recognised without a copy.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace regress {

// `text` in `charset` (a MIME name, any case; empty is unknown) as UTF-8 in which a no-break space
// is a blank. An unknown charset and 8-bit bytes in us-ascii count as UTF-8; what is not valid in
// it becomes U+FFFD. Line ends stay where they are. nullopt if `text` needs no change.
std::optional<std::string> ToUtf8(std::string_view text, std::string_view charset);

}  // namespace regress
