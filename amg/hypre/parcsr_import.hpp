// SPDX-License-Identifier: Apache-2.0
// hypre's ParCSR matrices and vectors as the multigrid's views: offsets, columns and values are hypre's own
// arrays (copied are offsets and columns alone, and only where HYPRE_Int has 64 bits). Called by the C
// interface TriremeAMG_*. Nothing of hypre's internal headers stands here: only the implementation knows
// them, and it must be compiled again for every release of hypre, which promises no binary compatibility.
#pragma once

#include <HYPRE_parcsr_mv.h>
#include <memory>
#include <span>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::amg::hypre {

// Borrows the arrays of the matrix, which must outlive it.
class ParCsrView {
 public:
  // comm: the same ranks in the same order as the matrix's communicator; outlives the view. Columns of a row
  // in any order. Throws the same Error (input) on every rank: a matrix that is not assembled, not square,
  // with different distributions of rows and columns, with 2^31 nonzeros or more on a rank, or not in the
  // host's memory. Collective.
  ParCsrView(HYPRE_ParCSRMatrix matrix, const comm::Communicator& comm);
  ParCsrView(const ParCsrView&) = delete;
  ParCsrView& operator=(const ParCsrView&) = delete;

  const MatrixView& view() const noexcept { return view_; }

 private:
  // Copies, where hypre's array cannot be taken as it is.
  struct Part {
    std::vector<LocalIndex> offsets, columns;
  };

  CsrView borrow(const void* csr, LocalIndex n_rows, Part& part);
  void sort_ghosts();

  Part diagonal_, off_diagonal_;
  std::vector<GlobalIndex> ghost_columns_;
  MatrixView view_;
};

// The entries of this rank. Throws Error (input) for a vector of several components or in a device's memory.
// Local.
std::span<double> values_of(HYPRE_ParVector vector);

// A vector of the same distribution, its entries unset; for HYPRE_ParVectorDestroy. Throws Error (internal)
// where memory runs out. Local.
HYPRE_ParVector make_vector_like(HYPRE_ParVector vector);

// Adds `code` to hypre's error flag, with a text for a hypre that keeps or prints texts. Local.
void raise_error(HYPRE_Int code, const char* text) noexcept;

}  // namespace trireme::amg::hypre
