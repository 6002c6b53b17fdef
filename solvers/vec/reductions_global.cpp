// SPDX-License-Identifier: Apache-2.0
// The local sums are reduced by PETSc's own MPIU_Allreduce, on the vector's communicator, so that -log_view
// counts them.
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/petsc/array_view.hpp"
#include "solvers/vec/kernels/extrema.hpp"
#include "solvers/vec/kernels/reductions.hpp"
#include "solvers/vec/operations.hpp"

namespace trireme::vec {
namespace {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;

MPI_Comm comm_of(Vec x) {
  return PetscObjectComm(reinterpret_cast<PetscObject>(x));
}

PetscErrorCode all_sum(Vec x, PetscScalar* values, PetscMPIInt count) {
  PetscFunctionBegin;
  if (x->map->size > 1)
    PetscCall(MPIU_Allreduce(MPI_IN_PLACE, values, count, MPIU_SCALAR, MPIU_SUM, comm_of(x)));
  PetscFunctionReturn(success);
}

// The largest of the ranks' values, none negative; NaN when any is. A maximum by comparisons may lose NaN, so
// whether there is one travels beside it.
PetscErrorCode all_max(Vec x, PetscReal* value) {
  PetscFunctionBegin;
  PetscReal pair[2] = {std::isnan(*value) ? 0 : *value, std::isnan(*value) ? 1.0 : 0.0};
  if (x->map->size > 1) PetscCall(MPIU_Allreduce(MPI_IN_PLACE, pair, 2, MPIU_REAL, MPIU_MAX, comm_of(x)));
  *value = pair[1] > 0 ? std::numeric_limits<PetscReal>::quiet_NaN() : pair[0];
  PetscFunctionReturn(success);
}

// The pair that MPIU_MAXLOC and MPIU_MINLOC reduce.
struct ValueAndIndex {
  PetscReal value;
  PetscInt index;
};

PetscErrorCode extremum(Vec x, Extremum (*find)(std::span<const double>), PetscReal none, MPI_Op by_value,
                        MPI_Op by_value_and_index, PetscInt* index, PetscReal* value) {
  PetscFunctionBegin;
  ValueAndIndex mine{none, -1};
  PetscCall(to_petsc([&] {
    const ReadView a(x);
    const Extremum found = find(a.span());
    if (found.index >= 0) mine = {found.value, static_cast<PetscInt>(found.index)};
    return success;
  }));
  if (x->map->size == 1) {
    *value = mine.value;
    if (index != nullptr) *index = mine.index;
  } else if (index == nullptr) {
    PetscCall(MPIU_Allreduce(&mine.value, value, 1, MPIU_REAL, by_value, comm_of(x)));
  } else {
    // A rank without entries must not win a tie by its index of -1.
    mine.index = mine.index < 0 ? x->map->N : mine.index + x->map->rstart;
    ValueAndIndex all{};
    PetscCall(MPIU_Allreduce(&mine, &all, 1, MPIU_REAL_INT, by_value_and_index, comm_of(x)));
    *value = all.value;
    *index = all.index == x->map->N ? -1 : all.index;
  }
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode dot_global(Vec x, Vec y, PetscScalar* value) {
  PetscFunctionBegin;
  PetscCall(dot_local(x, y, value));
  PetscCall(all_sum(x, value, 1));
  PetscFunctionReturn(success);
}

PetscErrorCode mdot_global(Vec x, PetscInt count, const Vec ys[], PetscScalar* values) {
  PetscFunctionBegin;
  PetscMPIInt n = 0;
  PetscCall(PetscMPIIntCast(count, &n));
  PetscCall(mdot_local(x, count, ys, values));
  PetscCall(all_sum(x, values, n));
  PetscFunctionReturn(success);
}

PetscErrorCode norm_global(Vec x, NormType type, PetscReal* values) {
  PetscFunctionBegin;
  PetscCall(norm_local(x, type, values));
  if (x->map->size == 1) PetscFunctionReturn(success);
  switch (type) {
    case NORM_1:
      PetscCall(all_sum(x, values, 1));
      break;
    case NORM_2:
    case NORM_FROBENIUS:
      values[0] *= values[0];
      PetscCall(all_sum(x, values, 1));
      values[0] = std::sqrt(values[0]);
      break;
    case NORM_INFINITY:
      PetscCall(all_max(x, values));
      break;
    case NORM_1_AND_2:
      values[1] *= values[1];
      PetscCall(all_sum(x, values, 2));
      values[1] = std::sqrt(values[1]);
      break;
  }
  PetscFunctionReturn(success);
}

PetscErrorCode max_global(Vec x, PetscInt* index, PetscReal* value) {
  return extremum(x, largest_entry, PETSC_MIN_REAL, MPIU_MAX, MPIU_MAXLOC, index, value);
}

PetscErrorCode min_global(Vec x, PetscInt* index, PetscReal* value) {
  return extremum(x, smallest_entry, PETSC_MAX_REAL, MPIU_MIN, MPIU_MINLOC, index, value);
}

PetscErrorCode maxpointwisedivide_global(Vec x, Vec y, PetscReal* value) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView a(x), b(y);
    *value = largest_quotient(a.span(), b.span());
    return success;
  }));
  PetscCall(all_max(x, value));
  PetscFunctionReturn(success);
}

PetscErrorCode dotnorm2_global(Vec x, Vec y, PetscScalar* dot, PetscScalar* square) {
  PetscFunctionBegin;
  PetscScalar values[2] = {0, 0};
  PetscCall(to_petsc([&] {
    const ReadView a(x), b(y);
    const DotAndSquare sums = dot_and_square(a.span(), b.span());
    values[0] = sums.dot;
    values[1] = sums.square;
    return success;
  }));
  PetscCall(all_sum(x, values, 2));
  *dot = values[0];
  *square = values[1];
  PetscCall(PetscLogFlops(4.0 * x->map->n));
  PetscFunctionReturn(success);
}

void install_reductions(VecOps operations) {
  operations->dot = dot_global;
  operations->tdot = dot_global;
  operations->mdot = mdot_global;
  operations->mtdot = mdot_global;
  operations->norm = norm_global;
  operations->dot_local = dot_local;
  operations->tdot_local = dot_local;
  operations->mdot_local = mdot_local;
  operations->mtdot_local = mdot_local;
  operations->norm_local = norm_local;
  operations->sum = sum_local;
  operations->max = max_global;
  operations->min = min_global;
  operations->maxpointwisedivide = maxpointwisedivide_global;
  operations->dotnorm2 = dotnorm2_global;
}

}  // namespace trireme::vec
