// SPDX-License-Identifier: Apache-2.0
// Threaded products of one sequential AIJ or BAIJ matrix. Called by the seq types for themselves and by the
// mpi types for their diagonal and off-diagonal parts. Keeps what depends on the nonzero pattern: the rows of
// each thread, where rows repeat one another and, once a product with the transpose was asked for, the
// transposed pattern (two PetscInt a nonzero block).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <petscmat.h>

#include "solvers/base/types.hpp"
#include "solvers/mat/kernels/bcsr.hpp"
#include "solvers/mat/order/row_repeats.hpp"
#include "solvers/mat/order/transpose_pattern.hpp"

namespace trireme::mat {

enum class Format { aij, baij };

// Throws unless a rank can number `rows` (block) rows or columns, and one more, by LocalIndex.
void check_countable(GlobalIndex rows);

// The matrix must be an assembled SEQAIJ or SEQBAIJ (or a type derived from it) and the same matrix at every
// call; its values and pattern may change. Functions throw trireme::Error. Local to the rank.
class LocalProduct {
 public:
  explicit LocalProduct(Format format) : format_(format) {}

  void multiply(Mat matrix, std::span<const double> x, std::span<double> y);
  void multiply_add(Mat matrix, std::span<const double> x, std::span<const double> y, std::span<double> z);
  void multiply_transposed(Mat matrix, std::span<const double> x, std::span<double> y);
  void multiply_transposed_add(Mat matrix, std::span<const double> x, std::span<const double> y,
                               std::span<double> z);

 private:
  // Rows cut into parts of about equal nonzeros.
  struct Share {
    PetscObjectState pattern = -1;
    const PetscInt* offsets = nullptr;
    int threads = 0;
    std::vector<LocalIndex> bounds;
  };
  // Borrows the arrays of a matrix for one product.
  class Borrowed;

  // Whether the share had to be made anew.
  bool update(Share& share, Mat matrix, std::span<const PetscInt> offsets);
  void update_rows(Mat matrix, const Bcsr<PetscInt>& a);
  TransposedPattern<PetscInt> transposed(Mat matrix, const Bcsr<PetscInt>& a);

  Format format_;
  Share rows_, columns_;
  RowRepeats repeats_;  // of rows_; empty where that gains nothing
  PetscObjectState transposed_pattern_ = -1;
  const PetscInt* transposed_of_ = nullptr;
  TransposeMap<PetscInt> transposed_;
};

}  // namespace trireme::mat
