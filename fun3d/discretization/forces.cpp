// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/forces.hpp"

#include "fun3d/kernels/surface_force.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::flow {

Forces::Forces(comm::Communicator comm, const MeshPlan& plan, const ForceReference& reference,
               const ForceAxes& axes)
    : comm_(std::move(comm)),
      plan_(&plan),
      reference_(reference),
      axes_(axes),
      facets_(plan.mesh().marker_names.size()) {
  const mesh::FlowMesh& mesh = plan.mesh();
  for (LocalIndex facet = 0; facet < mesh.n_facets(); ++facet) {
    const auto marker = static_cast<std::size_t>(mesh.facet_marker[facet]);
    if (mesh.facet_owned[facet] && plan.conditions()[marker].kind == BoundaryKind::slip_wall)
      facets_[marker].push_back(facet);
  }
}

template <class E>
std::vector<ForceCoefficients> Forces::by_marker(const typename E::Parameters& parameters,
                                                 const double* state) const {
  const mesh::FlowMesh& mesh = plan_->mesh();
  constexpr std::size_t width = 9;
  std::vector<double> sums(width * facets_.size(), 0.0);
  for (std::size_t marker = 0; marker < facets_.size(); ++marker) {
    const std::span<const LocalIndex> facets = facets_[marker];
    const auto chunk = [&](LocalIndex begin, LocalIndex end, std::span<double> out) {
      SurfaceForce force;
      add_surface_force<E>(parameters, facets.subspan(begin, end - begin), mesh.facets, mesh.facet_normals,
                           mesh.coordinates, reference_.point, state, force);
      for (std::size_t d = 0; d < 3; ++d) {
        out[d] += force.force[d];
        out[3 + d] += force.moment[d];
        out[6 + d] += force.corner_sum_moment[d];
      }
    };
    threads::fixed_chunk_sums(static_cast<LocalIndex>(facets.size()),
                              std::span<double>(sums).subspan(width * marker, width), chunk);
  }
  comm::all_sum_in_place(comm_, std::span<double>(sums));

  std::vector<ForceCoefficients> coefficients;
  const std::size_t arm = reference_.arm == MomentArm::centroid ? 3 : 6;
  for (std::size_t marker = 0; marker < facets_.size(); ++marker) {
    const double* sum = &sums[width * marker];
    const auto along = [&](const Vector3& axis, std::size_t offset) {
      return dot(axis, {sum[offset], sum[offset + 1], sum[offset + 2]}) / reference_.area;
    };
    ForceCoefficients part{
        along(axes_.lift, 0), along(axes_.drag, 0), along(axes_.moment, arm) / reference_.length, {}, {}};
    for (std::size_t d = 0; d < 3; ++d) {
      part.body_force[d] = sum[d] / reference_.area;
      part.body_moment[d] = sum[arm + d] / reference_.area / reference_.length;
    }
    coefficients.push_back(part);
  }
  return coefficients;
}

ForceCoefficients total(std::span<const ForceCoefficients> by_marker) {
  ForceCoefficients sum;
  for (const ForceCoefficients& part : by_marker) {
    sum.lift += part.lift;
    sum.drag += part.drag;
    sum.moment += part.moment;
    for (std::size_t d = 0; d < 3; ++d) {
      sum.body_force[d] += part.body_force[d];
      sum.body_moment[d] += part.body_moment[d];
    }
  }
  return sum;
}

#define INSTANTIATE(E) \
  template std::vector<ForceCoefficients> Forces::by_marker<E>(const E::Parameters&, const double*) const;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
