// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/symmetry_condition.hpp"

#include <array>
#include <cstddef>

#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <class E>
void keep_along_planes(const MirroredVertices& mirrored, LocalIndex b, double* momentum) {
  const Vector3 along = along_planes(mirrored, b, {momentum[0], momentum[1], momentum[2]});
  for (int d = 0; d < 3; ++d) momentum[d] = along[d];
}

// The mean of the images, a 3 x 3 matrix by rows.
std::array<double, 9> mean_image(std::span<const double> images) {
  std::array<double, 9> mean{};
  for (std::size_t i = 0; i < images.size(); ++i)
    mean[i % 9] += images[i] / (static_cast<double>(images.size()) / 9);
  return mean;
}

}  // namespace

template <class E>
void symmetry_residual(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end, const double* q,
                       double* residual) {
  for (LocalIndex b = begin; b < end; ++b) {
    const std::size_t row = static_cast<std::size_t>(mirrored.vertices[b]) * E::n_unknowns;
    double* momentum = residual + row + E::first_velocity;
    const double* velocity = q + row + E::first_velocity;
    const Vector3 along = along_planes(mirrored, b, {velocity[0], velocity[1], velocity[2]});
    keep_along_planes<E>(mirrored, b, momentum);
    for (int d = 0; d < 3; ++d) momentum[d] += mirrored.areas[b] * (velocity[d] - along[d]);
  }
}

template <class E>
void symmetry_jacobian(const MirroredVertices& mirrored, LocalIndex begin, LocalIndex end,
                       std::span<const LocalIndex> own_offsets, std::span<const LocalIndex> ghost_offsets,
                       std::span<const LocalIndex> diagonal_slots, double* own_values, double* ghost_values) {
  constexpr int N = E::n_unknowns;
  const auto keep_row = [&](LocalIndex b, std::span<const LocalIndex> offsets, double* values) {
    const LocalIndex row = mirrored.vertices[b];
    for (LocalIndex slot = offsets[row]; slot < offsets[row + 1]; ++slot) {
      double* block = values + static_cast<std::size_t>(slot) * N * N;
      for (int column = 0; column < N; ++column)
        keep_along_planes<E>(mirrored, b, block + column * N + E::first_velocity);
    }
  };
  for (LocalIndex b = begin; b < end; ++b) {
    keep_row(b, own_offsets, own_values);
    keep_row(b, ghost_offsets, ghost_values);
    double* diagonal = own_values + static_cast<std::size_t>(diagonal_slots[mirrored.vertices[b]]) * N * N;
    for (int j = 0; j < 3; ++j) {
      Vector3 unit{};
      unit[j] = 1.0;
      const Vector3 along = along_planes(mirrored, b, unit);
      double* column = diagonal + (E::first_velocity + j) * N + E::first_velocity;
      for (int i = 0; i < 3; ++i) column[i] += mirrored.areas[b] * (unit[i] - along[i]);
    }
  }
}

template <class E>
void symmetry_residual_reference(std::span<const double> images, double area, const double* q,
                                 double* residual) {
  const std::array<double, 9> mean = mean_image(images);
  std::array<double, 3> kept{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      kept[i] += mean[3 * i + j] * residual[E::first_velocity + j] +
                 area * ((i == j ? 1.0 : 0.0) - mean[3 * i + j]) * q[E::first_velocity + j];
    }
  }
  for (int i = 0; i < 3; ++i) residual[E::first_velocity + i] = kept[i];
}

template <class E>
void symmetry_jacobian_reference(std::span<const double> images, double area, LocalIndex row_length,
                                 LocalIndex diagonal, double* dense) {
  const std::array<double, 9> mean = mean_image(images);
  for (LocalIndex column = 0; column < row_length; ++column) {
    std::array<double, 3> kept{};
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k)
        kept[i] += mean[3 * i + k] * dense[(E::first_velocity + k) * row_length + column];
      const int j = column - diagonal - E::first_velocity;
      if (j >= 0 && j < 3) kept[i] += area * ((i == j ? 1.0 : 0.0) - mean[3 * i + j]);
    }
    for (int i = 0; i < 3; ++i) dense[(E::first_velocity + i) * row_length + column] = kept[i];
  }
}

#define INSTANTIATE(E)                                                                                   \
  template void symmetry_residual<E>(const MirroredVertices&, LocalIndex, LocalIndex, const double*,     \
                                     double*);                                                           \
  template void symmetry_jacobian<E>(const MirroredVertices&, LocalIndex, LocalIndex,                    \
                                     std::span<const LocalIndex>, std::span<const LocalIndex>,           \
                                     std::span<const LocalIndex>, double*, double*);                     \
  template void symmetry_residual_reference<E>(std::span<const double>, double, const double*, double*); \
  template void symmetry_jacobian_reference<E>(std::span<const double>, double, LocalIndex, LocalIndex,  \
                                               double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
