// SPDX-License-Identifier: Apache-2.0
// Where in a sequence of meshes a run is: how many finer ones follow, and what the coarser ones took. Stored
// by case/restart_file, reported by case/run_report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "solvers/io/checkpoint.hpp"

namespace trireme::flow {

// What the solve on one mesh took.
struct LevelEnd {
  std::string mesh;  // its name
  std::string reason;
  std::int64_t vertices = 0, steps = 0, linear_iterations = 0, rejections = 0;
  double drop = 1;  // |R_0| / |R|
  double seconds = 0;
};

struct SequencePlace {
  int finer = 0;                  // meshes to come
  std::vector<LevelEnd> coarser;  // meshes behind

  std::int64_t steps_behind() const;
  double seconds_behind() const;

  // As scalars of a checkpoint; a file without them is of a run with one mesh. Collective.
  void save(io::CheckpointWriter& writer) const;
  static SequencePlace load(const io::CheckpointReader& reader);
};

// Everything but the seconds is the same on every rank, and these are the largest of any. Collective.
LevelEnd level_end(const comm::Communicator& comm, const std::string& mesh, std::int64_t vertices,
                   const PseudoTransientResult& end);

}  // namespace trireme::flow
