// SPDX-License-Identifier: Apache-2.0
// Which points are one vertex once all periodic sides are joined. Used by join_periodic.
#pragma once

#include <span>
#include <vector>

#include "meshes/partition/image_keys.hpp"
#include "meshes/partition/match_periodic.hpp"
#include "meshes/partition/range_directory.hpp"

namespace trireme::mesh {

// The point is `first` displaced by `shift`; first is the smallest id of its class.
struct ClassLabel {
  GlobalIndex first;
  Shift shift;
};

// Links of all pairs whose `point` this rank holds, each with its translation in periods.
struct ShiftedLink {
  PeriodicLink link;
  Shift shift;
};

// Collective. Returns the label of every point of this rank's range. Error (input, the same on all ranks)
// when chains of links lead to a point with two different shifts. Cost: as many rounds of exchanges as the
// longest chain of links, plus one: three or four for a box.
std::vector<ClassLabel> label_periodic_classes(const comm::Communicator& comm, const RangeDirectory& points,
                                               std::span<const ShiftedLink> links);

}  // namespace trireme::mesh
