// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_pairs.h"

#include <algorithm>
#include <utility>

#include "models/data/error.h"
#include "parsers/scan.h"

namespace regress {
namespace {

bool IsWordByte(char c) {
  return IsLetter(c) || IsDigit(c) || c == '_';
}

bool IsSyscallName(std::string_view name) {
  return name.substr(0, 4) == "sys_";
}

// "7,0 WS 4096 () 26624 + 8 [fio]", "7,0 WS 26624 + 8 [0]", "8,0 W 4096 () 2048 + 8 none,0,0 [a]".
struct BlockText {
  std::string_view dev;
  std::string_view rwbs;
  std::string_view sector;
  std::string_view nr_sector;
};

std::optional<BlockText> ParseBlockText(std::string_view text) {
  BlockText block;
  std::string_view rest = text;
  block.dev = NextField(rest);
  const size_t comma = block.dev.find(',');
  if (comma == std::string_view::npos || !ParseUnsigned(block.dev.substr(0, comma)) ||
      !ParseUnsigned(block.dev.substr(comma + 1)))
    return std::nullopt;
  block.rwbs = NextField(rest);
  const size_t plus = rest.find(" + ");
  if (plus == std::string_view::npos) return std::nullopt;
  std::string_view before = rest.substr(0, plus);
  const size_t blank = before.rfind(' ');
  block.sector = blank == std::string_view::npos ? before : before.substr(blank + 1);
  std::string_view after = rest.substr(plus + 3);
  block.nr_sector = NextField(after);
  if (!ParseUnsigned(block.sector) || !ParseUnsigned(block.nr_sector)) return std::nullopt;
  return block;
}

}  // namespace

std::optional<std::string_view> EventField(std::string_view text, std::string_view field) {
  for (size_t at = text.find(field); at != std::string_view::npos; at = text.find(field, at + 1)) {
    const size_t end = at + field.size();
    if ((at > 0 && IsWordByte(text[at - 1])) || end >= text.size()) continue;
    size_t from = 0;
    if (text[end] == '=') {
      from = end + 1;
    } else if (text.substr(end, 2) == ": ") {
      from = end + 2;
    } else {
      continue;
    }
    size_t to = from;
    while (to < text.size() && text[to] != ' ' && text[to] != ',' && text[to] != ')') ++to;
    return text.substr(from, to - from);
  }
  const std::optional<BlockText> block = ParseBlockText(text);
  if (!block) return std::nullopt;
  if (field == "dev") return block->dev;
  if (field == "rwbs") return block->rwbs;
  if (field == "sector") return block->sector;
  if (field == "nr_sector") return block->nr_sector;
  return std::nullopt;
}

EventPair::EventPair(std::string_view rule) {
  const size_t first = rule.find(',');
  const size_t second = first == std::string_view::npos ? first : rule.find(',', first + 1);
  if (second != std::string_view::npos) {
    entry_ = rule.substr(0, first);
    exit_ = rule.substr(first + 1, second - first - 1);
    std::string_view keys = rule.substr(second + 1);
    while (!keys.empty()) {
      const size_t plus = std::min(keys.find('+'), keys.size());
      if (plus > 0) keys_.emplace_back(keys.substr(0, plus));
      keys.remove_prefix(std::min(plus + 1, keys.size()));
    }
  }
  if (entry_.empty() || exit_.empty() || keys_.empty()) {
    throw Error(ErrorKind::kUsage, "--pair takes ENTRY,EXIT,KEY, not '" + std::string(rule) + "'",
                "for example --pair block_rq_issue,block_rq_complete,dev+sector");
  }
  name_ = entry_ + " -> " + exit_ + " by " + std::string(rule.substr(second + 1));
}

bool EventPair::IsStart(const PairEvent& event) const {
  if (event.name != entry_) return false;
  if (entry_ != exit_ || !IsSyscallName(entry_)) return true;
  return !event.text.empty() && event.text.front() == '(';
}

bool EventPair::IsEnd(const PairEvent& event) const {
  if (event.name != exit_) return false;
  if (entry_ != exit_) return true;
  return IsSyscallName(entry_) && event.text.substr(0, 4) == " -> ";
}

std::optional<std::string> EventPair::Key(const PairEvent& event) const {
  std::string key;
  for (const std::string& part : keys_) {
    if (part == "pid") {
      key += std::to_string(event.pid);
    } else if (part == "cpu") {
      key += std::to_string(event.cpu);
    } else if (const std::optional<std::string_view> value = EventField(event.text, part)) {
      key += *value;
    } else {
      return std::nullopt;
    }
    key += '\n';
  }
  // A request without sectors is no transfer: a flush and the second completion of a FUA write
  // would meet at sector 0. It pairs with its own class only.
  const std::optional<BlockText> block = ParseBlockText(event.text);
  if (block && block->nr_sector == "0") {
    if (block->rwbs.find('F') == std::string_view::npos || block->rwbs.substr(0, 2) != "FF")
      return std::nullopt;
    return "flush\n" + std::string(block->dev);
  }
  return key;
}

void EventPair::Add(const PairEvent& event) {
  const bool start = IsStart(event);
  if (!start && !IsEnd(event)) return;
  const std::optional<std::string> key = Key(event);
  if (!key) {
    ++skipped_;
    return;
  }
  if (start) {
    ++starts_;
    if (open_count_ >= kMaxOpen) {
      ++overwritten_;
      return;
    }
    open_[*key].push_back(event.time_ns);
    ++open_count_;
    return;
  }
  const auto found = open_.find(*key);
  if (found == open_.end()) {
    ++unmatched_ends_;
    return;
  }
  const int64_t span = event.time_ns - found->second.back();
  found->second.pop_back();
  --open_count_;
  if (found->second.empty()) open_.erase(found);
  if (span < 0) {
    ++negative_;
  } else {
    durations_.Add(0, span);
  }
}

}  // namespace regress
