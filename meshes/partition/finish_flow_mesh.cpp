// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/finish_flow_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "meshes/core/point_text.hpp"
#include "meshes/partition/vertex_numbering.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// Rounding gives 1e-15; single-precision files 1e-7. Missing or inverted facets give 0.1 and more.
constexpr double largest_closure_error = 1e-4;

void check_volumes(const FlowMesh& mesh) {
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
    if (mesh.volumes[v] > 0 && std::isfinite(mesh.volumes[v])) continue;
    throw Error(ErrorKind::input,
                fmt::format("the dual volume of {} is {}", place_text(mesh, v), mesh.volumes[v]),
                "it must be positive and finite", "move the points there, around which cells are folded");
  }
}

std::string markers_at(const FlowMesh& mesh, LocalIndex vertex) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < mesh.facets.size(); ++i) {
    if (mesh.facets[i] == vertex) names.push_back(mesh.marker_names[mesh.facet_marker[i / 3]]);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names.empty() ? "no marker" : fmt::format("marker {}", fmt::join(names, ", "));
}

// All ranks throw the same text, that of the lowest rank with the worst vertex.
void check_closure(const comm::Communicator& comm, FlowMesh& mesh) {
  const ClosureError here = local_closure_error(mesh);
  mesh.closure_error = comm::all_max(comm, here.error);
  if (mesh.closure_error < largest_closure_error) return;
  const int rank = comm::all_min(comm, here.error == mesh.closure_error ? comm.rank() : comm.size());
  std::string text;
  if (comm.rank() == rank) {
    text = fmt::format("the dual surfaces around {} do not close: relative error {:.3g}, {} there",
                       place_text(mesh, here.vertex), here.error, markers_at(mesh, here.vertex));
  }
  comm::broadcast(comm, text, rank);
  throw Error(ErrorKind::input, text, "boundary facets or cells are missing, doubled or turned inward",
              "look at cells and facets there and write the mesh again");
}

}  // namespace

std::string place_text(const FlowMesh& mesh, LocalIndex vertex) {
  return point_text(mesh.original_id[static_cast<std::size_t>(vertex)], mesh.place(vertex));
}

std::vector<GlobalIndex> order_owned(std::vector<GlobalIndex> owned_ids,
                                     const std::vector<std::array<LocalIndex, 2>>& edges, Ordering ordering) {
  if (ordering == Ordering::natural) return owned_ids;
  if (ordering == Ordering::random) {
    const auto key = [](GlobalIndex id) { return mix_bits(static_cast<std::uint64_t>(id)); };
    std::sort(owned_ids.begin(), owned_ids.end(),
              [&](GlobalIndex a, GlobalIndex b) { return key(a) < key(b); });
    return owned_ids;
  }
  std::vector<GlobalIndex> ordered;
  ordered.reserve(owned_ids.size());
  for (const LocalIndex at : rcm_permutation(static_cast<LocalIndex>(owned_ids.size()), edges)) {
    ordered.push_back(owned_ids[at]);
  }
  return ordered;
}

void add_facet(FlowMesh& mesh, const std::array<LocalIndex, 3>& corners, const std::array<double, 3>& area,
               std::int32_t marker, GlobalIndex id, FacetUse use) {
  const auto owned = [&](LocalIndex v) { return v < mesh.n_owned; };
  if (use == FacetUse::seen && std::none_of(corners.begin(), corners.end(), owned)) return;
  mesh.facets.insert(mesh.facets.end(), corners.begin(), corners.end());
  mesh.facet_normals.insert(mesh.facet_normals.end(), area.begin(), area.end());
  mesh.facet_marker.push_back(marker);
  mesh.facet_owned.push_back(use == FacetUse::integrated ? 1 : 0);
  mesh.facet_id.push_back(id);
}

void finish_flow_mesh(const comm::Communicator& comm, FlowMesh& mesh) {
  // Arrays that grew to an unknown length give back what they reserved.
  std::apply(
      [](auto&... arrays) { (arrays.shrink_to_fit(), ...); },
      std::tie(mesh.edges, mesh.edge_normals, mesh.facets, mesh.facet_normals, mesh.facet_marker,
               mesh.facet_owned, mesh.facet_id, mesh.cell_types, mesh.cell_vertices, mesh.cell_offsets));
  mesh.volumes.resize(static_cast<std::size_t>(mesh.n_local()));
  comm::HaloExchange<double>(comm, mesh.halo, 1).start(std::span(mesh.volumes)).finish();

  // An edge between two ranks is stored by both and counted where its smaller end is owned. One from a vertex
  // to its own image is stored twice, from either end.
  GlobalIndex n_edges = 0, n_to_itself = 0;
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
    const GlobalIndex first = mesh.global_id[mesh.edges[2 * static_cast<std::size_t>(e)]];
    const GlobalIndex second = mesh.global_id[mesh.edges[2 * static_cast<std::size_t>(e) + 1]];
    n_edges += first < second ? 1 : 0;
    n_to_itself += first == second ? 1 : 0;
  }
  mesh.n_edges_global = comm::all_sum(comm, n_edges) + comm::all_sum(comm, n_to_itself) / 2;

  comm::CollectiveGuard(comm).run([&] { check_volumes(mesh); });
  check_closure(comm, mesh);
}

}  // namespace trireme::mesh
