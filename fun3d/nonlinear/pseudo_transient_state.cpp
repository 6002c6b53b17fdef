// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/pseudo_transient_state.hpp"

#include <bit>

#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/io/state_hash.hpp"

namespace trireme::flow {

namespace {

constexpr char checksum_name[] = "loop_checksum";

// The one list of what is stored, in the order of the checksum.
template <class State, class Visit>
void visit_members(State& state, Visit&& visit) {
  visit("steps", state.steps);
  visit("linear_iterations", state.linear_iterations);
  visit("rejections", state.rejections);
  visit("seconds", state.seconds);
  visit("initial_residual", state.initial_residual);
  visit("cfl_initial_norm", state.cfl.initial_norm);
  visit("cfl", state.cfl.cfl);
  visit("cfl_cut", state.cfl.cut);
  visit("forcing_norm", state.forcing.norm);
  visit("forcing_tolerance", state.forcing.tolerance);
  visit("first_order", state.first_order);
  visit("limiter_frozen", state.limiter_frozen);
  visit("phase_steps", state.phase_steps);
  visit("least_residual", state.least_residual);
  visit("steps_without_gain", state.steps_without_gain);
}

class Checksum {
 public:
  void operator()(const char*, double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void operator()(const char*, bool value) { add(value ? 1 : 0); }
  void operator()(const char*, std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  std::string text() const { return io::hash_text(sum_); }

 private:
  void add(std::uint64_t bits) { sum_ = mix_bits(sum_ ^ bits); }
  std::uint64_t sum_ = 0;
};

std::string checksum_of(const PseudoTransientState& state) {
  Checksum checksum;
  visit_members(state, checksum);
  return checksum.text();
}

struct Writing {
  io::CheckpointWriter& writer;
  void operator()(const char* name, double value) const { writer.scalar(name, value); }
  void operator()(const char* name, std::int64_t value) const { writer.scalar(name, value); }
  void operator()(const char* name, bool value) const { writer.scalar(name, std::int64_t{value}); }
};

struct Reading {
  const io::CheckpointReader& reader;
  void operator()(const char* name, double& value) const { value = reader.real(name); }
  void operator()(const char* name, std::int64_t& value) const { value = reader.integer(name); }
  void operator()(const char* name, bool& value) const { value = reader.integer(name) != 0; }
};

}  // namespace

void PseudoTransientState::save(io::CheckpointWriter& writer) const {
  visit_members(*this, Writing{writer});
  writer.scalar(checksum_name, checksum_of(*this));
}

PseudoTransientState PseudoTransientState::load(const io::CheckpointReader& reader, const std::string& path) {
  PseudoTransientState state;
  visit_members(state, Reading{reader});
  if (reader.text(checksum_name) != checksum_of(state)) {
    throw Error(ErrorKind::input, path + ": the history of the run in it is damaged",
                "its numbers do not give the checksum stored with them", "use an earlier checkpoint");
  }
  return state;
}

}  // namespace trireme::flow
