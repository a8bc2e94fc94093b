// SPDX-License-Identifier: Apache-2.0
#include "models/sim/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

double SizeFactor(char suffix) {
  switch (suffix) {
    case 'K':
      return 1024.0;
    case 'M':
      return 1024.0 * 1024;
    case 'G':
      return 1024.0 * 1024 * 1024;
    default:
      return 0;
  }
}

std::optional<double> ParseValue(std::string_view text, bool is_size) {
  double factor = 1;
  if (is_size && !text.empty() && SizeFactor(text.back()) != 0) {
    factor = SizeFactor(text.back());
    text.remove_suffix(1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value * factor;
}

std::string Join(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : ", ") + word;
  return joined;
}

std::string RangeHelp(const ParameterInfo& info) {
  if (!info.choices.empty()) return fmt::format("{} is one of {}", info.name, Join(info.choices));
  return fmt::format("{} goes from {} to {}{}{}", info.name, PrintParameter(info, info.low),
                     PrintParameter(info, info.high), info.unit.empty() ? "" : " ", info.unit);
}

std::optional<Basis> BasisFromWord(std::string_view word) {
  for (const Basis basis : {Basis::kText, Basis::kChosen, Basis::kFitted})
    if (word == ToString(basis)) return basis;
  return {};
}

}  // namespace

std::string_view ToString(Basis basis) {
  switch (basis) {
    case Basis::kNone:
      return "";
    case Basis::kText:
      return "text";
    case Basis::kChosen:
      return "chosen";
    case Basis::kFitted:
      return "fitted";
    case Basis::kPredicted:
      return "predicted";
  }
  return "";
}

std::string PrintParameter(const ParameterInfo& info, double value) {
  if (!info.choices.empty()) return info.choices.at(static_cast<size_t>(value));
  if (info.unit == "bytes") {
    for (const char suffix : {'G', 'M', 'K'}) {
      const double scaled = value / SizeFactor(suffix);
      if (scaled >= 1 && scaled == std::floor(scaled)) return fmt::format("{}{}", scaled, suffix);
    }
  }
  return fmt::format("{}", value);
}

ParameterSet::ParameterSet(const std::vector<ParameterInfo>& table) : table_(&table) {
  for (const ParameterInfo& info : table) {
    values_.push_back(info.default_value);
    bases_.push_back(info.basis);
  }
}

size_t ParameterSet::IndexOf(std::string_view name) const {
  std::vector<std::string> known;
  for (size_t i = 0; i < values_.size(); ++i) {
    if ((*table_)[i].name == name) return i;
    known.push_back((*table_)[i].name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("unknown parameter {}", name),
              "known are " + Join(known));
}

double ParameterSet::Get(std::string_view name) const {
  return values_[IndexOf(name)];
}

const std::string& ParameterSet::Word(std::string_view name) const {
  const size_t index = IndexOf(name);
  return (*table_)[index].choices.at(static_cast<size_t>(values_[index]));
}

void ParameterSet::Set(std::string_view name, double value, Basis basis) {
  const size_t index = IndexOf(name);
  const ParameterInfo& info = (*table_)[index];
  const double low = info.choices.empty() ? info.low : 0;
  const double high =
      info.choices.empty() ? info.high : static_cast<double>(info.choices.size()) - 1;
  if (!(value >= low && value <= high)) {
    throw Error(ErrorKind::kUsage, fmt::format("{} is out of range: {}", name, value),
                RangeHelp(info));
  }
  if (info.integer && value != std::floor(value)) {
    throw Error(ErrorKind::kUsage, fmt::format("{} takes whole numbers, not {}", name, value),
                RangeHelp(info));
  }
  values_[index] = value;
  bases_[index] = basis;
}

void ParameterSet::SetText(std::string_view name, std::string_view text, Basis basis) {
  const ParameterInfo& info = (*table_)[IndexOf(name)];
  if (!info.choices.empty()) {
    for (size_t i = 0; i < info.choices.size(); ++i)
      if (info.choices[i] == text) return Set(name, static_cast<double>(i), basis);
    throw Error(ErrorKind::kUsage, fmt::format("{} has no value {}", name, text), RangeHelp(info));
  }
  const std::optional<double> value = ParseValue(text, info.unit == "bytes");
  if (!value) {
    throw Error(ErrorKind::kUsage, fmt::format("{} takes a number, not '{}'", name, text),
                RangeHelp(info));
  }
  Set(name, *value, basis);
}

Basis ParameterSet::basis(std::string_view name) const {
  return bases_[IndexOf(name)];
}

std::string ParameterSet::Printed(std::string_view name) const {
  const size_t index = IndexOf(name);
  return PrintParameter((*table_)[index], values_[index]);
}

void ParameterSet::SetAssignment(std::string_view assignment, Basis basis) {
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw Error(ErrorKind::kUsage, fmt::format("'{}' is not KEY=VALUE", assignment));
  }
  SetText(Trim(assignment.substr(0, equals)), Trim(assignment.substr(equals + 1)), basis);
}

void ParameterSet::SetFromText(std::string_view text, const std::string& path) {
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = Trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    try {
      Basis basis = Basis::kChosen;
      if (line.front() == '[') {
        const size_t close = std::min(line.find(']'), line.size());
        const std::optional<Basis> marked = BasisFromWord(line.substr(1, close - 1));
        if (!marked || close == line.size()) {
          throw Error(ErrorKind::kUsage, "a mark is one of [text], [chosen], [fitted]");
        }
        basis = *marked;
        line = Trim(line.substr(close + 1));
      }
      SetAssignment(line, basis);
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("{}:{}: {}", path, line_number, error.what()),
                  error.help());
    }
  }
}

}  // namespace regress
