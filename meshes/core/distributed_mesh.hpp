// SPDX-License-Identifier: Apache-2.0
// A mesh spread over the ranks in contiguous ranges of its original numbering, before it is partitioned.
// Generators and the own file format produce it without ever holding the whole; scatter() makes it from a
// RawMesh. Consumed by partition/build_flow_mesh, write/.
#pragma once

#include <string>
#include <vector>

#include "meshes/core/cell_type.hpp"
#include "meshes/core/point.hpp"
#include "meshes/core/raw_mesh.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

// Rank r holds points [point_begin, point_begin + points.size()), cells [cell_begin, ...) and facets
// [facet_begin, ...); the ranges of ascending ranks follow one another and may be empty. Vertex ids are
// global and original.
struct DistributedMesh {
  GlobalIndex n_points = 0;  // of all ranks
  GlobalIndex point_begin = 0;
  std::vector<Point> points;

  GlobalIndex n_cells = 0;  // of all ranks
  GlobalIndex cell_begin = 0;
  std::vector<CellType> cell_types;
  std::vector<GlobalIndex> cell_vertices;       // flat
  std::vector<GlobalIndex> cell_offsets = {0};  // [local cells + 1], starts at 0 on every rank

  GlobalIndex n_facets = 0;  // of all ranks
  GlobalIndex facet_begin = 0;
  std::vector<GlobalIndex> facet_vertices;  // flat, 3 or 4 a facet, rim counter-clockwise seen from outside
  std::vector<GlobalIndex> facet_offsets = {0};  // [local facets + 1], starts at 0 on every rank
  std::vector<std::int32_t> facet_marker;        // [local facets] index into marker_names
  std::vector<std::string> marker_names;         // the same on every rank

  int dimension = 3;
  std::vector<std::string> notes;  // on rank 0
};

// First id of part `part` when n ids are cut into `parts` contiguous ranges whose sizes differ by at most
// one; part may equal parts (then n). The ranges of scatter(), of the generators and of the own format.
constexpr GlobalIndex range_begin(GlobalIndex n, int parts, int part) {
  const GlobalIndex base = n / parts, rest = n % parts;
  return base * part + (part < rest ? part : rest);
}

// The part whose range holds id.
constexpr int range_owner(GlobalIndex n, int parts, GlobalIndex id) {
  const GlobalIndex base = n / parts, rest = n % parts;
  const GlobalIndex in_larger = (base + 1) * rest;
  return static_cast<int>(id < in_larger ? id / (base + 1) : rest + (id - in_larger) / base);
}

// The sizes of all parts' ranges [parts].
std::vector<GlobalIndex> range_sizes(GlobalIndex n, int parts);

// Collective. Cuts the mesh that rank 0 holds into equal contiguous ranges; what other ranks pass is ignored.
// Frees the input as it goes; rank 0's peak is about twice the mesh.
DistributedMesh scatter(const comm::Communicator& comm, RawMesh&& mesh_on_root);

// Collective. The counterpart of scatter(): rank 0 gets the whole mesh, the others an empty one. For the
// writers of foreign formats.
RawMesh gather(const comm::Communicator& comm, const DistributedMesh& mesh);

}  // namespace trireme::mesh
