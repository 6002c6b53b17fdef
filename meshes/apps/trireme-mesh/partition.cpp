// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "meshes/apps/trireme-mesh/commands.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "meshes/partition/partition_statistics.hpp"
#include "meshes/partition/partition_vertices.hpp"
#include "meshes/write/vtkhdf.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/root_phase.hpp"

namespace trireme::mesh {
namespace {

// A dual's points come into ranges like those of cells, without moving the dual itself.
GlobalIndex points_here(const comm::Communicator& comm, const LoadedMesh& mesh) {
  if (const auto* cells = std::get_if<DistributedMesh>(&mesh))
    return static_cast<GlobalIndex>(cells->points.size());
  return comm.is_root() ? std::get<RawDual>(mesh).n_points() : 0;
}

std::vector<std::array<GlobalIndex, 2>> edges_here(const LoadedMesh& mesh) {
  if (const auto* cells = std::get_if<DistributedMesh>(&mesh)) return cell_edge_list(*cells);
  return std::get<RawDual>(mesh).edges;
}

void report(program::Context& context, const PartitionStatistics& statistics) {
  log::Logger& log = context.log;
  log.line(fmt::format("{:>6} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}", "part", "vertices", "edges", "cut",
                       "ghosts", "sent", "neighbours"));
  for (std::size_t p = 0; p < statistics.parts.size(); ++p) {
    const PartStatistics& part = statistics.parts[p];
    if (p < 64) {
      log.line(fmt::format("{:>6} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}", p, part.vertices, part.edges,
                           part.cut_edges, part.ghosts, part.sent, part.neighbours));
    }
    context.record.append("partition.parts", {{"vertices", part.vertices},
                                              {"edges", part.edges},
                                              {"cut_edges", part.cut_edges},
                                              {"ghosts", part.ghosts},
                                              {"sent", part.sent},
                                              {"neighbours", part.neighbours}});
  }
  if (statistics.parts.size() > 64) log.line("  ... (all parts are in the JSON report)");
  log.line(fmt::format(
      "{} of {} edges cut ({:.2f} %), {} messages an exchange, largest over mean: vertices {:.3f}, edges "
      "{:.3f}",
      statistics.cut_edges, statistics.edges,
      100.0 * static_cast<double>(statistics.cut_edges) /
          static_cast<double>(std::max<GlobalIndex>(1, statistics.edges)),
      statistics.messages, statistics.vertex_imbalance, statistics.edge_imbalance));
  context.record.set("partition.edges", statistics.edges);
  context.record.set("partition.cut_edges", statistics.cut_edges);
  context.record.set("partition.messages", statistics.messages);
  context.record.set("partition.vertex_imbalance", statistics.vertex_imbalance);
  context.record.set("partition.edge_imbalance", statistics.edge_imbalance);
}

void write_field(program::Context& context, const ProgramOptions& options, LoadedMesh&& mesh,
                 const RangeDirectory& points, const std::vector<int>& parts) {
  PartitionOptions natural = options.mesh.partition;
  natural.ordering = Ordering::natural;
  natural.periodic.clear();  // parts are those of the points in the file
  const FlowMesh flow = build_flow_mesh(context.comm, std::move(mesh), natural);
  for (const std::string& note : flow.notes) context.log.warn(note);
  std::vector<LocalIndex> order(flow.original_id.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](LocalIndex a, LocalIndex b) { return flow.original_id[a] < flow.original_id[b]; });
  std::vector<GlobalIndex> ids;
  for (const LocalIndex v : order) ids.push_back(flow.original_id[v]);
  const auto found = points.look_up(std::span<const int>(parts), std::span<const GlobalIndex>(ids));
  std::vector<double> field(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) field[order[k]] = found[k];
  write_vtkhdf(context.comm, options.field, flow, {{.name = "part", .values = field}});
  context.log.line("wrote " + options.field);
}

}  // namespace

program::ExitCode show_partition(program::Context& context, const ProgramOptions& options) {
  const comm::Communicator& comm = context.comm;
  LoadedMesh mesh = load_mesh(comm, options.mesh, context.log);
  const RangeDirectory points(comm, points_here(comm, mesh));
  if (options.parts > points.total()) {
    throw Error(ErrorKind::input,
                fmt::format("{} parts cannot be made of a mesh of {} points", options.parts, points.total()),
                "some would be empty", "lower partition.parts");
  }
  auto edges = comm::CollectiveGuard(comm).run([&] { return edges_here(mesh); });
  const VertexGraph graph = build_vertex_graph(comm, points, std::move(edges));
  std::vector<std::string> notes;
  const std::vector<int> parts =
      partition_vertices(comm, points, graph, options.parts, options.mesh.partition.partitioner, notes);
  for (const std::string& note : notes) context.log.warn(note);

  const VertexGraph whole = gather_graph(comm, graph);
  const std::vector<int> all_parts = comm::gather_to_root(comm, parts);
  comm::run_on_root(comm, [&] { report(context, measure_partition(whole, all_parts, options.parts)); });
  if (!options.field.empty()) write_field(context, options, std::move(mesh), points, parts);
  return program::ExitCode::done;
}

}  // namespace trireme::mesh
