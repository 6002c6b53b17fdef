// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/constant_stencil.hpp"

#include "amg/problems/lattice_problem.hpp"

namespace trireme::amg {
namespace {

class ConstantStencil : public LatticeProblem {
 public:
  ConstantStencil(const Lattice& lattice, const StencilWeights& weights) : LatticeProblem(lattice) {
    const double by_distance[] = {weights.centre, weights.face, weights.edge, weights.corner};
    for (int place = 0; place < Stencil::n_places; ++place) {
      const int distance = (place % 3 != 1) + (place / 3 % 3 != 1) + (place / 9 != 1);
      weights_[static_cast<std::size_t>(place)] = by_distance[distance];
    }
  }

 private:
  void fill(const LatticePoint& /*point*/, int /*component*/, Stencil& stencil) const override {
    for (int place = 0; place < Stencil::n_places; ++place) {
      const double weight = weights_[static_cast<std::size_t>(place)];
      if (weight != 0) stencil.add(place, weight);
    }
  }

  std::array<double, Stencil::n_places> weights_;
};

}  // namespace

ProblemPointer constant_stencil(const Lattice& lattice, const StencilWeights& weights) {
  return std::make_unique<ConstantStencil>(lattice, weights);
}

}  // namespace trireme::amg
