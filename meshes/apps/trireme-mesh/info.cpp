// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include "meshes/apps/trireme-mesh/commands.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

struct MarkerTotals {
  std::vector<GlobalIndex> facets;
  std::vector<double> areas;
};

MarkerTotals total_markers(const comm::Communicator& comm, const FlowMesh& mesh) {
  MarkerTotals totals;
  totals.facets.assign(mesh.marker_names.size(), 0);
  totals.areas.assign(mesh.marker_names.size(), 0.0);
  for (LocalIndex f = 0; f < mesh.n_facets(); ++f) {
    if (!mesh.facet_owned[f]) continue;
    const double* area = mesh.facet_normals.data() + 3 * static_cast<std::size_t>(f);
    totals.areas[mesh.facet_marker[f]] += std::hypot(area[0], area[1], area[2]);
    // Of the triangles that stand for a quadrilateral only the first counts.
    totals.facets[mesh.facet_marker[f]] += mesh.facet_id[f] % 4 == 0 ? 1 : 0;
  }
  comm::all_sum_in_place(comm, std::span(totals.facets));
  comm::all_sum_in_place(comm, std::span(totals.areas));
  return totals;
}

std::array<GlobalIndex, n_cell_types> count_cells(const comm::Communicator& comm, const FlowMesh& mesh) {
  std::array<GlobalIndex, n_cell_types> counts{};
  for (const CellType type : mesh.cell_types) ++counts[static_cast<std::size_t>(type)];
  comm::all_sum_in_place(comm, std::span<GlobalIndex>(counts));
  return counts;
}

// Smallest x, y, z and largest x, y, z.
std::array<double, 6> bounding_box(const comm::Communicator& comm, const FlowMesh& mesh) {
  std::array<double, 3> low, high;
  low.fill(HUGE_VAL);
  high.fill(-HUGE_VAL);
  for (std::size_t i = 0; i < mesh.coordinates.size(); ++i) {
    low[i % 3] = std::min(low[i % 3], mesh.coordinates[i]);
    high[i % 3] = std::max(high[i % 3], mesh.coordinates[i]);
  }
  comm::all_min_in_place(comm, std::span<double>(low));
  comm::all_max_in_place(comm, std::span<double>(high));
  return {low[0], low[1], low[2], high[0], high[1], high[2]};
}

}  // namespace

program::ExitCode show_info(program::Context& context, const MeshOptions& options) {
  report_mesh(context, load_mesh(context.comm, options, context.log), options.partition);
  return program::ExitCode::done;
}

void report_mesh(program::Context& context, LoadedMesh&& loaded, const PartitionOptions& options) {
  const comm::Communicator& comm = context.comm;
  const bool has_cells = std::holds_alternative<DistributedMesh>(loaded);
  MeshQuality quality;
  if (has_cells) quality = measure_quality(comm, std::get<DistributedMesh>(loaded));
  const FlowMesh mesh = build_flow_mesh(comm, std::move(loaded), options);
  for (const std::string& note : mesh.notes) context.log.warn(note);

  const auto cells = count_cells(comm, mesh);
  const auto box = bounding_box(comm, mesh);
  double volume = 0;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) volume += mesh.volumes[v];
  volume = comm::all_sum(comm, volume);
  const auto bytes = static_cast<GlobalIndex>(mesh.memory_bytes());
  const GlobalIndex all_bytes = comm::all_sum(comm, bytes), most_bytes = comm::all_max(comm, bytes);

  log::Logger& log = context.log;
  log.line(fmt::format("{} points, {} edges{}", mesh.n_global, mesh.n_edges_global,
                       mesh.dimension == 2 ? ", one layer extruded from a plane mesh" : ""));
  context.record.set("mesh.points", mesh.n_global);
  context.record.set("mesh.edges", mesh.n_edges_global);
  context.record.set("mesh.dimension", mesh.dimension);
  for (int type = 0; type < n_cell_types; ++type) {
    const std::string name = cell_name(static_cast<CellType>(type));
    if (cells[type] > 0) log.line(fmt::format("{:>12} cells: {}", name, cells[type]));
    context.record.set("mesh.cells." + name, cells[type]);
  }
  if (!has_cells) log.line("no cells: the file holds the dual only");
  log.line(fmt::format("x {:.6g} to {:.6g}, y {:.6g} to {:.6g}, z {:.6g} to {:.6g}", box[0], box[3], box[1],
                       box[4], box[2], box[5]));
  context.record.set("mesh.bounding_box", box);
  log.line(fmt::format("volume {:.12g}, dual surfaces close to {:.2g}", volume, mesh.closure_error));
  context.record.set("mesh.volume", volume);
  context.record.set("mesh.closure_error", mesh.closure_error);
  const MarkerTotals markers = total_markers(comm, mesh);
  for (std::size_t m = 0; m < mesh.marker_names.size(); ++m) {
    log.line(fmt::format("marker {:<20} {:>10} facets, area {:.8g}", mesh.marker_names[m], markers.facets[m],
                         markers.areas[m]));
    context.record.append(
        "mesh.markers",
        {{"name", mesh.marker_names[m]}, {"facets", markers.facets[m]}, {"area", markers.areas[m]}});
  }
  if (has_cells) report_quality(context, quality);
  log.line(fmt::format(
      "memory {:.1f} MB on all ranks, at most {:.1f} MB on one, {:.0f} bytes a vertex",
      1e-6 * static_cast<double>(all_bytes), 1e-6 * static_cast<double>(most_bytes),
      static_cast<double>(all_bytes) / static_cast<double>(std::max<GlobalIndex>(1, mesh.n_global))));
  context.record.set("mesh.memory_bytes", all_bytes);
  context.record.set("mesh.largest_memory_bytes", most_bytes);
}

}  // namespace trireme::mesh
