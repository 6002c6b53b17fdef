// SPDX-License-Identifier: Apache-2.0
// y = A x for a row-distributed matrix given as PETSc's MPIAIJ and MPIBAIJ give it: a diagonal part (owned
// columns), an off-diagonal part over ghost columns, and the ghosts' global numbers. The halo travels while
// the diagonal part is multiplied. Called by the mpi types.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <petscmat.h>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/mat/local_product.hpp"

namespace trireme::mat {

// The parts of an assembled MPIAIJ or MPIBAIJ; borrowed, valid until its next assembly.
struct DistributedParts {
  Mat diagonal = nullptr;
  Mat off_diagonal = nullptr;
  const PetscInt* ghost_columns = nullptr;  // global (block) columns of the off-diagonal part, ascending
};
PetscErrorCode get_parts(Mat matrix, Format format, DistributedParts* parts);

// One for each matrix. Collective functions; they throw trireme::Error.
class HaloProduct {
 public:
  explicit HaloProduct(Format format) : format_(format), diagonal_(format), off_diagonal_(format) {}

  // x [owned columns], y [owned rows].
  void multiply(Mat matrix, std::span<const double> x, std::span<double> y);
  // z = y + A x; z may be y.
  void multiply_add(Mat matrix, std::span<const double> x, std::span<const double> y, std::span<double> z);

  // The off-diagonal part has other ghost columns than before. Called by all ranks or none.
  void forget_ghosts() { halo_.reset(); }

 private:
  // (Re)builds the exchange where it is missing or the nonzero state, which ranks share, has changed.
  void prepare(Mat matrix, const DistributedParts& parts);

  Format format_;
  LocalProduct diagonal_, off_diagonal_;
  PetscObjectState pattern_ = -1;
  std::shared_ptr<const comm::Communicator> comm_;
  std::unique_ptr<comm::HaloExchange<double>> halo_;
  std::vector<double> ghosts_;
};

}  // namespace trireme::mat
