// SPDX-License-Identifier: Apache-2.0
// Boundaries that flow passes: the flux of their condition through each vertex's lumped normal. Called by
// discretization/residual with a range of one boundary's vertices per thread.
#pragma once

#include "fun3d/kernels/boundary_lists.hpp"
#include "fun3d/physics/boundary_condition.hpp"

namespace trireme::flow {

// Adds the flux of vertices [begin, end) of the list to residual [n_owned, N]; q [n_vertices, N]. The
// condition's kind must be open and one the equation set has.
template <class E>
void open_flux(const typename E::Parameters& parameters, const BoundaryCondition& condition,
               const LumpedVertices& boundary, LocalIndex begin, LocalIndex end, const double* q,
               double* residual);

// The same from the facets as read: lumps their normals into scratch [n_owned, 3] first.
template <class E>
void open_flux_reference(const typename E::Parameters& parameters, const BoundaryCondition& condition,
                         LocalIndex n_owned, std::span<const LocalIndex> facets,
                         std::span<const double> facet_normals, std::span<double> scratch, const double* q,
                         double* residual);

}  // namespace trireme::flow
