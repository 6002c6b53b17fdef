// SPDX-License-Identifier: Apache-2.0
// The solve phase: one multigrid cycle as a preconditioner. Made from a set-up's hierarchy, which it copies
// into its solve form and then needs no more. Called by the PETSc and hypre doors and by tests.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/cycle/cycle_options.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

class Multigrid {
 public:
  virtual ~Multigrid() = default;

  // z = M^-1 r, one cycle from zero. r, z [n_owned] in the matrix's own order, different arrays. Symmetric
  // positive definite for a symmetric positive definite matrix where relax_type_up is the mirror image of
  // relax_type_down, the sweeps are equal and the cycle is V or W; linear except K, and except for rounding
  // in single precision. NaN or infinite entries of r give such entries of z. Collective; the same bits for
  // any thread count.
  virtual void apply(std::span<const double> r, std::span<double> z) = 0;

  // The cycle for other values. hierarchy: of the patterns, splittings and level sizes that this was made
  // from; its interpolations are those too, but for the changed_interpolations finest levels'. If it throws,
  // this is spoiled. The result is that of make_multigrid, to the last bit, unless that would order the rows
  // of a level otherwise, because with the new values other rows can be relaxed in eights. Collective. Cost:
  // a pass over the matrices.
  virtual void refill(const SetupHierarchy& hierarchy, std::size_t changed_interpolations) = 0;

  virtual std::size_t n_levels() const = 0;
  // Of this rank since the start or the last reset: seconds in each level, coarser ones not counted.
  virtual std::vector<double> level_seconds() const = 0;
  virtual void reset_seconds() = 0;
  // Of this rank: matrices, transfers, smoothers, vectors.
  virtual std::size_t bytes() const = 0;
  // Whether the coarsest level is solved directly, and then the dimension of its null space.
  virtual bool direct_on_coarsest() const = 0;
  virtual LocalIndex null_dimension() const = 0;
};

// Throws the same Error on every rank: input for options out of range, internal where LAPACK fails or memory
// runs out. Collective. Cost: a few passes over the matrices, and O(rows^3) of the coarsest on rank 0.
std::unique_ptr<Multigrid> make_multigrid(const SetupHierarchy& hierarchy, const CycleOptions& options);

}  // namespace trireme::amg
