// SPDX-License-Identifier: Apache-2.0
#include "amg/strength/same_function.hpp"

#include <algorithm>

#include "amg/kernels/same_function.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/threads/scan.hpp"

namespace trireme::amg {
namespace {

Csr pick(const CsrView& matrix, std::span<const LocalIndex> row_functions,
         std::span<const LocalIndex> column_functions) {
  Csr picked;
  picked.n_columns = matrix.n_columns;
  picked.offsets.resize(matrix.offsets.size());
  picked.offsets.back() = 0;
  const auto bounds = row_parts(matrix.offsets);
  for_row_parts(bounds, [&](int, LocalIndex begin, LocalIndex end) {
    kernels::count_same_function(matrix, row_functions, column_functions, begin, end, picked.offsets.data());
  });
  threads::exclusive_scan(std::span(picked.offsets));
  picked.columns.resize(static_cast<std::size_t>(picked.offsets.back()));
  picked.values.resize(picked.columns.size());
  for_row_parts(bounds, [&](int, LocalIndex begin, LocalIndex end) {
    kernels::copy_same_function(matrix, row_functions, column_functions, begin, end, picked.offsets.data(),
                                picked.columns.data(), picked.values.data());
  });
  return picked;
}

}  // namespace

DistributedMatrix same_function_couplings(const MatrixView& matrix, std::span<const LocalIndex> functions) {
  const std::size_t n_owned = functions.size();
  std::vector<LocalIndex> all(functions.begin(), functions.end());
  all.resize(n_owned + matrix.ghost_columns.size());
  comm::HaloExchange<LocalIndex>(*matrix.comm, matrix.plan, 1).start(all).finish();
  DistributedMatrix picked;
  picked.comm = matrix.comm;
  picked.rows = matrix.rows;
  picked.columns = matrix.columns;
  picked.plan = matrix.plan;
  comm::CollectiveGuard(*matrix.comm).run([&] {
    picked.ghost_columns.assign(matrix.ghost_columns.begin(), matrix.ghost_columns.end());
    picked.diagonal = pick(matrix.diagonal, functions, functions);
    picked.off_diagonal = pick(matrix.off_diagonal, functions, std::span(all).subspan(n_owned));
  });
  return picked;
}

Array<LocalIndex> coarse_functions(std::span<const LocalIndex> functions, const CoarsePoints& coarse) {
  Array<LocalIndex> of_coarse(static_cast<std::size_t>(coarse.partition->n_owned()));
  threads::parallel_for(functions.size(), [&](std::size_t row) {
    if (coarse.place[row] >= 0) of_coarse[static_cast<std::size_t>(coarse.place[row])] = functions[row];
  });
  return of_coarse;
}

}  // namespace trireme::amg
