// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_statement.h"

#include <algorithm>
#include <vector>

#include "parsers/lkp_row.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxSentence = 1200;
constexpr size_t kMaxMetric = 400;

std::vector<std::string_view> Fields(std::string_view text) {
  std::vector<std::string_view> fields;
  for (std::string_view field = NextField(text); !field.empty(); field = NextField(text)) {
    fields.push_back(field);
  }
  return fields;
}

// "12.4%", "-53.4%", "+4e+102%"
bool ParsePercent(std::string_view field, std::string_view sentence, Stated& stated) {
  if (field.size() < 2 || field.back() != '%') return false;
  const std::string_view digits = field.substr(0, field.size() - 1);
  stated.is_signed = digits.front() == '+' || digits.front() == '-';
  if (!ParseRobotValue(digits.substr(stated.is_signed ? 1 : 0), stated.number)) return false;
  if (digits.front() == '-') stated.number.value = -stated.number.value;
  stated.number.percent = true;
  stated.at = static_cast<size_t>(field.data() - sentence.data());
  stated.length = field.size();
  return true;
}

bool IsWord(std::string_view field) {
  return !field.empty() && std::all_of(field.begin(), field.end(), IsLetter);
}

bool IsMetricName(std::string_view field) {
  return !field.empty() && field.size() <= kMaxMetric &&
         std::any_of(field.begin(), field.end(), IsLetter);
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), ToLower);
  return lower;
}

// A word of the robot for the direction of a change.
bool IsDirectionWord(std::string_view field) {
  const std::string word = LowerCase(field);
  return word == "regression" || word == "improvement" || word == "undefined" || word == "change";
}

// "on:" or "due to commit" from field `i` on.
bool EndsHeadline(const std::vector<std::string_view>& fields, size_t i) {
  if (i >= fields.size()) return false;
  if (fields[i] == "on:" || (fields[i] == "on" && i + 1 < fields.size() && fields[i + 1] == ":")) {
    return true;
  }
  return fields[i] == "due" && i + 2 < fields.size() && fields[i + 1] == "to" &&
         fields[i + 2].starts_with("commit");
}

// "a -53.4% regression of METRIC on:"
std::optional<Stated> PercentOfMetric(const std::vector<std::string_view>& fields, size_t i,
                                      std::string_view sentence) {
  Stated stated;
  if (i < fields.size() && (fields[i] == "a" || fields[i] == "an")) ++i;
  if (i + 4 >= fields.size() || !ParsePercent(fields[i], sentence, stated)) return std::nullopt;
  if (!IsWord(fields[i + 1]) || fields[i + 2] != "of") return std::nullopt;
  if (!IsMetricName(fields[i + 3]) || !EndsHeadline(fields, i + 4)) return std::nullopt;
  stated.word = LowerCase(fields[i + 1]);
  stated.metric = fields[i + 3];
  return stated;
}

// "METRIC -23.9% regression due to commit", 2016
std::optional<Stated> MetricPercent(const std::vector<std::string_view>& fields, size_t i,
                                    std::string_view sentence) {
  Stated stated;
  if (i < fields.size() && (fields[i] == "a" || fields[i] == "an")) ++i;
  if (i + 3 >= fields.size() || !IsMetricName(fields[i])) return std::nullopt;
  if (!ParsePercent(fields[i + 1], sentence, stated)) return std::nullopt;
  if (!IsDirectionWord(fields[i + 2]) || !EndsHeadline(fields, i + 3)) return std::nullopt;
  stated.word = LowerCase(fields[i + 2]);
  stated.metric = fields[i];
  return stated;
}

// "NAME on:", with quotation marks in newer reports
std::optional<Stated> FailureName(std::string_view rest, std::string_view sentence) {
  rest = TrimLeft(rest);
  Stated stated;
  stated.kind = RobotStatement::Kind::kFailure;
  std::string_view name;
  if (rest.starts_with('"')) {
    const size_t end = rest.find('"', 1);
    if (end == std::string_view::npos) return std::nullopt;
    name = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
  } else {
    name = NextField(rest);
    if (name.find_first_of(".:") == std::string_view::npos) return std::nullopt;
  }
  if (!IsMetricName(name) || !EndsHeadline(Fields(rest), 0)) return std::nullopt;
  stated.metric = name;
  stated.at = static_cast<size_t>(name.data() - sentence.data());
  stated.length = name.size();
  return stated;
}

}  // namespace

std::optional<Stated> ParseHeadline(std::string_view sentence) {
  sentence = sentence.substr(0, kMaxSentence);
  constexpr std::string_view kVerb = "noticed ";
  const size_t verb = sentence.find(kVerb);
  if (verb == std::string_view::npos) return std::nullopt;
  const std::string_view rest = sentence.substr(verb + kVerb.size());
  const std::vector<std::string_view> fields = Fields(rest);
  if (std::optional<Stated> stated = PercentOfMetric(fields, 0, sentence)) return stated;
  if (std::optional<Stated> stated = MetricPercent(fields, 0, sentence)) return stated;
  return FailureName(rest, sentence);
}

bool IsOpenHeadline(std::string_view sentence) {
  if (sentence.size() > kMaxSentence) return false;
  const size_t verb = sentence.find("noticed");
  const std::string_view rest = verb == std::string_view::npos ? "" : sentence.substr(verb);
  return rest.find(" on:") == std::string_view::npos &&
         rest.find("commit") == std::string_view::npos;
}

std::optional<Stated> ParseSubject(std::string_view subject) {
  subject = subject.substr(0, kMaxSentence);
  const std::vector<std::string_view> fields = Fields(subject);
  if (fields.size() < 4) return std::nullopt;
  const size_t last = fields.size() - 1;
  Stated stated;
  stated.kind = RobotStatement::Kind::kSubject;
  if (!IsDirectionWord(fields[last]) || !ParsePercent(fields[last - 1], subject, stated)) {
    return std::nullopt;
  }
  if (!IsMetricName(fields[last - 2]) || fields[last - 3].back() != ':') return std::nullopt;
  if (fields[last - 2].find_first_of("./") == std::string_view::npos) return std::nullopt;
  stated.word = LowerCase(fields[last]);
  stated.metric = fields[last - 2];
  return stated;
}

std::optional<Stated> ParseImpact(std::string_view cell) {
  cell = cell.substr(0, kMaxSentence);
  const std::vector<std::string_view> fields = Fields(cell);
  size_t i = !fields.empty() && fields[0].back() == ':' ? 1 : 0;
  Stated stated;
  stated.kind = RobotStatement::Kind::kImpact;
  for (; i < fields.size() && !ParsePercent(fields[i], cell, stated); ++i) {
    stated.metric += fields[i];  // a long name is cut where the box ends
  }
  if (i + 1 >= fields.size() || !IsMetricName(stated.metric) || !IsWord(fields[i + 1])) {
    return std::nullopt;
  }
  stated.word = LowerCase(fields[i + 1]);
  return stated;
}

}  // namespace regress
