// SPDX-License-Identifier: Apache-2.0
// Where a program's mesh comes from: a file of any known format or a generator. Called by trireme-fun3d and
// trireme-mesh.
#pragma once

#include <string>
#include <variant>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "meshes/core/raw_dual.hpp"
#include "meshes/generate/box.hpp"
#include "meshes/generate/bump.hpp"
#include "meshes/generate/cylinder.hpp"
#include "meshes/generate/naca4.hpp"
#include "meshes/generate/onera_m6.hpp"
#include "meshes/generate/wedge.hpp"
#include "meshes/partition/partition_options.hpp"
#include "solvers/log/logger.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::mesh {

enum class GeneratorKind { onera_m6, box, bump, wedge, cylinder, naca4 };

struct MeshOptions {
  std::string file;            // empty: the mesh is generated
  bool split_to_tets = false;  // prisms, pyramids and hexahedra become tetrahedra
  PartitionOptions partition;
  GeneratorKind generator = GeneratorKind::onera_m6;
  std::int64_t target_vertices = 20000;
  BoxOptions box;
  OneraM6Options onera_m6;
  BumpOptions bump;
  WedgeOptions wedge;
  CylinderOptions cylinder;
  Naca4Options naca4;
  int refine = 0;  // how often the mesh is refined uniformly

  // Section "mesh" with the sections of the generators below it.
  void describe(options::Schema& schema);
};

// Cells spread over the ranks, or a dual on rank 0.
using LoadedMesh = std::variant<DistributedMesh, RawDual>;

// Collective. Reads options.file (foreign formats on rank 0, which then scatters; the own format on all
// ranks) or generates; refines as often as the options ask, then splits the cells if options.split_to_tets.
// Repairs are printed as notes. Errors are the same on all ranks: kind input, with file, line or offset and
// value.
LoadedMesh load_mesh(const comm::Communicator& comm, const MeshOptions& options, log::Logger& log);

// Collective. The same, distributed for the flow solver. The quality of a generated mesh is printed in one
// line, and a warning when METIS failed.
FlowMesh load_flow_mesh(const comm::Communicator& comm, const MeshOptions& options, log::Logger& log);

// Collective. A mesh that is already there.
FlowMesh build_flow_mesh(const comm::Communicator& comm, LoadedMesh&& mesh, const PartitionOptions& options);

}  // namespace trireme::mesh
