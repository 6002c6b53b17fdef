// SPDX-License-Identifier: Apache-2.0
// A seqaijomp is an SEQAIJ whose products are replaced in the function table. What the table held before is
// kept, because the base type's own functions go on working on the same data: assembly, factorisation, and
// everything not replaced here.
#include "solvers/mat/seq_type.hpp"

#include <memory>

#include <petsc/private/matimpl.h>

#include "solvers/mat/composed_names.hpp"
#include "solvers/mat/type_names.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/vec/vec_omp.hpp"

namespace trireme::mat {
namespace {

using petsc::ReadView;
using petsc::success;
using petsc::to_petsc;
using petsc::WriteView;

// The replaced entries of the base type's table.
struct BaseOperations {
  PetscErrorCode (*mult)(Mat, Vec, Vec) = nullptr;
  PetscErrorCode (*multadd)(Mat, Vec, Vec, Vec) = nullptr;
  PetscErrorCode (*multtranspose)(Mat, Vec, Vec) = nullptr;
  PetscErrorCode (*multtransposeadd)(Mat, Vec, Vec, Vec) = nullptr;
  PetscErrorCode (*duplicate)(Mat, MatDuplicateOption, Mat*) = nullptr;
  PetscErrorCode (*destroy)(Mat) = nullptr;
};

struct SeqContext {
  explicit SeqContext(Format format) : product(format) {}
  BaseOperations base;
  LocalProduct product;
};

// Of the first matrix of the format; for matrices whose context went with their data (MatHeaderMerge).
template <Format format>
BaseOperations& base_operations() {
  static BaseOperations operations;
  return operations;
}

template <Format format>
LocalProduct& product_of(Mat a) {
  if (a->spptr == nullptr) {
    auto context = std::make_unique<SeqContext>(format);
    context->base = base_operations<format>();
    a->spptr = context.release();
  }
  return static_cast<SeqContext*>(a->spptr)->product;
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

template <Format format>
PetscErrorCode multtranspose(Mat a, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView in(x);
    product_of<format>(a).multiply_transposed(a, in.span(), WriteView(y).span());
    return success;
  }));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode multtransposeadd(Mat a, Vec x, Vec y, Vec z) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const ReadView in(x), start(y);
    product_of<format>(a).multiply_transposed_add(a, in.span(), start.span(), WriteView(z).span());
    return success;
  }));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode duplicate(Mat a, MatDuplicateOption option, Mat* copy) {
  PetscFunctionBegin;
  const auto* context = static_cast<SeqContext*>(a->spptr);
  PetscCall((context != nullptr ? context->base : base_operations<format>()).duplicate(a, option, copy));
  // SEQBAIJ duplicates as SEQBAIJ, whatever the type of the original.
  PetscCall(adopt_seq<format>(*copy));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode destroy(Mat a) {
  PetscFunctionBegin;
  const std::unique_ptr<SeqContext> context(static_cast<SeqContext*>(a->spptr));
  a->spptr = nullptr;
  PetscCall((context ? context->base : base_operations<format>()).destroy(a));
  PetscFunctionReturn(success);
}

template <class Function>
void replace(Function& entry, Function& kept, Function ours) {
  if (entry == ours) return;
  kept = entry;
  entry = ours;
}

template <class Function>
void put_back(Function& entry, Function kept, Function ours) {
  if (entry == ours) entry = kept;
}

template <Format format, class Swap>
void for_replaced_entries(MatOps table, BaseOperations& base, Swap&& swap) {
  swap(table->mult, base.mult, mult<format>);
  swap(table->multadd, base.multadd, multadd<format>);
  swap(table->multtranspose, base.multtranspose, multtranspose<format>);
  swap(table->multtransposeadd, base.multtransposeadd, multtransposeadd<format>);
  swap(table->duplicate, base.duplicate, duplicate<format>);
  swap(table->destroy, base.destroy, destroy<format>);
}

template <Format format>
void install(Mat a) {
  auto* context = static_cast<SeqContext*>(a->spptr);
  for_replaced_entries<format>(a->ops, context->base,
                               [](auto& entry, auto& kept, auto ours) { replace(entry, kept, ours); });
  if (base_operations<format>().destroy == nullptr) base_operations<format>() = context->base;
}

// Preallocating an SEQBAIJ chooses products by block size and writes them into the table.
PetscErrorCode (*stock_baij_preallocation)(Mat, PetscInt, PetscInt, PetscInt*) = nullptr;

PetscErrorCode set_baij_preallocation(Mat a, PetscInt block_size, PetscInt per_row, PetscInt* each_row) {
  PetscFunctionBegin;
  PetscCall(stock_baij_preallocation(a, block_size, per_row, each_row));
  install<Format::baij>(a);
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode convert_to_base(Mat a, MatType, MatReuse reuse, Mat* result) {
  PetscFunctionBegin;
  if (reuse == MAT_REUSE_MATRIX) {
    PetscCall(MatCopy(a, *result, DIFFERENT_NONZERO_PATTERN));
    PetscFunctionReturn(success);
  }
  Mat converted = *result;
  if (reuse == MAT_INITIAL_MATRIX) PetscCall(MatDuplicate(a, MAT_COPY_VALUES, &converted));
  PetscCall(release_seq<format>(converted));
  *result = converted;
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode convert_from_base(Mat a, MatType, MatReuse reuse, Mat* result) {
  PetscFunctionBegin;
  if (reuse == MAT_REUSE_MATRIX) {
    PetscCall(MatCopy(a, *result, DIFFERENT_NONZERO_PATTERN));
    PetscFunctionReturn(success);
  }
  Mat converted = *result;
  if (reuse == MAT_INITIAL_MATRIX) PetscCall(MatDuplicate(a, MAT_COPY_VALUES, &converted));
  PetscCall(adopt_seq<format>(converted));
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
  PetscCall(convert_to_base<format>(a, SeqNames<format>::base, reuse, &converted));
  PetscCall(MatConvert(converted, type, MAT_INPLACE_MATRIX, &converted));
  *result = converted;
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode create(Mat a) {
  PetscFunctionBegin;
  PetscCall(MatSetType(a, SeqNames<format>::base));
  PetscCall(adopt_seq<format>(a));
  PetscFunctionReturn(success);
}

// Types derived from the base keep data of their own where ours keep theirs.
PetscErrorCode expect_type(Mat a, MatType expected, MatType target) {
  auto* object = reinterpret_cast<PetscObject>(a);
  PetscBool is_expected = PETSC_FALSE;
  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare(object, expected, &is_expected));
  PetscCheck(is_expected, PetscObjectComm(object), PETSC_ERR_ARG_WRONG,
             "a %s cannot become a %s (its data are its own) -> make it a %s, and remove -mat_seqaij_type "
             "from the options",
             object->type_name, target, expected);
  PetscFunctionReturn(success);
}

}  // namespace

template <Format format>
PetscErrorCode adopt_seq(Mat a) {
  using Names = SeqNames<format>;
  auto* object = reinterpret_cast<PetscObject>(a);
  PetscBool is_ours = PETSC_FALSE;
  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare(object, Names::omp, &is_ours));
  if (is_ours) PetscFunctionReturn(success);
  PetscCall(expect_type(a, Names::base, Names::omp));
  PetscCall(to_petsc([&]() -> PetscErrorCode {
    a->spptr = new SeqContext(format);
    install<format>(a);
    if (format == Format::baij) {
      if (stock_baij_preallocation == nullptr)
        PetscCall(PetscObjectQueryFunction(object, Names::set_preallocation, &stock_baij_preallocation));
      PetscCall(PetscObjectComposeFunction(object, Names::set_preallocation, set_baij_preallocation));
    }
    PetscCall(compose_under_own_name(a, Names::base, Names::omp, {nullptr, convert_through_base<format>}));
    PetscCall(PetscObjectComposeFunction(object, conversion_name(Names::omp, Names::base).c_str(),
                                         convert_to_base<format>));
    PetscCall(PetscObjectComposeFunction(object, conversion_name(Names::base, Names::omp).c_str(),
                                         convert_from_base<format>));
    return success;
  }));
  PetscCall(PetscObjectChangeTypeName(object, Names::omp));
  PetscCall(MatSetVecType(a, vec::type_omp));
  PetscFunctionReturn(success);
}

template <Format format>
PetscErrorCode release_seq(Mat a) {
  auto* object = reinterpret_cast<PetscObject>(a);
  PetscBool is_base = PETSC_FALSE;
  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare(object, SeqNames<format>::base, &is_base));
  if (is_base) PetscFunctionReturn(success);
  PetscCall(expect_type(a, SeqNames<format>::omp, SeqNames<format>::base));
  const std::unique_ptr<SeqContext> context(static_cast<SeqContext*>(a->spptr));
  a->spptr = nullptr;
  BaseOperations base = context ? context->base : base_operations<format>();
  for_replaced_entries<format>(a->ops, base,
                               [](auto& entry, auto& kept, auto ours) { put_back(entry, kept, ours); });
  if (format == Format::baij)
    PetscCall(
        PetscObjectComposeFunction(object, SeqNames<format>::set_preallocation, stock_baij_preallocation));
  PetscCall(PetscObjectChangeTypeName(object, SeqNames<format>::base));
  PetscCall(MatSetVecType(a, VECSTANDARD));
  PetscFunctionReturn(success);
}

template PetscErrorCode adopt_seq<Format::aij>(Mat);
template PetscErrorCode adopt_seq<Format::baij>(Mat);
template PetscErrorCode release_seq<Format::aij>(Mat);
template PetscErrorCode release_seq<Format::baij>(Mat);

PetscErrorCode register_seq_types() {
  PetscFunctionBegin;
  PetscCall(MatRegister(type_seqaijomp, create<Format::aij>));
  PetscCall(MatRegister(type_seqbaijomp, create<Format::baij>));
  // -mat_seqaij_type seqaijomp turns every SEQAIJ of a program into one.
  PetscCall(MatSeqAIJRegister(type_seqaijomp, convert_from_base<Format::aij>));
  PetscFunctionReturn(success);
}

}  // namespace trireme::mat
