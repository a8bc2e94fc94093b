// SPDX-License-Identifier: Apache-2.0
// The parameter sets of models/sim/params, compiled in so that the programs find them wherever they
// are installed; the files are installed too, as examples for --params.
#pragma once

#include <string_view>

namespace regress {

// Text of the file `name`.params. Throws std::out_of_range if there is none: names are compiled in
// as well.
std::string_view ParameterSetText(std::string_view name);

}  // namespace regress
