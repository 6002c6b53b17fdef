// SPDX-License-Identifier: Apache-2.0
// An mpiaijomp is an MPIAIJ whose two parts are seqaijomp and whose product uses the exchange plans of
// solvers/comm. Products with the transpose stay the base type's: they call the parts' threaded ones, and
// PETSc adds what other ranks send in rank order.
#include "solvers/mat/mpi_type.hpp"

#include <string>

#include <petsc/private/matimpl.h>

#include "solvers/mat/borrowed_type_name.hpp"
#include "solvers/mat/composed_names.hpp"
#include "solvers/mat/halo_product.hpp"
#include "solvers/mat/seq_type.hpp"
#include "solvers/mat/type_names.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/vec/vec_omp.hpp"

namespace trireme::mat {
namespace {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;
using petsc::WriteView;

struct BaseOperations {
  PetscErrorCode (*mult)(Mat, Vec, Vec) = nullptr;
  PetscErrorCode (*multadd)(Mat, Vec, Vec, Vec) = nullptr;
  PetscErrorCode (*assemblyend)(Mat, MatAssemblyType) = nullptr;
  PetscErrorCode (*destroy)(Mat) = nullptr;
};

// The base type's table entries are the same for every matrix of the format.
template <Format format>
BaseOperations& base_operations() {
  static BaseOperations operations;
  return operations;
}

template <Format format>
HaloProduct& product_of(Mat a) {
  if (a->spptr == nullptr) a->spptr = new HaloProduct(format);
  return *static_cast<HaloProduct*>(a->spptr);
}

template <Format format>
PetscErrorCode mult(Mat a, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView in(x);
    product_of<format>(a).multiply(a, in.span(), WriteView(y).span());
    return success;
  }));
  PetscFunctionReturn(success);
}

// z may be y; the view of z is taken last and sees y's entries then.
template <Format format>
PetscErrorCode multadd(Mat a, Vec x, Vec y, Vec z) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView in(x), start(y);
    product_of<format>(a).multiply_add(a, in.span(), start.span(), WriteView(z).span());
    return success;
  }));
  PetscFunctionReturn(success);
}

