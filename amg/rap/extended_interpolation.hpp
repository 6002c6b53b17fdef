// SPDX-License-Identifier: Apache-2.0
// Interpolation with a row for every local column of the matrix (this rank's rows, then those of its ghosts)
// and one numbering of all coarse columns: the right factor of A P. Made by galerkin_product.
#pragma once

#include <vector>

#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/off_rank_rows.hpp"

namespace trireme::amg {

class ExtendedInterpolation {
 public:
  // Fetches the rows of the matrix's ghosts. Collective.
  ExtendedInterpolation(const MatrixView& matrix, const MatrixView& p);

  // Columns: the coarse points of this rank, then ghosts(). Valid until the next widen().
  CsrView rows() const noexcept;
  // Coarse points of other ranks, ascending: P's ghosts and what the fetched rows name.
  const std::vector<GlobalIndex>& ghosts() const noexcept { return ghosts_; }
  // Takes in more coarse points of other ranks (any order, repeats allowed, own ones allowed) and renumbers.
  // Local.
  void widen(std::vector<GlobalIndex> more);

 private:
  void merge(const MatrixView& p, const OffRankRows& fetched);

  const Partition& coarse_;
  CsrView borrowed_;  // of one rank: P itself
  Csr merged_;
  bool is_merged_;
  std::vector<GlobalIndex> ghosts_;
};

}  // namespace trireme::amg
