// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/transpose.hpp"

#include <gtest/gtest.h>

#include "amg/matrix/transpose.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

TEST(Transpose, InAnyNumberOfPartsEqualsTheReference) {
  const auto rows = test::uneven_partition(70), columns = test::uneven_partition(40);
  const auto matrix = test::make_matrix(rows, columns, test::scattered(70, 40, 7, 2));
  const CsrView view = matrix.diagonal.view();
  Csr expected;
  expected.offsets.resize(41);
  expected.columns.resize(matrix.diagonal.columns.size());
  expected.values.resize(matrix.diagonal.values.size());
  transpose_reference(view, expected.offsets.data(), expected.columns.data(), expected.values.data());
  for (const int threads : {1, 3, 8}) {
    const threads::ThreadCountScope scope(threads);
    const Csr transposed = transpose_rows(view);
    EXPECT_EQ(transposed.n_columns, 70);
    EXPECT_EQ(transposed.offsets, expected.offsets);
    EXPECT_EQ(transposed.columns, expected.columns);
    EXPECT_EQ(transposed.values, expected.values);
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
