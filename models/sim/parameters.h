// SPDX-License-Identifier: Apache-2.0
// The parameters of an experiment: a table {name, default, unit, range, basis, meaning} and a set
// of values for it. Values are doubles; a parameter of words holds the index of the word in
// `choices`, a size in bytes is written with K, M or G (powers of 1024). Unknown names and values
// out of range throw a usage error that says what is allowed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace regress {

// Where a figure comes from: stated by the text that is modelled, chosen by us, fitted to a
// published figure, or predicted (rows only).
enum class Basis { kNone, kText, kChosen, kFitted, kPredicted };
std::string_view ToString(Basis basis);  // "", "text", "chosen", "fitted", "predicted"

struct ParameterInfo {
  std::string name;  // key of --set
  double default_value = 0;
  std::string unit;  // "" is printed as "-"
  Basis basis = Basis::kChosen;
  double low = 0;  // inclusive
  double high = 0;
  std::string meaning;               // one line for --list
  bool integer = true;               // whole numbers only
  std::vector<std::string> choices;  // not empty: a parameter of words, low and high are ignored
};

class ParameterSet {
 public:
  ParameterSet() = default;
  // `table` must outlive the set.
  explicit ParameterSet(const std::vector<ParameterInfo>& table);

  // Throws Error(kUsage) if there is no such name.
  double Get(std::string_view name) const;
  const std::string& Word(std::string_view name) const;
  bool Flag(std::string_view name) const { return Get(name) != 0; }

  // `text` as the user typed it. The basis becomes `basis`.
  void SetText(std::string_view name, std::string_view text, Basis basis = Basis::kChosen);
  void Set(std::string_view name, double value, Basis basis = Basis::kChosen);

  Basis basis(std::string_view name) const;
  std::string Printed(std::string_view name) const;

  // "KEY=VALUE" of --set.
  void SetAssignment(std::string_view assignment, Basis basis = Basis::kChosen);
  // Lines "KEY = VALUE [# comment]" or "[fitted] KEY = VALUE"; `path` is for messages. A key marked
  // [fitted] or [text] keeps that basis. A bad line throws Error(kUsage) naming path and line.
  void SetFromText(std::string_view text, const std::string& path);

 private:
  size_t IndexOf(std::string_view name) const;
  const std::vector<ParameterInfo>* table_ = nullptr;
  std::vector<double> values_;
  std::vector<Basis> bases_;
};

// A parameter's value as it is printed and read back: words, sizes with K/M/G, plain numbers.
std::string PrintParameter(const ParameterInfo& info, double value);

}  // namespace regress
