// SPDX-License-Identifier: Apache-2.0
// Kernels of planes of symmetry against means over all images of one vertex.
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "fun3d/discretization/mirror_frame.hpp"
#include "fun3d/kernels/mirrored_stencil.hpp"
#include "fun3d/kernels/symmetry_condition.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "tests/fun3d/support/unfolded_mesh.hpp"

namespace trireme::flow {
namespace {

// Vertex number 2 of 4 is on these planes.
constexpr LocalIndex vertex = 2;

class OnPlanes {
 public:
  explicit OnPlanes(std::vector<Vector3> normals) {
    for (const test::Turn& turn : test::group_of(normals))
      images.insert(images.end(), turn.begin(), turn.end());
    const MirrorFrame frame = mirror_frame(normals);
    for (const Vector3& axis : frame.axes) frames_.insert(frames_.end(), axis.begin(), axis.end());
    groups_.assign(frame.groups.begin(), frame.groups.end());
  }
  MirroredVertices list() const { return {vertices_, frames_, groups_, areas_}; }
  double area() const { return areas_[0]; }

  std::vector<double> images;

 private:
  std::vector<LocalIndex> vertices_{vertex};
  std::vector<double> frames_, areas_{0.7};
  std::vector<std::uint8_t> groups_;
};

std::vector<OnPlanes> samples() {
  const double h = std::sqrt(0.5), s = std::sqrt(0.75);
  std::vector<OnPlanes> all;
  const std::vector<std::vector<Vector3>> normals{
      {{0, 0, 1}},
      {{0, -1, 0}, {0, 0, 1}},
      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {{0.36, 0.48, 0.8}},
      {{0.6, 0.8, 0}, {0, 0, 1}},
      {{1, 0, 0}, {0.5, s, 0}},
      {{1, 0, 0}, {h, h, 0}, {0, 0, 1}},
      {{h, -h, 0}, {0, h, -h}, {0, 0, 1}}};  // all 48 images of a cube
  for (const auto& of_one : normals) all.emplace_back(of_one);
  return all;
}

std::vector<double> random_values(std::size_t n, double least = -1) {
  static std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(least, 1);
  std::vector<double> values(n);
  for (double& value : values) value = uniform(random);
  return values;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-14) << i;
}

template <class E>
class SymmetryKernels : public ::testing::Test {};
using Sets = ::testing::Types<IncompressibleEuler, CompressibleEuler>;
TYPED_TEST_SUITE(SymmetryKernels, Sets);

TYPED_TEST(SymmetryKernels, ResidualEqualsTheReference) {
  using E = TypeParam;
  constexpr std::size_t N = E::n_unknowns;
  for (const OnPlanes& planes : samples()) {
    const std::vector<double> q = random_values(4 * N);
    std::vector<double> residual = random_values(4 * N), expected = residual;
    symmetry_residual<E>(planes.list(), 0, 1, q.data(), residual.data());
    symmetry_residual_reference<E>(planes.images, planes.area(), &q[vertex * N], &expected[vertex * N]);
    expect_near(residual, expected);
  }
}

// Row `vertex` has three blocks of its own (the second is the diagonal) and one of a ghost.
TYPED_TEST(SymmetryKernels, JacobianEqualsTheReference) {
  using E = TypeParam;
  constexpr std::size_t N = E::n_unknowns;
  const std::vector<LocalIndex> own_offsets{0, 1, 2, 5, 6}, ghost_offsets{0, 0, 1, 2, 2},
      diagonals{0, 1, 3, 5};
  for (const OnPlanes& planes : samples()) {
    std::vector<double> own = random_values(6 * N * N), ghost = random_values(2 * N * N);
    const std::vector<double> own_before = own, ghost_before = ghost;
    std::vector<double> dense(N * 4 * N);
    const auto entry = [&](const std::vector<double>& own_values, const std::vector<double>& ghost_values,
                           std::size_t i, std::size_t column) {
      const std::size_t block = column / N;
      return block < 3 ? own_values[(2 + block) * N * N + column % N * N + i]
                       : ghost_values[N * N + column % N * N + i];
    };
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t column = 0; column < 4 * N; ++column)
        dense[i * 4 * N + column] = entry(own, ghost, i, column);
    }
    symmetry_jacobian<E>(planes.list(), 0, 1, own_offsets, ghost_offsets, diagonals, own.data(),
                         ghost.data());
    symmetry_jacobian_reference<E>(planes.images, planes.area(), 4 * N, N, dense.data());
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t column = 0; column < 4 * N; ++column)
        ASSERT_NEAR(entry(own, ghost, i, column), dense[i * 4 * N + column], 1e-14);
    }
    // Other rows stay.
    for (std::size_t i = 0; i < 2 * N * N; ++i) ASSERT_EQ(own[i], own_before[i]);
    for (std::size_t i = 0; i < N * N; ++i) ASSERT_EQ(ghost[i], ghost_before[i]);
  }
}

TYPED_TEST(SymmetryKernels, GradientsEqualTheReference) {
  using E = TypeParam;
  constexpr std::size_t N = E::n_unknowns;
  for (const OnPlanes& planes : samples()) {
    std::vector<double> gradients = random_values(4 * 3 * N), expected = gradients;
    mirror_gradients<E>(planes.list(), 0, 1, gradients.data());
    mirror_gradients_reference<E>(planes.images, &expected[vertex * 3 * N]);
    expect_near(gradients, expected);
    // Once is enough.
    mirror_gradients<E>(planes.list(), 0, 1, gradients.data());
    expect_near(gradients, expected);
  }
}

TYPED_TEST(SymmetryKernels, ExtremaEqualTheReference) {
  using E = TypeParam;
  constexpr std::size_t N = E::n_unknowns;
  const std::vector<OnPlanes> all = samples();
  for (std::size_t number = 0; number < 4; ++number) {  // across axes, and a single plane
    std::vector<double> minima = random_values(4 * N), maxima = minima;
    const std::vector<double> ranges = random_values(4 * N, 0);
    for (std::size_t i = 0; i < maxima.size(); ++i) maxima[i] += ranges[i];
    std::vector<double> expected_minima = minima, expected_maxima = maxima;
    mirror_extrema<E>(all[number].list(), 0, 1, minima.data(), maxima.data());
    mirror_extrema_reference<E>(all[number].images, &expected_minima[vertex * N],
                                &expected_maxima[vertex * N]);
    expect_near(minima, expected_minima);
    expect_near(maxima, expected_maxima);
  }
}

}  // namespace
}  // namespace trireme::flow
