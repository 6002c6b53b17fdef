// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/stretched_grid.hpp"

#include <cmath>

#include "amg/problems/finite_volume.hpp"

namespace trireme::amg {
namespace {

class CellConductance {
 public:
  CellConductance(const Lattice& lattice, double aspect_ratio)
      : axis_(lattice.n[2] == 1 ? 1 : 2), n_(lattice.n[axis_]), logarithm_(std::log(aspect_ratio)) {}

  // Area over distance of centres. Beyond the ends cells go on growing or shrinking.
  double operator()(const LatticePoint& cell, const LatticePoint& other, std::size_t axis) const {
    const double here = height(cell[axis_]);
    return axis == axis_ ? 2 / (here + height(other[axis_])) : here;
  }

 private:
  double height(GlobalIndex layer) const {
    const auto steps = static_cast<double>(n_ > 1 ? n_ - 1 : 1);
    return std::exp(-logarithm_ * (1 - static_cast<double>(layer) / steps));
  }

  std::size_t axis_;
  GlobalIndex n_;
  double logarithm_;
};

}  // namespace

ProblemPointer stretched_grid(const Lattice& lattice, double aspect_ratio) {
  return std::make_unique<FiniteVolume<CellConductance>>(lattice, CellConductance(lattice, aspect_ratio));
}

}  // namespace trireme::amg
