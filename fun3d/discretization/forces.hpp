// SPDX-License-Identifier: Apache-2.0
// Force and moment coefficients of the slip walls, all together and by marker: lift, drag and pitching moment
// in the axes of the free stream, and the whole vectors in the axes of the mesh, which are those of the body.
// Called by case/ after every step and for the report. Coefficients: sums of Cp times area, divided by the
// reference area (and, for moments, the reference length).
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/physics/state.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// Which arm the moment has: facet centroids, or PETSc-FUN3D's plain sum of the three corners.
enum class MomentArm { centroid, corner_sum };

struct ForceReference {
  double area = 1.0;
  double length = 1.0;
  Vector3 point{0.25, 0.0, 0.0};
  MomentArm arm = MomentArm::centroid;
};

// Unit vectors in which forces are read: drag along the free stream, lift normal to it, moment about
// the axis `moment` (for flow along x, lift along y: the z axis, positive where lift aft of the point raises
// the tail).
struct ForceAxes {
  Vector3 drag{1, 0, 0}, lift{0, 1, 0}, moment{0, 0, 1};
};

struct ForceCoefficients {
  double lift = 0, drag = 0, moment = 0;
  Vector3 body_force{}, body_moment{};
};

class Forces {
 public:
  // Local. The plan must outlive the object.
  Forces(comm::Communicator comm, const MeshPlan& plan, const ForceReference& reference,
         const ForceAxes& axes);

  // One entry a marker (zero where it is no slip wall); state [n_local, N] with ghosts. The same bits for any
  // thread count. Collective.
  template <class E>
  std::vector<ForceCoefficients> by_marker(const typename E::Parameters& parameters,
                                           const double* state) const;

  const ForceReference& reference() const { return reference_; }
  const ForceAxes& axes() const { return axes_; }

 private:
  comm::Communicator comm_;
  const MeshPlan* plan_;
  ForceReference reference_;
  ForceAxes axes_;
  std::vector<std::vector<LocalIndex>> facets_;  // [n_markers] facets this rank integrates
};

// The sum over markers.
ForceCoefficients total(std::span<const ForceCoefficients> by_marker);

}  // namespace trireme::flow
