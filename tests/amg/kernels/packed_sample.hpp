// SPDX-License-Identifier: Apache-2.0
// A packed matrix with several blocks, and vectors for it, for tests of the kernels.
#pragma once

#include <vector>

#include <petscsys.h>

#include "amg/cycle/packed_matrix.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg::testing {

template <class Value>
struct PackedSample {
  comm::Communicator comm = comm::Communicator::self();
  Rows rows = laplace_rows(9, 8, 7, 3.0);
  std::shared_ptr<const Partition> partition = partition_of(static_cast<GlobalIndex>(rows.size()), comm);
  DistributedMatrix matrix = dealt(rows, partition, partition, comm);
  std::vector<PointType> points = split(rows);
  RowOrder order = make_row_order(matrix.view(), points, {.most_blocks = 5, .block_nonzeros = 100});
  PackedMatrix<Value> packed = PackedMatrix<Value>(matrix.view(), order, 1);

  std::size_t n() const { return rows.size(); }
  std::vector<Value> vector(std::uint64_t seed) const {
    std::vector<Value> x(n());
    for (std::size_t i = 0; i < n(); ++i) x[i] = static_cast<Value>(entry(seed, order.old_of_new[i]));
    return x;
  }
};

}  // namespace trireme::amg::testing
