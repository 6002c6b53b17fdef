// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "meshes/apps/trireme-mesh/commands.hpp"
#include "meshes/read/read_mesh.hpp"
#include "meshes/write/own_hdf5.hpp"
#include "meshes/write/su2.hpp"
#include "meshes/write/vtkhdf.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/root_phase.hpp"

namespace trireme::mesh {

program::ExitCode write_mesh(program::Context& context, const MeshOptions& options, const std::string& out) {
  const comm::Communicator& comm = context.comm;
  const MeshFormat format = format_of(out);
  const bool writable =
      format == MeshFormat::su2 || format == MeshFormat::own_hdf5 || format == MeshFormat::vtkhdf;
  if (!writable || out.ends_with(".gz")) {
    throw Error(ErrorKind::input, "'" + out + "' cannot be written", "its format is only read",
                "use .su2, .trimesh or .vtkhdf");
  }
  LoadedMesh mesh = load_mesh(comm, options, context.log);
  const auto* cells = std::get_if<DistributedMesh>(&mesh);
  if (format == MeshFormat::su2 && !cells) {
    throw Error(ErrorKind::input, "'" + options.file + "' cannot become .su2",
                "it holds a dual without cells", "use .trimesh");
  }
  GlobalIndex n_points = cells ? cells->n_points : std::get<RawDual>(mesh).n_points();
  comm::broadcast_value(comm, n_points);
  if (cells && options.file.empty()) report_quality(context, measure_quality(comm, *cells));

  if (format == MeshFormat::su2) {
    const RawMesh whole = gather(comm, *cells);
    comm::run_on_root(comm, [&] { write_su2(out, whole); });
  } else if (format == MeshFormat::own_hdf5) {
    std::visit([&](const auto& loaded) { write_own_hdf5(comm, out, loaded); }, mesh);
  } else {
    PartitionOptions partition = options.partition;
    partition.ordering = Ordering::natural;
    partition.periodic.clear();  // as in the file
    const FlowMesh flow = build_flow_mesh(comm, std::move(mesh), partition);
    for (const std::string& note : flow.notes) context.log.warn(note);
    write_vtkhdf(comm, out, flow, {});
  }
  context.log.line(fmt::format("wrote {} ({} points)", out, n_points));
  context.record.set("mesh.points", n_points);
  context.record.set("mesh.output", out);
  return program::ExitCode::done;
}

}  // namespace trireme::mesh
