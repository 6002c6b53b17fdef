// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "meshes/core/check_mesh.hpp"
#include "meshes/core/disjoint_sets.hpp"

namespace trireme::mesh {
namespace {

// Position of a cell among the cells at a point; cells [n] ascend.
std::size_t position(std::span<const GlobalIndex> cells, GlobalIndex cell) {
  return static_cast<std::size_t>(std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin());
}

// The cells at the points of the surface; the others have none. In compressed rows, ascending.
struct SurfaceCells {
  std::vector<std::size_t> begin;
  std::vector<GlobalIndex> cells;
  std::span<const GlobalIndex> of(GlobalIndex point) const {
    const auto p = static_cast<std::size_t>(point);
    return std::span(cells).subspan(begin[p], begin[p + 1] - begin[p]);
  }
};

SurfaceCells surface_cells(const RawMesh& mesh, const FaceTable& faces) {
  std::vector<bool> on_surface(mesh.points.size(), false);
  faces.for_each([&](const Face& face) {
    if (face.cells.size() != 1) return;
    for (const GlobalIndex v : face.rim()) on_surface[static_cast<std::size_t>(v)] = true;
  });
  SurfaceCells result;
  result.begin.assign(mesh.points.size() + 1, 0);
  // A damaged cell may name a point twice, and is listed once.
  const auto for_each_surface_point = [&](auto&& visit) {
    for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
      const auto begin = mesh.cell_vertices.begin() + mesh.cell_offsets[static_cast<std::size_t>(c)],
                 end = mesh.cell_vertices.begin() + mesh.cell_offsets[static_cast<std::size_t>(c) + 1];
      for (auto at = begin; at != end; ++at) {
        const auto v = static_cast<std::size_t>(*at);
        if (on_surface[v] && std::find(begin, at, *at) == at) visit(c, v);
      }
    }
  };
  for_each_surface_point([&](GlobalIndex, std::size_t v) { ++result.begin[v + 1]; });
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  result.cells.resize(result.begin.back());
  std::vector<std::size_t> next(result.begin.begin(), result.begin.end() - 1);
  for_each_surface_point([&](GlobalIndex c, std::size_t v) { result.cells[next[v]++] = c; });
  return result;
}

}  // namespace

void check_joints(const RawMesh& mesh, const FaceTable& faces, MeshFindings& findings) {
  if (mesh.n_cells() == 0) return;
  const SurfaceCells at_point = surface_cells(mesh, faces);
  DisjointSets parts(mesh.cell_types.size());
  DisjointSets places(at_point.cells.size());  // a cell at a point of the surface
  faces.for_each([&](const Face& face) {
    for (std::size_t i = 1; i < face.cells.size(); ++i) {
      const GlobalIndex a = face.cells[0].owner, b = face.cells[i].owner;
      parts.join(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
      for (const GlobalIndex v : face.rim()) {
        const auto cells = at_point.of(v);
        if (cells.empty()) continue;
        const std::size_t begin = at_point.begin[static_cast<std::size_t>(v)];
        places.join(begin + position(cells, a), begin + position(cells, b));
      }
    }
  });

  std::vector<GlobalIndex> size(mesh.cell_types.size(), 0);
  for (std::size_t c = 0; c < size.size(); ++c) ++size[parts.root(c)];
  const auto largest = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
  for (std::size_t c = 0; c < size.size(); ++c) {
    if (size[c] == 0 || c == largest) continue;
    findings.add(separate_part, [&] {
      return std::to_string(size[c]) + (size[c] == 1 ? " cell: " : " cells, among them ") +
             cell_text(mesh, static_cast<GlobalIndex>(c));
    });
  }
  for (GlobalIndex p = 0; p < mesh.n_points(); ++p) {
    const auto cells = at_point.of(p);
    const std::size_t begin = at_point.begin[static_cast<std::size_t>(p)];
    for (std::size_t i = 1; i < cells.size(); ++i) {
      if (places.root(begin + i) == places.root(begin)) continue;
      const bool one_part =
          parts.root(static_cast<std::size_t>(cells[i])) == parts.root(static_cast<std::size_t>(cells[0]));
      findings.add(one_part ? pinched_point : touching_parts, [&] {
        return point_text(mesh, p) + " between cells " + std::to_string(cells[0]) + " and " +
               std::to_string(cells[i]);
      });
      break;
    }
  }
}

}  // namespace trireme::mesh
