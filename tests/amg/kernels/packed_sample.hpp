// SPDX-License-Identifier: Apache-2.0
// Packed matrices with several blocks, with and without runs of rows, and vectors for them, for tests of the
// kernels.
#pragma once

#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "amg/cycle/packed_matrix.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg::testing {

// What a typed test is given: values, and how rows are kept.
template <class V, RunRule rule_>
struct SampleKind {
  using Value = V;
  static constexpr RunRule rule = rule_;
};
using SampleKinds = ::testing::Types<SampleKind<double, RunRule::never>, SampleKind<float, RunRule::never>,
                                     SampleKind<double, RunRule::where_most_rows_do>,
                                     SampleKind<float, RunRule::where_most_rows_do>>;

template <class Kind>
struct PackedSample {
  using Value = typename Kind::Value;
  comm::Communicator comm = comm::Communicator::self();
  // Lines that are no multiple of a run's length.
  Rows rows = Kind::rule == RunRule::never ? laplace_rows(9, 8, 7, 3.0) : laplace_rows(27, 9, 8, 3.0);
  std::shared_ptr<const Partition> partition = partition_of(static_cast<GlobalIndex>(rows.size()), comm);
  DistributedMatrix matrix = dealt(rows, partition, partition, comm);
  std::vector<PointType> points = split(rows);
  RowOrder order =
      make_row_order(matrix.view(), points, {.most_blocks = 5, .block_nonzeros = 100}, Kind::rule);
  PackedMatrix<Value> packed = PackedMatrix<Value>(matrix.view(), order, 1);

  std::size_t n() const { return rows.size(); }
  std::vector<Value> vector(std::uint64_t seed) const {
    std::vector<Value> x(n());
    for (std::size_t i = 0; i < n(); ++i) x[i] = static_cast<Value>(entry(seed, order.old_of_new[i]));
    return x;
  }
};

}  // namespace trireme::amg::testing
