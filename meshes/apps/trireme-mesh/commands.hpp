// SPDX-License-Identifier: Apache-2.0
// The commands of trireme-mesh. All collective; results are printed and go into the run record.
#pragma once

#include <string>

#include "meshes/partition/load_flow_mesh.hpp"
#include "meshes/quality/mesh_quality.hpp"
#include "solvers/program/context.hpp"
#include "solvers/program/exit_code.hpp"

namespace trireme::mesh {

struct ProgramOptions {
  MeshOptions mesh;
  int parts = 2;
  std::string field;                          // VTKHDF file for the part of each vertex
  std::vector<std::string> expected_markers;  // that check compares with those of the mesh; empty: any

  void describe(options::Schema& schema);
};

// info [FILE]: counts, markers, metrics, quality, memory.
program::ExitCode show_info(program::Context& context, const MeshOptions& options);
// check [FILE]: all that core/mesh_findings knows, and what info prints when nothing is wrong. Throws
// Error(input) at the end when something is.
program::ExitCode check_mesh_file(program::Context& context, const ProgramOptions& options);
// convert IN OUT and generate OUT: what the options name, written as OUT's extension asks.
program::ExitCode write_mesh(program::Context& context, const MeshOptions& options, const std::string& out);
// partition [FILE]: what dividing among options.parts would cost.
program::ExitCode show_partition(program::Context& context, const ProgramOptions& options);

// Part of info and check: prints and records what a mesh consists of.
void report_mesh(program::Context& context, LoadedMesh&& loaded, const PartitionOptions& options);

// Part of info and generate: prints the quality of the cells and records it below mesh.quality.
void report_quality(program::Context& context, const MeshQuality& quality);

}  // namespace trireme::mesh
