// SPDX-License-Identifier: Apache-2.0
#include "meshes/refine/split_to_tets.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/core/count_text.hpp"
#include "meshes/partition/cell_points.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// Two triangles of a quadrilateral, by its corners in their order around the rim.
std::array<std::array<std::size_t, 3>, 2> split_quadrilateral(const std::array<GlobalIndex, 4>& ids) {
  const auto smallest = std::min_element(ids.begin(), ids.end()) - ids.begin();
  if (smallest % 2 == 0) return {{{0, 1, 2}, {0, 2, 3}}};
  return {{{1, 2, 3}, {1, 3, 0}}};
}

// The corner opposite `corner` in a hexahedron.
constexpr std::array<int, 8> opposite{6, 7, 4, 5, 2, 3, 0, 1};

using Triangle = std::array<int, 3>;

struct Triangles {
  int n = 0;
  std::array<Triangle, 6> items{};
};

// The triangles, by corners of the cell and looking out of it, of all faces that do not have the corner
// `apex`.
Triangles triangles_away_from(int apex, CellType type, std::span<const GlobalIndex> ids) {
  Triangles triangles;
  const auto add = [&triangles](int a, int b, int c) {
    triangles.items[static_cast<std::size_t>(triangles.n++)] = {a, b, c};
  };
  for (const CellFace& face : cell_faces(type)) {
    const auto& at = face.corners;
    if (std::find(at.begin(), at.begin() + face.size, apex) != at.begin() + face.size) continue;
    if (face.size == 3) {
      add(at[0], at[1], at[2]);
      continue;
    }
    std::array<GlobalIndex, 4> rim{};
    for (std::size_t i = 0; i < 4; ++i) rim[i] = ids[static_cast<std::size_t>(at[i])];
    for (const auto& [a, b, c] : split_quadrilateral(rim)) add(at[a], at[b], at[c]);
  }
  return triangles;
}

void split_facets(DistributedMesh& mesh) {
  std::vector<GlobalIndex> vertices, offsets{0};
  std::vector<std::int32_t> markers;
  const auto add = [&](std::int32_t marker, std::initializer_list<GlobalIndex> ids) {
    vertices.insert(vertices.end(), ids);
    offsets.push_back(static_cast<GlobalIndex>(vertices.size()));
    markers.push_back(marker);
  };
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    const GlobalIndex* ids = mesh.facet_vertices.data() + mesh.facet_offsets[f];
    const std::int32_t marker = mesh.facet_marker[f];
    if (mesh.facet_offsets[f + 1] - mesh.facet_offsets[f] == 3) {
      add(marker, {ids[0], ids[1], ids[2]});
      continue;
    }
    for (const auto& [a, b, c] : split_quadrilateral({ids[0], ids[1], ids[2], ids[3]}))
      add(marker, {ids[a], ids[b], ids[c]});
  }
  mesh.facet_vertices = std::move(vertices);
  mesh.facet_offsets = std::move(offsets);
  mesh.facet_marker = std::move(markers);
}

}  // namespace

CellSplit split_cell(CellType type, std::span<const GlobalIndex> ids) {
  if (type == CellType::tetrahedron) return {1, {{{0, 1, 2, 3}}}};
  const int apex = static_cast<int>(std::min_element(ids.begin(), ids.end()) - ids.begin());
  const Triangles away = triangles_away_from(apex, type, ids);

  CellSplit split;
  const auto add = [&split](std::array<int, 4> corners) {
    split.corners[static_cast<std::size_t>(split.n++)] = corners;
  };
  // A triangle looks out of the cell, so from the apex it is seen clockwise.
  const auto join_to_apex = [&](const Triangle& t) { add({t[0], t[2], t[1], apex}); };

  // The faces of a hexahedron away from the apex meet in one corner. If none of their diagonals ends there,
  // it is cut off as a tetrahedron of its own, and the triangle below takes the place of its three.
  const int far = type == CellType::hexahedron ? opposite[static_cast<std::size_t>(apex)] : -1;
  const auto at_far = [far](const Triangle& t) { return std::find(t.begin(), t.end(), far) != t.end(); };
  const bool cut_off = std::count_if(away.items.begin(), away.items.begin() + away.n, at_far) == 3;
  std::array<int, 8> next{};  // around the corner cut off
  int start = -1;
  for (int n = 0; n < away.n; ++n) {
    Triangle t = away.items[static_cast<std::size_t>(n)];
    if (!cut_off || !at_far(t)) {
      join_to_apex(t);
      continue;
    }
    std::rotate(t.begin(), std::find(t.begin(), t.end(), far), t.end());
    next[static_cast<std::size_t>(t[1])] = t[2];
    start = t[1];
  }
  if (cut_off) {
    const int second = next[static_cast<std::size_t>(start)], third = next[static_cast<std::size_t>(second)];
    join_to_apex({start, second, third});
    add({start, second, third, far});
  }
  return split;
}

void split_to_tets(const comm::Communicator& comm, DistributedMesh& mesh) {
  const GlobalIndex cells_before = mesh.n_cells, facets_before = mesh.n_facets;
  std::vector<GlobalIndex> vertices, origins;
  for (std::size_t c = 0; c < mesh.cell_types.size(); ++c) {
    const auto begin = static_cast<std::size_t>(mesh.cell_offsets[c]);
    const auto end = static_cast<std::size_t>(mesh.cell_offsets[c + 1]);
    const auto ids = std::span<const GlobalIndex>(mesh.cell_vertices).subspan(begin, end - begin);
    const CellSplit split = split_cell(mesh.cell_types[c], ids);
    for (int n = 0; n < split.n; ++n) {
      for (const int corner : split.corners[static_cast<std::size_t>(n)])
        vertices.push_back(ids[static_cast<std::size_t>(corner)]);
      origins.push_back(mesh.cell_begin + static_cast<GlobalIndex>(c));
    }
  }
  const auto n_tets = static_cast<GlobalIndex>(origins.size());
  mesh.cell_types.assign(origins.size(), CellType::tetrahedron);
  mesh.cell_vertices = std::move(vertices);
  mesh.cell_offsets.resize(origins.size() + 1);
  for (GlobalIndex n = 0; n <= n_tets; ++n) mesh.cell_offsets[static_cast<std::size_t>(n)] = 4 * n;
  split_facets(mesh);
  const auto n_facets = static_cast<GlobalIndex>(mesh.facet_marker.size());
  mesh.n_cells = comm::all_sum(comm, n_tets);
  mesh.n_facets = comm::all_sum(comm, n_facets);
  mesh.cell_begin = comm::exclusive_scan_sum(comm, n_tets);
  mesh.facet_begin = comm::exclusive_scan_sum(comm, n_facets);

  const CellPoints points(comm, mesh);
  comm::CollectiveGuard(comm).run([&] {
    for (std::size_t n = 0; n < origins.size(); ++n) {
      const double volume = cell_volume(CellType::tetrahedron, points.corners(n));
      if (volume > 0) continue;
      throw Error(
          ErrorKind::input, "the mesh cannot be split into tetrahedra",
          fmt::format("cell {} is too warped: one of its tetrahedra has the volume {:g}", origins[n], volume),
          "leave mesh.split_to_tets off, or smooth the mesh");
    }
  });
  if (comm.is_root() && (mesh.n_cells != cells_before || mesh.n_facets != facets_before)) {
    mesh.notes.push_back(fmt::format("{} into {} tetrahedra",
                                     count_text(cells_before, "cell was split", "cells were split"),
                                     mesh.n_cells));
  }
}

}  // namespace trireme::mesh
