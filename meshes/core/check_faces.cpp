// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "meshes/core/check_mesh.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

// A face as seen from one cell or marker, turned so that its smallest vertex (the bucket) comes first. `next`
// and `previous` follow and precede that vertex on the rim; `opposite` is -1 on triangles. Swapping next and
// previous is turning the face around.
struct FaceUse {
  GlobalIndex low, high, opposite;  // of next and previous
  GlobalIndex owner : 48;           // cell, or -(facet + 1)
  GlobalIndex forward : 2;          // next < previous
};

bool same_face(const FaceUse& a, const FaceUse& b) {
  return a.low == b.low && a.high == b.high && a.opposite == b.opposite;
}

bool before(const FaceUse& a, const FaceUse& b) {
  if (a.low != b.low) return a.low < b.low;
  if (a.high != b.high) return a.high < b.high;
  if (a.opposite != b.opposite) return a.opposite < b.opposite;
  return a.owner < b.owner;
}

// Calls visit(smallest vertex, FaceUse) for a rim of 3 or 4 vertices.
template <class F>
void turned(const GlobalIndex* rim, int size, GlobalIndex owner, F&& visit) {
  const int at = static_cast<int>(std::min_element(rim, rim + size) - rim);
  const GlobalIndex next = rim[(at + 1) % size], previous = rim[(at + size - 1) % size];
  visit(rim[at], FaceUse{std::min(next, previous), std::max(next, previous),
                         size == 4 ? rim[(at + 2) % 4] : -1, owner, next < previous ? 1 : 0});
}

template <class F>
void for_each_use(const RawMesh& mesh, F&& visit) {
  GlobalIndex rim[4];
  for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
    const GlobalIndex* vertex = mesh.cell_vertices.data() + mesh.cell_offsets[c];
    for (const CellFace& face : cell_faces(mesh.cell_types[c])) {
      for (int i = 0; i < face.size; ++i) rim[i] = vertex[face.corners[i]];
      turned(rim, face.size, c, visit);
    }
  }
  GlobalIndex facet = 0;
  for (const auto& marker : mesh.markers) {
    for (GlobalIndex f = 0; f < marker.n_facets(); ++f, ++facet) {
      const GlobalIndex begin = marker.facet_offsets[f];
      turned(marker.facet_vertices.data() + begin, static_cast<int>(marker.facet_offsets[f + 1] - begin),
             -(facet + 1), visit);
    }
  }
}

class FaceCheck {
 public:
  FaceCheck(RawMesh& mesh, std::string_view source) : mesh_(mesh), source_(source) {}

  void run() {
    // Buckets by smallest vertex: count, scan, fill; then every bucket is small enough to sort in cache.
    std::vector<std::size_t> begin(mesh_.points.size() + 1, 0);
    for_each_use(mesh_, [&](GlobalIndex v, const FaceUse&) { ++begin[v + 1]; });
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<FaceUse> uses(begin.back());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for_each_use(mesh_, [&](GlobalIndex v, const FaceUse& use) { uses[next[v]++] = use; });
    for (std::size_t v = 0; v < mesh_.points.size(); ++v) {
      const auto first = uses.begin() + begin[v], last = uses.begin() + begin[v + 1];
      std::sort(first, last, before);
      for (auto same = first; same != last;) {
        const auto end = std::find_if(same, last, [&](const FaceUse& use) { return !same_face(use, *same); });
        examine(static_cast<GlobalIndex>(v), std::span(same, end));
        same = end;
      }
    }
    if (n_unmarked_ > 0) refuse_holes();
  }

 private:
  // All uses of one face; facets come first because their owners are negative.
  void examine(GlobalIndex lowest, std::span<const FaceUse> uses) {
    const auto is_cell = [](const FaceUse& use) { return use.owner >= 0; };
    const auto first_cell = std::find_if(uses.begin(), uses.end(), is_cell);
    const auto n_facets = first_cell - uses.begin(), n_cells = uses.end() - first_cell;
    if (n_cells > 2) {
      refuse(lowest, uses[0], "is shared by " + std::to_string(n_cells) + " cells",
             "cells " + std::to_string(first_cell[0].owner) + ", " + std::to_string(first_cell[1].owner) +
                 " and " + std::to_string(first_cell[2].owner),
             "a face has at most two sides; remove the cells that overlap");
    }
    if (n_cells == 2 && first_cell[0].forward == first_cell[1].forward) {
      refuse(lowest, uses[0], "has both its cells on the same side",
             "cells " + std::to_string(first_cell[0].owner) + " and " + std::to_string(first_cell[1].owner) +
                 " overlap",
             "the mesh is folded there; move its points");
    }
    if (n_facets > 1) {
      refuse(lowest, uses[0], "is listed twice on the boundary",
             "by marker '" + marker_of(uses[0]) + "' and by marker '" + marker_of(uses[1]) + "'",
             "keep one of the two facets");
    }
    if (n_facets == 1 && n_cells != 1) {
      refuse(lowest, uses[0], "of marker '" + marker_of(uses[0]) + "' is no boundary face",
             n_cells == 0 ? "no cell has it" : "it lies between two cells", "remove it from the marker");
    }
    if (n_facets == 0 && n_cells == 1) {
      if (n_unmarked_++ == 0) {
        first_hole_ = uses[0];
        first_hole_lowest_ = lowest;
      }
      for (const GlobalIndex v : {lowest, uses[0].low, uses[0].high, uses[0].opposite}) {
        if (v >= 0 && hole_points_.size() < 100000) hole_points_.push_back(v);
      }
    }
    // Cells list their faces outward; a facet that runs the other way is turned around.
    if (n_facets == 1 && n_cells == 1 && uses[0].forward != first_cell->forward) turn(uses[0]);
  }

