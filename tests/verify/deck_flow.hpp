// SPDX-License-Identifier: Apache-2.0
// A deck solved in the test's own process, with the solution at hand as points. Used by the tests of
// jobs/cases/fun3d, whose folder CMake gives them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/case/flow_case.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/log/logger.hpp"
#include "tests/fun3d/support/flow_run.hpp"

namespace trireme::verify {

inline void read_case(flow::FlowCase& flow_case, const std::string& deck,
                      const std::vector<std::string>& assignments) {
  options::Schema schema;
  flow_case.describe(schema);
  schema.read_deck(deck);
  for (const std::string& assignment : assignments) schema.set(assignment, "test");
}

// An owned vertex: place, dual volume, unknowns.
template <class E>
struct Sample {
  mesh::Point at{};
  double volume = 0;
  flow::State<E::n_unknowns> q{};
};

template <class E>
struct DeckFlow {
  flow::FlowCase flow_case;
  typename E::Parameters parameters;
  flow::PseudoTransientResult end;
  flow::ForceCoefficients forces;
  std::vector<Sample<E>> samples;  // all vertices, on every rank, by original number
  std::vector<bool> on_wall;       // [samples] at slip walls, not at planes of symmetry
};

// deck: the file's path. Collective over PETSC_COMM_WORLD.
template <class E>
std::unique_ptr<DeckFlow<E>> solve_deck(const std::string& deck,
                                        const std::vector<std::string>& assignments) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  auto result = std::make_unique<DeckFlow<E>>();
  read_case(result->flow_case, deck, assignments);
  log::Logger log = log::Logger::standard(comm);
  const auto mesh =
      std::make_shared<const mesh::FlowMesh>(mesh::load_flow_mesh(comm, result->flow_case.mesh, log));
  const auto conditions = flow::resolve_boundaries(mesh->marker_names, result->flow_case.boundary);
  result->parameters = flow::parameters_of<E>(result->flow_case.flow);
  flow::test::FlowRunOf<E> run(comm, mesh, conditions, result->flow_case);
  result->end = run.run();
  result->forces = run.steps.back().forces;
  log.line(deck + ": " + std::to_string(mesh->n_global) + " vertices, " + std::to_string(result->end.steps) +
           " steps, drop " + std::to_string(result->end.drop));

  // Local facets of a wall mark their vertices.
  std::vector<char> wall(static_cast<std::size_t>(mesh->n_local()), 0);
  for (LocalIndex f = 0; f < mesh->n_facets(); ++f) {
    const auto marker = static_cast<std::size_t>(mesh->facet_marker[static_cast<std::size_t>(f)]);
    if (conditions[marker].kind != flow::BoundaryKind::slip_wall) continue;
    for (std::size_t i = 0; i < 3; ++i)
      wall[static_cast<std::size_t>(mesh->facets[3 * static_cast<std::size_t>(f) + i])] = 1;
  }
  struct Packed {
    GlobalIndex id;
    double at_wall;
    Sample<E> sample;
  };
  std::vector<Packed> mine;
  for (std::size_t v = 0; v < static_cast<std::size_t>(mesh->n_owned); ++v) {
    Packed packed{mesh->original_id[v], static_cast<double>(wall[v]), {}};
    for (std::size_t axis = 0; axis < 3; ++axis) packed.sample.at[axis] = mesh->coordinates[3 * v + axis];
    packed.sample.volume = mesh->volumes[v];
    constexpr auto N = static_cast<std::size_t>(E::n_unknowns);
    for (std::size_t k = 0; k < N; ++k) packed.sample.q[k] = run.state[N * v + k];
    mine.push_back(packed);
  }
  auto all = comm::all_gather(comm, std::span<const Packed>(mine));
  std::sort(all.begin(), all.end(), [](const Packed& a, const Packed& b) { return a.id < b.id; });
  for (const Packed& packed : all) {
    result->samples.push_back(packed.sample);
    result->on_wall.push_back(packed.at_wall > 0);
  }
  return result;
}

}  // namespace trireme::verify
