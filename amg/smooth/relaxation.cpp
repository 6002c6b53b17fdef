// SPDX-License-Identifier: Apache-2.0
#include "amg/smooth/relaxation.hpp"

#include <algorithm>

namespace trireme::amg {

const std::vector<std::pair<std::string, Relaxation>>& relaxation_names() {
  static const std::vector<std::pair<std::string, Relaxation>> names{
      {"SOR/Jacobi", Relaxation::hybrid_forward},
      {"backward-SOR/Jacobi", Relaxation::hybrid_backward},
      {"symmetric-SOR/Jacobi", Relaxation::hybrid_symmetric},
      {"l1scaled-SOR/Jacobi", Relaxation::l1_symmetric},
      {"Gaussian-elimination", Relaxation::gaussian_elimination},
      {"l1-Gauss-Seidel", Relaxation::l1_forward},
      {"backward-l1-Gauss-Seidel", Relaxation::l1_backward},
      {"Chebyshev", Relaxation::chebyshev},
      {"l1scaled-Jacobi", Relaxation::l1_jacobi},
  };
  return names;
}

const std::string& relaxation_name(Relaxation relaxation) {
  const auto& names = relaxation_names();
  return std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == relaxation; })
      ->first;
}

}  // namespace trireme::amg
