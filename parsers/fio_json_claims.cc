// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_json_claims.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "parsers/fio_claims.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr double kMostCounted = 18446744073709551616.0;  // fio counts in 64 bits

class ClaimBuilder {
 public:
  ClaimBuilder(const JsonTree& tree, const FioJsonPlace& place) : tree_(tree), place_(place) {}

  void Add(const JsonNode& object, FioDirection direction, FioSnapshot& snapshot) const {
    const auto add = [&](ClaimKind kind, std::string_view metric,
                         const std::optional<Figure>& stated,
                         std::vector<std::optional<Figure>> operands, std::string_view convention) {
      if (!stated) return;
      std::vector<Figure> figures;
      for (std::optional<Figure>& operand : operands) {
        if (!operand) return;
        figures.push_back(std::move(*operand));
      }
      const std::string quote = fmt::format("\"{}\" : {}", stated->label, stated->number.text);
      snapshot.claims.push_back(
          MakeFioClaim(kind, fmt::format("fio.{}_{}", Name(direction), metric), quote,
                       stated->number.text, *stated, std::move(figures), convention));
    };
    const bool in_bytes = tree_.Find(object, "io_kbytes") != nullptr;
    const Rounding work = in_bytes ? Rounding::kExact : Rounding::kTruncated;
    const std::optional<Figure> seconds = FigureOf(object, "runtime", 0.001, Rounding::kExact, "s");
    if (!seconds || seconds->number.value <= 0) return;
    const auto bytes_per_s = FigureOf(object, "bw_bytes", 1, Rounding::kTruncated, "B/s");
    const auto kib_per_s = FigureOf(object, "bw", 1, Rounding::kTruncated, "KiB/s");
    if (bytes_per_s) {
      add(ClaimKind::kRate, "bw_Bps", bytes_per_s,
          {FigureOf(object, "io_bytes", 1, work, "B"), seconds}, "io / runtime");
      add(ClaimKind::kUnitPair, "bw_MBps", kib_per_s,
          {FigureOf(object, "bw_bytes", 1.0 / 1024, Rounding::kTruncated, "KiB/s")}, "KiB in B");
    } else {
      add(ClaimKind::kRate, "bw_MBps", kib_per_s,
          {FigureOf(object, "io_bytes", in_bytes ? 1.0 / 1024 : 1, work, "KiB"), seconds},
          "io / runtime");
    }
    const JsonNode* rate = tree_.Find(object, "iops");
    const bool whole = rate != nullptr && rate->text.find('.') == std::string_view::npos;
    const auto iops =
        FigureOf(object, "iops", 1, whole ? Rounding::kTruncated : Rounding::kNearest, "1/s");
    add(ClaimKind::kRate, "iops", iops,
        {FigureOf(object, "total_ios", 1, Rounding::kExact, "requests"), seconds},
        "total_ios / runtime");
    if (const std::optional<Figure> size = BlockSize(place_.job, snapshot);
        size && place_.error == 0)
      add(ClaimKind::kProduct, "bw_Bps", bytes_per_s, {iops, size}, "iops x bs");
    AddLatencySum(object, direction, snapshot);
  }

 private:
  // A number of the object as a figure; nullopt if it is absent or none.
  std::optional<Figure> FigureOf(const JsonNode& object, std::string_view key, double scale,
                                 Rounding rounding, std::string_view unit) const {
    const JsonNode* node = tree_.Find(object, key);
    if (node == nullptr || node->type != JsonType::kNumber || !ParsePrinted(node->text))
      return std::nullopt;
    // What is left out as a measurement makes no claim either.
    const std::optional<double> value = ParseDouble(node->text);
    if (!value || *value < 0 || *value > kMostCounted) return std::nullopt;
    return MakeFioFigure(node->text, scale, rounding, unit, key,
                         {place_.path, {-1, -1, node->line, node->column}});
  }

  // Where every request was counted in all three families, lat is slat and clat together.
  void AddLatencySum(const JsonNode& object, FioDirection direction, FioSnapshot& snapshot) const {
    const JsonNode* slat = tree_.Find(object, "slat_ns");
    const JsonNode* clat = tree_.Find(object, "clat_ns");
    const JsonNode* lat = tree_.Find(object, "lat_ns");
    if (slat == nullptr || clat == nullptr || lat == nullptr) return;
    const JsonNode* count = tree_.Find(*lat, "N");
    const JsonNode* slat_count = tree_.Find(*slat, "N");
    const JsonNode* clat_count = tree_.Find(*clat, "N");
    if (count == nullptr || slat_count == nullptr || clat_count == nullptr || count->text == "0" ||
        slat_count->text != count->text || clat_count->text != count->text)
      return;
    const auto mean = [&](const JsonNode& family) {
      return FigureOf(family, "mean", 1, Rounding::kNearest, "ns");
    };
    const auto whole = mean(*lat);
    const auto first = mean(*slat);
    const auto second = mean(*clat);
    if (!whole || !first || !second) return;
    snapshot.claims.push_back(
        MakeFioClaim(ClaimKind::kMean, fmt::format("fio.{}_lat_mean_ns", Name(direction)),
                     fmt::format("\"mean\" : {}", whole->number.text), whole->number.text, *whole,
                     {*first, *second}, "slat mean + clat mean"));
  }

  // The only block size of the job, if its options give one.
  static std::optional<Figure> BlockSize(uint32_t index, const FioSnapshot& snapshot) {
    const RunOption* found = nullptr;
    for (const RunOption& option : snapshot.options) {
      if (option.job && *option.job != index) continue;
      if (option.name == "bsrange" || option.name == "bssplit" || option.name == "bs_unaligned")
        return std::nullopt;
      if (option.name == "bs" || option.name == "blocksize") found = &option;
    }
    if (found == nullptr) return std::nullopt;
    size_t digits = 0;
    const std::string& value = found->value;
    while (digits < value.size() && IsDigit(value[digits])) ++digits;
    const std::string_view suffix = std::string_view(value).substr(digits);
    double scale = 0;
    if (suffix.empty() || suffix == "b" || suffix == "B") scale = 1;
    if (suffix == "k" || suffix == "K" || suffix == "ki" || suffix == "KiB" || suffix == "kb")
      scale = 1024;
    if (suffix == "m" || suffix == "M" || suffix == "mi" || suffix == "MiB" || suffix == "mb")
      scale = 1024.0 * 1024;
    if (scale == 0 || digits == 0) return std::nullopt;
    Figure figure = MakeFioFigure(std::string_view(value).substr(0, digits), scale,
                                  Rounding::kExact, "B", "bs", {});
    figure.number.text = value;
    return figure;
  }

  const JsonTree& tree_;
  const FioJsonPlace& place_;
};

}  // namespace

void AddFioJsonClaims(const JsonTree& tree, const JsonNode& object, const FioJsonPlace& place,
                      FioDirection direction, FioSnapshot& snapshot) {
  ClaimBuilder(tree, place).Add(object, direction, snapshot);
}

}  // namespace regress
