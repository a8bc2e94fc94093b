// SPDX-License-Identifier: Apache-2.0
// The vocabulary of performance prose: verbs, adjectives and nouns that make a number a change, a
// level or a parameter. All words in lower case.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "parsers/claim_numbers.h"

namespace regress {

using Words = std::initializer_list<std::string_view>;

bool OneOf(std::string_view word, Words words);
bool StartsWithOneOf(std::string_view word, Words stems);
bool IsUpVerb(std::string_view w);
bool IsDownVerb(std::string_view w);

// Better or worse, without saying whether the figure rises.
bool IsNeutralVerb(std::string_view w);
bool IsUpAdjective(std::string_view w);
bool IsDownAdjective(std::string_view w);
bool IsNeutralAdjective(std::string_view w);
bool IsSpeedWord(std::string_view w);
bool IsCompareWord(std::string_view w);

// A noun behind a percent that makes it a level or a share.
bool IsLevelNoun(std::string_view w);
bool IsConfigurationWord(std::string_view w);
bool IsNoise(std::string_view w);
std::optional<double> WordNumber(std::string_view w);
bool IsApprox(std::string_view w);
bool SameClass(const NumberToken& a, const NumberToken& b);

}  // namespace regress
