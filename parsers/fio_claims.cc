// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_claims.h"

#include "parsers/scan.h"

namespace regress {

Figure MakeFioFigure(std::string_view text, double scale, Rounding rounding, std::string_view unit,
                     std::string_view label, InputRef source) {
  Figure figure;
  if (const std::optional<PrintedNumber> number = ParsePrinted(text)) figure.number = *number;
  figure.number.value *= scale;
  figure.number.unit *= scale;
  figure.number.rounding = rounding;
  figure.unit = unit;
  figure.label = label;
  figure.source = std::move(source);
  return figure;
}

Claim MakeFioClaim(ClaimKind kind, std::string metric, std::string_view quote,
                   std::string_view stated_text, Figure stated, std::vector<Figure> operands,
                   std::string_view convention) {
  Claim claim;
  claim.kind = kind;
  claim.metric = std::move(metric);
  claim.quote = Trim(quote);
  claim.quote_length = static_cast<uint32_t>(stated_text.size());
  claim.stated_text = stated_text;
  claim.stated_value = stated.number.value;
  claim.stated_unit = stated.unit;
  claim.source = stated.source;
  claim.convention = convention;
  Reading& reading = claim.readings.emplace_back();
  reading.convention = convention;
  reading.unit = stated.unit;
  reading.figures.push_back(std::move(stated));
  for (Figure& operand : operands) reading.figures.push_back(std::move(operand));
  return claim;
}

}  // namespace regress
