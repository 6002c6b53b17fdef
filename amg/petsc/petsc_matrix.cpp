// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/petsc_matrix.hpp"

#include <string>

#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/shared_communicator.hpp"

namespace trireme::amg {
namespace {

using petsc::check;
using petsc::is_of_family;

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

std::shared_ptr<const Partition> partition_of(Mat matrix, const comm::Communicator& comm) {
  const PetscInt* ranges = nullptr;
  check(MatGetOwnershipRanges(matrix, &ranges));
  Partition p;
  p.rank = comm.rank();
  p.offsets.assign(ranges, ranges + comm.size() + 1);
  return std::make_shared<const Partition>(std::move(p));
}

CsrView borrow(Mat part, std::optional<petsc::SequentialRows>& rows) {
  PetscInt n_columns = 0;
  check(MatGetLocalSize(part, nullptr, &n_columns));
  rows.emplace(part);
  return {static_cast<LocalIndex>(n_columns), rows->offsets(), rows->columns(), rows->values()};
}

}  // namespace

PetscMatrix::PetscMatrix(Mat matrix) {
  require_usable(matrix);
  comm_ = petsc::shared_communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
  view_.comm = comm_.get();
  view_.rows = view_.columns = partition_of(matrix, *comm_);
  const bool distributed = is_of_family(matrix, MATMPIAIJ);
  comm::CollectiveGuard(*comm_).run([&] {
    if (!distributed) {
      view_.diagonal = borrow(matrix, diagonal_);
      no_offsets_.assign(static_cast<std::size_t>(view_.n_rows()) + 1, 0);
      view_.off_diagonal.offsets = no_offsets_;
      return;
    }
    Mat diagonal = nullptr, off_diagonal = nullptr;
    const PetscInt* ghosts = nullptr;
    check(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &off_diagonal, &ghosts));
    view_.diagonal = borrow(diagonal, diagonal_);
    view_.off_diagonal = borrow(off_diagonal, off_diagonal_);
    ghost_columns_.assign(ghosts, ghosts + view_.off_diagonal.n_columns);
    view_.ghost_columns = ghost_columns_;
  });
  view_.plan = std::make_shared<const comm::ExchangePlan>(
      comm::build_exchange_plan(*comm_, view_.rows->begin(), view_.rows->n_owned(), view_.ghost_columns));
}

}  // namespace trireme::amg
