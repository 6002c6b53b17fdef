// SPDX-License-Identifier: Apache-2.0
#include "amg/smooth/largest_eigenvalue.hpp"

#include <cmath>

#include "amg/kernels/level_vector.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg {

template <class Value>
double estimate_largest_eigenvalue(LevelOperator<Value>& a, const Value* inverse,
                                   std::span<const LocalIndex> old_of_new, GlobalIndex global_begin) {
  const auto n = static_cast<std::size_t>(a.n_rows());
  Array<Value> x(n + static_cast<std::size_t>(a.matrix().n_ghosts())), y(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<Value>(symmetric_hash(1, global_begin + old_of_new[i], 0));
  double eigenvalue = 1;
  for (int step = 0; step < 10; ++step) {
    const double norm = std::sqrt(a.dot(x.data(), x.data()));
    if (!(norm > 0) || !std::isfinite(norm)) return 1;
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Value>(x[i] / norm);
    a.multiply(x.data(), y.data());
    scaled_product(std::span<Value>(x).first(n), Value(1), inverse, y.data());
    eigenvalue = std::sqrt(a.dot(x.data(), x.data()));
  }
  return std::isfinite(eigenvalue) && eigenvalue > 0 ? eigenvalue : 1;
}

template double estimate_largest_eigenvalue(LevelOperator<double>&, const double*,
                                            std::span<const LocalIndex>, GlobalIndex);
template double estimate_largest_eigenvalue(LevelOperator<float>&, const float*, std::span<const LocalIndex>,
                                            GlobalIndex);

}  // namespace trireme::amg
