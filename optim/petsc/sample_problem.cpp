// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/sample_problem.hpp"

#include <memory>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;

constexpr const char* composed_name = "trireme_sample_problem";

PetscErrorCode destroy_problem(void* problem) {
  delete static_cast<SampleProblem*>(problem);
  return petsc::success;
}

}  // namespace

void set_sample_problem(Tao tao, SampleProblem problem) {
  auto owned = std::make_unique<SampleProblem>(std::move(problem));
  PetscContainer container = nullptr;
  check(PetscContainerCreate(PetscObjectComm(reinterpret_cast<PetscObject>(tao)), &container));
  check(PetscContainerSetPointer(container, owned.release()));
  check(PetscContainerSetUserDestroy(container, destroy_problem));
  check(PetscObjectCompose(reinterpret_cast<PetscObject>(tao), composed_name,
                           reinterpret_cast<PetscObject>(container)));
  check(PetscContainerDestroy(&container));
}

const SampleProblem* sample_problem(Tao tao) {
  PetscObject container = nullptr;
  check(PetscObjectQuery(reinterpret_cast<PetscObject>(tao), composed_name, &container));
  if (container == nullptr) return nullptr;
  void* problem = nullptr;
  check(PetscContainerGetPointer(reinterpret_cast<PetscContainer>(container), &problem));
  return static_cast<const SampleProblem*>(problem);
}

}  // namespace trireme::optim
