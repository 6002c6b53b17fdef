// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/replicated_solution.hpp"

#include <algorithm>

#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {

using petsc::check;

PetscHolder<Vec> make_replicated_vector(GlobalIndex dim) {
  PetscHolder<Vec> vector;
  check(VecCreate(PETSC_COMM_SELF, vector.place()));
  check(VecSetSizes(vector.get(), static_cast<PetscInt>(dim), static_cast<PetscInt>(dim)));
  check(VecSetType(vector.get(), "seqomp"));
  return vector;
}

ReplicatedSolution::ReplicatedSolution(Vec distributed) {
  check(VecScatterCreateToAll(distributed, &scatter_, &all_));
}

ReplicatedSolution::~ReplicatedSolution() {
  static_cast<void>(VecScatterDestroy(&scatter_));
  static_cast<void>(VecDestroy(&all_));
}

void ReplicatedSolution::gather(Vec distributed, std::span<double> values) {
  check(VecScatterBegin(scatter_, distributed, all_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(scatter_, distributed, all_, INSERT_VALUES, SCATTER_FORWARD));
  const petsc::ReadView view(all_);
  std::copy(view.span().begin(), view.span().end(), values.begin());
}

void ReplicatedSolution::scatter(std::span<const double> values, Vec distributed) {
  PetscInt begin = 0, end = 0;
  check(VecGetOwnershipRange(distributed, &begin, &end));
  const petsc::WriteView view(distributed);
  std::copy(values.begin() + begin, values.begin() + end, view.span().begin());
}

}  // namespace trireme::optim
