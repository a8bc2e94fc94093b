// SPDX-License-Identifier: Apache-2.0
// The text of a saved HTML page, such as a list archive shows it: tags stripped, entities decoded,
// script and style left out. Not a browser: white space stays as it stands in the source, block
// elements begin a line, blockquotes become '>' marks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

struct HtmlText {
  std::string text;
  std::vector<uint32_t> line_numbers;  // of every line of `text`: its line in the source
};

bool LooksLikeHtml(std::string_view head);
HtmlText StripHtml(std::string_view html, uint32_t first_line);

}  // namespace regress
