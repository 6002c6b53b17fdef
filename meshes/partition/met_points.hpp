// SPDX-License-Identifier: Apache-2.0
// Coordinates of the vertices that a rank met in its cells, wherever they are held. Used by refinement and by
// the check of distributed cells.
#pragma once

#include <utility>
#include <vector>

#include "meshes/core/point.hpp"
#include "meshes/partition/id_index.hpp"
#include "meshes/partition/range_directory.hpp"

namespace trireme::mesh {

class MetPoints {
 public:
  // Collective. held [points.local_size()]; index: the ids met, built within the caller's guard.
  MetPoints(const RangeDirectory& points, const std::vector<Point>& held, IdIndex&& index)
      : index_(std::move(index)),
        points_(points.look_up(std::span<const Point>(held), std::span<const GlobalIndex>(index_.ids()))) {}

  // Local. id must be one of those met.
  const Point& operator()(GlobalIndex id) const {
    return points_[static_cast<std::size_t>(index_.position(id))];
  }

 private:
  IdIndex index_;
  std::vector<Point> points_;
};

}  // namespace trireme::mesh
