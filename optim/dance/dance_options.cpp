// SPDX-License-Identifier: Apache-2.0
#include "optim/dance/dance_options.hpp"

#include <string>

#include "solvers/base/error.hpp"

namespace trireme::optim {

void DanceOptions::validate() const {
  const auto require = [](bool holds, const std::string& option, const std::string& allowed) {
    if (!holds)
      throw Error(ErrorKind::input, "-tao_dance_" + option + " is out of range", "it must be " + allowed);
  };
  require(c > 0, "c", "above 0");
  require(gamma >= 0.5 && gamma <= 1, "gamma", "from 0.5 to 1");
  require(alpha > 1, "alpha", "above 1");
  require(m0 >= 1, "m0", "1 or more");
  require(beta > 0 && beta < 1, "beta", "above 0 and below 1");
  require(hess_fraction > 0 && hess_fraction <= 1, "hess_fraction", "above 0 and up to 1");
  require(hess_min >= 1, "hess_min", "1 or more");
  require(max_newton >= 1, "max_newton", "1 or more");
  require(localhess_rows >= 0, "localhess_rows", "0 or more");
  require(localhess_mu >= 0, "localhess_mu", "0 or more");
  require(damping >= 0, "damping", "0 or more");
}

}  // namespace trireme::optim
