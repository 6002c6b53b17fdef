// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/parcsr_import.hpp"

#include <_hypre_parcsr_mv.h>

// hypre defines these as macros.
#undef max
#undef min

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <type_traits>

#include "amg/matrix/partition.hpp"
#include "solvers/base/error.hpp"
#include "solvers/base/local_indices.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg::hypre {
namespace {

static_assert(std::is_same_v<HYPRE_Complex, double>,
              "Trireme needs a hypre of real numbers in double precision");
static_assert(sizeof(HYPRE_BigInt) <= sizeof(GlobalIndex));

void require_host(HYPRE_MemoryLocation location) {
  if (hypre_GetActualMemLocation(location) != hypre_MEMORY_HOST)
    throw Error(ErrorKind::input, "the data of this matrix or vector is in a device's memory",
                "Trireme works in the host's", "HYPRE_SetMemoryLocation(HYPRE_MEMORY_HOST)");
}

void require_usable(const hypre_ParCSRMatrix* matrix) {
  if (matrix->global_num_rows != matrix->global_num_cols)
    throw Error(ErrorKind::input,
                "the matrix has " + std::to_string(matrix->global_num_rows) + " rows and " +
                    std::to_string(matrix->global_num_cols) + " columns",
                "multigrid needs a square matrix");
  if (matrix->diag == nullptr || matrix->offd == nullptr || matrix->diag->i == nullptr)
    throw Error(ErrorKind::input, "the matrix is not assembled", {}, "call HYPRE_IJMatrixAssemble() first");
  if (matrix->diag->num_rows != matrix->diag->num_cols || matrix->first_row_index != matrix->first_col_diag)
    throw Error(ErrorKind::input, "rows and columns of the matrix are not distributed alike",
                "multigrid needs the entries of x where those of b are");
  require_host(matrix->diag->memory_location);
  require_host(matrix->offd->memory_location);
}

}  // namespace

CsrView ParCsrView::borrow(const void* csr, LocalIndex n_rows, Part& part) {
  const auto& from = *static_cast<const hypre_CSRMatrix*>(csr);
  const auto rows = static_cast<std::size_t>(n_rows);
  CsrView view;
  view.n_columns = static_cast<LocalIndex>(from.num_cols);
  if (from.i == nullptr) {  // a part without entries may have no arrays
    part.offsets.assign(rows + 1, 0);
    view.offsets = part.offsets;
    return view;
  }
  const HYPRE_Int nonzeros = from.i[n_rows];
  if (GlobalIndex{nonzeros} >= std::numeric_limits<LocalIndex>::max())
    throw Error(ErrorKind::input, "the matrix has " + std::to_string(nonzeros) + " nonzeros on a rank",
                "they are counted in 32 bits", "use more ranks");
  const auto entries = static_cast<std::size_t>(nonzeros);
  view.offsets = as_local_indices<HYPRE_Int>({from.i, rows + 1}, part.offsets);
  view.columns = as_local_indices<HYPRE_Int>({from.j, entries}, part.columns);
  view.values = {from.data, entries};
  return view;
}

// hypre itself sorts its ghost columns; who made the matrix by other means may not have.
void ParCsrView::sort_ghosts() {
  if (std::is_sorted(ghost_columns_.begin(), ghost_columns_.end())) return;
  std::vector<LocalIndex> order(ghost_columns_.size()), place(ghost_columns_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto id = [&](LocalIndex ghost) { return ghost_columns_[static_cast<std::size_t>(ghost)]; };
  std::sort(order.begin(), order.end(), [&](LocalIndex a, LocalIndex b) { return id(a) < id(b); });
  std::vector<GlobalIndex> sorted;
  for (const LocalIndex ghost : order) {
    place[static_cast<std::size_t>(ghost)] = static_cast<LocalIndex>(sorted.size());
    sorted.push_back(id(ghost));
  }
  std::vector<LocalIndex> columns;
  for (const LocalIndex ghost : view_.off_diagonal.columns)
    columns.push_back(place[static_cast<std::size_t>(ghost)]);
  ghost_columns_ = std::move(sorted);
  off_diagonal_.columns = std::move(columns);
  view_.off_diagonal.columns = off_diagonal_.columns;
}

ParCsrView::ParCsrView(HYPRE_ParCSRMatrix matrix, const comm::Communicator& comm) {
  view_.comm = &comm;
  const comm::CollectiveGuard guard(comm);
  guard.run([&] {
    require_usable(matrix);
    const auto n_rows = static_cast<LocalIndex>(matrix->diag->num_rows);
    view_.diagonal = borrow(matrix->diag, n_rows, diagonal_);
    view_.off_diagonal = borrow(matrix->offd, n_rows, off_diagonal_);
    ghost_columns_.assign(matrix->col_map_offd, matrix->col_map_offd + view_.off_diagonal.n_columns);
    sort_ghosts();
    view_.ghost_columns = ghost_columns_;
  });
  view_.rows = view_.columns = make_partition(comm, view_.n_rows());
  guard.run([&] {
    if (view_.n_rows() > 0 && view_.rows->begin() != GlobalIndex{matrix->first_row_index})
      throw Error(ErrorKind::input,
                  "the first row of this rank is " + std::to_string(matrix->first_row_index) +
                      ", but the lower ranks own " + std::to_string(view_.rows->begin()) + " rows",
                  "ranks must own consecutive ranges in their order");
  });
  view_.plan = std::make_shared<const comm::ExchangePlan>(
      comm::build_exchange_plan(comm, view_.rows->begin(), view_.rows->n_owned(), view_.ghost_columns));
}

std::span<double> values_of(HYPRE_ParVector vector) {
  const hypre_Vector* const local = vector->local_vector;
  if (local->num_vectors != 1)
    throw Error(ErrorKind::input,
                "a vector of " + std::to_string(local->num_vectors) + " components cannot be solved for",
                "TriremeAMG takes one right-hand side at a time");
  require_host(local->memory_location);
  return {local->data, static_cast<std::size_t>(local->size)};
}

HYPRE_ParVector make_vector_like(HYPRE_ParVector vector) {
  hypre_ParVector* const made =
      hypre_ParVectorCreate(vector->comm, vector->global_size, vector->partitioning);
  if (made == nullptr) throw std::bad_alloc();
  hypre_ParVectorInitialize(made);
  return made;
}

void raise_error(HYPRE_Int code, const char* text) noexcept {
  hypre_error_handler("TriremeAMG", 0, code, text);
}

}  // namespace trireme::amg::hypre
