// SPDX-License-Identifier: Apache-2.0
// Diffusion by cell-centred finite volumes on a lattice of cells: a row holds the conductances of the cell's
// faces. Faces on the end of the lattice count as Dirichlet, with the cell's own conductance. The problems
// differ only in their conductances.
#pragma once

#include <cstddef>
#include <utility>

#include "amg/problems/lattice_problem.hpp"

namespace trireme::amg {

// Conductance: double operator()(const LatticePoint& cell, const LatticePoint& other, std::size_t axis)
// const, symmetric in both cells; `other` may lie outside of the lattice.
template <class Conductance>
class FiniteVolume : public LatticeProblem {
 public:
  FiniteVolume(const Lattice& lattice, Conductance conductance)
      : LatticeProblem(lattice), conductance_(std::move(conductance)) {}

 private:
  void fill(const LatticePoint& point, int /*component*/, Stencil& stencil) const override {
    constexpr int centre = Stencil::place(0, 0, 0);
    const std::size_t n_axes = lattice().n[2] == 1 ? 2 : 3;
    for (std::size_t axis = 0; axis < n_axes; ++axis) {
      for (const int step : {-1, 1}) {
        LatticePoint other = point;
        other[axis] += step;
        const double value = conductance_(point, other, axis);
        constexpr int stride[] = {1, 3, 9};
        stencil.add(centre + step * stride[axis], -value);
        stencil.add(centre, value);
      }
    }
  }

  Conductance conductance_;
};

}  // namespace trireme::amg
