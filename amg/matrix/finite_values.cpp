// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/finite_values.hpp"

#include <cmath>

#include "amg/kernels/level_vector.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {

bool all_values_finite(const MatrixView& matrix) {
  const double largest =
      largest_magnitude(matrix.diagonal.values) + largest_magnitude(matrix.off_diagonal.values);
  return comm::all_of(*matrix.comm, std::isfinite(largest));
}

}  // namespace trireme::amg
