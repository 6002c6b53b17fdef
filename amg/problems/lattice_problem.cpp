// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/lattice_problem.hpp"

namespace trireme::amg {

void LatticeProblem::row(GlobalIndex row, std::vector<Entry>& entries) const {
  entries.clear();
  const LatticePoint point = lattice_.point(row / block_size_);
  Stencil stencil;
  stencil.clear();
  fill(point, static_cast<int>(row % block_size_), stencil);
  for (int place = 0; place < Stencil::n_places; ++place) {
    if (!stencil.used(place)) continue;
    const LatticePoint other{point[0] + place % 3 - 1, point[1] + place / 3 % 3 - 1,
                             point[2] + place / 9 - 1};
    bool inside = true;
    for (std::size_t axis = 0; axis < 3; ++axis)
      inside = inside && other[axis] >= 0 && other[axis] < lattice_.n[axis];
    if (!inside) continue;
    const GlobalIndex first = lattice_.id(other) * block_size_;
    for (int component = 0; component < block_size_; ++component)
      entries.push_back({first + component, stencil.weight(place, component)});
  }
}

}  // namespace trireme::amg
