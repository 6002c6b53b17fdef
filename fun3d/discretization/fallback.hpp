// SPDX-License-Identifier: Apache-2.0
// Where the second-order scheme fell back to first order because an extrapolated density or pressure was not
// positive: how many vertices, and the worst of them, so that a user can look at the mesh there. Called by
// discretization/residual on demand.
#pragma once

#include <vector>

#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/physics/state.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// Of every owned vertex: edges on which its extrapolated state was not physical, and the smallest
// extrapolated value over its own, of the unknowns that must stay positive.
struct FallbackEdges {
  std::vector<LocalIndex> counts;  // [n_owned]
  std::vector<double> least;       // [n_owned], 1 at the most
};

struct FallbackVertex {
  GlobalIndex original_id = 0;  // in the mesh file
  Vector3 coordinates{};
  GlobalIndex edges = 0;  // of the vertex, on which its extrapolated state was not physical
  // Smallest extrapolated value over the vertex's own, of the unknowns that must stay positive.
  double least_ratio = 0;
};

struct FallbackReport {
  GlobalIndex n_vertices = 0;
  std::vector<FallbackVertex> worst;  // ascending in least_ratio
};

// state [n_local, N] and gradients [n_local, 3, N] as the fluxes used them. Local; as dear as some residuals.
template <class E>
FallbackEdges count_fallback(const MeshPlan& plan, const double* state, const double* gradients);

// state [n_local, N] and gradients [n_local, 3, N] as the fluxes used them; no gradients: nothing to report.
// At most n_worst vertices are listed, the same on every rank. Collective; as dear as a few residuals.
template <class E>
FallbackReport find_fallback(const comm::Communicator& comm, const MeshPlan& plan, const double* state,
                             const double* gradients, int n_worst);

}  // namespace trireme::flow
