// SPDX-License-Identifier: Apache-2.0
// The points of a rank's cells, wherever the ranges put them. Used by quality/mesh_quality, refine/ and
// partition/check_distributed.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/id_index.hpp"
#include "meshes/partition/range_directory.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::mesh {

// Positions of all vertices that this rank's cells name, and of further ones. Keeps a reference to the mesh.
class CellPoints {
 public:
  // Collective. Error (input), the same on all ranks, for more vertices than a LocalIndex counts. Cost: one
  // exchange of the remote vertices. further_ids: any, of the mesh.
  CellPoints(const comm::Communicator& comm, const DistributedMesh& mesh,
             std::span<const GlobalIndex> further_ids = {})
      : mesh_(mesh) {
    comm::CollectiveGuard(comm).run([&] {
      const GlobalIndex end = mesh.point_begin + static_cast<GlobalIndex>(mesh.points.size());
      std::vector<GlobalIndex> remote;
      for (const auto ids : {std::span<const GlobalIndex>(mesh.cell_vertices), further_ids}) {
        for (const GlobalIndex id : ids)
          if (id < mesh.point_begin || id >= end) remote.push_back(id);
      }
      remote_ = IdIndex(distinct_ids(std::move(remote)));
    });
    const RangeDirectory directory(comm, static_cast<GlobalIndex>(mesh.points.size()));
    remote_points_ = directory.look_up(std::span<const Point>(mesh.points), remote_.ids());
  }

  const Point& operator()(GlobalIndex id) const {
    const GlobalIndex local = id - mesh_.point_begin;
    if (local >= 0 && local < static_cast<GlobalIndex>(mesh_.points.size())) {
      return mesh_.points[static_cast<std::size_t>(local)];
    }
    return remote_points_[static_cast<std::size_t>(remote_.position(id))];
  }

  // Of the local cell.
  CellCorners corners(std::size_t cell) const {
    CellCorners corners{};
    const auto begin = static_cast<std::size_t>(mesh_.cell_offsets[cell]);
    const auto size = static_cast<std::size_t>(mesh_.cell_offsets[cell + 1]) - begin;
    for (std::size_t i = 0; i < size; ++i) corners[i] = (*this)(mesh_.cell_vertices[begin + i]);
    return corners;
  }

 private:
  const DistributedMesh& mesh_;
  IdIndex remote_;
  std::vector<Point> remote_points_;
};

}  // namespace trireme::mesh
