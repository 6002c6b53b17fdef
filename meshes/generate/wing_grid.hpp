// SPDX-License-Identifier: Apache-2.0
// A mesh around a half wing, of any size. Called by generate/onera_m6 and generate/naca4.
//
// Topology: two structured sheets, upper and lower, of M x K quadrilaterals cover the wing (M from trailing
// to leading edge, K from root to tip) and share the points of trailing edge, tip edge and leading edge; J
// layers of bricks grow from them along the lines of generate/wing_lines to the far field. Bricks are
// cut along the directions away from the nearer edge, towards the root and outward, so that the
// cut is mirrored in the chord plane and fans out at every edge.
#pragma once

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/generate/brick_cells.hpp"
#include "meshes/generate/wing_spread.hpp"

namespace trireme::mesh::wing {

// Numbers of quadrilaterals and layers for a target; the vertices they make are within 10 % of it from
// 3000 up. `rows_per_column` is the ratio K / M; 0.75 is about right for the ONERA M6 wing.
GridSize size_grid(GlobalIndex target_vertices, double rows_per_column);

// Markers wing, symmetry, far_field (in this order). Lengths of the shape are multiplied by `scale`. Every
// rank makes its own contiguous ranges; the global mesh has the same bits for every rank count. No
// communication.
DistributedMesh generate(const comm::Communicator& comm, const Shape& shape, const Grading& grading,
                         const GridSize& size, BrickCells cells, double scale);

}  // namespace trireme::mesh::wing
