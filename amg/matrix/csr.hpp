// SPDX-License-Identifier: Apache-2.0
// Compressed sparse rows of one rank: the borrowed form that every kernel takes, and the owned form that
// set-up makes. Called throughout the multigrid; knows neither MPI nor PETSc.
#pragma once

#include <span>

#include "amg/matrix/array.hpp"
#include "solvers/base/types.hpp"

namespace trireme::amg {

// Borrowed. The columns of a row stand in any order, each once; the diagonal may be missing.
struct CsrView {
  LocalIndex n_columns = 0;
  std::span<const LocalIndex> offsets;  // [n_rows + 1]
  std::span<const LocalIndex> columns;  // [n_nonzeros], in [0, n_columns)
  std::span<const double> values;       // [n_nonzeros]

  LocalIndex n_rows() const noexcept { return static_cast<LocalIndex>(offsets.size()) - 1; }
  LocalIndex n_nonzeros() const noexcept { return offsets.empty() ? 0 : offsets.back(); }
};

// Owned. One rank holds up to 2^31 - 1 nonzeros; who builds one counts in 64 bits and refuses more.
struct Csr {
  LocalIndex n_columns = 0;
  Array<LocalIndex> offsets = Array<LocalIndex>(1, 0);
  Array<LocalIndex> columns;
  Array<double> values;

  CsrView view() const noexcept { return {n_columns, offsets, columns, values}; }
};

}  // namespace trireme::amg
