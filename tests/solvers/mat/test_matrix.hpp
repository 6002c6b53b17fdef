// SPDX-License-Identifier: Apache-2.0
// Matrices for the tests of the Mat types: the same unsymmetric, diagonally dominant matrix in any type, with
// couplings to near and far block rows. Of three and more ranks, rank 1 owns no rows; two share the matrix,
// so that products exchange a halo.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <petscmat.h>

#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/shared_communicator.hpp"

namespace trireme::mat::testing {

using petsc::check;

// Block rows of this rank. Enough, by default, for products to go over several threads.
inline PetscInt local_block_rows(PetscInt block_size, PetscInt about = 0, bool rank_1_is_empty = true) {
  if (PetscGlobalSize > 2 && PetscGlobalRank == 1 && rank_1_is_empty) return 0;
  if (about == 0) about = block_size == 1 ? 3000 : 300;
  return about + 11 * PetscGlobalRank;
}

inline double entry(PetscInt row, PetscInt column, int seed) {
  return std::sin(0.3 * static_cast<double>(row) + 1.7 * static_cast<double>(column) + seed);
}

// Columns coupled to block row `row`; with `symmetric`, of a symmetric pattern and symmetric values.
inline Mat make_matrix(const char* type, PetscInt block_size, int seed = 0, bool symmetric = false,
                       PetscInt about_rows = 0, bool rank_1_is_empty = true) {
  Mat a = nullptr;
  const PetscInt local = local_block_rows(block_size, about_rows, rank_1_is_empty) * block_size;
  check(MatCreate(PETSC_COMM_WORLD, &a));
  check(MatSetSizes(a, local, local, PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetBlockSize(a, block_size));
  check(MatSetType(a, type));
  check(MatSeqAIJSetPreallocation(a, 12 * block_size, nullptr));
  check(MatMPIAIJSetPreallocation(a, 12 * block_size, nullptr, 12 * block_size, nullptr));
  check(MatSeqBAIJSetPreallocation(a, block_size, 12, nullptr));
  check(MatMPIBAIJSetPreallocation(a, block_size, 12, nullptr, 12, nullptr));
  PetscInt begin = 0, end = 0, rows = 0;
  check(MatGetOwnershipRange(a, &begin, &end));
  check(MatGetSize(a, &rows, nullptr));
  const PetscInt blocks = rows / block_size;
  std::vector<PetscScalar> values(static_cast<std::size_t>(block_size * block_size));
  const auto couple = [&](PetscInt row, PetscInt column) {
    for (PetscInt r = 0; r < block_size; ++r)
      for (PetscInt c = 0; c < block_size; ++c) {
        const PetscInt i = row * block_size + r, j = column * block_size + c;
        const double off = symmetric ? entry(std::min(i, j), std::max(i, j), seed) : entry(i, j, seed);
        values[static_cast<std::size_t>(r * block_size + c)] =
            i == j ? 14.0 * static_cast<double>(block_size) + off : off;
      }
    check(MatSetValuesBlocked(a, 1, &row, 1, &column, values.data(), INSERT_VALUES));
  };
  for (PetscInt row = begin / block_size; row < end / block_size; ++row) {
    for (const PetscInt distance : {-40, -7, -1, 0, 1, 7, 40})
      if (row + distance >= 0 && row + distance < blocks) couple(row, row + distance);
    const PetscInt far = symmetric ? blocks - 1 - row : (row * 3 + 5) % blocks;
    couple(row, far);
  }
  check(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
  if (symmetric) check(MatSetOption(a, MAT_SYMMETRIC, PETSC_TRUE));
  return a;
}

inline void fill(Vec v, int seed) {
  PetscInt begin = 0;
  check(VecGetOwnershipRange(v, &begin, nullptr));
  const petsc::WriteView view(v);
  for (std::size_t i = 0; i < view.span().size(); ++i)
    view.span()[i] = std::cos(0.11 * static_cast<double>(begin + static_cast<PetscInt>(i)) + seed);
}

inline double max_difference(Vec a, Vec b) {
  double mine = 0;
  {
    const petsc::ReadView x(a), y(b);
    EXPECT_EQ(x.span().size(), y.span().size());
    for (std::size_t i = 0; i < x.span().size(); ++i)
      mine = std::max(mine, std::abs(x.span()[i] - y.span()[i]));
  }
  return comm::all_max(*petsc::shared_communicator(PETSC_COMM_WORLD), mine);
}

inline std::string type_of(Mat a) {
  MatType type = nullptr;
  check(MatGetType(a, &type));
  return type;
}

// Largest difference of A x and B x for two vectors x.
inline double product_difference(Mat a, Mat b) {
  Vec x = nullptr, y = nullptr, z = nullptr;
  check(MatCreateVecs(a, &x, &y));
  check(VecDuplicate(y, &z));
  double largest = 0;
  for (const int seed : {1, 2}) {
    fill(x, seed);
    check(MatMult(a, x, y));
    check(MatMult(b, x, z));
    largest = std::max(largest, max_difference(y, z));
  }
  check(VecDestroy(&x));
  check(VecDestroy(&y));
  check(VecDestroy(&z));
  return largest;
}

}  // namespace trireme::mat::testing
