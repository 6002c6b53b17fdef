// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/load_flow_mesh.hpp"

#include "meshes/partition/build_flow_mesh.hpp"
#include "meshes/partition/check_distributed.hpp"
#include "meshes/quality/mesh_quality.hpp"
#include "meshes/read/own_hdf5.hpp"
#include "meshes/read/read_mesh.hpp"
#include "meshes/refine/refine_mesh.hpp"
#include "meshes/refine/split_to_tets.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/root_phase.hpp"

namespace trireme::mesh {
namespace {

LoadedMesh generate(const comm::Communicator& comm, const MeshOptions& options) {
  const auto with_target = [&options](auto generator) {
    generator.target_vertices = options.target_vertices;
    return generator;
  };
  const auto channel_with_target = [&options](auto generator) {
    generator.resolution.target_vertices = options.target_vertices;
    return generator;
  };
  switch (options.generator) {
    case GeneratorKind::box:
      return generate_box(comm, with_target(options.box));
    case GeneratorKind::bump:
      return generate_bump(comm, channel_with_target(options.bump));
    case GeneratorKind::wedge:
      return generate_wedge(comm, channel_with_target(options.wedge));
    case GeneratorKind::cylinder:
      return generate_cylinder(comm, with_target(options.cylinder));
    case GeneratorKind::naca4:
      return generate_naca4(comm, with_target(options.naca4));
    case GeneratorKind::onera_m6:
      break;
  }
  return generate_onera_m6(comm, with_target(options.onera_m6));
}

LoadedMesh read(const comm::Communicator& comm, const std::string& file) {
  if (format_of(file) == MeshFormat::own_hdf5) {
    LoadedMesh mesh = read_own_hdf5(comm, file);
    if (const auto* cells = std::get_if<DistributedMesh>(&mesh)) check_distributed_cells(comm, *cells, file);
    return mesh;
  }
  std::variant<RawMesh, RawDual> raw;
  comm::run_on_root(comm, [&] { raw = read_foreign_mesh(file); });
  int is_dual = std::holds_alternative<RawDual>(raw) ? 1 : 0;
  comm::broadcast_value(comm, is_dual);
  if (is_dual) return comm.is_root() ? std::get<RawDual>(std::move(raw)) : RawDual{};
  return scatter(comm, comm.is_root() ? std::get<RawMesh>(std::move(raw)) : RawMesh{});
}

void refine(const comm::Communicator& comm, const MeshOptions& options, LoadedMesh& mesh, log::Logger& log) {
  auto* cells = std::get_if<DistributedMesh>(&mesh);
  if (!cells) {
    throw Error(ErrorKind::input, "'" + options.file + "' cannot be refined", "it holds a dual without cells",
                "set mesh.refine to 0, or give a mesh with cells");
  }
  for (int level = 1; level <= options.refine; ++level) {
    *cells = refine_uniformly(comm, std::move(*cells));
    log.info("refined " + std::to_string(level) + (level == 1 ? " time: " : " times: ") +
             std::to_string(cells->n_points) + " points, " + std::to_string(cells->n_cells) + " cells");
  }
}

}  // namespace

void MeshOptions::describe(options::Schema& schema) {
  schema.section("mesh", "The mesh and its distribution over ranks.");
  schema.add("file", file,
             "Mesh file: .su2, .msh (Gmsh or PETSc-FUN3D), .ugrid or .cgns, all also with .gz, or "
             ".trimesh/.h5 (the project's own format); empty: the mesh is generated.");
  schema.add("split_to_tets", split_to_tets,
             "Whether prisms, pyramids and hexahedra are split into tetrahedra, without new points, after "
             "mesh.refine.");
  schema.add(
      "refine", refine,
      "How often the mesh is refined uniformly after it was read or generated: each time every edge is "
      "halved, and a mesh has about eight times the cells (a plane mesh four times).",
      {.min = 0, .max = 20});
  partition.describe(schema);
  schema.section("mesh.generate", "The generated mesh, used when mesh.file is empty.");
  schema.add_choice(
      "kind", generator,
      {{"onera_m6", GeneratorKind::onera_m6},
       {"box", GeneratorKind::box},
       {"bump", GeneratorKind::bump},
       {"wedge", GeneratorKind::wedge},
       {"cylinder", GeneratorKind::cylinder},
       {"naca4", GeneratorKind::naca4}},
      "What is generated: the ONERA M6 half wing, a box, a channel with a bump or a wedge on its "
      "floor, a circular cylinder, or a NACA four-digit aerofoil or wing.");
  schema.add("target_vertices", target_vertices, "Number of vertices aimed at.", {.min = 8, .max = 2e9});
  box.describe(schema);
  onera_m6.describe(schema);
  bump.describe(schema);
  wedge.describe(schema);
  cylinder.describe(schema);
  naca4.describe(schema);
}

LoadedMesh load_mesh(const comm::Communicator& comm, const MeshOptions& options, log::Logger& log) {
  LoadedMesh mesh = options.file.empty() ? generate(comm, options) : read(comm, options.file);
  // Refined first: a plane mesh is one layer of prisms and hexahedra, which tetrahedra no longer tell.
  if (options.refine > 0) refine(comm, options, mesh, log);
  if (options.split_to_tets) {
    auto* cells = std::get_if<DistributedMesh>(&mesh);
    TRIREME_VALIDATE(cells != nullptr, ErrorKind::input,
                     "'" + options.file + "' cannot be split into tetrahedra",
                     "it holds a dual without cells", "leave mesh.split_to_tets off");
    mesh::split_to_tets(comm, *cells);
  }
  std::visit(
      [&](const auto& loaded) {
        for (const std::string& note : loaded.notes) log.info("note: " + note);
      },
      mesh);
  return mesh;
}

FlowMesh build_flow_mesh(const comm::Communicator& comm, LoadedMesh&& mesh, const PartitionOptions& options) {
  return std::visit([&](auto&& loaded) { return build_flow_mesh(comm, std::move(loaded), options); },
                    std::move(mesh));
}

FlowMesh load_flow_mesh(const comm::Communicator& comm, const MeshOptions& options, log::Logger& log) {
  LoadedMesh loaded = load_mesh(comm, options, log);
  if (const auto* cells = std::get_if<DistributedMesh>(&loaded); cells && options.file.empty())
    log.info(quality_line(measure_quality(comm, *cells)));
  FlowMesh mesh = build_flow_mesh(comm, std::move(loaded), options.partition);
  for (const std::string& note : mesh.notes) log.warn(note);
  return mesh;
}

}  // namespace trireme::mesh
