// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/anisotropic.hpp"

#include "amg/problems/finite_volume.hpp"

namespace trireme::amg {
namespace {

struct AxisConductance {
  std::array<double, 3> of_axis;
  double operator()(const LatticePoint& /*cell*/, const LatticePoint& /*other*/, std::size_t axis) const {
    return of_axis[axis];
  }
};

}  // namespace

ProblemPointer anisotropic(const Lattice& lattice, const std::array<double, 3>& conductances) {
  return std::make_unique<FiniteVolume<AxisConductance>>(lattice, AxisConductance{conductances});
}

}  // namespace trireme::amg
