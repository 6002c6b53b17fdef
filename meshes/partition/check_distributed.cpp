// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/check_distributed.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "meshes/core/cell_shape.hpp"
#include "meshes/core/point_text.hpp"
#include "meshes/partition/cell_points.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// What is wrong with a cell; null when nothing is.
const char* problem_of(CellType type, std::span<const GlobalIndex> vertices, const CellCorners& corners) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const auto rest = vertices.subspan(i + 1);
    if (std::find(rest.begin(), rest.end(), vertices[i]) != rest.end()) return "has a point twice";
  }
  const CellCondition condition = examine_cell(type, corners);
  switch (condition.shape) {
    case CellShape::zero_edge:
      return "has an edge without length";
    case CellShape::zero_volume:
      return "has no volume";
    case CellShape::folded:
      return "is folded or twisted";
    default:
      return condition.mirrored ? "has a negative volume" : nullptr;
  }
}

}  // namespace

void check_distributed_cells(const comm::Communicator& comm, const DistributedMesh& mesh,
                             std::string_view source) {
  const CellPoints points(comm, mesh);
  GlobalIndex n_bad = 0, first = std::numeric_limits<GlobalIndex>::max();
  std::string text;
  for (std::size_t c = 0; c < mesh.cell_types.size(); ++c) {
    const std::span vertices(mesh.cell_vertices.data() + mesh.cell_offsets[c],
                             static_cast<std::size_t>(cell_size(mesh.cell_types[c])));
    const CellCorners corners = points.corners(c);
    const char* problem = problem_of(mesh.cell_types[c], vertices, corners);
    if (problem == nullptr || n_bad++ > 0) continue;
    first = mesh.cell_begin + static_cast<GlobalIndex>(c);
    const Point where = corner_mean(mesh.cell_types[c], corners);
    text = fmt::format("cell {} ({}) near {} {}", first, cell_name(mesh.cell_types[c]),
                       coordinates_text(where), problem);
  }
  n_bad = comm::all_sum(comm, n_bad);
  if (n_bad == 0) return;
  const GlobalIndex first_of_all = comm::all_min(comm, first);
  const int rank = comm::all_min(comm, first == first_of_all ? comm.rank() : comm.size());
  comm::broadcast(comm, text, rank);
  throw Error(
      ErrorKind::input, std::string(source) + ": " + text,
      n_bad == 1 ? "the other cells are sound" : fmt::format("one of {} cells that are not sound", n_bad),
      "trireme-mesh check tells of everything at once");
}

}  // namespace trireme::mesh
