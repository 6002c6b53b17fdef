// SPDX-License-Identifier: Apache-2.0
// Section sequencing of a flow deck: coarser meshes on which the flow is solved first, each solution being
// where the next mesh begins.
#pragma once

#include <string>
#include <vector>

#include "fun3d/nonlinear/pseudo_time_options.hpp"
#include "meshes/partition/load_flow_mesh.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct SequencingOptions {
  std::vector<std::string> meshes;  // files, the coarsest first
  int levels = 0;                   // coarser meshes made from section mesh
  double coarsening = 8;
  double residual_drop = 100;
  int max_steps = 100;
  double cfl_factor = 10;

  void describe(options::Schema& schema);
  // Throws Error (input) when options contradict one another or section mesh.
  void validate(const mesh::MeshOptions& mesh) const;
  // What holds on a coarser mesh in place of section pseudo_time.
  PseudoTimeOptions on_coarser_meshes(PseudoTimeOptions pseudo_time) const;
};

// One mesh of a run: how it is made and what messages call it.
struct MeshSource {
  std::string name;
  mesh::MeshOptions options;
};

// The meshes of a run, the coarsest first and that of section mesh last. With `levels`, refinements of
// section mesh are left out one by one, then, where it is generated, vertices: each mesh has `coarsening`
// times fewer. Local.
std::vector<MeshSource> mesh_sequence(const mesh::MeshOptions& mesh, const SequencingOptions& sequencing);

}  // namespace trireme::flow
