// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/periodic_lattice.hpp"

#include <optional>

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

// Files in single precision know translations to 1e-7.
constexpr double same_translation = 1e-4;
constexpr double independent = 1e-3;
constexpr int most_periods = 4;

std::optional<Shift> in_whole_periods(const Point& translation, const std::vector<Point>& basis) {
  Shift most{};
  for (std::size_t axis = 0; axis < basis.size(); ++axis) most[axis] = most_periods;
  Shift shift;
  for (shift[0] = -most[0]; shift[0] <= most[0]; ++shift[0]) {
    for (shift[1] = -most[1]; shift[1] <= most[1]; ++shift[1]) {
      for (shift[2] = -most[2]; shift[2] <= most[2]; ++shift[2]) {
        Point rest = translation;
        for (std::size_t axis = 0; axis < basis.size(); ++axis)
          rest = difference(rest, scaled(shift[axis], basis[axis]));
        if (length(rest) <= same_translation * length(translation)) return shift;
      }
    }
  }
  return std::nullopt;
}

// Whether it leaves the line or plane of the basis.
bool is_independent(const Point& translation, const std::vector<Point>& basis) {
  if (basis.size() == 3) return false;
  double rest = length(translation);
  if (basis.size() == 1) rest = length(cross(translation, basis[0])) / length(basis[0]);
  if (basis.size() == 2) {
    const Point normal = cross(basis[0], basis[1]);
    rest = std::abs(dot(translation, normal)) / length(normal);
  }
  return rest > independent * length(translation);
}

}  // namespace

PeriodicLattice build_periodic_lattice(std::span<const Point> translations,
                                       std::span<const std::string> names) {
  PeriodicLattice lattice;
  for (std::size_t pair = 0; pair < translations.size(); ++pair) {
    const Point& translation = translations[pair];
    if (length(translation) == 0) {
      throw Error(ErrorKind::input, "the periodic markers " + names[pair] + " lie at the same place",
                  "there is no translation between them", "pair markers on opposite sides");
    }
    auto shift = in_whole_periods(translation, lattice.basis);
    if (!shift && is_independent(translation, lattice.basis)) {
      shift = Shift{};
      (*shift)[lattice.basis.size()] = 1;
      lattice.basis.push_back(translation);
    }
    if (!shift) {
      throw Error(ErrorKind::input,
                  "the translation between the periodic markers " + names[pair] +
                      " does not fit those of the pairs before it",
                  "it is no sum of them in whole numbers", "pair markers that bound one period");
    }
    lattice.of_pair.push_back(*shift);
  }
  return lattice;
}

}  // namespace trireme::mesh
