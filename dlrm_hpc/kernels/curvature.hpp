// SPDX-License-Identifier: Apache-2.0
// Layers and the dot interaction in double precision, with their directional derivatives: the R-operator of
// Pearlmutter, "Fast exact multiplication by the Hessian", Neural Computation 6 (1994), and of Schraudolph,
// "Fast curvature matrix-vector products", Neural Computation 14 (2002), for Gauss-Newton products. Arrays
// are dense: [n, inputs] or [n, outputs]; parameters are W [outputs, inputs], then b [outputs]; names that
// begin with r are derivatives along a direction v of all parameters. Called by the objective of second-order
// methods, block by block inside a parallel region. Serial.
#pragma once

#include <cstddef>

#include "dlrm_hpc/kernels/dense_layer.hpp"

namespace trireme::dlrm::kernels {

// y = f(x W' + b).
void curvature_forward(const LayerShape& shape, const double* parameters, const double* x, std::size_t n,
                       double* y);
void curvature_forward_reference(const LayerShape& shape, const double* parameters, const double* x,
                                 std::size_t n, double* y);

// ry = f'(.) (rx W' + x V' + vb); y as curvature_forward left it. rx null: zero.
void curvature_forward_along(const LayerShape& shape, const double* parameters, const double* v,
                             const double* x, const double* rx, const double* y, std::size_t n, double* ry);
void curvature_forward_along_reference(const LayerShape& shape, const double* parameters, const double* v,
                                       const double* x, const double* rx, const double* y, std::size_t n,
                                       double* ry);

// dy [n, outputs] is multiplied by f'. d_parameters, unless null, is added to; dx, unless null, is replaced.
// With dy the gradient of the loss this is the gradient; with dy = (second derivative) ry of the last layer
// it gives the Gauss-Newton product.
void curvature_backward(const LayerShape& shape, const double* parameters, const double* x, const double* y,
                        std::size_t n, double* dy, double* d_parameters, double* dx);
void curvature_backward_reference(const LayerShape& shape, const double* parameters, const double* x,
                                  const double* y, std::size_t n, double* dy, double* d_parameters,
                                  double* dx);

// The derivative of curvature_backward: rdy is multiplied by f'; r_parameters is added to, rdx, unless null,
// replaced. dy as curvature_backward left it.
void curvature_backward_along(const LayerShape& shape, const double* parameters, const double* v,
                              const double* x, const double* rx, const double* y, std::size_t n,
                              const double* dy, double* rdy, double* r_parameters, double* rdx);
void curvature_backward_along_reference(const LayerShape& shape, const double* parameters, const double* v,
                                        const double* x, const double* rx, const double* y, std::size_t n,
                                        const double* dy, double* rdy, double* r_parameters, double* rdx);

// vectors [n, n_vectors, width]; out [n, interaction_values]: as interact().
void curvature_interact(const double* vectors, std::size_t n, std::size_t n_vectors, std::size_t width,
                        double* out);
void curvature_interact_along(const double* vectors, const double* r_vectors, std::size_t n,
                              std::size_t n_vectors, std::size_t width, double* r_out);
void curvature_interact_backward(const double* vectors, const double* d_out, std::size_t n,
                                 std::size_t n_vectors, std::size_t width, double* d_vectors);
void curvature_interact_backward_along(const double* vectors, const double* r_vectors, const double* d_out,
                                       const double* rd_out, std::size_t n, std::size_t n_vectors,
                                       std::size_t width, double* rd_vectors);

}  // namespace trireme::dlrm::kernels
