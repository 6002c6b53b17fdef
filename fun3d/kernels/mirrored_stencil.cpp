// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/mirrored_stencil.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "fun3d/kernels/mirrored_tensor.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <class E>
Matrix3 velocity_gradient(const double* gradients) {
  Matrix3 tensor;
  for (int d = 0; d < 3; ++d) {
    for (int c = 0; c < 3; ++c) tensor[d][c] = gradients[d * E::n_unknowns + E::first_velocity + c];
  }
  return tensor;
}

template <class E>
void set_velocity_gradient(const Matrix3& tensor, double* gradients) {
  for (int d = 0; d < 3; ++d) {
    for (int c = 0; c < 3; ++c) gradients[d * E::n_unknowns + E::first_velocity + c] = tensor[d][c];
  }
}

template <class E>
constexpr bool is_velocity(int k) {
  return k >= E::first_velocity && k < E::first_velocity + 3;
}

}  // namespace

template <class E>
void mirror_gradients(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end, double* gradients) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex b = begin; b < end; ++b) {
    double* row = gradients + static_cast<std::size_t>(mirrored.vertices[b]) * 3 * N;
    for (int k = 0; k < N; ++k) {
      if (is_velocity<E>(k)) continue;
      const Vector3 along = along_planes(mirrored, b, {row[k], row[N + k], row[2 * N + k]});
      for (int d = 0; d < 3; ++d) row[d * N + k] = along[d];
    }
    set_velocity_gradient<E>(mean_of_images(mirrored, b, velocity_gradient<E>(row)), row);
  }
}

template <class E>
void mirror_extrema(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end, double* minima,
                    double* maxima) {
  for (LocalIndex b = begin; b < end; ++b) {
    const std::size_t row = static_cast<std::size_t>(mirrored.vertices[b]) * E::n_unknowns;
    double *least = minima + row + E::first_velocity, *most = maxima + row + E::first_velocity;
    for (int a = 0; a < 3; ++a) {
      if (mirrored.group(b, a) == 0) continue;
      const double* n = mirrored.axis(b, a);
      Vector3 image_least{}, image_most{};
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          const double factor = (i == j ? 1.0 : 0.0) - 2.0 * n[i] * n[j];
          image_least[i] += factor * (factor > 0 ? least[j] : most[j]);
          image_most[i] += factor * (factor > 0 ? most[j] : least[j]);
        }
      }
      for (int i = 0; i < 3; ++i) {
        least[i] = std::min(least[i], image_least[i]);
        most[i] = std::max(most[i], image_most[i]);
      }
    }
  }
}

template <class E>
void mirror_gradients_reference(std::span<const double> images, double* gradients) {
  constexpr int N = E::n_unknowns;
  const std::size_t n_images = images.size() / 9;
  std::array<double, 3 * N> own;
  std::copy_n(gradients, 3 * N, own.begin());
  std::fill(gradients, gradients + 3 * N, 0.0);
  for (std::size_t image = 0; image < n_images; ++image) {
    const auto turn = [&](int i, int j) { return images[9 * image + 3 * i + j]; };
    for (int d = 0; d < 3; ++d) {
      for (int k = 0; k < N; ++k) {
        double value = 0;
        for (int from_d = 0; from_d < 3; ++from_d) {
          if (!is_velocity<E>(k)) {
            value += turn(d, from_d) * own[from_d * N + k];
            continue;
          }
          for (int from_c = 0; from_c < 3; ++from_c) {
            value += turn(d, from_d) * turn(k - E::first_velocity, from_c) *
                     own[from_d * N + E::first_velocity + from_c];
          }
        }
        gradients[d * N + k] += value / static_cast<double>(n_images);
      }
    }
  }
}

template <class E>
void mirror_extrema_reference(std::span<const double> images, double* minima, double* maxima) {
  double *least = minima + E::first_velocity, *most = maxima + E::first_velocity;
  std::array<double, 3> own_least, own_most;
  std::copy_n(least, 3, own_least.begin());
  std::copy_n(most, 3, own_most.begin());
  for (std::size_t image = 0; image < images.size() / 9; ++image) {
    for (int corner = 0; corner < 8; ++corner) {
      for (int i = 0; i < 3; ++i) {
        double value = 0;
        for (int j = 0; j < 3; ++j) {
          value += images[9 * image + 3 * i + j] * (corner >> j & 1 ? own_most[j] : own_least[j]);
        }
        least[i] = std::min(least[i], value);
        most[i] = std::max(most[i], value);
      }
    }
  }
}

#define INSTANTIATE(E)                                                                                \
  template void mirror_gradients<E>(const MirroredVertices&, LocalIndex, LocalIndex, double*);        \
  template void mirror_extrema<E>(const MirroredVertices&, LocalIndex, LocalIndex, double*, double*); \
  template void mirror_gradients_reference<E>(std::span<const double>, double*);                      \
  template void mirror_extrema_reference<E>(std::span<const double>, double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
