// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/gradient_plan.hpp"

#include <algorithm>

#include "fun3d/discretization/symmetric_inverse.hpp"
#include "fun3d/kernels/mirrored_tensor.hpp"

namespace trireme::flow {

namespace {
// Squared ratio of the smallest to the largest extent of a stencil below which it counts as flat: cells
// stretched by up to 10^5 keep their full gradient, rounding in the coordinates does not make one up.
constexpr double flatness = 1e-10;
// m: xx, xy, xz, yy, yz, zz.
void mirror_matrix(const MirroredVertices& mirrored, LocalIndex b, double* m) {
  const Matrix3 mean =
      mean_of_images(mirrored, b, {{{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}}});
  int entry = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j, ++entry) m[entry] = mean[i][j];
  }
}

}  // namespace

GradientPlan::GradientPlan(const mesh::FlowMesh& mesh, GradientWeights weights, const SymmetryPlan& symmetry)
    : inverses_(static_cast<std::size_t>(mesh.n_owned) * 6, 0.0) {
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge) {
    const std::size_t first = mesh.edges[2 * edge], second = mesh.edges[2 * edge + 1];
    double d[3], squared_distance = 0;
    for (int i = 0; i < 3; ++i) {
      d[i] = mesh.coordinates[3 * second + i] - mesh.coordinates[3 * first + i];
      squared_distance += d[i] * d[i];
    }
    double weight = 1.0;
    if (weights == GradientWeights::inverse_distance) {
      weight = squared_distance > 0 ? 1.0 / squared_distance : 0.0;
    }
    // A plane mesh has no gradients along z. Were they kept, the two states at a face across its one layer
    // would agree whatever its two sides are, and nothing would damp differences between them.
    if (mesh.dimension == 2) d[2] = 0;
    if (const SymmetryPlan::Edge* in_plane = symmetry.edge_in_plane(edge)) weight *= in_plane->share;
    int entry = 0;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j, ++entry) {
        const double product = weight * d[i] * d[j];
        inverses_[6 * first + entry] += product;
        if (second < static_cast<std::size_t>(mesh.n_owned)) inverses_[6 * second + entry] += product;
      }
    }
  }
  const MirroredVertices mirrored = symmetry.vertices();
  for (LocalIndex b = 0; b < mirrored.size(); ++b)
    mirror_matrix(mirrored, b, &inverses_[6 * static_cast<std::size_t>(mirrored.vertices[b])]);
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    double* m = &inverses_[6 * static_cast<std::size_t>(vertex)];
    const Symmetric3 matrix{m[0], m[1], m[2], m[3], m[4], m[5]};
    const Symmetric3 inverse = pseudo_inverse(matrix, flatness);
    // trace(M^+ M) is the rank.
    const double rank = inverse[0] * m[0] + inverse[3] * m[3] + inverse[5] * m[5] +
                        2 * (inverse[1] * m[1] + inverse[2] * m[2] + inverse[4] * m[4]);
    if (!(rank > mesh.dimension - 0.5)) ++n_degenerate_;
    std::copy(inverse.begin(), inverse.end(), m);
  }
}

}  // namespace trireme::flow
