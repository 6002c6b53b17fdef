// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "meshes/core/box_tree.hpp"
#include "meshes/core/check_mesh.hpp"
#include "meshes/core/disjoint_sets.hpp"

namespace trireme::mesh {
namespace {

// Relative to the shortest edge at a point, or to the edge on which a point hangs. Points that an exporter
// should have merged differ by rounding; neighbours in the thinnest boundary layers are a whole edge apart.
constexpr double tolerance = 1e-6;

// The points of all faces with one cell, whose coordinates are numbers.
std::vector<GlobalIndex> surface_points(const RawMesh& mesh, const FaceTable& faces) {
  std::vector<GlobalIndex> ids;
  faces.for_each([&](const Face& face) {
    if (face.cells.size() != 1) return;
    for (const GlobalIndex v : face.rim()) {
      const Point& x = mesh.points[static_cast<std::size_t>(v)];
      if (std::isfinite(dot(x, x))) ids.push_back(v);
    }
  });
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// Some points of the mesh, found by place.
class PointsByPlace {
 public:
  PointsByPlace(const RawMesh& mesh, std::vector<GlobalIndex> ids)
      : ids_(std::move(ids)), tree_(boxes_of(mesh, ids_)) {}

  // Calls visit(id) for every point within radius of a place.
  template <class F>
  void for_each_near(const Point& place, double radius, F&& visit) const {
    tree_.for_each_near(place, radius * radius, [&](LocalIndex at, double) {
      visit(ids_[static_cast<std::size_t>(at)]);
      return radius * radius;
    });
  }

 private:
  static std::vector<Box> boxes_of(const RawMesh& mesh, const std::vector<GlobalIndex>& ids) {
    std::vector<Box> boxes;
    boxes.reserve(ids.size());
    for (const GlobalIndex id : ids) {
      const Point& x = mesh.points[static_cast<std::size_t>(id)];
      boxes.push_back({x, x});
    }
    return boxes;
  }

  std::vector<GlobalIndex> ids_;
  BoxTree tree_;
};

std::vector<double> shortest_edges(const RawMesh& mesh) {
  std::vector<double> shortest(mesh.points.size(), HUGE_VAL);
  for (std::size_t c = 0; c < mesh.cell_types.size(); ++c) {
    const GlobalIndex* vertex = mesh.cell_vertices.data() + mesh.cell_offsets[c];
    for (const CellEdge& edge : cell_edges(mesh.cell_types[c])) {
      const auto a = static_cast<std::size_t>(vertex[edge.first]),
                 b = static_cast<std::size_t>(vertex[edge.second]);
      const double size = length(difference(mesh.points[b], mesh.points[a]));
      shortest[a] = std::min(shortest[a], size);
      shortest[b] = std::min(shortest[b], size);
    }
  }
  return shortest;
}

// Points that were not merged leave two surfaces in the same place. Where both are marked that may be meant
// (a wall of no thickness); where one is open it is not.
void find_duplicates(const RawMesh& mesh, const FaceTable& faces, const std::set<GlobalIndex>& open_points,
                     MeshFindings& findings) {
  const std::vector<GlobalIndex> surface = surface_points(mesh, faces);
  const std::vector<double> shortest = shortest_edges(mesh);
  const PointsByPlace tree(mesh, surface);
  // The larger of two points' tolerances decides, whichever has the smaller number.
  std::map<GlobalIndex, GlobalIndex> twins;  // of a point: the smallest number below its own
  for (const GlobalIndex p : surface) {
    const double shortest_edge = shortest[static_cast<std::size_t>(p)];
    if (!std::isfinite(shortest_edge)) continue;
    tree.for_each_near(mesh.points[static_cast<std::size_t>(p)], tolerance * shortest_edge,
                       [&](GlobalIndex q) {
                         if (q == p) return;
                         const auto [at, is_new] = twins.emplace(std::max(p, q), std::min(p, q));
                         if (!is_new) at->second = std::min({at->second, p, q});
                       });
  }
  for (const auto& [p, other] : twins) {
    const bool is_open = open_points.contains(p) || open_points.contains(other);
    findings.add(is_open ? duplicate_point : coincident_point, [&, p = p, other = other] {
      return point_text(mesh, p) + " and " + point_text(mesh, other);
    });
  }
}

// Quadrilaterals and triangles of the same points among the open faces. Returns the faces that are explained.
std::set<const OpenFace*> find_nonconforming(const RawMesh& mesh, const std::vector<OpenFace>& open,
                                             MeshFindings& findings) {
  std::map<std::array<GlobalIndex, 3>, const OpenFace*> triangles;
  for (const OpenFace& face : open) {
    if (face.rim.size() != 3) continue;
    std::array<GlobalIndex, 3> key{face.rim[0], face.rim[1], face.rim[2]};
    std::sort(key.begin(), key.end());
    triangles.emplace(key, &face);
  }
  std::set<const OpenFace*> explained;
  for (const OpenFace& face : open) {
    if (face.rim.size() != 4) continue;
    std::vector<const OpenFace*> met;
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
      std::array<GlobalIndex, 3> key{};
      for (std::size_t i = 0; i < 3; ++i) key[i] = face.rim[(left_out + 1 + i) % 4];
      std::sort(key.begin(), key.end());
      if (const auto at = triangles.find(key); at != triangles.end()) met.push_back(at->second);
    }
    if (met.empty()) continue;
    explained.insert(&face);
    explained.insert(met.begin(), met.end());
    findings.add(nonconforming_face, [&] {
      std::string text = face_text(mesh, face.rim) + " of cell " + std::to_string(face.cell) + " meets cell";
      for (const OpenFace* triangle : met) text += " " + std::to_string(triangle->cell);
      return text;
    });
  }
  return explained;
}

// Points of open faces that lie within an edge of another open face.
void find_hanging(const RawMesh& mesh, const std::vector<OpenFace>& open,
                  const std::set<GlobalIndex>& open_points, MeshFindings& findings) {
  const PointsByPlace tree(mesh, {open_points.begin(), open_points.end()});
  std::set<GlobalIndex> reported;
  for (const OpenFace& face : open) {
    for (std::size_t i = 0; i < face.rim.size(); ++i) {
      const GlobalIndex a = face.rim[i], b = face.rim[(i + 1) % face.rim.size()];
      const Point &from = mesh.points[static_cast<std::size_t>(a)],
                  &to = mesh.points[static_cast<std::size_t>(b)];
      const Point along = difference(to, from);
      const double size = length(along);
      tree.for_each_near(midpoint(from, to), size / 2, [&](GlobalIndex p) {
        const Point off = difference(mesh.points[static_cast<std::size_t>(p)], from);
        const double part = dot(off, along) / (size * size);
        if (p == a || p == b || part < tolerance || part > 1 - tolerance) return;
        if (length(difference(off, scaled(part, along))) > tolerance * size || !reported.insert(p).second)
          return;
        findings.add(hanging_point, [&] {
          return point_text(mesh, p) + " on the edge from point " + std::to_string(a) + " to point " +
                 std::to_string(b) + " of cell " + std::to_string(face.cell);
        });
      });
    }
  }
}

// Faces that share an edge belong to the same hole.
std::size_t count_holes(const std::vector<const OpenFace*>& faces) {
  DisjointSets holes(faces.size());
  std::map<std::pair<GlobalIndex, GlobalIndex>, std::size_t> first_at;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto& rim = faces[f]->rim;
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const auto edge = std::minmax(rim[i], rim[(i + 1) % rim.size()]);
      const auto [at, is_new] = first_at.emplace(edge, f);
      if (!is_new) holes.join(f, at->second);
    }
  }
  return holes.n_sets();
}

}  // namespace

