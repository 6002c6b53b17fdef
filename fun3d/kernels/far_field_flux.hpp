// SPDX-License-Identifier: Apache-2.0
// Far field: the characteristic flux through each far-field vertex's lumped normal. Called by
// discretization/residual with a range of far-field vertices per thread.
#pragma once

#include "fun3d/kernels/boundary_lists.hpp"

namespace trireme::flow {

// Adds the far-field flux of vertices [begin, end) of the list to residual [n_owned, N]; q [n_vertices, N].
template <class E>
void far_field_flux(const typename E::Parameters& parameters, const LumpedVertices& far_field,
                    LocalIndex begin, LocalIndex end, const double* q, double* residual);

// The same from the facets as read: lumps their normals into scratch [n_owned, 3] first.
template <class E>
void far_field_flux_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                              std::span<const LocalIndex> facets, std::span<const double> facet_normals,
                              std::span<double> scratch, const double* q, double* residual);

}  // namespace trireme::flow
