// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/updates.hpp"

#include <vector>

#include "solvers/petsc/array_view.hpp"
#include "solvers/vec/operations.hpp"

namespace trireme::vec {
namespace {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;
using petsc::UpdateView;
using petsc::WriteView;

PetscErrorCode vec_set(Vec y, PetscScalar alpha) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    set(WriteView(y).span(), alpha);
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_copy(Vec x, Vec y) {
  PetscFunctionBegin;
  if (x == y) PetscFunctionReturn(success);
  PetscCall(to_petsc([&] {
    const ReadView a(x);
    copy(WriteView(y).span(), a.span());
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_swap(Vec x, Vec y) {
  PetscFunctionBegin;
  if (x == y) PetscFunctionReturn(success);
  PetscCall(to_petsc([&] {
    const UpdateView a(x), b(y);
    swap(a.span(), b.span());
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_scale(Vec y, PetscScalar alpha) {
  PetscFunctionBegin;
  if (alpha == 1.0) PetscFunctionReturn(success);
  if (alpha == 0.0) {
    PetscCall(vec_set(y, 0.0));
    PetscFunctionReturn(success);
  }
  PetscCall(to_petsc([&] {
    scale(UpdateView(y).span(), alpha);
    return success;
  }));
  PetscCall(PetscLogFlops(y->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_axpy(Vec y, PetscScalar alpha, Vec x) {
  PetscFunctionBegin;
  if (alpha == 0.0) PetscFunctionReturn(success);
  PetscCall(to_petsc([&] {
    const ReadView a(x);
    axpy(UpdateView(y).span(), alpha, a.span());
    return success;
  }));
  PetscCall(PetscLogFlops(2.0 * y->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_aypx(Vec y, PetscScalar beta, Vec x) {
  PetscFunctionBegin;
  if (beta == 0.0) {
    PetscCall(vec_copy(x, y));
    PetscFunctionReturn(success);
  }
  PetscCall(to_petsc([&] {
    const ReadView a(x);
    aypx(UpdateView(y).span(), beta, a.span());
    return success;
  }));
  PetscCall(PetscLogFlops(2.0 * y->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_waxpy(Vec w, PetscScalar alpha, Vec x, Vec y) {
  PetscFunctionBegin;
  if (alpha == 0.0) {
    PetscCall(vec_copy(y, w));
    PetscFunctionReturn(success);
  }
  PetscCall(to_petsc([&] {
    const ReadView a(x), b(y);
    waxpy(WriteView(w).span(), alpha, a.span(), b.span());
    return success;
  }));
  PetscCall(PetscLogFlops(2.0 * w->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_axpbypcz(Vec z, PetscScalar alpha, PetscScalar beta, PetscScalar gamma, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView a(x), b(y);
    axpbypcz(UpdateView(z).span(), alpha, beta, gamma, a.span(), b.span());
    return success;
  }));
  PetscCall(PetscLogFlops((gamma == 0.0 ? 3.0 : 5.0) * z->map->n));
  PetscFunctionReturn(success);
}

PetscErrorCode vec_axpby(Vec y, PetscScalar alpha, PetscScalar beta, Vec x) {
  PetscFunctionBegin;
  if (alpha == 0.0) {
    PetscCall(vec_scale(y, beta));
  } else if (beta == 1.0) {
    PetscCall(vec_axpy(y, alpha, x));
  } else if (alpha == 1.0) {
    PetscCall(vec_aypx(y, beta, x));
  } else {
    PetscCall(to_petsc([&] {
      const ReadView a(x);
      const UpdateView b(y);
      // As in BLAS, with beta 0 the old y is not read: it may be NaN.
      if (beta == 0.0) {
        axpbypcz(b.span(), alpha, 0.0, 0.0, a.span(), a.span());
      } else {
        axpby(b.span(), alpha, beta, a.span());
      }
      return success;
    }));
    PetscCall(PetscLogFlops(3.0 * y->map->n));
  }
  PetscFunctionReturn(success);
}

PetscErrorCode vec_maxpy(Vec y, PetscInt count, const PetscScalar* alphas, Vec* xs) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&]() -> PetscErrorCode {
    const std::size_t n = static_cast<std::size_t>(count);
    std::vector<const PetscScalar*> arrays(n);
    for (std::size_t k = 0; k < n; ++k) PetscCall(VecGetArrayRead(xs[k], &arrays[k]));
    maxpy(UpdateView(y).span(), {alphas, n}, arrays);
    for (std::size_t k = 0; k < n; ++k) PetscCall(VecRestoreArrayRead(xs[k], &arrays[k]));
    return success;
  }));
  PetscCall(PetscLogFlops(static_cast<PetscLogDouble>(count) * 2.0 * y->map->n));
  PetscFunctionReturn(success);
}

}  // namespace

void install_updates(VecOps operations) {
  operations->set = vec_set;
  operations->copy = vec_copy;
  operations->swap = vec_swap;
  operations->scale = vec_scale;
  operations->axpy = vec_axpy;
  operations->aypx = vec_aypx;
  operations->waxpy = vec_waxpy;
  operations->axpby = vec_axpby;
  operations->axpbypcz = vec_axpbypcz;
  operations->maxpy = vec_maxpy;
}

}  // namespace trireme::vec
