// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/error.hpp"

namespace trireme {

std::string error_text(std::string_view problem, std::string_view why, std::string_view suggestion) {
  std::string text(problem);
  if (!why.empty()) text.append(" (").append(why).append(")");
  if (!suggestion.empty()) text.append(" -> ").append(suggestion);
  return text;
}

Error::Error(ErrorKind kind, std::string_view problem, std::string_view why, std::string_view suggestion)
    : std::runtime_error(error_text(problem, why, suggestion)), kind_(kind) {}

}  // namespace trireme
