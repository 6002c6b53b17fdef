// SPDX-License-Identifier: Apache-2.0
// Brings the rows of a distributed matrix that stand behind the ghost columns of another: for A P, the rows
// of P of A's ghosts. Each row is fetched once, in one packed message for each neighbour. Called by the
// product.
#pragma once

#include <vector>

#include "amg/matrix/array.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

struct OffRankRows {
  Array<LocalIndex> offsets = Array<LocalIndex>(1, 0);  // [ghosts + 1]
  Array<GlobalIndex> columns;                           // global
  Array<double> values;
};

// plan: of the matrix whose ghosts are asked for; its owned entries are the rows of `matrix`. Collective.
OffRankRows fetch_rows(const MatrixView& matrix, const comm::ExchangePlan& plan);

}  // namespace trireme::amg
