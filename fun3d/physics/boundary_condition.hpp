// SPDX-License-Identifier: Apache-2.0
// What a boundary marker means to the flow: its kind, and the values that some kinds take. Markers with equal
// conditions are one boundary to the solver.
#pragma once

#include <compare>
#include <optional>

#include "fun3d/physics/state.hpp"

namespace trireme::flow {

enum class BoundaryKind {
  slip_wall,             // no flow passes; part of the forces
  symmetry,              // beyond it lies the mirrored flow; planes only, no part of the forces
  far_field,             // characteristic conditions with the free stream outside
  supersonic_inflow,     // the free stream enters, nothing leaves
  supersonic_outflow,    // everything comes from inside
  total_pressure_inlet,  // total pressure, total temperature and direction; one wave leaves
  pressure_outlet,       // static pressure; one wave enters
  exact,                 // the state at its vertices is prescribed; for verification
};

// Pressures and temperatures are in units of the free stream's static ones; what is not given is the free
// stream's.
struct BoundaryCondition {
  BoundaryKind kind = BoundaryKind::slip_wall;
  std::optional<double> pressure{};           // pressure_outlet
  std::optional<double> total_pressure{};     // total_pressure_inlet
  std::optional<double> total_temperature{};  // total_pressure_inlet of a gas
  std::optional<Vector3> direction{};         // total_pressure_inlet, a unit vector

  BoundaryCondition() = default;
  BoundaryCondition(BoundaryKind of_kind) : kind(of_kind) {}

  bool operator==(const BoundaryCondition&) const = default;
  std::partial_ordering operator<=>(const BoundaryCondition&) const = default;
};

inline bool is_wall(BoundaryKind kind) {
  return kind == BoundaryKind::slip_wall || kind == BoundaryKind::symmetry;
}

// Whether flow passes it by a flux of the equation set.
inline bool is_open(BoundaryKind kind) {
  return !is_wall(kind) && kind != BoundaryKind::exact;
}

}  // namespace trireme::flow
