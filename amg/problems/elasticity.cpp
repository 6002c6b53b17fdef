// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/elasticity.hpp"

#include <cmath>

#include "amg/problems/lattice_problem.hpp"

namespace trireme::amg {
namespace {

// Blocks 3 x 3 of the element matrix, corners numbered by bits x, y, z.
using ElementMatrix = std::array<std::array<std::array<std::array<double, 3>, 3>, 8>, 8>;

using Gradients = std::array<std::array<double, 3>, 8>;

// Of the trilinear shape functions at a place of the unit cube.
Gradients shape_gradients(const std::array<double, 3>& at) {
  Gradients gradients;
  for (std::size_t corner = 0; corner < 8; ++corner) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double product = 1;
      for (std::size_t other = 0; other < 3; ++other) {
        const bool upper = (corner >> other & 1) != 0;
        if (other == axis)
          product *= upper ? 1 : -1;
        else
          product *= upper ? at[other] : 1 - at[other];
      }
      gradients[corner][axis] = product;
    }
  }
  return gradients;
}

ElementMatrix element_matrix(double poisson_ratio) {
  const double shear = 1 / (2 * (1 + poisson_ratio));
  const double lambda = poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));
  ElementMatrix matrix{};
  const double half_width = 0.5 / std::sqrt(3.0);
  for (int point = 0; point < 8; ++point) {
    std::array<double, 3> at;
    for (std::size_t axis = 0; axis < 3; ++axis)
      at[axis] = 0.5 + ((point >> axis & 1) != 0 ? half_width : -half_width);
    const Gradients g = shape_gradients(at);
    for (std::size_t i = 0; i < 8; ++i) {
      for (std::size_t j = 0; j < 8; ++j) {
        const double dot = g[i][0] * g[j][0] + g[i][1] * g[j][1] + g[i][2] * g[j][2];
        for (std::size_t a = 0; a < 3; ++a) {
          for (std::size_t b = 0; b < 3; ++b) {
            matrix[i][j][a][b] +=
                0.125 * (lambda * g[i][a] * g[j][b] + shear * g[i][b] * g[j][a] + (a == b ? shear * dot : 0));
          }
        }
      }
    }
  }
  return matrix;
}

class Elasticity : public LatticeProblem {
 public:
  Elasticity(const Lattice& free_points, double poisson_ratio)
      : LatticeProblem(free_points, 3), element_(element_matrix(poisson_ratio)) {}

  int n_near_null_vectors() const override { return 6; }
  // Translations along x, y, z, then rotations around them.
  double near_null_entry(GlobalIndex row, int vector) const override {
    const auto component = static_cast<std::size_t>(row % 3), mode = static_cast<std::size_t>(vector);
    if (mode < 3) return component == mode ? 1 : 0;
    const LatticePoint p = lattice().point(row / 3);
    const std::size_t axis = mode - 3, next = (axis + 1) % 3, last = (axis + 2) % 3;
    const auto centred = [&](std::size_t of) {
      return static_cast<double>(p[of]) - 0.5 * static_cast<double>(lattice().n[of] - 1);
    };
    if (component == next) return -centred(last);
    return component == last ? centred(next) : 0;
  }

 private:
  void fill(const LatticePoint& point, int component, Stencil& stencil) const override {
    // The point is corner `mine` of eight cubes, of which those within the body count. The cubes below x = 0
    // are there, between the clamped points and the first free ones.
    for (std::size_t mine = 0; mine < 8; ++mine) {
      bool within = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const GlobalIndex lower = point[axis] - (mine >> axis & 1);
        within = within && lower >= (axis == 0 ? -1 : 0) && lower + 1 < lattice().n[axis];
      }
      if (!within) continue;
      for (std::size_t corner = 0; corner < 8; ++corner) {
        const auto step = [&](int axis) {
          return static_cast<int>(corner >> axis & 1) - static_cast<int>(mine >> axis & 1);
        };
        const auto& block = element_[mine][corner][static_cast<std::size_t>(component)];
        for (int other = 0; other < 3; ++other)
          stencil.add(Stencil::place(step(0), step(1), step(2)), block[static_cast<std::size_t>(other)],
                      other);
      }
    }
  }

  ElementMatrix element_;
};

}  // namespace

ProblemPointer elasticity(const Lattice& free_points, double poisson_ratio) {
  return std::make_unique<Elasticity>(free_points, poisson_ratio);
}

}  // namespace trireme::amg
