// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/cell_type.hpp"

namespace trireme::mesh {
namespace {

constexpr std::array<CellFace, 4> tetrahedron_faces{
    {{3, {0, 2, 1, -1}}, {3, {0, 1, 3, -1}}, {3, {1, 2, 3, -1}}, {3, {2, 0, 3, -1}}}};
constexpr std::array<CellFace, 5> pyramid_faces{
    {{4, {0, 3, 2, 1}}, {3, {0, 1, 4, -1}}, {3, {1, 2, 4, -1}}, {3, {2, 3, 4, -1}}, {3, {3, 0, 4, -1}}}};
constexpr std::array<CellFace, 5> prism_faces{
    {{3, {0, 2, 1, -1}}, {3, {3, 4, 5, -1}}, {4, {0, 1, 4, 3}}, {4, {1, 2, 5, 4}}, {4, {2, 0, 3, 5}}}};
constexpr std::array<CellFace, 6> hexahedron_faces{{{4, {0, 3, 2, 1}},
                                                    {4, {4, 5, 6, 7}},
                                                    {4, {0, 1, 5, 4}},
                                                    {4, {1, 2, 6, 5}},
                                                    {4, {2, 3, 7, 6}},
                                                    {4, {3, 0, 4, 7}}}};

// An edge is met twice while walking around the faces, once in each direction: the walk in ascending corner
// order names its left face, the other its right one.
template <std::size_t n_edges, std::size_t n_faces>
constexpr std::array<CellEdge, n_edges> edges_of(const std::array<CellFace, n_faces>& faces) {
  std::array<CellEdge, n_edges> edges{};
  std::size_t n = 0;
  for (std::size_t f = 0; f < n_faces; ++f) {
    for (int i = 0; i < faces[f].size; ++i) {
      const int from = faces[f].corners[i], to = faces[f].corners[(i + 1) % faces[f].size];
      if (from < to) edges[n++] = {from, to, static_cast<int>(f), -1};
    }
  }
  for (std::size_t f = 0; f < n_faces; ++f) {
    for (int i = 0; i < faces[f].size; ++i) {
      const int from = faces[f].corners[i], to = faces[f].corners[(i + 1) % faces[f].size];
      for (std::size_t e = 0; e < n; ++e) {
        if (edges[e].first == to && edges[e].second == from) edges[e].right = static_cast<int>(f);
      }
    }
  }
  return edges;
}

constexpr auto tetrahedron_edges = edges_of<6>(tetrahedron_faces);
constexpr auto pyramid_edges = edges_of<8>(pyramid_faces);
constexpr auto prism_edges = edges_of<9>(prism_faces);
constexpr auto hexahedron_edges = edges_of<12>(hexahedron_faces);

}  // namespace

std::span<const CellFace> cell_faces(CellType type) {
  switch (type) {
    case CellType::tetrahedron:
      return tetrahedron_faces;
    case CellType::pyramid:
      return pyramid_faces;
    case CellType::prism:
      return prism_faces;
    default:
      return hexahedron_faces;
  }
}

std::span<const CellEdge> cell_edges(CellType type) {
  switch (type) {
    case CellType::tetrahedron:
      return tetrahedron_edges;
    case CellType::pyramid:
      return pyramid_edges;
    case CellType::prism:
      return prism_edges;
    default:
      return hexahedron_edges;
  }
}

}  // namespace trireme::mesh
