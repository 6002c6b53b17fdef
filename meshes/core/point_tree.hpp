// SPDX-License-Identifier: Apache-2.0
// Some points of a mesh, arranged so that those near a place are found quickly (J. L. Bentley,
// "Multidimensional binary search trees used for associative searching", Commun. ACM 18 (1975)). Used by the
// checks for duplicate and hanging points.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "meshes/core/point.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

class PointTree {
 public:
  // points outlives the tree; ids: those that are found. Local, O(n log n).
  PointTree(std::span<const Point> points, std::vector<GlobalIndex> ids)
      : points_(points), ids_(std::move(ids)) {
    arrange(0, ids_.size(), 0);
  }

  // Calls visit(id) for every point within radius of a place, in no particular order.
  template <class F>
  void for_each_near(const Point& place, double radius, F&& visit) const {
    search(0, ids_.size(), 0, place, radius, visit);
  }

 private:
  const Point& at(GlobalIndex id) const { return points_[static_cast<std::size_t>(id)]; }

  // The middle of a range divides it along one axis; halves follow the next axis.
  void arrange(std::size_t begin, std::size_t end, std::size_t axis) {
    if (end - begin < 2) return;
    const std::size_t middle = begin + (end - begin) / 2;
    const auto id = [&](std::size_t k) { return ids_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(id(begin), id(middle), id(end),
                     [&](GlobalIndex a, GlobalIndex b) { return at(a)[axis] < at(b)[axis]; });
    arrange(begin, middle, (axis + 1) % 3);
    arrange(middle + 1, end, (axis + 1) % 3);
  }

  template <class F>
  void search(std::size_t begin, std::size_t end, std::size_t axis, const Point& place, double radius,
              F& visit) const {
    if (begin == end) return;
    const std::size_t middle = begin + (end - begin) / 2;
    const Point& point = at(ids_[middle]);
    if (length(difference(point, place)) <= radius) visit(ids_[middle]);
    if (place[axis] - radius <= point[axis]) search(begin, middle, (axis + 1) % 3, place, radius, visit);
    if (place[axis] + radius >= point[axis]) search(middle + 1, end, (axis + 1) % 3, place, radius, visit);
  }

  std::span<const Point> points_;
  std::vector<GlobalIndex> ids_;
};

}  // namespace trireme::mesh
