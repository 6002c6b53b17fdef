// SPDX-License-Identifier: Apache-2.0
// What a boundary marker means to the flow.
#pragma once

namespace trireme::flow {

enum class BoundaryKind {
  slip_wall,  // no flow passes; part of the forces
  symmetry,   // no flow passes; a plane of symmetry, no part of the forces
  far_field,  // characteristic conditions with the free stream outside
  exact,      // the state at its vertices is prescribed; for verification
};

}  // namespace trireme::flow
