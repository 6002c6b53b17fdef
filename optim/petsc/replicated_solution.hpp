// SPDX-License-Identifier: Apache-2.0
// The entries of a distributed Vec on every rank, and back. Called by the sample modes of `dance` and
// `pblbfgs` at their start and end, and by the adapters of TAO's own types at every evaluation.
#pragma once

#include <span>
#include <vector>

#include <petscvec.h>

#include "optim/petsc/petsc_holder.hpp"
#include "solvers/base/types.hpp"

namespace trireme::optim {

// A vector of this rank alone for what all ranks compute alike: of type seqomp, whose sums have the same bits
// for any number of threads. Throws Error. Local.
PetscHolder<Vec> make_replicated_vector(GlobalIndex dim);

class ReplicatedSolution {
 public:
  // distributed: gives the layout; not kept. Collective.
  explicit ReplicatedSolution(Vec distributed);
  ~ReplicatedSolution();
  ReplicatedSolution(const ReplicatedSolution&) = delete;
  ReplicatedSolution& operator=(const ReplicatedSolution&) = delete;

  // values [global size]. Collective.
  void gather(Vec distributed, std::span<double> values);
  // Every rank takes its part of values. Local.
  static void scatter(std::span<const double> values, Vec distributed);

 private:
  VecScatter scatter_ = nullptr;
  Vec all_ = nullptr;
};

}  // namespace trireme::optim
