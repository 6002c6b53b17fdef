// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/manufactured_case.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

template <class E>
ManufacturedCase<E>::ManufacturedCase(const mesh::FlowMesh& mesh, const BoundaryPlan& boundary,
                                      const typename E::Parameters& parameters,
                                      const ExactSolution<E>& solution)
    : mesh_(mesh) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    const auto v = static_cast<std::size_t>(vertex);
    const ExactValues<E> values = exact_values_at<E>(parameters, solution, &mesh.coordinates[3 * v]);
    exact_.insert(exact_.end(), values.state.begin(), values.state.end());
    for (const double source : values.source) forcing_.source.push_back(source * mesh.volumes[v]);
  }
  for (const LocalIndex vertex : boundary.exact().vertices) {
    const double* q = &exact_[static_cast<std::size_t>(vertex) * N];
    forcing_.exact_state.insert(forcing_.exact_state.end(), q, q + N);
  }
}

template <class E>
std::vector<ErrorNorms> ManufacturedCase<E>::errors(const comm::Communicator& comm,
                                                    std::span<const double> state) const {
  constexpr std::size_t N = E::n_unknowns;
  std::vector<double> sums(2 * N + 1, 0.0);  // absolute errors, their squares, the volume
  std::vector<ErrorNorms> norms(N);
  for (std::size_t v = 0; v < static_cast<std::size_t>(mesh_.n_owned); ++v) {
    const double volume = mesh_.volumes[v];
    sums[2 * N] += volume;
    for (std::size_t k = 0; k < N; ++k) {
      const double error = std::abs(state[v * N + k] - exact_[v * N + k]);
      sums[k] += volume * error;
      sums[N + k] += volume * error * error;
      norms[k].linf = std::max(norms[k].linf, error);
    }
  }
  comm::all_sum_in_place(comm, std::span<double>(sums));
  for (std::size_t k = 0; k < N; ++k) {
    norms[k].l1 = sums[k] / sums[2 * N];
    norms[k].l2 = std::sqrt(sums[N + k] / sums[2 * N]);
    norms[k].linf = comm::all_max(comm, norms[k].linf);
  }
  return norms;
}

template <class E>
void report_errors(program::Context& context, const ManufacturedCase<E>& manufactured,
                   std::span<const double> state) {
  const std::vector<ErrorNorms> norms = manufactured.errors(context.comm, state);
  nlohmann::json by_unknown = nlohmann::json::object();
  context.log.info(fmt::format("{:>12} {:>12} {:>12} {:>12}", "error of", "L1", "L2", "Linf"));
  for (std::size_t k = 0; k < norms.size(); ++k) {
    const auto& [l1, l2, linf] = norms[k];
    by_unknown[std::string(E::unknown_names[k])] = {{"l1", l1}, {"l2", l2}, {"linf", linf}};
    context.log.info(fmt::format("{:>12} {:>12.5e} {:>12.5e} {:>12.5e}", E::unknown_names[k], l1, l2, linf));
  }
  context.record.set("errors", by_unknown);
}

#define INSTANTIATE(E)                \
  template class ManufacturedCase<E>; \
  template void report_errors<E>(program::Context&, const ManufacturedCase<E>&, std::span<const double>);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
