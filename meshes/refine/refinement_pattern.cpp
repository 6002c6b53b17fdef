// SPDX-License-Identifier: Apache-2.0
#include "meshes/refine/refinement_pattern.hpp"

#include <algorithm>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

// Names the nodes of a cell by its corners, so that the patterns below can be read beside a drawing.
class Nodes {
 public:
  explicit Nodes(CellType type) : type_(type) {}

  // Midpoint of the edge a b; a itself when both are the same.
  int mid(int a, int b) const {
    if (a == b) return a;
    const auto edges = cell_edges(type_);
    const auto at = std::find_if(edges.begin(), edges.end(), [&](const CellEdge& edge) {
      return edge.first == std::min(a, b) && edge.second == std::max(a, b);
    });
    TRIREME_EXPECT(at != edges.end());
    return edge_node(type_, static_cast<int>(at - edges.begin()));
  }

  // Centre of the quadrilateral face with the opposite corners a and c.
  int face(int a, int c) const {
    const auto faces = cell_faces(type_);
    const auto at = std::find_if(faces.begin(), faces.end(), [&](const CellFace& face) {
      const auto& k = face.corners;
      const auto opposite = [&](int i, int j) {
        return std::min(i, j) == std::min(a, c) && std::max(i, j) == std::max(a, c);
      };
      return face.size == 4 && (opposite(k[0], k[2]) || opposite(k[1], k[3]));
    });
    TRIREME_EXPECT(at != faces.end());
    return face_node(type_, static_cast<int>(at - faces.begin()));
  }

 private:
  CellType type_;
};

ChildCell tetrahedron(int a, int b, int c, int d) {
  return {CellType::tetrahedron, {a, b, c, d}};
}
ChildCell pyramid(int a, int b, int c, int d, int apex) {
  return {CellType::pyramid, {a, b, c, d, apex}};
}

// The corner tetrahedra, then those around the diagonal. The corners are renamed by an even permutation that
// makes the diagonal join the midpoints of 0 1 and of 2 3; it keeps the orientation.
std::vector<ChildCell> children_of_tetrahedron(int diagonal) {
  const Nodes nodes(CellType::tetrahedron);
  const auto& [first, second] = octahedron_diagonals[static_cast<std::size_t>(diagonal)];
  const std::array<int, 4> renamed{first[0], first[1], second[0], second[1]};
  const auto mid = [&](int a, int b) {
    return nodes.mid(renamed[static_cast<std::size_t>(a)], renamed[static_cast<std::size_t>(b)]);
  };
  std::vector<ChildCell> children;
  for (int v = 0; v < 4; ++v) {
    children.push_back(tetrahedron(nodes.mid(0, v), nodes.mid(1, v), nodes.mid(2, v), nodes.mid(3, v)));
  }
  const std::array<int, 4> ring{mid(0, 3), mid(1, 3), mid(1, 2), mid(0, 2)};
  for (std::size_t i = 0; i < 4; ++i)
    children.push_back(tetrahedron(mid(0, 1), mid(2, 3), ring[i], ring[(i + 1) % 4]));
  return children;
}

// A pyramid at each corner of the base, one at the apex, one upside down below it, and a tetrahedron behind
// the middle of each side.
std::vector<ChildCell> children_of_pyramid() {
  const Nodes nodes(CellType::pyramid);
  const auto mid = [&](int a, int b) { return nodes.mid(a, b); };
  const int centre = nodes.face(0, 2);
  std::vector<ChildCell> children{pyramid(0, mid(0, 1), centre, mid(3, 0), mid(0, 4)),
                                  pyramid(mid(0, 1), 1, mid(1, 2), centre, mid(1, 4)),
                                  pyramid(centre, mid(1, 2), 2, mid(2, 3), mid(2, 4)),
                                  pyramid(mid(3, 0), centre, mid(2, 3), 3, mid(3, 4)),
                                  pyramid(mid(0, 4), mid(1, 4), mid(2, 4), mid(3, 4), 4),
                                  pyramid(mid(0, 4), mid(3, 4), mid(2, 4), mid(1, 4), centre)};
  for (int a = 0; a < 4; ++a) {
    const int b = (a + 1) % 4;
    children.push_back(tetrahedron(mid(a, b), mid(a, 4), mid(b, 4), centre));
  }
  return children;
}

// The nodes of a prism at the corners (level 0 or 2) or half way up (level 1) of its plane nodes: corner a
// for mid(a, a), the midpoint of an edge for mid(a, b).
int prism_node(const Nodes& nodes, int a, int b, int level) {
  if (level == 0) return nodes.mid(a, b);
  if (level == 2) return nodes.mid(a + 3, b + 3);
  return a == b ? nodes.mid(a, a + 3) : nodes.face(a, b + 3);
}

