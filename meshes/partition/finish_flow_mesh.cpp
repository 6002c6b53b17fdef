// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/finish_flow_mesh.hpp"

#include <algorithm>
#include <tuple>

#include "meshes/partition/vertex_numbering.hpp"
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
    if (mesh.volumes[v] > 0) continue;
    const double* x = mesh.coordinates.data() + 3 * static_cast<std::size_t>(v);
    throw Error(
        ErrorKind::input,
        "the dual volume of point " + std::to_string(mesh.original_id[v]) + " is " +
            std::to_string(mesh.volumes[v]),
        "at x " + std::to_string(x[0]) + ", y " + std::to_string(x[1]) + ", z " + std::to_string(x[2]),
        "the cells around it are folded; move the points there");
  }
}

}  // namespace

std::vector<GlobalIndex> order_owned(std::vector<GlobalIndex> owned_ids,
                                     const std::vector<std::array<LocalIndex, 2>>& edges, Ordering ordering) {
  if (ordering == Ordering::natural) return owned_ids;
  std::vector<GlobalIndex> ordered;
  ordered.reserve(owned_ids.size());
  for (const LocalIndex at : rcm_permutation(static_cast<LocalIndex>(owned_ids.size()), edges)) {
    ordered.push_back(owned_ids[at]);
  }
  return ordered;
}

void add_facet(FlowMesh& mesh, const std::array<LocalIndex, 3>& corners, const std::array<double, 3>& area,
               std::int32_t marker, GlobalIndex id) {
  const auto owned = [&](LocalIndex v) { return v < mesh.n_owned; };
  if (std::none_of(corners.begin(), corners.end(), owned)) return;
  mesh.facets.insert(mesh.facets.end(), corners.begin(), corners.end());
  mesh.facet_normals.insert(mesh.facet_normals.end(), area.begin(), area.end());
  mesh.facet_marker.push_back(marker);
  mesh.facet_owned.push_back(owned(corners[0]) ? 1 : 0);
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

  // An edge between two ranks is stored by both and counted where its smaller end is owned.
  GlobalIndex n_edges = 0;
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
    const LocalIndex first = mesh.edges[2 * static_cast<std::size_t>(e)];
    const LocalIndex second = mesh.edges[2 * static_cast<std::size_t>(e) + 1];
    n_edges += mesh.global_id[first] < mesh.global_id[second] ? 1 : 0;
  }
  mesh.n_edges_global = comm::all_sum(comm, n_edges);

  comm::CollectiveGuard(comm).run([&] { check_volumes(mesh); });
  mesh.closure_error = comm::all_max(comm, local_closure_error(mesh));
  TRIREME_VALIDATE(mesh.closure_error < largest_closure_error, ErrorKind::input,
                   "the dual surfaces around some vertex do not close (relative error " +
                       std::to_string(mesh.closure_error) + ")",
                   "boundary facets are missing or turned inward", "run trireme-mesh info on the mesh");
}

void broadcast_names(const comm::Communicator& comm, std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) joined += name + '\n';
  comm::broadcast(comm, joined);
  names.clear();
  for (std::size_t begin = 0, end; (end = joined.find('\n', begin)) != std::string::npos; begin = end + 1) {
    names.push_back(joined.substr(begin, end - begin));
  }
}

}  // namespace trireme::mesh
