// SPDX-License-Identifier: Apache-2.0
// A sparse matrix whose rows are distributed over ranks by contiguous ranges, in the form that PETSc's MPIAIJ
// and hypre's ParCSR share: a diagonal part over the columns this rank owns, an off-diagonal part over ghost
// columns, and the ghosts' global numbers. A MatrixView borrows all arrays (zero copy); a DistributedMatrix
// owns them. Every algorithm of the set-up takes views, so the finest level may be an application's matrix.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/matrix/csr.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg {

// Contiguous ranges of a global numbering: rank r owns [offsets[r], offsets[r + 1]), which may be empty.
// Immutable and shared by all matrices and vectors of one space.
struct Partition {
  std::vector<GlobalIndex> offsets;  // [ranks + 1]
  int rank = 0;

  GlobalIndex begin() const noexcept { return offsets[static_cast<std::size_t>(rank)]; }
  GlobalIndex end() const noexcept { return offsets[static_cast<std::size_t>(rank) + 1]; }
  LocalIndex n_owned() const noexcept { return static_cast<LocalIndex>(end() - begin()); }
  GlobalIndex n_global() const noexcept { return offsets.back(); }
};

// Borrowed; valid while the arrays are. rows == columns (the same object) for a square matrix of one space.
struct MatrixView {
  const comm::Communicator* comm = nullptr;
  std::shared_ptr<const Partition> rows, columns;
  CsrView diagonal;                                // columns: owned ones, counted from columns->begin()
  CsrView off_diagonal;                            // columns: places in ghost_columns
  std::span<const GlobalIndex> ghost_columns;      // ascending, none of them owned, each used by some row
  std::shared_ptr<const comm::ExchangePlan> plan;  // brings values of the ghost columns from their owners

  LocalIndex n_rows() const noexcept { return diagonal.n_rows(); }
  LocalIndex n_ghosts() const noexcept { return static_cast<LocalIndex>(ghost_columns.size()); }
};

struct DistributedMatrix {
  const comm::Communicator* comm = nullptr;
  std::shared_ptr<const Partition> rows, columns;
  Csr diagonal, off_diagonal;
  std::vector<GlobalIndex> ghost_columns;
  std::shared_ptr<const comm::ExchangePlan> plan;

  MatrixView view() const noexcept {
    return {comm, rows, columns, diagonal.view(), off_diagonal.view(), ghost_columns, plan};
  }
};

}  // namespace trireme::amg
