// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/match_facets.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "meshes/core/count_text.hpp"
#include "meshes/core/for_each_rim.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

// Depends on the set of vertices, not on their order.
std::uint64_t face_hash(std::span<const GlobalIndex> vertices) {
  std::uint64_t sum = vertices.size();
  for (const GlobalIndex v : vertices) sum += mix_bits(static_cast<std::uint64_t>(v));
  return mix_bits(sum);
}

struct FaceUse {
  std::uint64_t hash;
  GlobalIndex owner;  // 8 cell + face, or -(facet + 1) with facets counted through all markers
};

template <class F>
void for_each_use(const RawMesh& mesh, F&& visit) {
  for_each_rim(mesh, [&](const RimOwner& owner, std::span<const GlobalIndex> rim) {
    visit(FaceUse{face_hash(rim), owner.cell >= 0 ? 8 * owner.cell + owner.face : -(owner.face + 1)});
  });
}

// Removes the facets whose number is in `facets` (ascending, counted through all markers).
void remove_facets(RawMesh& mesh, const std::vector<GlobalIndex>& facets) {
  auto next = facets.begin();
  GlobalIndex facet = 0;
  for (auto& marker : mesh.markers) {
    RawMesh::Marker kept{marker.name, {}};
    for (GlobalIndex f = 0; f < marker.n_facets(); ++f, ++facet) {
      if (next != facets.end() && *next == facet) {
        ++next;
        continue;
      }
      kept.facet_vertices.insert(kept.facet_vertices.end(),
                                 marker.facet_vertices.begin() + marker.facet_offsets[f],
                                 marker.facet_vertices.begin() + marker.facet_offsets[f + 1]);
      kept.facet_offsets.push_back(static_cast<GlobalIndex>(kept.facet_vertices.size()));
    }
    marker = std::move(kept);
  }
}

void add_marker(RawMesh& mesh, const std::vector<GlobalIndex>& faces) {
  RawMesh::Marker& marker = mesh.markers.emplace_back();
  marker.name = unmarked;
  for (const GlobalIndex owner : faces) {
    const GlobalIndex cell = owner / 8;
    const CellFace& face = cell_faces(mesh.cell_types[cell])[static_cast<std::size_t>(owner % 8)];
    for (int i = 0; i < face.size; ++i)
      marker.facet_vertices.push_back(mesh.cell_vertices[mesh.cell_offsets[cell] + face.corners[i]]);
    marker.facet_offsets.push_back(static_cast<GlobalIndex>(marker.facet_vertices.size()));
  }
}

}  // namespace

void match_facets(RawMesh& mesh, const std::vector<bool>& may_drop, OpenFaces open_faces,
                  std::string_view source) {
  // Every face of a sound mesh is met twice, so that the hashes cancel.
  std::uint64_t all = 0;
  std::size_t n_uses = 0;
  for_each_use(mesh, [&](const FaceUse& use) {
    all ^= use.hash;
    ++n_uses;
  });
  if (all == 0) return;

  std::vector<bool> facet_may_go;
  for (std::size_t m = 0; m < mesh.markers.size(); ++m)
    facet_may_go.insert(facet_may_go.end(), static_cast<std::size_t>(mesh.markers[m].n_facets()),
                        may_drop[m]);

  std::vector<FaceUse> uses;
  uses.reserve(n_uses);
  for_each_use(mesh, [&](const FaceUse& use) { uses.push_back(use); });
  std::sort(uses.begin(), uses.end(), [](const FaceUse& a, const FaceUse& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.owner < b.owner;
  });
  std::vector<GlobalIndex> inner, open;
  for (std::size_t begin = 0, end; begin < uses.size(); begin = end) {
    for (end = begin + 1; end < uses.size() && uses[end].hash == uses[begin].hash;) ++end;
    const bool facet_first = uses[begin].owner < 0;
    if (end - begin == 1 && !facet_first) open.push_back(uses[begin].owner);
    const GlobalIndex facet = -uses[begin].owner - 1;
    if (end - begin == 3 && facet_first && uses[begin + 1].owner >= 0 &&
        facet_may_go[static_cast<std::size_t>(facet)])
      inner.push_back(facet);
  }
  std::sort(inner.begin(), inner.end());
  std::sort(open.begin(), open.end());
  if (!inner.empty()) {
    remove_facets(mesh, inner);
    mesh.notes.push_back(std::string(source) + ": " +
                         count_text(static_cast<GlobalIndex>(inner.size()),
                                    "surface element between two cells was dropped",
                                    "surface elements between two cells were dropped"));
  }
  if (!open.empty() && open_faces == OpenFaces::mark) {
    add_marker(mesh, open);
    mesh.notes.push_back(std::string(source) + ": " +
                         count_text(static_cast<GlobalIndex>(open.size()),
                                    "boundary face has no surface element in the file and became",
                                    "boundary faces have no surface element in the file and became") +
                         " the marker '" + unmarked + "'");
  }
}

}  // namespace trireme::mesh
