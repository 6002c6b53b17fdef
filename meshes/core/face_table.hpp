// SPDX-License-Identifier: Apache-2.0
// All faces of the cells of a mesh and all its boundary facets, those of the same vertices side by side: what
// the checks of a mesh's topology look at. Built once by core/check_mesh.
#pragma once

#include <span>
#include <vector>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// A face as seen from one cell or marker, turned so that its smallest vertex comes first. `next` and
// `previous` follow and precede that vertex on the rim; `opposite` is -1 on triangles. Swapping next and
// previous is turning the face around.
struct FaceUse {
  GlobalIndex low, high, opposite;  // of next and previous
  GlobalIndex owner : 48;           // cell, or -(facet + 1), facets counted over all markers
  GlobalIndex forward : 2;          // next < previous

  bool is_cell() const { return owner >= 0; }
};

// All uses of one face, facets first, then cells ascending.
struct Face {
  GlobalIndex lowest;  // its smallest vertex
  std::span<const FaceUse> facets, cells;

  const FaceUse& any() const { return facets.empty() ? cells[0] : facets[0]; }
  // Its 3 or 4 vertices around the rim.
  std::vector<GlobalIndex> rim() const;
};

class FaceTable {
 public:
  // O(cells log), 32 bytes a use.
  explicit FaceTable(const RawMesh& mesh);

  // Calls visit(Face) for every face, ascending in the smallest vertex.
  template <class F>
  void for_each(F&& visit) const {
    for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
      for (std::size_t first = begin_[v]; first < begin_[v + 1];) {
        std::size_t last = first + 1, cell = first;
        while (last < begin_[v + 1] && same(uses_[first], uses_[last])) ++last;
        while (cell < last && !uses_[cell].is_cell()) ++cell;
        visit(Face{static_cast<GlobalIndex>(v), std::span(uses_).subspan(first, cell - first),
                   std::span(uses_).subspan(cell, last - cell)});
        first = last;
      }
    }
  }

 private:
  static bool same(const FaceUse& a, const FaceUse& b) {
    return a.low == b.low && a.high == b.high && a.opposite == b.opposite;
  }

  std::vector<std::size_t> begin_;  // [n_points + 1] by smallest vertex
  std::vector<FaceUse> uses_;
};

// "the face of points 1 2 3 near x 0.5, y 0, z 0" and "cell 7 (tetrahedron of points 0 1 2 3)", for messages.
std::string face_text(const RawMesh& mesh, std::span<const GlobalIndex> rim);
std::string cell_text(const RawMesh& mesh, GlobalIndex cell);
// "point 7 (x 0.5, y 0, z 0)"
std::string point_text(const RawMesh& mesh, GlobalIndex point);

}  // namespace trireme::mesh
