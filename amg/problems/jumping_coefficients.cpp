// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/jumping_coefficients.hpp"

#include <cmath>
#include <numbers>

#include "amg/problems/finite_volume.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg {
namespace {

// Box and Muller 1958, doi 10.1214/aoms/1177706645, from two hashes of the id.
double normal_hash(std::uint64_t seed, GlobalIndex id) {
  const double u = 0.5 * (1 - symmetric_hash(seed, id, 0)), v = 0.5 * (1 + symmetric_hash(seed, id, 1));
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

class BlockConductance {
 public:
  BlockConductance(const Lattice& lattice, const JumpingMedium& medium) : lattice_(lattice), medium_(medium) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      blocks_.n[axis] = (lattice.n[axis] + medium.block - 1) / medium.block;
  }

  double operator()(const LatticePoint& cell, const LatticePoint& other, std::size_t axis) const {
    const double here = permeability(cell);
    if (other[axis] < 0 || other[axis] >= lattice_.n[axis]) return here;
    const double there = permeability(other);
    return 2 * here * there / (here + there);
  }

 private:
  double permeability(const LatticePoint& cell) const {
    const LatticePoint block{cell[0] / medium_.block, cell[1] / medium_.block, cell[2] / medium_.block};
    return std::exp(medium_.deviation *
                    normal_hash(static_cast<std::uint64_t>(medium_.seed), blocks_.id(block)));
  }

  Lattice lattice_, blocks_;
  JumpingMedium medium_;
};

}  // namespace

ProblemPointer jumping_coefficients(const Lattice& lattice, const JumpingMedium& medium) {
  return std::make_unique<FiniteVolume<BlockConductance>>(lattice, BlockConductance(lattice, medium));
}

}  // namespace trireme::amg
