// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/begin_state.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace trireme::flow {

template <class E>
RestartData begin_with_free_stream(const FlowSetup<E>& setup) {
  const auto n_owned = static_cast<std::size_t>(setup.mesh().n_owned);
  const auto free_stream = E::free_stream(setup.parameters);
  RestartData begin;
  begin.state.reserve(n_owned * E::n_unknowns);
  for (std::size_t vertex = 0; vertex < n_owned; ++vertex)
    begin.state.insert(begin.state.end(), free_stream.begin(), free_stream.end());
  return begin;
}

template <class E>
RestartData begin_with_flow(FlowSetup<E>& setup, std::vector<double> values, double cfl_factor) {
  RestartData begin;
  begin.state = std::move(values);
  const double free_stream = setup.loop.initial_norm(begin_with_free_stream(setup).state);
  const double norm = std::max(free_stream, setup.loop.residual_norm(begin.state));
  begin.loop.initial_residual = norm;
  begin.loop.cfl = CflLaw::memory_for(setup.loop.options(), norm, cfl_factor);
  return begin;
}

template <class E>
RestartData begin_with_file(program::Context& context, FlowSetup<E>& setup, const RestartFile& file,
                            const std::string& path) {
  RestartData begin = file.read(path);
  if (begin.changes.empty()) {
    context.log.info(fmt::format("continuing {} after step {}", path, begin.loop.steps));
    return begin;
  }
  context.log.info(fmt::format("beginning with the flow of {}, whose run had other options:", path));
  for (const std::string& change : begin.changes) context.log.info("  " + change);
  return begin_with_flow(setup, std::move(begin.state));
}

#define INSTANTIATE(E)                                                                          \
  template RestartData begin_with_free_stream<E>(const FlowSetup<E>&);                          \
  template RestartData begin_with_flow<E>(FlowSetup<E>&, std::vector<double>, double);          \
  template RestartData begin_with_file<E>(program::Context&, FlowSetup<E>&, const RestartFile&, \
                                          const std::string&);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
