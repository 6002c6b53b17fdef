// SPDX-License-Identifier: Apache-2.0
// NAME_state.h5: a run between two steps, from which it can go on. An io checkpoint of kind "trireme-fun3d
// EQUATIONS" in the order of the mesh file, so that any number of ranks reads it:
//
//   field "state" [vertices, unknowns]; field "limiter" [vertices, unknowns] where the limiter was frozen;
//   scalars restart_version, mesh_hash (of the coordinates), mesh_edges, settings (the deck's options that
//   shape the flow), the members of PseudoTransientState, the steps of the CauchyWindow and the
//   SequencePlace.
//
// Called by case/checkpoints and case/flow_run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fun3d/case/cauchy_window.hpp"
#include "fun3d/case/sequence_place.hpp"
#include "fun3d/nonlinear/pseudo_transient_state.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

struct RestartData {
  std::vector<double> state;    // [n_owned, unknowns]
  std::vector<double> limiter;  // [n_owned, unknowns], empty where it was not frozen
  PseudoTransientState loop;
  std::vector<WatchedStep> watched;  // see CauchyWindow::steps
  SequencePlace place;               // of the mesh
  std::vector<std::string> changes;  // options that differ from the former run's, see case_settings
};

class RestartFile {
 public:
  // settings: of this run, by settings_text. The mesh must outlive the object. Collective.
  RestartFile(const comm::Communicator& comm, const mesh::FlowMesh& mesh, std::string_view equations,
              int n_unknowns, std::string settings);

  // The arguments are as in RestartData. Until it returns, `path` holds what it held before, whatever
  // happens. Collective. Throws Error (io).
  void write(const std::string& path, std::span<const double> state, std::span<const double> limiter,
             const PseudoTransientState& loop, std::span<const WatchedStep> watched,
             const SequencePlace& place = {}) const;

  // How many finer meshes were to follow that of `path` in its run; 0 for the run's own mesh. Collective.
  // Throws Error (input) when the file is no state of these equations.
  static int finer_meshes(const comm::Communicator& comm, const std::string& path,
                          std::string_view equations);

  // Collective. Throws Error (input) on all ranks when the file is missing, truncated or damaged, of a newer
  // version, of other equations or of another mesh.
  RestartData read(const std::string& path) const;

 private:
  std::span<const GlobalIndex> owned_ids() const;
  void check_mesh(const io::CheckpointReader& reader, const std::string& path) const;

  comm::Communicator comm_;
  const mesh::FlowMesh* mesh_;
  std::string kind_;
  int n_unknowns_;
  std::string settings_;
  std::string mesh_hash_;
};

}  // namespace trireme::flow
