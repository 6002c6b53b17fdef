// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/local_product.hpp"

#include <limits>

#include <petsc/private/matimpl.h>

#include "solvers/base/error.hpp"
#include "solvers/mat/kernels/repeated_rows.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/threads/thread_count.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::mat {
namespace {

using petsc::check;

// Below this number of stored values the other threads stay asleep.
constexpr double parallel_values = 16384;

void log_flops(const Bcsr<PetscInt>& a) {
  check(PetscLogFlops(2.0 * static_cast<double>(a.columns.size()) * a.block_size * a.block_size));
}

}  // namespace

void check_countable(GlobalIndex rows) {
  if (rows >= std::numeric_limits<LocalIndex>::max())
    throw Error(ErrorKind::input, "matrix too large for one rank", "more than 2^31 - 2 rows or columns",
                "use more ranks");
}

class LocalProduct::Borrowed {
 public:
  Borrowed(Mat matrix, Format format) : matrix_(matrix), format_(format) {
    PetscInt rows = 0;
    const PetscInt *offsets = nullptr, *columns = nullptr;
    PetscBool done = PETSC_TRUE;
    // The table's entry instead of MatGetRowIJ, which would log an event at every product. Neither copies
    // here.
    check((*matrix->ops->getrowij)(matrix, 0, PETSC_FALSE, by_blocks(format), &rows, &offsets, &columns,
                                   &done));
    if (format == Format::aij) {
      rows = matrix->rmap->n;
      check(MatSeqAIJGetArrayRead(matrix, &values_));
    } else {
      PetscScalar* values = nullptr;
      check(MatSeqBAIJGetArray(matrix, &values));
      values_ = values;
      view_.block_size = static_cast<int>(PetscAbs(matrix->rmap->bs));
    }
    view_.offsets = {offsets, static_cast<std::size_t>(rows) + 1};
    view_.columns = {columns, static_cast<std::size_t>(offsets[rows])};
    view_.values = values_;
  }
  ~Borrowed() {
    if (format_ == Format::aij) static_cast<void>(MatSeqAIJRestoreArrayRead(matrix_, &values_));
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

  const Bcsr<PetscInt>& view() const { return view_; }

 private:
  static constexpr PetscBool by_blocks(Format format) {
    return format == Format::baij ? PETSC_TRUE : PETSC_FALSE;
  }

  Mat matrix_;
  Format format_;
  const PetscScalar* values_ = nullptr;
  Bcsr<PetscInt> view_;
};

bool LocalProduct::update(Share& share, Mat matrix, std::span<const PetscInt> offsets) {
  const int block_size = format_ == Format::aij ? 1 : static_cast<int>(PetscAbs(matrix->rmap->bs));
  const double values = static_cast<double>(offsets.back()) * block_size * block_size;
  const int threads = values < parallel_values ? 1 : threads::max_threads();
  if (share.pattern == matrix->nonzerostate && share.offsets == offsets.data() && share.threads == threads &&
      static_cast<std::size_t>(share.bounds.back()) + 1 == offsets.size())
    return false;
  check_countable(static_cast<GlobalIndex>(offsets.size()) - 1);
  share.bounds = threads::weighted_partition(offsets, threads);
  share.pattern = matrix->nonzerostate;
  share.offsets = offsets.data();
  share.threads = threads;
  return true;
}

void LocalProduct::update_rows(Mat matrix, const Bcsr<PetscInt>& a) {
  if (!update(rows_, matrix, a.offsets)) return;
  repeats_ = a.block_size == 1 ? find_row_repeats(a, rows_.bounds) : RowRepeats{};
}

TransposedPattern<PetscInt> LocalProduct::transposed(Mat matrix, const Bcsr<PetscInt>& a) {
  if (transposed_pattern_ != matrix->nonzerostate || transposed_of_ != a.columns.data() ||
      transposed_.positions.size() != a.columns.size()) {
    const auto columns = static_cast<std::size_t>(matrix->cmap->n) / static_cast<std::size_t>(a.block_size);
    transposed_ = transpose_pattern<PetscInt>(a.offsets, a.columns, columns);
    transposed_pattern_ = matrix->nonzerostate;
    transposed_of_ = a.columns.data();
    columns_ = Share{};
  }
  return {transposed_.offsets, transposed_.rows, transposed_.positions};
}

void LocalProduct::multiply(Mat matrix, std::span<const double> x, std::span<double> y) {
  const Borrowed a(matrix, format_);
  update_rows(matrix, a.view());
  if (repeats_.is_empty())
    mat::multiply(a.view(), rows_.bounds, x.data(), y.data());
  else
    mat::multiply(a.view(), repeats_, rows_.bounds, x.data(), y.data());
  log_flops(a.view());
}

void LocalProduct::multiply_add(Mat matrix, std::span<const double> x, std::span<const double> y,
                                std::span<double> z) {
  const Borrowed a(matrix, format_);
  update_rows(matrix, a.view());
  if (repeats_.is_empty())
    mat::multiply_add(a.view(), rows_.bounds, x.data(), y.data(), z.data());
  else
    mat::multiply_add(a.view(), repeats_, rows_.bounds, x.data(), y.data(), z.data());
  log_flops(a.view());
}

void LocalProduct::multiply_transposed(Mat matrix, std::span<const double> x, std::span<double> y) {
  const Borrowed a(matrix, format_);
  const auto t = transposed(matrix, a.view());
  update(columns_, matrix, t.offsets);
  mat::multiply_transposed(a.view(), t, columns_.bounds, x.data(), y.data());
  log_flops(a.view());
}

void LocalProduct::multiply_transposed_add(Mat matrix, std::span<const double> x, std::span<const double> y,
                                           std::span<double> z) {
  const Borrowed a(matrix, format_);
  const auto t = transposed(matrix, a.view());
  update(columns_, matrix, t.offsets);
  mat::multiply_transposed_add(a.view(), t, columns_.bounds, x.data(), y.data(), z.data());
  log_flops(a.view());
}

}  // namespace trireme::mat
