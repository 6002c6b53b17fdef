// SPDX-License-Identifier: Apache-2.0
// Base of the problems whose rows couple a lattice point with points at most one step away in each direction.
// A derived class fills the stencil of a point as if the lattice had no end; what reaches beyond the lattice
// is dropped, which is a homogeneous Dirichlet condition there.
#pragma once

#include <array>

#include "amg/problems/lattice.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// One row: weights of the 27 neighbours (itself included), each with up to three unknowns.
class Stencil {
 public:
  static constexpr int n_places = 27, most_components = 3;

  static constexpr int place(int dx, int dy, int dz) { return (dx + 1) + 3 * (dy + 1) + 9 * (dz + 1); }

  void clear() { used_.fill(false); }
  void add(int place, double value, int component = 0) {
    auto& weights = weights_[static_cast<std::size_t>(place)];
    if (!used_[static_cast<std::size_t>(place)]) weights.fill(0);
    used_[static_cast<std::size_t>(place)] = true;
    weights[static_cast<std::size_t>(component)] += value;
  }
  bool used(int place) const { return used_[static_cast<std::size_t>(place)]; }
  double weight(int place, int component = 0) const {
    return weights_[static_cast<std::size_t>(place)][static_cast<std::size_t>(component)];
  }

 private:
  std::array<std::array<double, most_components>, n_places> weights_;
  std::array<bool, n_places> used_;
};

class LatticeProblem : public RowProblem {
 public:
  explicit LatticeProblem(const Lattice& lattice, int block_size = 1)
      : lattice_(lattice), block_size_(block_size) {}

  GlobalIndex n_rows() const override { return lattice_.n_points() * block_size_; }
  int block_size() const override { return block_size_; }
  // Columns ascend. Of a used place all components are entries, zeros too.
  void row(GlobalIndex row, std::vector<Entry>& entries) const override;

 protected:
  const Lattice& lattice() const { return lattice_; }

 private:
  // `stencil` comes cleared.
  virtual void fill(const LatticePoint& point, int component, Stencil& stencil) const = 0;

  Lattice lattice_;
  int block_size_;
};

}  // namespace trireme::amg
