// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/start_messages.hpp"

#include <fmt/format.h>

#include "fun3d/case/ignored_options.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::flow {

void warn_of_ignored_options(program::Context& context, const FlowCase& flow_case) {
  for (const std::string& sentence : ignored_options(flow_case)) context.log.warn(sentence);
}

void say_defaults_are_solved(program::Context& context, const FlowCase& flow_case) {
  if (!context.deck.empty() || !flow_case.mesh.file.empty()) return;
  context.log.info(fmt::format(
      "no deck and no mesh file are given: solving on a generated mesh of about {} vertices, with "
      "defaults where nothing else is said; files go to {}",
      flow_case.mesh.target_vertices, flow_case.output.path("_...")));
}

void say_what_is_solved(program::Context& context, const std::vector<FlowLevel>& levels) {
  for (std::size_t level = 0; level + 1 < levels.size(); ++level) {
    const mesh::FlowMesh& coarse = *levels[level].mesh;
    context.log.info(fmt::format("coarser mesh {}: {} vertices, {} edges", levels[level].name,
                                 coarse.n_global, coarse.n_edges_global));
  }
  const mesh::FlowMesh& mesh = *levels.back().mesh;
  context.log.info(fmt::format("mesh: {} vertices, {} edges on {} ranks of {} threads", mesh.n_global,
                               mesh.n_edges_global, context.comm.size(), threads::max_threads()));
  const std::vector<BoundaryCondition>& conditions = levels.back().conditions;
  for (std::size_t marker = 0; marker < conditions.size(); ++marker) {
    context.log.info(
        fmt::format("boundary {}: {}", mesh.marker_names[marker], name_of(conditions[marker].kind)));
  }
}

void warn_of_flat_stencils(program::Context& context, const MeshPlan& plan) {
  const auto flat = comm::all_sum(context.comm, static_cast<GlobalIndex>(plan.gradients().n_degenerate()));
  if (flat == 0) return;
  context.log.warn(
      fmt::format("{} vertices have neighbours only in a plane or on a line; their gradients vanish in the "
                  "other directions",
                  flat));
}

}  // namespace trireme::flow
