// SPDX-License-Identifier: Apache-2.0
// The limiter phi of every vertex and unknown: the least factor in [0, 1] over the vertex's edges that
// kernels/limiter_function.hpp asks for when the vertex's state is extrapolated to the middle of the edge.
// Called by discretization/limiter, which multiplies the gradients by it.
//
// Layouts: q, minima, maxima and phi [n_vertices, N]; gradients [n_vertices, 3, N]; epsilon_squared
// [n_vertices], read by Venkatakrishnan's function only. phi is written only where the edge list
// says so; what is read of other ends is not used. Local, no allocation.
#pragma once

#include <span>

#include "fun3d/kernels/edge_list.hpp"
#include "fun3d/kernels/limiter_function.hpp"

namespace trireme::flow {

// What the limiter looks at; minima and maxima from kernels/edge_extrema.
struct LimiterFields {
  const double* q;
  const double* gradients;
  const double* minima;
  const double* maxima;
  const double* epsilon_squared;
};

// Lowers phi of each edge's written ends. Start: one everywhere. Kind none changes nothing.
template <class E>
void edge_limiter(LimiterKind kind, const EdgeList& edges, const LimiterFields& fields, double* phi);

// phi of all owned vertices [0, n_owned), start included, edge by edge as read. ends [n, 2], vectors [n, 3].
template <class E>
void edge_limiter_reference(LimiterKind kind, LocalIndex n_owned, std::span<const LocalIndex> ends,
                            std::span<const double> vectors, const LimiterFields& fields, double* phi);

// Multiplies the gradients of the given vertices by phi, unknown by unknown.
template <class E>
void scale_gradients(std::span<const LocalIndex> vertices, const double* phi, double* gradients);

}  // namespace trireme::flow
