// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <vector>

#include "solvers/petsc/array_view.hpp"
#include "solvers/vec/kernels/reductions.hpp"
#include "solvers/vec/operations.hpp"

namespace trireme::vec {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;

PetscErrorCode dot_local(Vec x, Vec y, PetscScalar* value) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView a(x), b(y);
    *value = dot(a.span(), b.span());
    return success;
  }));
  PetscCall(PetscLogFlops(PetscMax(2.0 * x->map->n - 1, 0.0)));
  PetscFunctionReturn(success);
}

PetscErrorCode mdot_local(Vec x, PetscInt count, const Vec ys[], PetscScalar* values) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&]() -> PetscErrorCode {
    const ReadView a(x);
    std::vector<const PetscScalar*> arrays(static_cast<std::size_t>(count));
    for (PetscInt k = 0; k < count; ++k)
      PetscCall(VecGetArrayRead(ys[k], &arrays[static_cast<std::size_t>(k)]));
    multi_dot(a.span(), arrays, {values, arrays.size()});
    for (PetscInt k = 0; k < count; ++k)
      PetscCall(VecRestoreArrayRead(ys[k], &arrays[static_cast<std::size_t>(k)]));
    return success;
  }));
  PetscCall(PetscLogFlops(static_cast<PetscLogDouble>(count) * PetscMax(2.0 * x->map->n - 1, 0.0)));
  PetscFunctionReturn(success);
}

PetscErrorCode norm_local(Vec x, NormType type, PetscReal* values) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView a(x);
    switch (type) {
      case NORM_1:
        values[0] = sum_of_magnitudes(a.span());
        break;
      case NORM_2:
      case NORM_FROBENIUS:
        values[0] = std::sqrt(dot(a.span(), a.span()));
        break;
      case NORM_INFINITY:
        values[0] = largest_magnitude(a.span());
        break;
      case NORM_1_AND_2:
        values[0] = sum_of_magnitudes(a.span());
        values[1] = std::sqrt(dot(a.span(), a.span()));
        break;
    }
    return success;
  }));
  if (type != NORM_INFINITY) PetscCall(PetscLogFlops(2.0 * x->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode sum_local(Vec x, PetscScalar* value) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView a(x);
    *value = sum(a.span());
    return success;
  }));
  PetscFunctionReturn(success);
}

}  // namespace trireme::vec
