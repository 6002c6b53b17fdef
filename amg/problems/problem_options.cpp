// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/problem_options.hpp"

#include "amg/problems/anisotropic.hpp"
#include "amg/problems/constant_stencil.hpp"
#include "amg/problems/convection_diffusion.hpp"
#include "amg/problems/elasticity.hpp"
#include "amg/problems/identity_rows.hpp"
#include "amg/problems/jumping_coefficients.hpp"
#include "amg/problems/negated.hpp"
#include "amg/problems/pure_neumann.hpp"
#include "amg/problems/shuffled_columns.hpp"
#include "amg/problems/stretched_grid.hpp"
#include "amg/problems/tetrahedra.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"

namespace trireme::amg {
namespace {

bool always_plane(ProblemKind kind) {
  return kind == ProblemKind::laplace_5 || kind == ProblemKind::laplace_9;
}

bool may_be_plane(ProblemKind kind) {
  return always_plane(kind) || kind == ProblemKind::anisotropic || kind == ProblemKind::jumps ||
         kind == ProblemKind::convection_diffusion || kind == ProblemKind::stretched;
}

ProblemPointer plain_problem(const ProblemOptions& options) {
  const Lattice lattice = options.lattice();
  switch (options.kind) {
    case ProblemKind::laplace_5:
      return constant_stencil(lattice, weights_5);
    case ProblemKind::laplace_9:
      return constant_stencil(lattice, weights_9);
    case ProblemKind::laplace_7:
      return constant_stencil(lattice, weights_7);
    case ProblemKind::laplace_27:
      return constant_stencil(lattice, weights_27);
    case ProblemKind::amg2023_27:
      return constant_stencil(lattice, weights_amg2023);
    case ProblemKind::anisotropic:
      return anisotropic(lattice,
                         {options.conductances[0], options.conductances[1], options.conductances[2]});
    case ProblemKind::jumps:
      return jumping_coefficients(
          lattice, {.deviation = options.deviation, .block = options.jump_block, .seed = options.seed});
    case ProblemKind::convection_diffusion:
      return convection_diffusion(lattice, options.peclet);
    case ProblemKind::tetrahedra:
      return tetrahedra(lattice, options.perturbation, options.seed);
    case ProblemKind::elasticity:
      return elasticity(lattice, options.poisson_ratio);
    case ProblemKind::stretched:
      return stretched_grid(lattice, options.aspect_ratio);
  }
  throw Error(ErrorKind::internal, "a kind of problem has no generator");
}

}  // namespace

void ProblemOptions::describe(options::Schema& schema) {
  schema.add_choice("problem", kind,
                    {{"laplace_5", ProblemKind::laplace_5},
                     {"laplace_9", ProblemKind::laplace_9},
                     {"laplace_7", ProblemKind::laplace_7},
                     {"laplace_27", ProblemKind::laplace_27},
                     {"amg2023_27", ProblemKind::amg2023_27},
                     {"anisotropic", ProblemKind::anisotropic},
                     {"jumps", ProblemKind::jumps},
                     {"convection_diffusion", ProblemKind::convection_diffusion},
                     {"tetrahedra", ProblemKind::tetrahedra},
                     {"elasticity", ProblemKind::elasticity},
                     {"stretched", ProblemKind::stretched}},
                    "Which matrix is generated where no matrix.file is given");
  schema.section("generate", "Size, coefficients and changes of the generated matrix.");
  schema.add("n", n, "points of the lattice in each direction", {.min = 1, .max = 100000});
  schema.add("nx", nx, "points along x; 0: n", {.min = 0, .max = 1000000});
  schema.add("ny", ny, "points along y; 0: n", {.min = 0, .max = 1000000});
  schema.add("nz", nz, "points along z; 0: n", {.min = 0, .max = 1000000});
  schema.add("plane", plane, "a lattice in the x-y plane, for problems that have both forms");
  schema.add("conductances", conductances, "of problem anisotropic: along x, y and z",
             {.min = 0, .open_min = true, .length = 3});
  schema.add("deviation", deviation, "of problem jumps: standard deviation of the permeability's logarithm",
             {.min = 0, .max = 20});
  schema.add("jump_block", jump_block, "of problem jumps: cells along the edge of a block", {.min = 1});
  schema.add("peclet", peclet, "of problem convection_diffusion: largest cell Peclet number",
             {.min = 0, .max = 1e12});
  schema.add("perturbation", perturbation,
             "of problem tetrahedra: largest displacement of a point, in spacings",
             {.min = 0, .max = largest_perturbation});
  schema.add("poisson_ratio", poisson_ratio, "of problem elasticity",
             {.min = -1, .max = 0.5, .open_min = true, .open_max = true});
  schema.add("aspect_ratio", aspect_ratio, "of problem stretched: of the cells at the wall",
             {.min = 1, .max = 1e8});
  schema.add("seed", seed, "of random coefficients, displacements and orders");
  schema.add("neumann", neumann, "no Dirichlet condition anywhere: the matrix is singular");
  schema.add("negate", negate, "changes the sign of the matrix");
  schema.add("shuffle_columns", shuffle_columns, "puts the entries of each row into an arbitrary order");
  schema.add("identity_rows", identity_rows, "rows of an identity block behind the problem's own",
             {.unit = "rows", .min = 0});
  schema.add("prescribed_every", prescribed_every,
             "prescribes every so-many-th unknown: an identity row without couplings; 0: none", {.min = 0});
  schema.section("", "");
}

Lattice ProblemOptions::lattice() const {
  const auto or_n = [&](int value) { return GlobalIndex{value > 0 ? value : n}; };
  return {{or_n(nx), or_n(ny), plane || always_plane(kind) ? 1 : or_n(nz)}};
}

ProblemPointer make_problem(const ProblemOptions& options) {
  TRIREME_VALIDATE(!options.plane || may_be_plane(options.kind), ErrorKind::input,
                   "generate.plane does not fit this problem", "it exists in three dimensions only",
                   "use laplace_5, laplace_9, anisotropic, jumps, convection_diffusion or stretched");
  const LatticePoint n = options.lattice().n;
  TRIREME_VALIDATE(static_cast<double>(n[0]) * static_cast<double>(n[1]) * static_cast<double>(n[2]) < 0x1p51,
                   ErrorKind::input, "the generated matrix has too many rows", "more than 2^51 points",
                   "lower generate.n");
  TRIREME_VALIDATE(options.kind != ProblemKind::elasticity || (n[1] > 1 && n[2] > 1), ErrorKind::input,
                   "the beam of problem elasticity has no thickness", "it needs two points along y and z",
                   "raise generate.ny and generate.nz");
  ProblemPointer problem = plain_problem(options);
  if (options.neumann) {
    TRIREME_VALIDATE(problem->is_symmetric() && problem->block_size() == 1, ErrorKind::input,
                     "generate.neumann does not fit this problem", "it is for scalar diffusion problems",
                     "leave it out");
    problem = pure_neumann(std::move(problem));
  }
  if (options.prescribed_every > 0)
    problem = with_prescribed_rows(std::move(problem), options.prescribed_every);
  if (options.identity_rows > 0) problem = with_identity_block(std::move(problem), options.identity_rows);
  if (options.negate) problem = negated(std::move(problem));
  if (options.shuffle_columns) problem = shuffled_columns(std::move(problem), options.seed);
  return problem;
}

}  // namespace trireme::amg
