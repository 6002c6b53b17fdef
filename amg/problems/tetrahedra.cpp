// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/tetrahedra.hpp"

#include "amg/problems/lattice_problem.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg {
namespace {

using Vector = std::array<double, 3>;

Vector difference(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Orders in which a path along the edges of a cube visits the axes; each path spans one tetrahedron.
constexpr std::array<std::array<int, 3>, 6> axis_orders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

class Tetrahedra : public LatticeProblem {
 public:
  Tetrahedra(const Lattice& interior, double perturbation, std::int64_t seed)
      : LatticeProblem(interior), perturbation_(perturbation), seed_(static_cast<std::uint64_t>(seed)) {}

 private:
  // Points on the boundary, which lie outside of the lattice of unknowns, stay in place.
  Vector position(const LatticePoint& p) const {
    Vector x{static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (p[axis] < 0 || p[axis] >= lattice().n[axis]) return x;
    for (std::size_t axis = 0; axis < 3; ++axis)
      x[axis] += perturbation_ * symmetric_hash(seed_, lattice().id(p), axis);
    return x;
  }

  void fill(const LatticePoint& point, int /*component*/, Stencil& stencil) const override {
    std::array<Vector, Stencil::n_places> positions;
    for (int place = 0; place < Stencil::n_places; ++place)
      positions[static_cast<std::size_t>(place)] =
          position({point[0] + place % 3 - 1, point[1] + place / 3 % 3 - 1, point[2] + place / 9 - 1});
    // The point is corner `mine` of the path in the cube that starts where those steps, taken back, lead.
    constexpr int stride[] = {1, 3, 9};
    for (const auto& order : axis_orders) {
      for (std::size_t mine = 0; mine < 4; ++mine) {
        int start = Stencil::place(0, 0, 0);
        for (std::size_t step = 0; step < mine; ++step) start -= stride[order[step]];
        std::array<int, 4> places{start};
        for (std::size_t step = 0; step < 3; ++step) places[step + 1] = places[step] + stride[order[step]];
        add_element(positions, places, mine, stencil);
      }
    }
  }

  // Row `mine` of the element matrix, integral of grad phi_i . grad phi_j; a gradient is the inward normal of
  // the opposite face, of length twice its area, over six volumes.
  static void add_element(const std::array<Vector, Stencil::n_places>& positions,
                          const std::array<int, 4>& places, std::size_t mine, Stencil& stencil) {
    const auto corner = [&](std::size_t i) -> const Vector& {
      return positions[static_cast<std::size_t>(places[i])];
    };
    std::array<Vector, 4> normals;
    double six_volumes = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vector& base = corner((i + 1) % 4);
      normals[i] = cross(difference(corner((i + 2) % 4), base), difference(corner((i + 3) % 4), base));
      six_volumes = dot(normals[i], difference(corner(i), base));
      if (six_volumes < 0) {
        for (double& component : normals[i]) component = -component;
        six_volumes = -six_volumes;
      }
    }
    for (std::size_t j = 0; j < 4; ++j)
      stencil.add(places[j], dot(normals[mine], normals[j]) / (6 * six_volumes));
  }

  double perturbation_;
  std::uint64_t seed_;
};

}  // namespace

ProblemPointer tetrahedra(const Lattice& interior, double perturbation, std::int64_t seed) {
  return std::make_unique<Tetrahedra>(interior, perturbation, seed);
}

}  // namespace trireme::amg
