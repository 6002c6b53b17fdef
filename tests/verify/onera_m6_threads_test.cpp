// SPDX-License-Identifier: Apache-2.0
// The same bits on every step for 1, 2 and 4 threads, by the hash of the state.
#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/threads/thread_count.hpp"
#include "tests/support/test_data.hpp"
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::flow {
namespace {

TEST(OneraM6Threads, EveryStepHasTheSameBits) {
  TRIREME_DATA_FILE(file, verify::mesh_a_dual);
  const comm::Communicator comm(PETSC_COMM_WORLD);
  std::vector<test::FlowStep> first;
  for (const int threads : {1, 2, 4}) {
    const threads::ThreadCountScope scope(threads);
    const auto run = verify::load(comm, verify::mesh_a_case(file));
    run->run();
    if (threads == 1) first = run->steps;
    ASSERT_EQ(run->steps.size(), first.size());
    for (std::size_t step = 0; step < first.size(); ++step) {
      EXPECT_EQ(run->steps[step].state_hash, first[step].state_hash) << threads << " threads, step " << step;
      EXPECT_EQ(run->steps[step].residual, first[step].residual);
      EXPECT_EQ(run->steps[step].forces.lift, first[step].forces.lift);
    }
    // The hash sees the state: steps differ.
    EXPECT_NE(first[0].state_hash, first[1].state_hash);
  }
}

}  // namespace
}  // namespace trireme::flow
