// SPDX-License-Identifier: Apache-2.0
// The points of a box, numbered with x fastest. All problems of this folder live on one.
#pragma once

#include <array>

#include "solvers/base/types.hpp"

namespace trireme::amg {

using LatticePoint = std::array<GlobalIndex, 3>;

struct Lattice {
  LatticePoint n{1, 1, 1};  // points in each direction; a plane lattice has n[2] == 1

  GlobalIndex n_points() const noexcept { return n[0] * n[1] * n[2]; }
  GlobalIndex id(const LatticePoint& p) const noexcept { return p[0] + n[0] * (p[1] + n[1] * p[2]); }
  LatticePoint point(GlobalIndex id) const noexcept {
    return {id % n[0], id / n[0] % n[1], id / (n[0] * n[1])};
  }
};

}  // namespace trireme::amg
