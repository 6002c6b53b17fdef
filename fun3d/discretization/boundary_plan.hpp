// SPDX-License-Identifier: Apache-2.0
// The boundary facets of a FlowMesh sorted by condition and turned into the vertex lists of
// kernels/boundary_lists.hpp. Markers with equal conditions (walls and symmetry planes all) are merged first,
// so splitting a marker in two leaves the residual, and with it the solution, as it was. The local
// pseudo-time step alone sums wave speeds marker by marker, as PETSc-FUN3D does group by group: on a curved
// wall a split shortens steps a little, which changes the path to the solution. At vertices on planes of
// symmetry the sums of open boundaries, and those of every marker, lose what lies across the planes, as they
// do where the mirrored facets are summed too. Immutable. Local.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/symmetry_plan.hpp"
#include "fun3d/kernels/boundary_lists.hpp"
#include "fun3d/physics/boundary_condition.hpp"
#include "meshes/core/flow_mesh.hpp"

namespace trireme::flow {

class BoundaryPlan {
 public:
  // conditions [n_markers]: of each of mesh.marker_names.
  BoundaryPlan(const mesh::FlowMesh& mesh, std::span<const BoundaryCondition> conditions,
               const SymmetryPlan& symmetry = {});

  // One marker's vertices, whatever its kind.
  int n_markers() const { return static_cast<int>(markers_.size()); }
  LumpedVertices marker(int marker) const { return {markers_[marker].vertices, markers_[marker].normals}; }

  // Slip walls and symmetry planes. What these get at vertices on planes of symmetry is mirrored afterwards.
  WallCorners wall_corners() const { return {wall_.vertices, wall_offsets_, wall_others_, wall_thirds_}; }
  LumpedVertices wall() const { return {wall_.vertices, wall_.normals}; }
  // Boundaries that flow passes: one for each different condition among the markers, in the conditions'
  // order.
  int n_open() const { return static_cast<int>(open_.size()); }
  const BoundaryCondition& open_condition(int number) const { return open_conditions_[number]; }
  LumpedVertices open(int number) const { return {open_[number].vertices, open_[number].normals}; }
  // Owned vertices of exact facets, ascending. A vertex that is also on another kind of boundary is exact.
  LumpedVertices exact() const { return {exact_.vertices, exact_.normals}; }

 private:
  struct Lumped {
    std::vector<LocalIndex> vertices;
    std::vector<double> normals;
  };
  static Lumped lump(const mesh::FlowMesh& mesh, std::span<const LocalIndex> facets,
                     const SymmetryPlan& symmetry);

  std::vector<Lumped> markers_;
  Lumped wall_, exact_;
  std::vector<BoundaryCondition> open_conditions_;
  std::vector<Lumped> open_;
  std::vector<LocalIndex> wall_offsets_, wall_others_;
  std::vector<double> wall_thirds_;
};

}  // namespace trireme::flow
