// SPDX-License-Identifier: Apache-2.0
// Section boundary of a deck: what each marker of the mesh is. Markers that the deck does not name go by
// their names.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "fun3d/discretization/boundary_kind.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct BoundaryOptions {
  std::map<std::string, std::string> kinds;  // marker -> slip_wall | symmetry | far_field

  void describe(options::Schema& schema);
};

// The kind of every marker. By name, upper and lower case alike: far_field, farfield, far -> far field;
// symmetry, symm, extrusion_min, extrusion_max -> symmetry; wing, wall, solid, slip_wall, body, airfoil,
// sphere -> slip wall; each also with digits or an underscore and more behind it. Throws Error (input) that
// lists markers and kinds when a marker is not known by name, or when the deck names a marker that the mesh
// does not have. Local; the same on all ranks.
std::vector<BoundaryKind> resolve_boundaries(std::span<const std::string> marker_names,
                                             const BoundaryOptions& options);

std::string_view name_of(BoundaryKind kind);

}  // namespace trireme::flow
