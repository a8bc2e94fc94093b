// SPDX-License-Identifier: Apache-2.0
#include "models/data/table_words.h"

#include <array>

namespace regress {
namespace {

constexpr size_t kMostWords = 32;

constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool IsLetter(char c) {
  return IsUpper(c) || IsLower(c);
}
constexpr char ToLower(char c) {
  return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

struct RepeatEntry {
  std::string_view word;
  int32_t repeat;
};

constexpr std::array kRepeats = {
    RepeatEntry{"first", 0},  RepeatEntry{"initial", 0}, RepeatEntry{"before", 0},
    RepeatEntry{"pre", 0},    RepeatEntry{"start", 0},   RepeatEntry{"early", 0},
    RepeatEntry{"second", 1}, RepeatEntry{"recheck", 1}, RepeatEntry{"again", 1},
    RepeatEntry{"repeat", 1}, RepeatEntry{"after", 1},   RepeatEntry{"post", 1},
    RepeatEntry{"end", 1},    RepeatEntry{"final", 1},   RepeatEntry{"late", 1},
    RepeatEntry{"last", 1},   RepeatEntry{"third", 2},
};

}  // namespace

Words SplitWords(std::string_view name) {
  Words words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && words.size() < kMostWords) words.push_back(word);
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '%') {
      finish();
      word = "pct";
      finish();
    } else if (!IsLetter(c) && !IsDigit(c)) {
      finish();
    } else {
      // A capital after a small letter begins a word, unless the name spells a unit ("MiB").
      if (IsUpper(c) && !word.empty() && i > 0 && IsLower(name[i - 1]) && word != "mi" &&
          word != "ki" && word != "gi" && word != "k" && word != "m")
        finish();
      word += ToLower(c);
    }
  }
  finish();
  return words;
}

std::string JoinWords(std::span<const std::string> words, char separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::optional<int32_t> RepeatOfWord(std::string_view word) {
  if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'i') return word[0] - 'a';
  if (word.size() == 1 && word[0] >= '1' && word[0] <= '9') return word[0] - '1';
  for (const RepeatEntry& entry : kRepeats) {
    if (entry.word == word) return entry.repeat;
  }
  return std::nullopt;
}

TablePoint SplitRepeat(std::span<const std::string> words) {
  if (words.size() >= 2) {
    // The digit behind a digit belongs to a version: "v7", "1".
    const bool version = IsDigit(words.back()[0]) && IsDigit(words[words.size() - 2].back());
    if (const auto repeat = RepeatOfWord(words.back()); repeat && !version)
      return {JoinWords(words.first(words.size() - 1)), *repeat};
    // "a_control"
    if (words.front().size() == 1) {
      if (const auto repeat = RepeatOfWord(words.front()))
        return {JoinWords(words.subspan(1)), *repeat};
    }
  }
  return {JoinWords(words), -1};
}

}  // namespace regress