void check_open_faces(const RawMesh& mesh, const FaceTable& faces, const std::vector<OpenFace>& open,
                      MeshFindings& findings) {
  std::set<GlobalIndex> open_points;
  for (const OpenFace& face : open) open_points.insert(face.rim.begin(), face.rim.end());
  std::erase_if(open_points, [&](GlobalIndex v) {
    const Point& x = mesh.points[static_cast<std::size_t>(v)];
    return !std::isfinite(dot(x, x));
  });
  find_duplicates(mesh, faces, open_points, findings);
  if (open.empty()) return;
  const auto explained = find_nonconforming(mesh, open, findings);
  find_hanging(mesh, open, open_points, findings);

  std::vector<const OpenFace*> holes;
  for (const OpenFace& face : open)
    if (!explained.contains(&face)) holes.push_back(&face);
  if (holes.empty()) return;
  const std::size_t n_holes = count_holes(holes);
  std::string names;
  for (const auto& marker : mesh.markers) names += (names.empty() ? "'" : ", '") + marker.name + "'";
  for (const OpenFace* face : holes) {
    findings.add(unmarked_face, [&] {
      std::string text = face_text(mesh, face->rim) + " of cell " + std::to_string(face->cell);
      if (face != holes[0]) return text;
      text += n_holes == 1 ? ", all in one hole"
                           : ", in " + std::to_string(n_holes) + " holes that no edge joins";
      return text + (names.empty() ? "; the file has no markers" : "; the file's markers are " + names);
    });
  }
}

}  // namespace trireme::mesh