  struct FacetPlace {
    RawMesh::Marker* marker;
    GlobalIndex facet;
  };
  FacetPlace place_of(const FaceUse& use) const {
    GlobalIndex facet = -use.owner - 1;
    for (auto& marker : mesh_.markers) {
      if (facet < marker.n_facets()) return {&marker, facet};
      facet -= marker.n_facets();
    }
    return {nullptr, 0};
  }
  std::string marker_of(const FaceUse& use) const { return place_of(use).marker->name; }
  void turn(const FaceUse& use) const {
    const auto [marker, facet] = place_of(use);
    std::reverse(marker->facet_vertices.begin() + marker->facet_offsets[facet] + 1,
                 marker->facet_vertices.begin() + marker->facet_offsets[facet + 1]);
  }

  std::string face_text(GlobalIndex lowest, const FaceUse& use) const {
    Point mean = mesh_.points[lowest];
    int n = 1;
    std::string text = "the face of points " + std::to_string(lowest);
    for (const GlobalIndex v : {use.low, use.high, use.opposite}) {
      if (v < 0) continue;
      text += " " + std::to_string(v);
      mean = sum(mean, mesh_.points[v]);
      ++n;
    }
    mean = scaled(1.0 / n, mean);
    return text + " near x " + std::to_string(mean[0]) + ", y " + std::to_string(mean[1]) + ", z " +
           std::to_string(mean[2]);
  }

  [[noreturn]] void refuse(GlobalIndex lowest, const FaceUse& use, const std::string& problem,
                           const std::string& why, const std::string& suggestion) const {
    throw Error(ErrorKind::input, std::string(source_) + ": " + face_text(lowest, use) + " " + problem, why,
                suggestion);
  }

  // Two points of unmarked faces in the same place mean that the holes come from nodes that were never
  // merged.
  std::optional<std::pair<GlobalIndex, GlobalIndex>> coincident_hole_points() {
    std::sort(hole_points_.begin(), hole_points_.end());
    hole_points_.erase(std::unique(hole_points_.begin(), hole_points_.end()), hole_points_.end());
    std::map<Point, GlobalIndex> seen;
    for (const GlobalIndex v : hole_points_) {
      const auto [other, is_new] = seen.emplace(mesh_.points[v], v);
      if (!is_new) return std::pair{other->second, v};
    }
    return std::nullopt;
  }

  [[noreturn]] void refuse_holes() {
    const std::string problem = std::string(source_) + ": " + std::to_string(n_unmarked_) +
                                (n_unmarked_ == 1 ? " boundary face belongs" : " boundary faces belong") +
                                " to no marker, first " + face_text(first_hole_lowest_, first_hole_);
    if (const auto pair = coincident_hole_points()) {
      throw Error(ErrorKind::input, problem,
                  "points " + std::to_string(pair->first) + " and " + std::to_string(pair->second) +
                      " lie in the same place",
                  "merge duplicate points and export the mesh again");
    }
    std::string names;
    for (const auto& marker : mesh_.markers) names += (names.empty() ? "'" : ", '") + marker.name + "'";
    throw Error(ErrorKind::input, problem,
                names.empty() ? "the file has no markers" : "the file's markers are " + names,
                "give these faces a marker and export the mesh again");
  }

  RawMesh& mesh_;
  std::string_view source_;
  GlobalIndex n_unmarked_ = 0;
  GlobalIndex first_hole_lowest_ = 0;
  FaceUse first_hole_{};
  std::vector<GlobalIndex> hole_points_;
};

}  // namespace

void check_faces(RawMesh& mesh, std::string_view source) {
  FaceCheck(mesh, source).run();
}

}  // namespace trireme::mesh
