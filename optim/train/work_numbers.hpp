// SPDX-License-Identifier: Apache-2.0
// The counts of work among the numbers of a state that a run goes on from. Called by every method that saves
// one.
#pragma once

#include "optim/problem/sample_objective.hpp"
#include "optim/train/iterate.hpp"

namespace trireme::optim {

inline void save_work(const SampleWork& work, OptimizerState& state) {
  state.numbers["work_gradients"] = static_cast<double>(work.gradients);
  state.numbers["work_products"] = static_cast<double>(work.products);
  state.numbers["work_sweeps"] = static_cast<double>(work.sweeps);
  state.numbers["work_reductions"] = static_cast<double>(work.reductions);
  state.numbers["work_vector_reductions"] = static_cast<double>(work.vector_reductions);
  state.numbers["work_reduced_bytes"] = static_cast<double>(work.reduced_bytes);
}

inline SampleWork work_of(const OptimizerState& state) {
  const auto count = [&](const char* name) { return static_cast<std::int64_t>(state.number(name)); };
  SampleWork work;
  work.gradients = count("work_gradients");
  work.products = count("work_products");
  work.sweeps = count("work_sweeps");
  work.reductions = count("work_reductions");
  work.vector_reductions = count("work_vector_reductions");
  work.reduced_bytes = count("work_reduced_bytes");
  return work;
}

}  // namespace trireme::optim
