// SPDX-License-Identifier: Apache-2.0
// The multigrid in C++, without PETSc or hypre in the program: a code with rows and vectors of its own lends
// them to the set-up and improves its solution by cycles, x += M^-1 (b - A x). -div(grad u) = f in the unit
// square, u = 0 on the border, on n x n points in slices of whole lines.
//
// Sample runs:
//
// clang-format off
//   mpiexec -n 2 multigrid_in_your_code
//   mpiexec -n 2 multigrid_in_your_code 150 aggregation
//   mpiexec -n 2 multigrid_in_your_code 100 single
// clang-format on
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "amg/cycle/multigrid.hpp"
#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/matrix/partition.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"

using namespace trireme;

namespace {

// A code's own rows of this rank: columns it owns are counted from its first row, others stand in a list.
struct Rows {
  GlobalIndex n = 0, begin = 0;
  std::vector<LocalIndex> offsets{0}, columns, ghost_offsets{0}, ghost_columns;
  std::vector<double> values, ghost_values;
  std::vector<GlobalIndex> ghosts;  // ascending: the line below, then the line above
};

Rows make_rows(GlobalIndex n, GlobalIndex first_line, GlobalIndex end_line) {
  Rows rows;
  rows.n = n;
  rows.begin = first_line * n;
  const bool empty = first_line == end_line;
  for (const GlobalIndex line : {first_line - 1, end_line})
    if (!empty && line >= 0 && line < n)
      for (GlobalIndex i = 0; i < n; ++i) rows.ghosts.push_back(line * n + i);
  const auto own = [&](GlobalIndex id, double value) {
    rows.columns.push_back(static_cast<LocalIndex>(id - rows.begin));
    rows.values.push_back(value);
  };
  const auto ghost = [&](GlobalIndex place, double value) {
    rows.ghost_columns.push_back(static_cast<LocalIndex>(place));
    rows.ghost_values.push_back(value);
  };
  for (GlobalIndex j = first_line; j < end_line; ++j)
    for (GlobalIndex i = 0; i < n; ++i) {
      const GlobalIndex id = j * n + i;
      own(id, 4);
      if (i > 0) own(id - 1, -1);
      if (i < n - 1) own(id + 1, -1);
      if (j > first_line) own(id - n, -1);
      if (j < end_line - 1) own(id + n, -1);
      if (j == first_line && j > 0) ghost(i, -1);
      if (j == end_line - 1 && j < n - 1) ghost(static_cast<GlobalIndex>(rows.ghosts.size()) - n + i, -1);
      rows.offsets.push_back(static_cast<LocalIndex>(rows.columns.size()));
      rows.ghost_offsets.push_back(static_cast<LocalIndex>(rows.ghost_columns.size()));
    }
  return rows;
}

int run(const comm::Communicator& comm, GlobalIndex n, const std::string& choice) {
  // 1. The code's own matrix.
  const Rows rows = make_rows(n, n * comm.rank() / comm.size(), n * (comm.rank() + 1) / comm.size());
  const auto n_rows = static_cast<LocalIndex>(rows.offsets.size()) - 1;
  const auto n_ghosts = static_cast<LocalIndex>(rows.ghosts.size());

  // 2. The same as the multigrid sees it: nothing is copied. The plan says whose values the ghosts are.
  amg::MatrixView matrix;
  matrix.comm = &comm;
  matrix.rows = matrix.columns = amg::make_partition(comm, n_rows);
  matrix.diagonal = {n_rows, rows.offsets, rows.columns, rows.values};
  matrix.off_diagonal = {n_ghosts, rows.ghost_offsets, rows.ghost_columns, rows.ghost_values};
  matrix.ghost_columns = rows.ghosts;
  matrix.plan = std::make_shared<const comm::ExchangePlan>(
      comm::build_exchange_plan(comm, rows.begin, n_rows, rows.ghosts));

  // 3. Set-up: the hierarchy, then its solve form, which needs the hierarchy no more.
  amg::SetupOptions setup;
  amg::CycleOptions cycle;
  if (choice == "aggregation") setup.family = amg::Family::aggregation;
  if (choice == "single") cycle.precision = amg::Precision::fp32;
  const auto multigrid = amg::make_multigrid(amg::build_hierarchy(matrix, setup), cycle);

  // 4. u = x (1 - x) y (1 - y) solves the discrete equations too.
  const auto local = static_cast<std::size_t>(n_rows);
  std::vector<double> x(local + rows.ghosts.size(), 0.0), b(local), r(local), z(local), exact(local);
  const double h = 1 / static_cast<double>(n + 1);
  for (std::size_t row = 0; row < local; ++row) {
    const GlobalIndex id = rows.begin + static_cast<GlobalIndex>(row);
    const double at_x = h * static_cast<double>(id % n + 1), at_y = h * static_cast<double>(id / n + 1);
    exact[row] = at_x * (1 - at_x) * at_y * (1 - at_y);
    b[row] = 2 * h * h * (at_x * (1 - at_x) + at_y * (1 - at_y));
  }

  // 5. Cycles until the residual is small, which the code computes as it always did.
  comm::HaloExchange<double> halo(comm, matrix.plan, 1);
  const auto residual_norm = [&] {
    auto pending = halo.start(std::span(x));
    for (std::size_t row = 0; row < local; ++row) {
      r[row] = b[row];
      for (auto k = static_cast<std::size_t>(rows.offsets[row]);
           k < static_cast<std::size_t>(rows.offsets[row + 1]); ++k)
        r[row] -= rows.values[k] * x[static_cast<std::size_t>(rows.columns[k])];
    }
    pending.finish();
    double square = 0;
    for (std::size_t row = 0; row < local; ++row) {
      for (auto k = static_cast<std::size_t>(rows.ghost_offsets[row]);
           k < static_cast<std::size_t>(rows.ghost_offsets[row + 1]); ++k)
        r[row] -= rows.ghost_values[k] * x[local + static_cast<std::size_t>(rows.ghost_columns[k])];
      square += r[row] * r[row];
    }
    return std::sqrt(comm::all_sum(comm, square));
  };
  const double first = residual_norm();
  int iterations = 0;
  bool converged = false;
  while (!converged && iterations < 100) {
    multigrid->apply(r, z);
    for (std::size_t row = 0; row < local; ++row) x[row] += z[row];
    ++iterations;
    converged = residual_norm() <= 1e-10 * first;
  }

  // 6. Say how it ended.
  double error = 0;
  for (std::size_t row = 0; row < local; ++row) error = std::max(error, std::abs(x[row] - exact[row]));
  error = comm::all_max(comm, error);
  if (comm.is_root())
    std::printf("%s after %d iterations, error %.2e\n", converged ? "converged" : "did not converge",
                iterations, error);
  return converged ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0, code = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  try {
    code =
        run(comm::Communicator(MPI_COMM_WORLD), argc > 1 ? std::atoi(argv[1]) : 60, argc > 2 ? argv[2] : "");
  } catch (const Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  }
  MPI_Finalize();
  return code;
}
