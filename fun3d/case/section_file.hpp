// SPDX-License-Identifier: Apache-2.0
// NAME_sections.csv: the pressure along the walls at sections of the span. Called by case/flow_run, which
// places the sections before the solve, and by case/flow_results.
#pragma once

#include <string>

#include "fun3d/case/output_options.hpp"
#include "fun3d/case/section_cut.hpp"
#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// [n_markers] 1 where the marker is a slip wall.
std::vector<std::uint8_t> wall_flags(std::span<const BoundaryCondition> conditions);

// The planes that section output asks for: its list, or the middle of a 2-D mesh with walls. up_axis: 1 or 2;
// the span is the other. wall [n_markers]: which markers are slip walls. Collective. Throws Error (input) on
// all ranks when sections are asked for and no wall is there, a position lies outside of the walls, or the
// walls go on across a periodic cut within the planes; the middle of a 2-D mesh is then left out.
SectionPlanes place_sections(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                             std::span<const std::uint8_t> wall, const OutputOptions& options, int up_axis);

// Rows section, span fraction, span position, contour, side, x, y, z, x over chord, pressure coefficient and
// the equation set's derived quantities: of each section the contours from upstream, of each contour the
// upper side and then the lower, both from the leading edge downstream. The rows do not depend on the number
// of ranks, but for the rounding of the solution. local_state [n_local, N] with ghosts. Collective; gathers
// the cut on rank 0. Throws Error (io) on all ranks.
template <class E>
void write_section_csv(const std::string& path, const comm::Communicator& comm, const MeshPlan& plan,
                       std::span<const std::uint8_t> wall, const SectionPlanes& planes,
                       const typename E::Parameters& parameters, const double* local_state);

}  // namespace trireme::flow
