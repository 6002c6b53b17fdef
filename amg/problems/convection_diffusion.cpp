// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/convection_diffusion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "amg/problems/lattice_problem.hpp"

namespace trireme::amg {
namespace {

class ConvectionDiffusion : public LatticeProblem {
 public:
  ConvectionDiffusion(const Lattice& lattice, double peclet) : LatticeProblem(lattice), peclet_(peclet) {}

  bool is_symmetric() const override { return peclet_ == 0; }

 private:
  // sin(pi x) sin(pi y) over the box, scaled so that differences over a cell are at most 1.
  double stream_function(GlobalIndex x, GlobalIndex y) const {
    const auto nx = static_cast<double>(lattice().n[0]), ny = static_cast<double>(lattice().n[1]);
    return std::sin(std::numbers::pi * static_cast<double>(x) / nx) *
           std::sin(std::numbers::pi * static_cast<double>(y) / ny) * std::min(nx, ny) / std::numbers::pi;
  }

  // Through the face on the upper side of `cell` along the axis, positive upwards.
  double flux(const LatticePoint& cell, std::size_t axis) const {
    const auto [x, y, z] = cell;
    if (axis == 0) return stream_function(x + 1, y + 1) - stream_function(x + 1, y);
    if (axis == 1) return stream_function(x, y + 1) - stream_function(x + 1, y + 1);
    return 0.25;
  }

  void fill(const LatticePoint& point, int /*component*/, Stencil& stencil) const override {
    constexpr int centre = Stencil::place(0, 0, 0), stride[] = {1, 3, 9};
    const std::size_t n_axes = lattice().n[2] == 1 ? 2 : 3;
    for (std::size_t axis = 0; axis < n_axes; ++axis) {
      LatticePoint below = point;
      --below[axis];
      const double inflow = peclet_ * flux(below, axis), outflow = peclet_ * flux(point, axis);
      const double from_below = 1 + std::max(inflow, 0.0), from_above = 1 + std::max(-outflow, 0.0);
      stencil.add(centre - stride[axis], -from_below);
      stencil.add(centre + stride[axis], -from_above);
      // No divergence: what leaves is what enters, so the row's sum vanishes away from the boundary.
      stencil.add(centre, from_below + from_above);
    }
  }

  double peclet_;
};

}  // namespace

ProblemPointer convection_diffusion(const Lattice& lattice, double peclet) {
  return std::make_unique<ConvectionDiffusion>(lattice, peclet);
}

}  // namespace trireme::amg
