// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/step_history.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::flow {

std::vector<std::string> wall_names(const FlowLevel& level) {
  std::vector<std::string> names;
  for (std::size_t marker = 0; marker < level.conditions.size(); ++marker) {
    if (level.conditions[marker].kind == BoundaryKind::slip_wall)
      names.push_back(level.mesh->marker_names[marker]);
  }
  return names;
}

template <class E>
StepHistory<E>::StepHistory(program::Context& context, const OutputOptions& output, const FlowSetup<E>& setup,
                            const std::vector<std::string>& walls, int level, const SequencePlace& place,
                            std::int64_t first_step)
    : context_(context),
      setup_(setup),
      level_(level),
      steps_behind_(place.steps_behind()),
      seconds_behind_(place.seconds_behind()) {
  const std::vector<std::string>& markers = setup.mesh().marker_names;
  for (const std::string& wall : walls) {
    const auto marker = std::find(markers.begin(), markers.end(), wall);
    walls_.push_back(static_cast<std::size_t>(marker - markers.begin()));
  }
  comm::run_on_root(context.comm, [&] {
    if (!output.history) return;
    history_.emplace(output.path("_history.csv"), E::n_unknowns, walls,
                     static_cast<int>(steps_behind_ + first_step));
  });
}

template <class E>
HistoryRow StepHistory<E>::record(const StepRecord& step) {
  const auto by_marker =
      setup_.forces.template by_marker<E>(setup_.parameters, setup_.residual.local_state());
  HistoryRow row{.step = step,
                 .number = steps_behind_ + step.step,
                 .level = level_,
                 .seconds = seconds_behind_ + step.seconds,
                 .residuals = residuals_by_equation(step.state_residual),
                 .all = total(by_marker)};
  if constexpr (!E::positive_unknowns.empty())
    row.fallback_vertices = setup_.residual.fallback_vertices(0).n_vertices;
  for (const std::size_t wall : walls_) row.by_wall.push_back(by_marker[wall]);
  nlohmann::json entry = json_of(row);
  entry["state_hash"] = hash(step.state);
  context_.record.append("history", std::move(entry));
  comm::CollectiveGuard(context_.comm).run([&] {
    if (history_) history_->append(row);
  });
  return row;
}

// Norms over all vertices of the rows of R [n_owned, N]; their squares add up to |R| squared.
template <class E>
std::vector<double> StepHistory<E>::residuals_by_equation(std::span<const double> residual) const {
  constexpr std::size_t N = E::n_unknowns;
  std::vector<double> squares(N, 0.0);
  threads::fixed_chunk_sums(setup_.mesh().n_owned, std::span<double>(squares),
                            [&](LocalIndex begin, LocalIndex end, std::span<double> out) {
                              for (std::size_t i = begin * N; i < end * N; ++i)
                                out[i % N] += residual[i] * residual[i];
                            });
  comm::all_sum_in_place(context_.comm, std::span<double>(squares));
  for (double& value : squares) value = std::sqrt(value);
  return squares;
}

template <class E>
std::string StepHistory<E>::hash(std::span<const double> state) const {
  const mesh::FlowMesh& mesh = setup_.mesh();
  return io::hash_text(
      io::state_hash(context_.comm, state, E::n_unknowns,
                     std::span(mesh.original_id).first(static_cast<std::size_t>(mesh.n_owned))));
}

#define INSTANTIATE(E) template class StepHistory<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
