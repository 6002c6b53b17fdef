// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/mirror_frame.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace trireme::flow {

namespace {

// Cosines and lengths below it are rounding: of planes known to a millionth of the mesh's extent.
constexpr double negligible = 1e-5;

Vector3 less_components(Vector3 vector, std::span<const Vector3> axes) {
  for (const Vector3& axis : axes) {
    const double component = dot(axis, vector);
    for (std::size_t d = 0; d < 3; ++d) vector[d] -= component * axis[d];
  }
  return vector;
}

Vector3 unit(const Vector3& vector) {
  const double length = std::sqrt(dot(vector, vector));
  return {vector[0] / length, vector[1] / length, vector[2] / length};
}

// Sets of normals no two of which are at right angles through a chain of others.
std::vector<std::vector<Vector3>> mixed_sets(std::span<const Vector3> normals) {
  std::vector<std::vector<Vector3>> sets;
  for (const Vector3& normal : normals) {
    std::vector<Vector3> joined{normal};
    bool known = false;
    std::erase_if(sets, [&](const std::vector<Vector3>& set) {
      const bool touches = std::any_of(set.begin(), set.end(), [&](const Vector3& other) {
        known = known || std::sqrt(dot(less_components(normal, {&other, 1}),
                                       less_components(normal, {&other, 1}))) < negligible;
        return std::abs(dot(normal, other)) > negligible;
      });
      if (touches) joined.insert(joined.end(), set.begin(), set.end());
      return touches;
    });
    if (known) joined.erase(joined.begin());
    sets.push_back(std::move(joined));
  }
  return sets;
}

double copies_between(const std::vector<Vector3>& set, std::size_t dimension) {
  if (dimension != 2) return dimension == 1 ? 2 : 8;
  double angle = std::numbers::pi / 2;
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      angle = std::min(angle, std::acos(std::min(1.0, std::abs(dot(set[i], set[j])))));
  }
  return 2 * std::numbers::pi / angle;
}

}  // namespace

Vector3 MirrorFrame::along_planes(const Vector3& vector) const {
  Vector3 along{};
  for (std::size_t a = 0; a < 3; ++a) {
    if (groups[a] != 0) continue;
    const double component = dot(axes[a], vector);
    for (std::size_t d = 0; d < 3; ++d) along[d] += component * axes[a][d];
  }
  return along;
}

MirrorFrame mirror_frame(std::span<const Vector3> normals) {
  MirrorFrame frame;
  std::vector<Vector3> axes;
  std::uint8_t group = 0;
  for (const std::vector<Vector3>& set : mixed_sets(normals)) {
    ++group;
    const std::size_t before = axes.size();
    for (const Vector3& normal : set) {
      const Vector3 rest = less_components(normal, axes);
      if (axes.size() == 3 || std::sqrt(dot(rest, rest)) < negligible) continue;
      frame.groups[axes.size()] = group;
      axes.push_back(unit(rest));
    }
    frame.copies *= copies_between(set, axes.size() - before);
  }
  while (axes.size() < 3) {
    Vector3 longest{};
    for (std::size_t d = 0; d < 3; ++d) {
      Vector3 coordinate{};
      coordinate[d] = 1;
      const Vector3 rest = less_components(coordinate, axes);
      if (dot(rest, rest) > dot(longest, longest)) longest = rest;
    }
    axes.push_back(unit(longest));
  }
  std::copy(axes.begin(), axes.end(), frame.axes.begin());
  return frame;
}

}  // namespace trireme::flow
