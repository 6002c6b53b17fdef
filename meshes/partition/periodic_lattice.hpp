// SPDX-License-Identifier: Apache-2.0
// The lattice that the translations of periodic pairs of markers span: several pairs may share a translation
// (a side split into two markers), or one may be the sum of others (the sides of a hexagon). Used by
// join_periodic. Local.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "meshes/core/point.hpp"
#include "meshes/partition/image_keys.hpp"

namespace trireme::mesh {

struct PeriodicLattice {
  std::vector<Point> basis;    // at most three, linearly independent
  std::vector<Shift> of_pair;  // each translation in periods along the basis
};

// names [n]: what errors call each pair. Error (input): a translation that vanishes, or that depends on the
// others in another way than by whole numbers of -4 .. 4.
PeriodicLattice build_periodic_lattice(std::span<const Point> translations,
                                       std::span<const std::string> names);

}  // namespace trireme::mesh
