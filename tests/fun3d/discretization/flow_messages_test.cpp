// SPDX-License-Identifier: Apache-2.0
// What is counted from plans of one process against what MPI is asked to send in an evaluation of the
// residual, by its profiling interface.
#include "fun3d/discretization/flow_messages.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/residual.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/support/sent_messages.hpp"

namespace trireme::flow {
namespace {

TEST(FlowMessages, AreThoseThatMpiIsAskedToSend) {
  using E = IncompressibleEuler;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto here = test::box_mesh(comm, 6), alone = test::box_mesh(comm::Communicator::self(), 6);
  const MeshPlan plan(comm, here, test::channel_kinds(), GradientWeights::unweighted);
  const std::vector<double> q = test::smooth_state<E>(*here, here->n_owned);
  std::vector<double> result(q.size());
  Residual<E> residual(comm, plan, test::sample_parameters<E>(), Order::second);
  auto& sent = trireme::test::sent;
  sent.messages = sent.bytes = sent.reductions = 0;
  residual.evaluate(q, result);
  const auto found = sent;

  // Cut the whole mesh as the ranks have it.
  const auto ids = comm::all_gather(
      comm, std::span<const GlobalIndex>(here->original_id).first(static_cast<std::size_t>(here->n_owned)));
  const auto sizes = comm::all_gather(comm, std::span<const LocalIndex>(&here->n_owned, 1));
  std::vector<int> part_of_id(ids.size()), part_of(ids.size());
  for (std::size_t rank = 0, at = 0; rank < sizes.size(); ++rank)
    for (LocalIndex k = 0; k < sizes[rank]; ++k, ++at)
      part_of_id[static_cast<std::size_t>(ids[at])] = static_cast<int>(rank);
  for (std::size_t vertex = 0; vertex < part_of.size(); ++vertex)
    part_of[vertex] = part_of_id[static_cast<std::size_t>(alone->original_id[vertex])];
  const FlowMessages counted = count_flow_messages(*alone, part_of, comm.size());

  EXPECT_EQ(comm::all_sum(comm, found.messages), exchanges_per_residual * counted.messages);
  EXPECT_EQ(comm::all_sum(comm, found.bytes), residual_bytes(counted.values, E::n_unknowns));
  EXPECT_EQ(comm::all_max(comm, found.messages), exchanges_per_residual * counted.most_messages);
  EXPECT_EQ(comm::all_max(comm, found.bytes), residual_bytes(counted.most_values, E::n_unknowns));
  EXPECT_EQ(found.reductions, 0);
  EXPECT_EQ(comm::all_max(comm, GlobalIndex{here->n_edges()}), counted.most_edges);
  EXPECT_EQ(comm::all_sum(comm, GlobalIndex{here->n_edges()}), counted.all_edges);
  EXPECT_EQ(counted.messages > 0, comm.size() > 1);
}

TEST(FlowMessages, GrowWithTheNumberOfParts) {
  const auto mesh = test::box_mesh(comm::Communicator::self(), 6);
  GlobalIndex before = -1;
  for (const int parts : {1, 2, 8, 64}) {
    const auto part_of = partition_for_counting(*mesh, parts);
    const FlowMessages counted = count_flow_messages(*mesh, part_of, parts);
    EXPECT_GT(counted.values, before);
    EXPECT_GE(counted.edge_imbalance(), 1.0);
    EXPECT_GE(counted.most_edges * parts, GlobalIndex{mesh->n_edges()});
    before = counted.values;
  }
}

}  // namespace
}  // namespace trireme::flow
