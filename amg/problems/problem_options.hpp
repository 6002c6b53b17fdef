// SPDX-License-Identifier: Apache-2.0
// Which matrix is generated: a kind of problem, its lattice, its coefficients, and changes on top. Described
// to decks and command lines by trireme-amg; make_problem builds what the options name.
#pragma once

#include <cstdint>
#include <vector>

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::amg {

enum class ProblemKind {
  laplace_5,
  laplace_9,
  laplace_7,
  laplace_27,
  amg2023_27,
  anisotropic,
  jumps,
  convection_diffusion,
  tetrahedra,
  elasticity,
  stretched,
};

struct ProblemOptions {
  ProblemKind kind = ProblemKind::laplace_7;
  int n = 32;
  int nx = 0, ny = 0, nz = 0;  // 0: n
  bool plane = false;
  std::vector<double> conductances{1, 1, 1e-3};
  double deviation = 3;
  int jump_block = 4;
  double peclet = 10;
  double perturbation = 0.15;
  double poisson_ratio = 0.3;
  double aspect_ratio = 100;
  std::int64_t seed = 0;
  bool neumann = false;
  bool negate = false;
  bool shuffle_columns = false;
  int identity_rows = 0;
  int prescribed_every = 0;

  // Adds the key `problem` and the section `generate`.
  void describe(options::Schema& schema);
  Lattice lattice() const;
};

// Throws Error (input) for changes that do not fit the kind, and for more than 2^51 points. Local.
ProblemPointer make_problem(const ProblemOptions& options);

}  // namespace trireme::amg
