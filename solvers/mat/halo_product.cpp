// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/halo_product.hpp"

#include <petsc/private/matimpl.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/mat/borrowed_type_name.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/shared_communicator.hpp"

namespace trireme::mat {
namespace {

using petsc::check;
using petsc::success;

}  // namespace

PetscErrorCode get_parts(Mat matrix, Format format, DistributedParts* parts) {
  PetscFunctionBegin;
  if (format == Format::aij) {
    PetscCall(MatMPIAIJGetSeqAIJ(matrix, &parts->diagonal, &parts->off_diagonal, &parts->ghost_columns));
  } else {
    const BorrowedTypeName name(matrix, MATMPIBAIJ);
    PetscCall(MatMPIBAIJGetSeqBAIJ(matrix, &parts->diagonal, &parts->off_diagonal, &parts->ghost_columns));
  }
  PetscFunctionReturn(success);
}

void HaloProduct::prepare(Mat matrix, const DistributedParts& parts) {
  if (halo_ && pattern_ == matrix->nonzerostate) return;
  const PetscInt block_size = format_ == Format::aij ? 1 : PetscAbs(matrix->rmap->bs);
  const PetscInt n_ghost = parts.off_diagonal->cmap->n / block_size;
  const PetscInt n_owned = matrix->cmap->n / block_size;
  if (!comm_) comm_ = petsc::shared_communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
  // Before any rank starts a halo that another would not finish.
  comm::CollectiveGuard(*comm_).run([&] {
    for (const PetscInt count : {matrix->rmap->n / block_size, n_owned, n_ghost})
      check_countable(static_cast<GlobalIndex>(count));
  });
  std::vector<GlobalIndex> ghost_ids(static_cast<std::size_t>(n_ghost));
  for (PetscInt k = 0; k < n_ghost; ++k) ghost_ids[static_cast<std::size_t>(k)] = parts.ghost_columns[k];
  halo_.reset();
  auto plan = std::make_shared<const comm::ExchangePlan>(comm::build_exchange_plan(
      *comm_, matrix->cmap->rstart / block_size, static_cast<LocalIndex>(n_owned), ghost_ids));
  halo_ = std::make_unique<comm::HaloExchange<double>>(*comm_, std::move(plan), static_cast<int>(block_size));
  ghosts_.assign(ghost_ids.size() * static_cast<std::size_t>(block_size), 0.0);
  pattern_ = matrix->nonzerostate;
}

void HaloProduct::multiply(Mat matrix, std::span<const double> x, std::span<double> y) {
  DistributedParts parts;
  check(get_parts(matrix, format_, &parts));
  prepare(matrix, parts);
  auto pending = halo_->start(x, ghosts_);
  diagonal_.multiply(parts.diagonal, x, y);
  pending.finish();
  off_diagonal_.multiply_add(parts.off_diagonal, ghosts_, y, y);
}

void HaloProduct::multiply_add(Mat matrix, std::span<const double> x, std::span<const double> y,
                               std::span<double> z) {
  DistributedParts parts;
  check(get_parts(matrix, format_, &parts));
  prepare(matrix, parts);
  auto pending = halo_->start(x, ghosts_);
  diagonal_.multiply_add(parts.diagonal, x, y, z);
  pending.finish();
  off_diagonal_.multiply_add(parts.off_diagonal, ghosts_, z, z);
}

}  // namespace trireme::mat
