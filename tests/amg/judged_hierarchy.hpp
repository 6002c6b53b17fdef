// SPDX-License-Identifier: Apache-2.0
// Whole hierarchies judged by what a user sees of them: conjugate gradients, symmetry, complexity.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "amg/cycle/multigrid.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::test {

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return comm::all_sum(world(), sum);
}

inline void multiply(const MatrixView& matrix, std::span<double> x, std::span<double> y) {
  comm::HaloExchange<double>(*matrix.comm, matrix.plan, 1).start(x).finish();
  for (std::size_t row = 0; row < y.size(); ++row) {
    y[row] = 0;
    for (LocalIndex k = matrix.diagonal.offsets[row]; k < matrix.diagonal.offsets[row + 1]; ++k)
      y[row] += matrix.diagonal.values[static_cast<std::size_t>(k)] *
                x[static_cast<std::size_t>(matrix.diagonal.columns[static_cast<std::size_t>(k)])];
    for (LocalIndex k = matrix.off_diagonal.offsets[row]; k < matrix.off_diagonal.offsets[row + 1]; ++k)
      y[row] +=
          matrix.off_diagonal.values[static_cast<std::size_t>(k)] *
          x[y.size() + static_cast<std::size_t>(matrix.off_diagonal.columns[static_cast<std::size_t>(k)])];
  }
}

// Preconditioned conjugate gradients from zero for a right-hand side of ones, to 1e-8 of the residual.
inline int iterations(const MatrixView& matrix, Multigrid& multigrid) {
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  std::vector<double> r(n, 1.0), z(n), q(n), p(n + static_cast<std::size_t>(matrix.n_ghosts()));
  const double start = std::sqrt(dot(r, r));
  double rz_before = 1;
  for (int iteration = 1; iteration <= 100; ++iteration) {
    multigrid.apply(r, z);
    const double rz = dot(r, z), beta = iteration == 1 ? 0 : rz / rz_before;
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    multiply(matrix, p, q);
    const double alpha = rz / dot(std::span(p).first(n), q);
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    rz_before = rz;
    if (std::sqrt(dot(r, r)) <= 1e-8 * start) return iteration;
  }
  return 1000;
}

inline int iterations(const MatrixView& matrix, const SetupHierarchy& hierarchy) {
  return iterations(matrix, *make_multigrid(hierarchy, {}));
}

inline double operator_complexity(const SetupHierarchy& hierarchy) {
  const auto nonzeros = [](const SetupLevel& level) {
    return comm::all_sum(
        world(), GlobalIndex{level.matrix.diagonal.n_nonzeros()} + level.matrix.off_diagonal.n_nonzeros());
  };
  GlobalIndex sum = 0;
  for (const SetupLevel& level : hierarchy.levels) sum += nonzeros(level);
  return static_cast<double>(sum) / static_cast<double>(nonzeros(hierarchy.levels.front()));
}

// What makes conjugate gradients work: r'Mr > 0 and u'Mv = v'Mu, by random vectors.
struct SymmetryCheck {
  double smallest;   // of r'Mr / r'r
  double asymmetry;  // of u'Mv - v'Mu, relative
};
inline SymmetryCheck check_symmetry(const MatrixView& matrix, Multigrid& multigrid) {
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  std::vector<std::vector<double>> vectors(4, std::vector<double>(n)), images = vectors;
  SymmetryCheck check{1e300, 0};
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    for (std::size_t i = 0; i < n; ++i)
      vectors[v][i] = symmetric_hash(v + 1, matrix.rows->begin() + static_cast<GlobalIndex>(i), 1);
    multigrid.apply(vectors[v], images[v]);
    check.smallest =
        std::min(check.smallest, dot(vectors[v], images[v]) / std::max(dot(vectors[v], vectors[v]), 1e-300));
  }
  for (std::size_t u = 0; u < vectors.size(); ++u)
    for (std::size_t v = 0; v < u; ++v) {
      const double size = std::sqrt(dot(vectors[u], images[u]) * dot(vectors[v], images[v]));
      check.asymmetry =
          std::max(check.asymmetry, std::abs(dot(vectors[u], images[v]) - dot(vectors[v], images[u])) / size);
    }
  return check;
}

}  // namespace trireme::amg::test
