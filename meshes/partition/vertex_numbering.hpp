// SPDX-License-Identifier: Apache-2.0
// Which vertices this rank owns and which it only sees, and their numbers. Used by build_flow_mesh only.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "meshes/core/point.hpp"
#include "meshes/partition/id_index.hpp"
#include "meshes/partition/image_keys.hpp"
#include "meshes/partition/range_directory.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {

// Collective. The original ids of the vertices whose part is this rank, ascending.
std::vector<GlobalIndex> owned_ids(const comm::Communicator& comm, const RangeDirectory& points,
                                   std::span<const int> parts);

// Local. Reverse Cuthill-McKee of the graph that the distinct edges make over vertices 0 .. n-1: entry k of
// the result is the vertex that comes k-th.
std::vector<LocalIndex> rcm_permutation(LocalIndex n, std::span<const std::array<LocalIndex, 2>> edges);

// Collective. Fills n_owned, n_ghost, n_global, owned_begin, original_id, global_id, coordinates and halo of
// `mesh` for the given owned ids in their final order and the keys of all vertices that this rank's records
// touch, ascending. Returns the key of every local vertex [n_local]; every displaced image is a ghost. Error
// (input) when a rank has too many vertices for 32-bit numbers. held_points: the coordinates of this rank's
// range.
std::vector<GlobalIndex> number_vertices(const comm::Communicator& comm, const RangeDirectory& points,
                                         const ImageKeys& keys, std::span<const Point> held_points,
                                         std::vector<GlobalIndex> owned_in_order,
                                         std::vector<GlobalIndex> touched_keys, FlowMesh& mesh);

// Turns keys into the local numbers of a numbered mesh. Local. The keys must be among those that
// number_vertices was given.
class LocalNumbers {
 public:
  // key_of_vertex: what number_vertices returned.
  explicit LocalNumbers(std::span<const GlobalIndex> key_of_vertex);
  LocalIndex operator()(GlobalIndex key) const {
    const LocalIndex at = index_.position(key);
    TRIREME_EXPECT(at >= 0);
    return local_[at];
  }

 private:
  IdIndex index_;
  std::vector<LocalIndex> local_;
};

}  // namespace trireme::mesh
