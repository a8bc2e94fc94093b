// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace regress {
namespace {

constexpr double kTouch = 1e-9;  // closed ends

std::optional<double> Apply(Convention convention, double a, double b) {
  const auto ratio = [](double x, double y) -> std::optional<double> {
    if (y == 0) return std::nullopt;
    return x / y;
  };
  std::optional<double> value;
  double scale = 100;
  double offset = 0;
  switch (convention) {
    case Convention::kChange:
      value = ratio(b - a, a);
      break;
    case Convention::kFall:
      value = ratio(a - b, a);
      break;
    case Convention::kSpeed:
      value = ratio(a - b, b);
      break;
    case Convention::kAfterBase:
      value = ratio(b - a, b);
      break;
    case Convention::kRatio:
      value = ratio(b, a);
      scale = 1;
      break;
    case Convention::kInverse:
      value = ratio(a, b);
      scale = 1;
      break;
    case Convention::kShare:
      value = ratio(b, a);
      break;
    case Convention::kInverseShare:
      value = ratio(a, b);
      break;
    case Convention::kDifference:
      return b - a;
    case Convention::kReverse:
      return a - b;
    case Convention::kSymmetric:
      value = ratio(b - a, (a + b) / 2);
      break;
  }
  if (!value) return std::nullopt;
  return *value * scale + offset;
}

}  // namespace

std::string_view Name(Convention convention) {
  switch (convention) {
    case Convention::kChange:
      return "(after - before) / before";
    case Convention::kFall:
      return "(before - after) / before";
    case Convention::kSpeed:
      return "before / after - 1";
    case Convention::kAfterBase:
      return "(after - before) / after";
    case Convention::kRatio:
      return "after / before";
    case Convention::kInverse:
      return "before / after";
    case Convention::kShare:
      return "after in percent of before";
    case Convention::kInverseShare:
      return "before in percent of after";
    case Convention::kDifference:
      return "after - before";
    case Convention::kReverse:
      return "before - after";
    case Convention::kSymmetric:
      return "(after - before) / mean of both";
  }
  return "";
}

Side MakeSide(const std::vector<Figure>& figures) {
  Side side;
  if (figures.empty()) return side;
  for (const Figure& figure : figures) {
    const Interval interval = figure.number.interval();
    side.value += figure.number.value;
    side.interval.low += interval.low;
    side.interval.high += interval.high;
  }
  const double n = static_cast<double>(figures.size());
  side.value /= n;
  side.interval.low /= n;
  side.interval.high /= n;
  return side;
}

std::optional<Computed> Compute(const Side& a, const Side& b, Convention convention) {
  const std::optional<double> value = Apply(convention, a.value, b.value);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  Computed out;
  out.value = *value;
  bool first = true;
  for (const double x : {a.interval.low, a.interval.high}) {
    for (const double y : {b.interval.low, b.interval.high}) {
      const std::optional<double> corner = Apply(convention, x, y);
      if (!corner || !std::isfinite(*corner)) return std::nullopt;
      out.reachable.low = first ? *corner : std::min(out.reachable.low, *corner);
      out.reachable.high = first ? *corner : std::max(out.reachable.high, *corner);
      first = false;
    }
  }
  // A base whose interval holds zero bounds nothing.
  const bool difference =
      convention == Convention::kDifference || convention == Convention::kReverse;
  const bool on_after = convention == Convention::kSpeed || convention == Convention::kAfterBase ||
                        convention == Convention::kInverse ||
                        convention == Convention::kInverseShare;
  const Interval& base = on_after ? b.interval : a.interval;
  if (!difference && base.low <= 0 && base.high >= 0) return std::nullopt;
  return out;
}

