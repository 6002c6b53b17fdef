// SPDX-License-Identifier: Apache-2.0
#include "meshes/refine/refine_mesh.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/partition/cell_points.hpp"
#include "meshes/partition/id_index.hpp"
#include "meshes/partition/range_directory.hpp"
#include "meshes/refine/key_numbering.hpp"
#include "meshes/refine/refinement_pattern.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

using EdgeKey = VertexKey<2>;
using QuadKey = VertexKey<4>;

EdgeKey edge_key(const GlobalIndex* vertex, const CellEdge& edge) {
  return key_of<2>({vertex[edge.first], vertex[edge.second]});
}
QuadKey quad_key(const GlobalIndex* vertex, const CellFace& face) {
  const auto& at = face.corners;
  return key_of<4>({vertex[at[0]], vertex[at[1]], vertex[at[2]], vertex[at[3]]});
}

// Which cannot keep an edge across the layer whole.
bool has_tetrahedra(const DistributedMesh& mesh) {
  return std::find(mesh.cell_types.begin(), mesh.cell_types.end(), CellType::tetrahedron) !=
         mesh.cell_types.end();
}

class Refinement {
 public:
  Refinement(const comm::Communicator& comm, const DistributedMesh& coarse)
      : comm_(comm),
        guard_(comm),
        coarse_(coarse),
        layer_(coarse.dimension == 2 && !comm::any_of(comm, has_tetrahedra(coarse))),
        points_(comm, static_cast<GlobalIndex>(coarse.points.size())) {}

  DistributedMesh run() {
    guard_.run([&] { check_layer(); });
    // Every edge and quadrilateral that is cut gets a number, which is that of its new point.
    auto edges = distinct_keys(cell_edge_keys());
    auto quads = distinct_keys(cell_quad_keys());
    const KeyNumbering<2> edge_numbering(comm_, points_, edges, coarse_.n_points);
    const KeyNumbering<4> quad_numbering(comm_, points_, quads, edge_numbering.end());
    first_centre_ = quad_numbering.end() + comm::exclusive_scan_sum(comm_, n_centres());
    n_points_ = quad_numbering.end() + comm::all_sum(comm_, n_centres());

    DistributedMesh fine;
    fine.dimension = layer_ ? 2 : 3;
    fine.marker_names = coarse_.marker_names;
    fine.notes = coarse_.notes;
    {
      const CellPoints met(comm_, coarse_,
                           guard_.run([&] { return ids_of(edge_numbering.held(), quad_numbering.held()); }));
      set_points(fine, met, edge_numbering, quad_numbering);
      const KeyNumbers<2> edge_number(edge_numbering, std::move(edges));
      const KeyNumbers<4> quad_number(quad_numbering, std::move(quads));
      set_cells(fine, met, edge_number, quad_number);
    }
    const KeyNumbers<2> facet_edges(edge_numbering, distinct_keys(facet_edge_keys()));
    const KeyNumbers<4> facet_quads(quad_numbering, distinct_keys(facet_quad_keys()));
    guard_.run([&] { set_facets(fine, facet_edges, facet_quads); });
    set_counts(fine);
    return fine;
  }

 private:
  template <class F>
  void for_each_cell(F&& visit) const {
    for (std::size_t c = 0; c < coarse_.cell_types.size(); ++c)
      visit(coarse_.cell_types[c], coarse_.cell_vertices.data() + coarse_.cell_offsets[c]);
  }
  template <class F>
  void for_each_facet(F&& visit) const {
    for (std::size_t f = 0; f + 1 < coarse_.facet_offsets.size(); ++f) {
      const GlobalIndex begin = coarse_.facet_offsets[f], end = coarse_.facet_offsets[f + 1];
      visit(std::span(coarse_.facet_vertices.data() + begin, static_cast<std::size_t>(end - begin)),
            coarse_.facet_marker[f]);
    }
  }

  void check_layer() const {
    if (!layer_) return;
    for_each_cell([](CellType type, const GlobalIndex*) {
      if (!refined_layer_cell(type).empty()) return;
      throw Error(ErrorKind::input,
                  std::string("a plane mesh cannot be refined that has a ") + cell_name(type),
                  "its one layer consists of prisms and hexahedra", "write the plane mesh again");
    });
  }

  bool cuts(CellType type, const CellEdge& edge) const { return !layer_ || layer_cuts_edge(type, edge); }
  bool cuts(CellType type, const CellFace& face) const {
    return face.size == 4 && (!layer_ || layer_cuts_face(type, face));
  }
  bool has_centre(CellType type) const { return !layer_ && type == CellType::hexahedron; }
  GlobalIndex n_centres() const {
    return std::count_if(coarse_.cell_types.begin(), coarse_.cell_types.end(),
                         [&](CellType type) { return has_centre(type); });
  }

