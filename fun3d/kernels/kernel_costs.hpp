// SPDX-License-Identifier: Apache-2.0
// What the flow's kernels cost at the least: bytes that must come from or go to memory when every array is
// read or written once in a pass and caches do the rest, and floating-point operations of the formulas. Work
// that a variant adds (edges computed by two threads, neighbours visited from both sides) is not counted, so
// that shares of the bound can be compared between variants. Called by discretization/residual and
// nonlinear/newton_step, which log the operations, by case/performance_report and perf/micro. N unknowns;
// indices have 4 bytes, numbers 8.
#pragma once

#include "fun3d/kernels/counted_number.hpp"
#include "fun3d/physics/state.hpp"

namespace trireme::flow {

struct KernelCost {
  double bytes_per_edge = 0, bytes_per_vertex = 0;
  double flops_per_edge = 0, flops_per_vertex = 0;

  double bytes(double edges, double vertices) const {
    return bytes_per_edge * edges + bytes_per_vertex * vertices;
  }
  double flops(double edges, double vertices) const {
    return flops_per_edge * edges + flops_per_vertex * vertices;
  }
  friend KernelCost operator+(const KernelCost& a, const KernelCost& b) {
    return {a.bytes_per_edge + b.bytes_per_edge, a.bytes_per_vertex + b.bytes_per_vertex,
            a.flops_per_edge + b.flops_per_edge, a.flops_per_vertex + b.flops_per_vertex};
  }
};

// Least-squares gradients.
//   edge:   two ends, the vector between them; N differences, 3 N products added at both ends
//   vertex: state, inverse of 6, gradients written; a symmetric 3 x 3 times N columns, 15 N
template <int N>
constexpr KernelCost gradient_cost() {
  return {8 + 24, 8 * N + 48 + 24 * N, 10 * N, 15 * N};
}

// Extrema, Venkatakrishnan's factors, scaling of the gradients.
//   edge:   two ends twice, the vector; half of it, then for each end and unknown a change by the gradient
//           (5), room (1), a comparison with the range (2) and the function (10)
//   vertex: extrema from the state (24 N), factors from state, gradients, extrema and e^2 (56 N + 8),
//           gradients times factors (56 N); 3 N
template <int N>
constexpr KernelCost limiter_cost() {
  return {16 + 24, 136 * N + 8, 3 + 36 * N, 3 * N};
}

// Operations of one flux between two states.
template <class E>
double flux_operations(const typename E::Parameters& parameters) {
  const auto q = as_state_of<CountedNumber>(E::free_stream(parameters));
  const Vector<CountedNumber> normal{1.0, 0.0, 0.0};
  const auto before = CountedNumber::operations();
  E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) { Scheme::flux(parameters, q, q, normal); });
  return static_cast<double>(CountedNumber::operations() - before);
}

// Fluxes over edges.
//   edge:   two ends, normal, area, at second order the vector; the flux times area (N) added at both ends
//           (2 N), at second order half the vector (3) and two extrapolations of N unknowns (6 each)
//   vertex: state, at second order gradients, the residual written
template <class E>
KernelCost flux_cost(const typename E::Parameters& parameters, bool second_order) {
  constexpr int N = E::n_unknowns;
  const double flux = flux_operations<E>(parameters) + 3 * N;
  if (!second_order) return {8 + 32, 16 * N, flux, 0};
  return {8 + 32 + 24, 16 * N + 24 * N, flux + 3 + 12 * N, 0};
}

// Sums of wave speeds.
//   edge:   two ends, normal, area; mean of two states (2 N), normal velocity (5), speed of sound and sum
//           (4), times area, added at both ends
//   vertex: state, the sum written
template <int N>
constexpr KernelCost wave_speed_cost() {
  return {8 + 32, 8 * N + 8, 2 * N + 12, 0};
}

// Operations of the two derivatives of a flux.
template <class E>
double jacobian_operations(const typename E::Parameters& parameters) {
  const auto q = as_state_of<CountedNumber>(E::free_stream(parameters));
  const Vector<CountedNumber> normal{1.0, 0.0, 0.0};
  Block<E::n_unknowns, CountedNumber> left, right;
  const auto before = CountedNumber::operations();
  E::with_flux_scheme(parameters,
                      [&]<class Scheme>(Scheme) { Scheme::jacobian(parameters, q, q, normal, left, right); });
  return static_cast<double>(CountedNumber::operations() - before);
}

// First-order Jacobian.
//   edge:   two ends, normal, area, two places, two blocks written; the derivatives, two blocks scaled
//           (2 N^2), two added to the diagonal (2 N^2)
//   vertex: state, diagonal block written
template <class E>
KernelCost jacobian_cost(const typename E::Parameters& parameters) {
  constexpr int N = E::n_unknowns;
  return {8 + 32 + 8 + 16 * N * N, 8 * N + 8 * N * N, jacobian_operations<E>(parameters) + 4 * N * N, 0};
}

// Triangular solves with blocks of N x N: every block of the factors once with its column; vectors: the
// right-hand side, and the solution written, read and written again.
constexpr double solve_bytes(double blocks, double rows, int N, int bytes_of_number) {
  return blocks * (N * N * bytes_of_number + 4.0) + 32.0 * N * rows;
}
// And its operations: none to add to for the first entry of a diagonal block's row.
constexpr double solve_flops(double blocks, double rows, int N) {
  return 2.0 * blocks * N * N - rows * N;
}

// Factorization: the matrix's blocks read, the factors' written.
constexpr double factor_bytes(double matrix_blocks, double factor_blocks, int N, int bytes_of_number) {
  return matrix_blocks * (N * N * 8.0 + 4.0) + factor_blocks * N * N * bytes_of_number;
}

// Vector operations of a Krylov method, by their operations: products and sums of many vectors make two
// with each number they read.
inline constexpr double vector_bytes_per_flop = 4;

}  // namespace trireme::flow
