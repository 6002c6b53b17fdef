// SPDX-License-Identifier: Apache-2.0
// Sections boundary and boundary_values of a deck: what each marker of the mesh is, and the pressures,
// temperatures and directions some kinds take. Markers that the deck does not name go by their names.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "fun3d/physics/boundary_condition.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct BoundaryOptions {
  std::map<std::string, std::string> kinds;  // marker -> a kind, by its name
  // marker -> number, or three numbers for a direction; units as in BoundaryCondition.
  std::map<std::string, std::string> pressure, total_pressure, total_temperature, direction;

  void describe(options::Schema& schema);
};

// The condition of every marker. By name, upper and lower case alike: far_field, farfield, far -> far field;
// symmetry, symm, extrusion_min, extrusion_max -> symmetry; wing, wall, solid, slip_wall, body, airfoil,
// sphere, cylinder, fuselage, nacelle -> slip wall; free_stream, freestream -> far field; the other kinds by
// their own words; each also with digits or an underscore and more behind it. An inlet or outlet without more
// says too little. Throws Error (input) that lists markers and kinds when a marker is not known by name, when
// the deck names a marker that the mesh does not have, or when a value is no number or the marker's kind does
// not take it. Local; the same on all ranks.
std::vector<BoundaryCondition> resolve_boundaries(std::span<const std::string> marker_names,
                                                  const BoundaryOptions& options);

std::string_view name_of(BoundaryKind kind);

[[noreturn]] void refuse_boundary(const std::string& marker, BoundaryKind kind, std::string_view equations);
[[noreturn]] void refuse_total_temperature(const std::string& marker, std::string_view equations);

// Throws Error (input) that names the marker whose kind, or whose total temperature, the equation set E does
// not have. Local.
template <class E>
void require_boundaries_of(std::span<const std::string> marker_names,
                           std::span<const BoundaryCondition> conditions) {
  for (std::size_t marker = 0; marker < conditions.size(); ++marker) {
    const BoundaryKind kind = conditions[marker].kind;
    if (!E::has(kind)) refuse_boundary(marker_names[marker], kind, E::name);
    // Gases are the sets with unknowns that must stay positive.
    if (conditions[marker].total_temperature && E::positive_unknowns.empty())
      refuse_total_temperature(marker_names[marker], E::name);
  }
}

}  // namespace trireme::flow
