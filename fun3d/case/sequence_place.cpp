// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/sequence_place.hpp"

#include <cmath>

#include <fmt/format.h>

#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

namespace {

constexpr char finer_name[] = "sequence_finer";
constexpr char coarser_name[] = "sequence_coarser";

// The one list of what is stored of a coarser mesh.
template <class End, class Visit>
void visit_members(End& end, Visit&& visit) {
  visit("mesh", end.mesh);
  visit("reason", end.reason);
  visit("vertices", end.vertices);
  visit("steps", end.steps);
  visit("linear_iterations", end.linear_iterations);
  visit("rejections", end.rejections);
  visit("drop", end.drop);
  visit("seconds", end.seconds);
}

std::string name_of(std::size_t number, const char* member) {
  return fmt::format("sequence_{}_{}", number, member);
}

struct Reading {
  const io::CheckpointReader& reader;
  std::size_t number;
  void operator()(const char* member, std::string& value) const {
    value = reader.text(name_of(number, member));
  }
  void operator()(const char* member, std::int64_t& value) const {
    value = reader.integer(name_of(number, member));
  }
  void operator()(const char* member, double& value) const { value = reader.real(name_of(number, member)); }
};

}  // namespace

std::int64_t SequencePlace::steps_behind() const {
  std::int64_t steps = 0;
  for (const LevelEnd& end : coarser) steps += end.steps;
  return steps;
}

double SequencePlace::seconds_behind() const {
  double seconds = 0;
  for (const LevelEnd& end : coarser) seconds += end.seconds;
  return seconds;
}

void SequencePlace::save(io::CheckpointWriter& writer) const {
  writer.scalar(finer_name, static_cast<std::int64_t>(finer));
  writer.scalar(coarser_name, static_cast<std::int64_t>(coarser.size()));
  for (std::size_t number = 0; number < coarser.size(); ++number) {
    visit_members(coarser[number], [&](const char* member, const auto& value) {
      writer.scalar(name_of(number, member), value);
    });
  }
}

SequencePlace SequencePlace::load(const io::CheckpointReader& reader) {
  SequencePlace place;
  if (!reader.has_scalar(finer_name)) return place;
  place.finer = static_cast<int>(reader.integer(finer_name));
  const std::int64_t n_coarser = reader.integer(coarser_name);
  for (std::int64_t number = 0; number < n_coarser; ++number)
    visit_members(place.coarser.emplace_back(), Reading{reader, static_cast<std::size_t>(number)});
  return place;
}

LevelEnd level_end(const comm::Communicator& comm, const std::string& mesh, std::int64_t vertices,
                   const PseudoTransientResult& end) {
  return {.mesh = mesh,
          .reason = std::string(text_of(end.reason)),
          .vertices = vertices,
          .steps = end.steps,
          .linear_iterations = end.linear_iterations,
          .rejections = end.rejections,
          .drop = end.residual > 0 ? end.initial_residual / end.residual : HUGE_VAL,
          .seconds = comm::all_max(comm, end.seconds)};
}

}  // namespace trireme::flow
