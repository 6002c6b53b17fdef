// SPDX-License-Identifier: Apache-2.0
#include "optim/pblbfgs/pblbfgs_options.hpp"

#include <string>

#include "solvers/base/error.hpp"

namespace trireme::optim {

void PblbfgsOptions::validate() const {
  const auto require = [](bool holds, const std::string& option, const std::string& allowed) {
    if (!holds)
      throw Error(ErrorKind::input, "-tao_pblbfgs_" + option + " is out of range", "it must be " + allowed);
  };
  require(theta > 0, "theta", "above 0");
  require(test_share > 0 && test_share <= 1, "test_share", "above 0 and up to 1");
  require(s0 >= 2, "s0", "2 or more");
  require(overlap > 0 && overlap <= 0.5, "overlap", "above 0 and at most 0.5");
  require(eps >= 0, "eps", "0 or more");
  require(history >= 1, "hist", "1 or more");
  require(growth >= 1, "growth", "1 or more");
  require(growth_patience >= 1, "growth_patience", "1 or more");
  require(growth_fall >= 0, "growth_fall", "0 or more");
  require(handover > 0 && handover <= 1, "handover", "above 0 and up to 1");
}

}  // namespace trireme::optim