std::optional<Reading> Read(const FigurePair& pair, Convention convention) {
  const std::optional<Computed> computed =
      Compute(MakeSide(pair.before), MakeSide(pair.after), convention);
  if (!computed) return std::nullopt;
  Reading reading;
  reading.value = computed->value;
  reading.reachable = computed->reachable;
  reading.convention = Name(convention);
  const bool ratio = convention == Convention::kRatio || convention == Convention::kInverse;
  const bool difference =
      convention == Convention::kDifference || convention == Convention::kReverse;
  reading.unit = ratio ? "x" : difference ? "" : "%";
  for (const std::vector<Figure>* side : {&pair.before, &pair.after}) {
    reading.figures.insert(reading.figures.end(), side->begin(), side->end());
  }
  return reading;
}

InputRef SourceOf(const Figure& figure, const Claim& claim) {
  InputRef source = figure.source;
  if (source.path.empty()) source.path = claim.source.path;
  return source;
}

double GapOf(const PrintedNumber& stated, const Reading& reading) {
  const double gap = stated.interval().Gap(reading.reachable);
  return gap <= kTouch ? 0 : gap;
}

Match Compare(const PrintedNumber& stated, double value, const Interval& reachable) {
  const double u = stated.unit;
  const auto rounds = [&](double v) {
    return std::abs(v - stated.value) <= u / 2 * (1 + 1e-9) + kTouch;
  };
  // Figures too coarse to decide: only the nominal value can.
  if (reachable.width() > 2 * std::abs(stated.value)) {
    return rounds(value) ? Match::kMeets : Match::kMiss;
  }
  const double distance = stated.interval().Gap(reachable);
  const double gap = distance <= kTouch ? 0 : distance;
  if (gap == 0) return Match::kMeets;
  if (u > 0 &&
      std::abs(std::trunc(value / u + std::copysign(1e-9, value)) * u - stated.value) < u * 1e-6) {
    return Match::kTruncated;
  }
  return gap <= u / 4 * (1 + 1e-9) ? Match::kSlip : Match::kMiss;
}

std::string Fixed(double value, int decimals, bool sign) {
  std::string text = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 12));
  if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) {
    text.erase(0, 1);
  }
  if (sign && !text.starts_with('-')) text.insert(0, 1, '+');
  return text;
}

int DecimalsOf(const PrintedNumber& number) {
  const size_t point = number.text.find('.');
  if (point == std::string::npos) return 0;
  size_t digits = 0;
  while (point + 1 + digits < number.text.size() && number.text[point + 1 + digits] >= '0' &&
         number.text[point + 1 + digits] <= '9') {
    ++digits;
  }
  return static_cast<int>(std::min<size_t>(digits, 12));
}

std::string IntervalText(const Interval& interval, int decimals, bool sign) {
  const double step = std::pow(10.0, decimals);
  const double low = std::floor(interval.low * step + 1e-6) / step;
  const double high = std::ceil(interval.high * step - 1e-6) / step;
  return fmt::format("[{}, {}]", Fixed(low, decimals, sign), Fixed(high, decimals, sign));
}

std::string FigureText(const Figure& figure) {
  std::string text = figure.number.text + figure.unit;
  if (figure.unit.size() > 2 && figure.unit != "MB/s" &&
      figure.unit.find("B/s") == std::string::npos) {
    text = figure.number.text + " " + figure.unit;
  }
  if (figure.unit.empty() && !figure.label.empty() && figure.label.size() < 20 &&
      figure.number.rounding == Rounding::kExact) {
    text += " " + figure.label;
  }
  return text;
}

std::string SideText(const std::vector<Figure>& figures) {
  if (figures.empty()) return "";
  if (figures.size() == 1) return FigureText(figures.front());
  int decimals = 0;
  double factor = 1;
  for (const Figure& figure : figures) decimals = std::max(decimals, DecimalsOf(figure.number));
  // Figures print in their own unit: undo the prefix that was applied to the value.
  const Figure& first = figures.front();
  if (first.number.unit > 0) {
    factor = first.number.unit * std::pow(10.0, DecimalsOf(first.number));
  }
  const double mean = MakeSide(figures).value / (factor > 0 ? factor : 1);
  if (decimals == 0) decimals = 1;  // of whole numbers
  return fmt::format("{}{}", Fixed(mean, decimals), first.unit);
}

}  // namespace regress
