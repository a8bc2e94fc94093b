// SPDX-License-Identifier: Apache-2.0
#include "stats/distributions.h"
#include "stats/student_t.h"
#include "tests/stats/vector_functions.h"

namespace regress {
namespace {

using nlohmann::json;

// Applies f to every row of parallel lists.
template <typename Function>
json Each(const json& input, std::vector<std::string> names, Function f) {
  json results = json::array();
  for (size_t i = 0; i < input[names[0]].size(); ++i) {
    std::vector<double> row;
    for (const std::string& name : names) row.push_back(input[name][i].get<double>());
    results.push_back(f(row));
  }
  return results;
}

using Row = std::vector<double>;

}  // namespace

void AddDistributionVectors(VectorTable& table) {
  table["student_quantile"] = [](const json& in) {
    return json{{"q", Each(in, {"p", "df"}, [](Row r) { return StudentTQuantile(r[0], r[1]); })}};
  };
  table["student_tails"] = [](const json& in) {
    return json{{"cdf", Each(in, {"t", "df"}, [](Row r) { return StudentTLower(r[0], r[1]); })},
                {"sf", Each(in, {"t", "df"}, [](Row r) { return StudentTUpper(r[0], r[1]); })}};
  };
  table["noncentral_t"] = [](const json& in) {
    return json{{"cdf", Each(in, {"t", "df", "ncp"},
                             [](Row r) { return NoncentralTLower(r[0], r[1], r[2]); })}};
  };
  table["normal_tails"] = [](const json& in) {
    return json{{"cdf", Each(in, {"z"}, [](Row r) { return NormalLower(r[0]); })},
                {"sf", Each(in, {"z"}, [](Row r) { return NormalUpper(r[0]); })}};
  };
  table["normal_quantile"] = [](const json& in) {
    return json{{"z", Each(in, {"p"}, [](Row r) { return NormalQuantile(r[0]); })}};
  };
  table["beta"] = [](const json& in) {
    return json{
        {"cdf", Each(in, {"x", "a", "b"}, [](Row r) { return BetaLower(r[0], r[1], r[2]); })}};
  };
  table["chi_square"] = [](const json& in) {
    return json{{"cdf", Each(in, {"x", "df"}, [](Row r) { return ChiSquareLower(r[0], r[1]); })},
                {"sf", Each(in, {"x", "df"}, [](Row r) { return ChiSquareUpper(r[0], r[1]); })}};
  };
}

}  // namespace regress