// A first assembly, or one after entries outside the pattern, sets up the off-diagonal part anew; PETSc has
// then cleared was_assembled on every rank. (The nonzero state alone does not tell: inserting into an MPIBAIJ
// leaves it as it is.)
template <Format format>
PetscErrorCode assemblyend(Mat a, MatAssemblyType type) {
  PetscFunctionBegin;
  PetscCall(base_operations<format>().assemblyend(a, type));
  if (!a->was_assembled && a->spptr != nullptr) static_cast<HaloProduct*>(a->spptr)->forget_ghosts();
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode destroy(Mat a) {
  PetscFunctionBegin;
  delete static_cast<HaloProduct*>(a->spptr);
  a->spptr = nullptr;
  PetscCall(base_operations<format>().destroy(a));
  PetscFunctionReturn(success);
}

// The parts of a matrix that has any, each through `change`.
template <Format format>
PetscErrorCode change_parts(Mat a, PetscErrorCode (*change)(Mat)) {
  PetscFunctionBegin;
  DistributedParts parts;
  PetscCall(get_parts(a, format, &parts));
  if (parts.diagonal != nullptr) PetscCall(change(parts.diagonal));
  if (parts.off_diagonal != nullptr) PetscCall(change(parts.off_diagonal));
  PetscFunctionReturn(success);
}

// Preallocation makes the parts, as matrices of the base type.
PetscErrorCode (*stock_aij_preallocation)(Mat, PetscInt, const PetscInt*, PetscInt,
                                          const PetscInt*) = nullptr;
PetscErrorCode (*stock_baij_preallocation)(Mat, PetscInt, PetscInt, const PetscInt*, PetscInt,
                                           const PetscInt*) = nullptr;

PetscErrorCode set_aij_preallocation(Mat a, PetscInt diagonal, const PetscInt* diagonals,
                                     PetscInt off_diagonal, const PetscInt* off_diagonals) {
  PetscFunctionBegin;
  PetscCall(stock_aij_preallocation(a, diagonal, diagonals, off_diagonal, off_diagonals));
  PetscCall(change_parts<Format::aij>(a, adopt_seq<Format::aij>));
  PetscFunctionReturn(success);
}

PetscErrorCode set_baij_preallocation(Mat a, PetscInt block_size, PetscInt diagonal,
                                      const PetscInt* diagonals, PetscInt off_diagonal,
                                      const PetscInt* off_diagonals) {
  PetscFunctionBegin;
  PetscCall(stock_baij_preallocation(a, block_size, diagonal, diagonals, off_diagonal, off_diagonals));
  PetscCall(change_parts<Format::baij>(a, adopt_seq<Format::baij>));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode compose_preallocation(Mat a, bool ours) {
  auto* object = reinterpret_cast<PetscObject>(a);
  const auto compose = [=](auto& stock, auto own) -> PetscErrorCode {
    PetscFunctionBegin;
    if (stock == nullptr)
      PetscCall(PetscObjectQueryFunction(object, MpiNames<format>::set_preallocation, &stock));
    PetscCall(PetscObjectComposeFunction(object, MpiNames<format>::set_preallocation, ours ? own : stock));
    PetscFunctionReturn(success);
  };
  if constexpr (format == Format::aij) {
    return compose(stock_aij_preallocation, set_aij_preallocation);
  } else {
    return compose(stock_baij_preallocation, set_baij_preallocation);
  }
}

template <Format format>
PetscErrorCode release(Mat a) {
  auto* object = reinterpret_cast<PetscObject>(a);
  PetscFunctionBegin;
  delete static_cast<HaloProduct*>(a->spptr);
  a->spptr = nullptr;
  a->ops->mult = base_operations<format>().mult;
  a->ops->multadd = base_operations<format>().multadd;
  a->ops->assemblyend = base_operations<format>().assemblyend;
  a->ops->destroy = base_operations<format>().destroy;
  PetscCall(compose_preallocation<format>(a, false));
  PetscCall(change_parts<format>(a, release_seq<format>));
  PetscCall(PetscObjectChangeTypeName(object, MpiNames<format>::base));
  PetscCall(MatSetVecType(a, VECSTANDARD));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode adopt(Mat a);

template <Format format, PetscErrorCode (*change)(Mat)>
PetscErrorCode convert(Mat a, MatType, MatReuse reuse, Mat* result) {
  PetscFunctionBegin;
  if (reuse == MAT_REUSE_MATRIX) {
    PetscCall(MatCopy(a, *result, DIFFERENT_NONZERO_PATTERN));
    PetscFunctionReturn(success);
  }
  Mat converted = *result;
  if (reuse == MAT_INITIAL_MATRIX) PetscCall(MatDuplicate(a, MAT_COPY_VALUES, &converted));
  PetscCall(change(converted));
  *result = converted;
  PetscFunctionReturn(success);
}

// To another type derived from the base.
template <Format format>
PetscErrorCode convert_through_base(Mat a, MatType type, MatReuse reuse, Mat* result) {
  PetscFunctionBegin;
  PetscCheck(
      reuse != MAT_REUSE_MATRIX, PetscObjectComm(reinterpret_cast<PetscObject>(a)), PETSC_ERR_SUP,
      "conversion to %s cannot reuse a matrix (its storage is the base type's) -> use MAT_INITIAL_MATRIX",
      type);
  Mat converted = *result;
  PetscCall((convert<format, release<format>>(a, MpiNames<format>::base, reuse, &converted)));
  PetscCall(MatConvert(converted, type, MAT_INPLACE_MATRIX, &converted));
  *result = converted;
  PetscFunctionReturn(success);
}

// By the base type's own function, which may ask for the base type's exact name.
template <Format format>
PetscErrorCode convert_under_base_name(Mat a, MatType type, MatReuse reuse, Mat* result) {
  PetscErrorCode (*stock)(Mat, MatType, MatReuse, Mat*) = nullptr;
  PetscFunctionBegin;
  PetscCall(to_petsc([&]() -> PetscErrorCode {
    for (const char* prefix : {"", "seq", "mpi"})
      if (stock == nullptr)
        PetscCall(PetscObjectQueryFunction(
            reinterpret_cast<PetscObject>(a),
            conversion_name(MpiNames<format>::base, std::string(prefix) + type).c_str(), &stock));
    return success;
  }));
  if (reuse == MAT_INPLACE_MATRIX) {
    PetscCall(release<format>(a));
    PetscCall(stock(a, type, reuse, result));
  } else {
    const BorrowedTypeName name(a, MpiNames<format>::base);
    PetscCall(stock(a, type, reuse, result));
  }
  PetscFunctionReturn(success);
}

// A dense matrix times one of ours. PETSc composes this function with the dense matrix, under the base type's
// name only.
PetscErrorCode set_dense_product(Mat product) {
  PetscErrorCode (*stock)(Mat) = nullptr;
  PetscFunctionBegin;
  PetscCall(PetscObjectQueryFunction(reinterpret_cast<PetscObject>(product->product->A),
                                     "MatProductSetFromOptions_mpidense_mpiaij_C", &stock));
  if (stock != nullptr) PetscCall(stock(product));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode adopt(Mat a) {
  using Names = MpiNames<format>;
  auto* object = reinterpret_cast<PetscObject>(a);
  PetscBool is_ours = PETSC_FALSE;
  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare(object, Names::omp, &is_ours));
  if (is_ours) PetscFunctionReturn(success);
  PetscCall(change_parts<format>(a, adopt_seq<format>));
  BaseOperations& base = base_operations<format>();
  if (a->ops->mult != mult<format>)
    base = {a->ops->mult, a->ops->multadd, a->ops->assemblyend, a->ops->destroy};
  a->ops->mult = mult<format>;
  a->ops->multadd = multadd<format>;
  a->ops->assemblyend = assemblyend<format>;
  a->ops->destroy = destroy<format>;
  PetscCall(compose_preallocation<format>(a, true));
  constexpr auto to_base = convert<format, release<format>>;
  constexpr auto from_base = convert<format, adopt<format>>;
  PetscCall(to_petsc([&]() -> PetscErrorCode {
    a->spptr = new HaloProduct(format);
    PetscCall(compose_under_own_name(a, Names::base, Names::omp,
                                     {convert_under_base_name<format>, convert_through_base<format>}));
    PetscCall(PetscObjectComposeFunction(object, conversion_name(Names::omp, Names::base).c_str(), to_base));
    PetscCall(
        PetscObjectComposeFunction(object, conversion_name(Names::base, Names::omp).c_str(), from_base));
    if (format == Format::aij)
      PetscCall(PetscObjectComposeFunction(object, "MatProductSetFromOptions_mpidense_mpiaijomp_C",
                                           set_dense_product));
    return success;
  }));
  PetscCall(PetscObjectChangeTypeName(object, Names::omp));
  PetscCall(MatSetVecType(a, vec::type_omp));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode create(Mat a) {
  PetscFunctionBegin;
  PetscCall(MatSetType(a, MpiNames<format>::base));
  PetscCall(adopt<format>(a));
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode register_mpi_types() {
  PetscFunctionBegin;
  PetscCall(MatRegister(type_mpiaijomp, create<Format::aij>));
  PetscCall(MatRegister(type_mpibaijomp, create<Format::baij>));
  PetscFunctionReturn(success);
}

}  // namespace trireme::mat