  std::vector<EdgeKey> cell_edge_keys() const {
    std::vector<EdgeKey> keys;
    for_each_cell([&](CellType type, const GlobalIndex* vertex) {
      for (const CellEdge& edge : cell_edges(type)) {
        if (cuts(type, edge)) keys.push_back(edge_key(vertex, edge));
      }
    });
    return keys;
  }
  std::vector<QuadKey> cell_quad_keys() const {
    std::vector<QuadKey> keys;
    for_each_cell([&](CellType type, const GlobalIndex* vertex) {
      for (const CellFace& face : cell_faces(type)) {
        if (cuts(type, face)) keys.push_back(quad_key(vertex, face));
      }
    });
    return keys;
  }
  std::vector<EdgeKey> facet_edge_keys() const {
    std::vector<EdgeKey> keys;
    for_each_facet([&](std::span<const GlobalIndex> rim, std::int32_t) {
      for (std::size_t i = 0; i < rim.size(); ++i)
        keys.push_back(key_of<2>({rim[i], rim[(i + 1) % rim.size()]}));
    });
    return keys;
  }
  std::vector<QuadKey> facet_quad_keys() const {
    std::vector<QuadKey> keys;
    for_each_facet([&](std::span<const GlobalIndex> rim, std::int32_t) {
      if (rim.size() == 4) keys.push_back(key_of<4>({rim[0], rim[1], rim[2], rim[3]}));
    });
    return keys;
  }

  static std::vector<GlobalIndex> ids_of(std::span<const EdgeKey> edges, std::span<const QuadKey> quads) {
    std::vector<GlobalIndex> ids;
    for (const EdgeKey& edge : edges) ids.insert(ids.end(), edge.begin(), edge.end());
    for (const QuadKey& quad : quads) ids.insert(ids.end(), quad.begin(), quad.end());
    return ids;
  }

  // This rank makes the points of the keys it holds and of its cells; then all points move to equal ranges.
  void set_points(DistributedMesh& fine, const CellPoints& met, const KeyNumbering<2>& edges,
                  const KeyNumbering<4>& quads) const {
    std::vector<Point> made = coarse_.points;
    std::vector<GlobalIndex> ids;
    const auto append_ids = [&](GlobalIndex begin) {
      while (ids.size() < made.size()) ids.push_back(begin++);
    };
    append_ids(points_.begin());
    for (const EdgeKey& edge : edges.held()) made.push_back(midpoint(met(edge[0]), met(edge[1])));
    append_ids(edges.begin());
    for (const QuadKey& quad : quads.held()) {
      made.push_back(scaled(0.25, sum(sum(met(quad[0]), met(quad[1])), sum(met(quad[2]), met(quad[3])))));
    }
    append_ids(quads.begin());
    for_each_cell([&](CellType type, const GlobalIndex* vertex) {
      if (!has_centre(type)) return;
      CellCorners corners;
      for (int i = 0; i < cell_size(type); ++i) corners[static_cast<std::size_t>(i)] = met(vertex[i]);
      made.push_back(corner_mean(type, corners));
    });
    append_ids(first_centre_);

    fine.n_points = n_points_;
    fine.point_begin = range_begin(n_points_, comm_.size(), comm_.rank());
    const GlobalIndex end = range_begin(n_points_, comm_.size(), comm_.rank() + 1);
    const RangeDirectory fine_points(comm_, end - fine.point_begin);
    fine.points = fine_points.publish(std::span<const Point>(made), std::span<const GlobalIndex>(ids));
  }

