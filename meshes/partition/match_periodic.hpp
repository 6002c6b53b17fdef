// SPDX-License-Identifier: Apache-2.0
// Finds, for every point and facet of a marker, its copy on the marker that is a translation away. Used by
// join_periodic. No rank holds a whole marker: points meet in strips across a direction that is aligned with
// nothing, facets by the number of a corner.
#pragma once

#include <string>
#include <vector>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/range_directory.hpp"

namespace trireme::mesh {

// Two markers, the second of which is the first one displaced.
struct PeriodicPair {
  std::int32_t first, second;  // positions in marker_names
  std::string name;            // "x_min, x_max", for messages
};

// point on the second marker, partner on the first.
struct PeriodicLink {
  GlobalIndex point, partner;
};

struct PeriodicMatch {
  Point translation;                // from the first marker to the second
  std::vector<PeriodicLink> links;  // ascending in point; held by the rank whose range holds point
};

// Copies may be displaced by this fraction of the shortest facet edge at the point.
inline constexpr double periodic_tolerance = 1e-2;

// Collective. The translation is that between the bounding boxes, half their lower and half their upper
// corners. Errors (input, the same on all ranks, with ids and coordinates): a marker without facets,
// different numbers of points, boxes of different size, a point or a facet without a partner, a point with
// two. Cost: a few exchanges of the markers' points, O(n log n).
PeriodicMatch match_periodic(const comm::Communicator& comm, const RangeDirectory& points,
                             const DistributedMesh& mesh, const PeriodicPair& pair);

}  // namespace trireme::mesh
