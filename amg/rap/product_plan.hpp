// SPDX-License-Identifier: Apache-2.0
// R A P again for other values of the same patterns: the columns of every row of R A, and which numbers go
// to and come from other ranks, are found once and kept, so that a refill is a stream of multiply-adds. Made
// by the first re-setup of a hierarchy, which may also do without it, at more time and no memory
// (galerkin_product). The results have the same bits as those of ProductForm::row_fused.
#pragma once

#include <cstddef>
#include <optional>

#include "amg/kernels/planned_product.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "solvers/comm/halo_exchange.hpp"

namespace trireme::amg {

class ProductPlan {
 public:
  // The arguments of galerkin_product, and its result. Their values are not read. Collective; as costly as
  // the product.
  ProductPlan(const MatrixView& matrix, const MatrixView& p, const CsrView& r_owned, const CsrView& r_ghosts,
              const DistributedMatrix& coarse);

  // The values of coarse, from matrices of the patterns that the plan was made with. Collective; one message
  // for each neighbour of the matrix and of P's columns.
  void refill(const MatrixView& matrix, const MatrixView& p, const CsrView& r_owned, const CsrView& r_ghosts,
              RowWorkspace& workspace, DistributedMatrix& coarse);

  // Of this rank.
  std::size_t bytes() const;

 private:
  // Contributions of this rank to others' coarse rows, and of others to its own.
  struct Foreign {
    Csr partial;                                 // a row for each ghost column of P
    kernels::RowPattern r_a;                     // of these rows
    Array<LocalIndex> offsets, columns, source;  // of this rank's coarse rows
    Array<double> arrived;
    std::optional<comm::HaloExchange<double>> exchange;
  };
  CsrView p_rows(const MatrixView& p) const;
  void fetch_p(const MatrixView& p);

  kernels::RowPattern r_a_;
  // Of several ranks.
  Csr extended_;  // P with the rows of the matrix's ghosts
  LocalIndex own_entries_ = 0;
  std::optional<comm::HaloExchange<double>> p_exchange_;
  Foreign foreign_;
  std::vector<LocalIndex> ghost_place_;  // of the coarse matrix's ghosts, among the columns of extended_
};

}  // namespace trireme::amg