  void set_cells(DistributedMesh& fine, const CellPoints& met, const KeyNumbers<2>& edge_number,
                 const KeyNumbers<4>& quad_number) const {
    GlobalIndex centre = first_centre_;
    for_each_cell([&](CellType type, const GlobalIndex* vertex) {
      std::array<GlobalIndex, most_nodes> node{};
      std::copy_n(vertex, cell_size(type), node.begin());
      const auto edges = cell_edges(type);
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (cuts(type, edges[e]))
          node[static_cast<std::size_t>(edge_node(type, static_cast<int>(e)))] =
              edge_number(edge_key(vertex, edges[e]));
      }
      const auto faces = cell_faces(type);
      for (std::size_t f = 0; f < faces.size(); ++f) {
        if (cuts(type, faces[f]))
          node[static_cast<std::size_t>(face_node(type, static_cast<int>(f)))] =
              quad_number(quad_key(vertex, faces[f]));
      }
      if (has_centre(type)) node[static_cast<std::size_t>(centre_node(type))] = centre++;

      const int diagonal = type == CellType::tetrahedron ? shortest_diagonal(met, vertex) : 0;
      for (const ChildCell& child : layer_ ? refined_layer_cell(type) : refined_cell(type, diagonal)) {
        fine.cell_types.push_back(child.type);
        for (int i = 0; i < cell_size(child.type); ++i)
          fine.cell_vertices.push_back(
              node[static_cast<std::size_t>(child.nodes[static_cast<std::size_t>(i)])]);
        fine.cell_offsets.push_back(static_cast<GlobalIndex>(fine.cell_vertices.size()));
      }
    });
  }

  // Neither lengths nor ties depend on the order in which the tetrahedron lists its corners.
  static int shortest_diagonal(const CellPoints& met, const GlobalIndex* vertex) {
    std::array<std::pair<double, EdgeKey>, n_diagonals> candidates;
    for (std::size_t d = 0; d < n_diagonals; ++d) {
      const auto& ends = octahedron_diagonals[d];
      std::array<EdgeKey, 2> edges;
      std::array<Point, 2> middle;
      for (std::size_t e = 0; e < 2; ++e) {
        edges[e] = key_of<2>({vertex[ends[e][0]], vertex[ends[e][1]]});
        middle[e] = midpoint(met(edges[e][0]), met(edges[e][1]));
      }
      const Point along = difference(middle[1], middle[0]);
      candidates[d] = {dot(along, along), std::min(edges[0], edges[1])};
    }
    return static_cast<int>(std::min_element(candidates.begin(), candidates.end()) - candidates.begin());
  }

  void set_facets(DistributedMesh& fine, const KeyNumbers<2>& edge_number,
                  const KeyNumbers<4>& quad_number) const {
    for_each_facet([&](std::span<const GlobalIndex> rim, std::int32_t marker) {
      const auto add = [&](std::initializer_list<GlobalIndex> child) {
        fine.facet_vertices.insert(fine.facet_vertices.end(), child.begin(), child.end());
        fine.facet_offsets.push_back(static_cast<GlobalIndex>(fine.facet_vertices.size()));
        fine.facet_marker.push_back(marker);
      };
      std::array<GlobalIndex, 4> mid{};
      for (std::size_t i = 0; i < rim.size(); ++i)
        mid[i] = edge_number(key_of<2>({rim[i], rim[(i + 1) % rim.size()]}));
      const auto& [ab, bc, cd, da] = mid;
      const GlobalIndex a = rim[0], b = rim[1], c = rim[2];
      if (rim.size() == 3) {
        const GlobalIndex ca = cd;
        if (ab < 0 || bc < 0 || ca < 0) refuse_facet(rim, marker);
        add({a, ab, ca});
        add({ab, b, bc});
        add({ca, bc, c});
        add({ab, bc, ca});
        return;
      }
      const GlobalIndex d = rim[3], centre = quad_number(key_of<4>({a, b, c, d}));
      if (ab >= 0 && bc >= 0 && cd >= 0 && da >= 0 && centre >= 0) {
        add({a, ab, centre, da});
        add({ab, b, bc, centre});
        add({centre, bc, c, cd});
        add({da, centre, cd, d});
      } else if (layer_ && ab >= 0 && bc < 0 && cd >= 0 && da < 0) {
        add({a, ab, cd, d});
        add({ab, b, c, cd});
      } else if (layer_ && ab < 0 && bc >= 0 && cd < 0 && da >= 0) {
        add({a, b, bc, da});
        add({da, bc, c, d});
      } else {
        refuse_facet(rim, marker);
      }
    });
  }

  [[noreturn]] void refuse_facet(std::span<const GlobalIndex> rim, std::int32_t marker) const {
    std::string text = "the facet of points";
    for (const GlobalIndex id : rim) text += " " + std::to_string(id);
    throw Error(ErrorKind::input,
                text + " of marker '" + coarse_.marker_names[static_cast<std::size_t>(marker)] +
                    "' cannot be refined",
                "it is no face of a cell", "mark faces of cells only, or write the mesh again");
  }

  void set_counts(DistributedMesh& fine) const {
    const auto n_cells = static_cast<GlobalIndex>(fine.cell_types.size());
    fine.n_cells = comm::all_sum(comm_, n_cells);
    fine.cell_begin = comm::exclusive_scan_sum(comm_, n_cells);
    const auto n_facets = static_cast<GlobalIndex>(fine.facet_marker.size());
    fine.n_facets = comm::all_sum(comm_, n_facets);
    fine.facet_begin = comm::exclusive_scan_sum(comm_, n_facets);
  }

  comm::Communicator comm_;
  comm::CollectiveGuard guard_;
  const DistributedMesh& coarse_;
  bool layer_;
  RangeDirectory points_;
  GlobalIndex first_centre_ = 0;  // of this rank's hexahedra
  GlobalIndex n_points_ = 0;      // of the result, all ranks
};

}  // namespace

DistributedMesh refine_uniformly(const comm::Communicator& comm, DistributedMesh&& coarse) {
  const DistributedMesh input = std::move(coarse);
  return Refinement(comm, input).run();
}

}  // namespace trireme::mesh
