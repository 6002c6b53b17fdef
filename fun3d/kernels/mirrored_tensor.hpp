// SPDX-License-Identifier: Apache-2.0
// The mean of a tensor of space and its images in the planes of symmetry of a vertex: of a velocity gradient
// (kernels/mirrored_stencil) and of a least-squares matrix (discretization/gradient_plan).
#pragma once

#include <array>

#include "fun3d/kernels/mirrored_vertices.hpp"

namespace trireme::flow {

using Matrix3 = std::array<std::array<double, 3>, 3>;

// In components along the axes, free ones keep all they have with one another, a group of others the mean of
// its diagonal. Plane across a coordinate axis: zeros appear, what remains has its bits.
inline Matrix3 mean_of_images(const MirroredVertices& mirrored, LocalIndex b, const Matrix3& tensor) {
  Matrix3 half{}, components{}, mean{};
  for (int a = 0; a < 3; ++a) {
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) half[a][j] += mirrored.axis(b, a)[i] * tensor[i][j];
    }
    for (int c = 0; c < 3; ++c) {
      for (int j = 0; j < 3; ++j) components[a][c] += half[a][j] * mirrored.axis(b, c)[j];
    }
  }
  for (int a = 0; a < 3; ++a) {
    for (int c = 0; c < 3; ++c) {
      const int group = mirrored.group(b, a);
      double component = group == 0 && mirrored.group(b, c) == 0 ? components[a][c] : 0.0;
      if (group != 0 && a == c) {
        double sum = 0, size = 0;
        for (int other = 0; other < 3; ++other) {
          if (mirrored.group(b, other) != group) continue;
          sum += components[other][other];
          size += 1;
        }
        component = sum / size;
      }
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) mean[i][j] += component * mirrored.axis(b, a)[i] * mirrored.axis(b, c)[j];
      }
    }
  }
  return mean;
}

}  // namespace trireme::flow
