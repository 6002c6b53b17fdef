// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/entrywise.hpp"

#include "solvers/petsc/array_view.hpp"
#include "solvers/vec/operations.hpp"

namespace trireme::vec {
namespace {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;
using petsc::UpdateView;

// PETSc allows w to be x or y; an UpdateView of w taken last sees the same array.
template <Binary operation>
PetscErrorCode vec_binary(Vec w, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView a(x), b(y);
    apply_binary(operation, UpdateView(w).span(), a.span(), b.span());
    return success;
  }));
  PetscCall(PetscLogFlops(w->map->n));
  PetscFunctionReturn(success);
}

template <Unary operation>
PetscErrorCode vec_unary(Vec x) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    apply_unary(operation, UpdateView(x).span());
    return success;
  }));
  PetscCall(PetscLogFlops(x->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_shift(Vec x, PetscScalar alpha) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    shift(UpdateView(x).span(), alpha);
    return success;
  }));
  PetscCall(PetscLogFlops(x->map->n));
  PetscFunctionReturn(success);
}

}  // namespace

void install_entrywise(VecOps operations) {
  operations->pointwisemult = vec_binary<Binary::multiply>;
  operations->pointwisedivide = vec_binary<Binary::divide>;
  operations->pointwisemax = vec_binary<Binary::maximum>;
  operations->pointwisemin = vec_binary<Binary::minimum>;
  operations->pointwisemaxabs = vec_binary<Binary::maximum_magnitude>;
  operations->reciprocal = vec_unary<Unary::reciprocal>;
  operations->abs = vec_unary<Unary::absolute>;
  operations->sqrt = vec_unary<Unary::square_root_of_magnitude>;
  operations->exp = vec_unary<Unary::exponential>;
  operations->log = vec_unary<Unary::logarithm>;
  operations->shift = vec_shift;
}

}  // namespace trireme::vec
