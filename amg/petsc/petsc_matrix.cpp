// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/petsc_matrix.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "amg/kernels/level_vector.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/shared_communicator.hpp"

namespace trireme::amg {
namespace {

using petsc::check;

bool is_of_family(Mat matrix, const char* base_type) {
  PetscBool match = PETSC_FALSE;
  check(PetscObjectBaseTypeCompare(reinterpret_cast<PetscObject>(matrix), base_type, &match));
  return match == PETSC_TRUE;
}

// The same result on every rank.
void require_usable(Mat matrix) {
  MatType type = nullptr;
  check(MatGetType(matrix, &type));
  if (!is_of_family(matrix, MATSEQAIJ) && !is_of_family(matrix, MATMPIAIJ))
    throw Error(ErrorKind::input, std::string("trireme cannot coarsen a matrix of type ") + type,
                "it works on AIJ matrices", "use -mat_type aij, or MatConvert()");
  PetscInt rows = 0, columns = 0;
  check(MatGetSize(matrix, &rows, &columns));
  if (rows != columns)
    throw Error(ErrorKind::input,
                "trireme: the matrix has " + std::to_string(rows) + " rows and " + std::to_string(columns) +
                    " columns",
                "a preconditioner needs a square matrix");
}

// A template, so that only the branch for the width at hand is compiled.
template <class Index>
std::span<const LocalIndex> narrowed(std::span<const Index> indices,
                                     [[maybe_unused]] std::vector<LocalIndex>& copy) {
  if constexpr (std::is_same_v<Index, LocalIndex>) {
    return indices;
  } else {
    copy.assign(indices.begin(), indices.end());
    return copy;
  }
}

std::shared_ptr<const Partition> partition_of(Mat matrix, const comm::Communicator& comm) {
  const PetscInt* ranges = nullptr;
  check(MatGetOwnershipRanges(matrix, &ranges));
  Partition p;
  p.rank = comm.rank();
  p.offsets.assign(ranges, ranges + comm.size() + 1);
  return std::make_shared<const Partition>(std::move(p));
}

}  // namespace

CsrView PetscMatrix::Part::borrow(Mat part) {
  matrix = part;
  PetscInt own_rows = 0, own_columns = 0;
  check(MatGetLocalSize(part, &own_rows, &own_columns));
  PetscBool done = PETSC_FALSE;
  check(MatGetRowIJ(part, 0, PETSC_FALSE, PETSC_FALSE, &rows, &offsets, &columns, &done));
  check(MatSeqAIJGetArrayRead(part, &values));
  static constexpr PetscInt no_rows[] = {0};
  const PetscInt* const all_offsets = own_rows == 0 ? no_rows : offsets;
  const auto nonzeros = static_cast<std::size_t>(all_offsets[own_rows]);
  if (nonzeros > static_cast<std::size_t>(std::numeric_limits<LocalIndex>::max()) - 1)
    throw Error(ErrorKind::input,
                "trireme: the matrix has " + std::to_string(nonzeros) + " nonzeros on a rank",
                "they are counted in 32 bits", "use more ranks");
  return {static_cast<LocalIndex>(own_columns),
          narrowed<PetscInt>({all_offsets, static_cast<std::size_t>(own_rows) + 1}, narrow_offsets),
          narrowed<PetscInt>({columns, nonzeros}, narrow_columns),
          {values, nonzeros}};
}

void PetscMatrix::Part::give_back() {
  if (matrix == nullptr) return;
  // Errors have nowhere to go here, and PETSc's restore functions of these types do not fail.
  PetscBool done = PETSC_FALSE;
  if (values != nullptr) static_cast<void>(MatSeqAIJRestoreArrayRead(matrix, &values));
  static_cast<void>(MatRestoreRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &rows, &offsets, &columns, &done));
  matrix = nullptr;
}

PetscMatrix::PetscMatrix(Mat matrix) {
  require_usable(matrix);
  comm_ = petsc::shared_communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
  view_.comm = comm_.get();
  view_.rows = view_.columns = partition_of(matrix, *comm_);
  const bool distributed = is_of_family(matrix, MATMPIAIJ);
  try {
    comm::CollectiveGuard(*comm_).run([&] {
      if (!distributed) {
        view_.diagonal = diagonal_.borrow(matrix);
        no_offsets_.assign(static_cast<std::size_t>(view_.n_rows()) + 1, 0);
        view_.off_diagonal.offsets = no_offsets_;
        return;
      }
      Mat diagonal = nullptr, off_diagonal = nullptr;
      const PetscInt* ghosts = nullptr;
      check(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &off_diagonal, &ghosts));
      view_.diagonal = diagonal_.borrow(diagonal);
      view_.off_diagonal = off_diagonal_.borrow(off_diagonal);
      ghost_columns_.assign(ghosts, ghosts + view_.off_diagonal.n_columns);
      view_.ghost_columns = ghost_columns_;
    });
    view_.plan = std::make_shared<const comm::ExchangePlan>(
        comm::build_exchange_plan(*comm_, view_.rows->begin(), view_.rows->n_owned(), view_.ghost_columns));
  } catch (...) {
    diagonal_.give_back();
    off_diagonal_.give_back();
    throw;
  }
}

PetscMatrix::~PetscMatrix() {
  diagonal_.give_back();
  off_diagonal_.give_back();
}

bool PetscMatrix::is_finite() const {
  const double largest =
      largest_magnitude(view_.diagonal.values) + largest_magnitude(view_.off_diagonal.values);
  return comm::all_of(*comm_, std::isfinite(largest));
}

}  // namespace trireme::amg
