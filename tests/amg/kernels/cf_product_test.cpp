// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/cf_product.hpp"

#include <gtest/gtest.h>

#include "amg/matrix/row_workspace.hpp"
#include "amg/matrix/transpose.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

constexpr LocalIndex n = 60, n_coarse = 20;

struct Parts {
  std::vector<LocalIndex> offsets = std::vector<LocalIndex>(n + 1, 0), columns;
  std::vector<double> values;
  void allocate() {
    LocalIndex sum = 0;
    for (LocalIndex& offset : offsets) sum += std::exchange(offset, sum);
    columns.resize(static_cast<std::size_t>(sum));
    values.resize(columns.size());
  }
  CsrView view(LocalIndex n_columns) const { return {n_columns, offsets, columns, values}; }
};

TEST(CfProduct, EqualsTheReferenceAndTheProductOfThree) {
  const auto a = test::make_square(n, test::scattered(n, n, 8, 1));
  // Every third row of P is one of the identity.
  const auto weights = test::scattered(n, n_coarse, 3, 2);
  const auto p =
      test::make_matrix(test::uneven_partition(n), test::uneven_partition(n_coarse), [&](GlobalIndex row) {
        return row % 3 == 0 ? test::Row{{row / 3, 1.0}} : weights(row);
      });
  const Csr r = transpose_rows(p.diagonal.view());
  const MatrixView a_view = a.view();
  const LocalRows a_rows(a_view);
  std::vector<LocalIndex> place(n, -1);
  for (LocalIndex row = 0; row < n; row += 3) place[static_cast<std::size_t>(row)] = row / 3;

  Parts coarse, fine;
  count_coarse_entries(a_rows, place.data(), 0, n, coarse.offsets.data(), fine.offsets.data());
  coarse.allocate();
  fine.allocate();
  const PartedTarget target{coarse.offsets.data(), fine.offsets.data(),  coarse.columns.data(),
                            fine.columns.data(),   coarse.values.data(), fine.values.data()};
  part_columns(a_rows, place.data(), 0, 17, target);
  part_columns(a_rows, place.data(), 17, n, target);
  EXPECT_EQ(coarse.values.size() + fine.values.size(), a.diagonal.values.size());

  AccumulatorMemory inner, outer;
  auto r_a = inner.prepare(n), row = outer.prepare(n_coarse);
  RowChunk chunk;
  std::vector<LocalIndex> counts(n_coarse);
  fill_chunk(chunk, 0, n_coarse, n_coarse, counts.data(), [&](LocalIndex first, RowSink& sink) {
    return cf_product_rows(r.view(), {coarse.view(n_coarse), fine.view(n)}, p.diagonal.view(), {}, first,
                           n_coarse, r_a, row, sink);
  });
  std::vector<double> found(n_coarse * n_coarse, 0.0), expected = found, plain = found;
  std::size_t k = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (LocalIndex e = 0; e < counts[i]; ++e, ++k)
      found[i * n_coarse + static_cast<std::size_t>(chunk.columns[k])] = chunk.values[k];
  cf_product_rows_reference(r.view(), {coarse.view(n_coarse), fine.view(n)}, p.diagonal.view(),
                            expected.data());
  triple_product_rows_reference(r.view(), a_rows, p.diagonal.view(), plain.data());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-14);
    EXPECT_NEAR(found[i], plain[i], 1e-13);
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