// levels: the two that bound the children, below and above.
void add_prisms(std::vector<ChildCell>& children, int low, int high) {
  const Nodes nodes(CellType::prism);
  constexpr std::array<std::array<std::array<int, 2>, 3>, 4> triangles{{{{{0, 0}, {0, 1}, {2, 0}}},
                                                                        {{{0, 1}, {1, 1}, {1, 2}}},
                                                                        {{{2, 0}, {1, 2}, {2, 2}}},
                                                                        {{{0, 1}, {1, 2}, {2, 0}}}}};
  for (const auto& triangle : triangles) {
    ChildCell child{CellType::prism, {}};
    for (std::size_t i = 0; i < 3; ++i) {
      child.nodes[i] = prism_node(nodes, triangle[i][0], triangle[i][1], low);
      child.nodes[i + 3] = prism_node(nodes, triangle[i][0], triangle[i][1], high);
    }
    children.push_back(child);
  }
}

// The node of a hexahedron at position 0, 1 or 2 along each of its three directions.
int hexahedron_node(const Nodes& nodes, std::array<int, 3> at) {
  constexpr std::array<int, 8> corner_at{0, 1, 3, 2, 4, 5, 7, 6};  // by x + 2 y + 4 z
  // The corners at the lower and the upper end of every direction in which the node lies half way.
  const auto corner = [&](int half) {
    std::size_t index = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const int end = at[d] == 1 ? half : at[d] / 2;
      index |= static_cast<std::size_t>(end) << d;
    }
    return corner_at[index];
  };
  const auto n_half = std::count(at.begin(), at.end(), 1);
  if (n_half == 3) return centre_node(CellType::hexahedron);
  return n_half == 2 ? nodes.face(corner(0), corner(1)) : nodes.mid(corner(0), corner(1));
}

enum class ThirdDirection { halved, whole };
std::vector<ChildCell> children_of_hexahedron(ThirdDirection third) {
  const bool layer = third == ThirdDirection::whole;
  const Nodes nodes(CellType::hexahedron);
  constexpr std::array<std::array<int, 3>, 8> corners{
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  std::vector<ChildCell> children;
  for (int z = 0; z < (layer ? 1 : 2); ++z) {
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 2; ++x) {
        ChildCell child{CellType::hexahedron, {}};
        for (std::size_t i = 0; i < 8; ++i) {
          const auto& c = corners[i];
          child.nodes[i] = hexahedron_node(nodes, {x + c[0], y + c[1], layer ? 2 * c[2] : z + c[2]});
        }
        children.push_back(child);
      }
    }
  }
  return children;
}

}  // namespace

std::span<const ChildCell> refined_cell(CellType type, int diagonal) {
  static const std::array<std::vector<ChildCell>, n_diagonals> of_tetrahedron{
      children_of_tetrahedron(0), children_of_tetrahedron(1), children_of_tetrahedron(2)};
  static const std::vector<ChildCell> of_pyramid = children_of_pyramid();
  static const std::vector<ChildCell> of_prism = [] {
    std::vector<ChildCell> children;
    add_prisms(children, 0, 1);
    add_prisms(children, 1, 2);
    return children;
  }();
  static const std::vector<ChildCell> of_hexahedron = children_of_hexahedron(ThirdDirection::halved);
  switch (type) {
    case CellType::tetrahedron:
      return of_tetrahedron[static_cast<std::size_t>(diagonal)];
    case CellType::pyramid:
      return of_pyramid;
    case CellType::prism:
      return of_prism;
    default:
      return of_hexahedron;
  }
}

std::span<const ChildCell> refined_layer_cell(CellType type) {
  static const std::vector<ChildCell> of_prism = [] {
    std::vector<ChildCell> children;
    add_prisms(children, 0, 2);
    return children;
  }();
  static const std::vector<ChildCell> of_hexahedron = children_of_hexahedron(ThirdDirection::whole);
  if (type == CellType::prism) return of_prism;
  if (type == CellType::hexahedron) return of_hexahedron;
  return {};
}

bool layer_cuts_edge(CellType type, const CellEdge& edge) {
  const int layer_size = cell_size(type) / 2;
  return (edge.first < layer_size) == (edge.second < layer_size);
}

bool layer_cuts_face(CellType type, const CellFace& face) {
  const int layer_size = cell_size(type) / 2;
  const auto below = [&](int corner) { return corner < layer_size; };
  const auto end = face.corners.begin() + face.size;
  return std::all_of(face.corners.begin(), end, below) || std::none_of(face.corners.begin(), end, below);
}

}  // namespace trireme::mesh
