// SPDX-License-Identifier: Apache-2.0
// Section manufactured of a deck: whether the run solves for a flow that is known, to measure the scheme's
// error.
#pragma once

#include <span>

#include "fun3d/physics/boundary_condition.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

enum class ManufacturedChoice { none, trigonometric };

struct ManufacturedOptions {
  ManufacturedChoice solution = ManufacturedChoice::none;

  void describe(options::Schema& schema);
  bool is_on() const { return solution != ManufacturedChoice::none; }
  // Throws Error (input) where a boundary is exact and nothing is known there. Local.
  void require_for(std::span<const BoundaryCondition> conditions) const;
};

}  // namespace trireme::flow
