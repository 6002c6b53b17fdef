// SPDX-License-Identifier: Apache-2.0
// What is counted from plans of one process against what MPI is asked to send, by its profiling interface.
#include "amg/cycle/message_counts.hpp"

#include <gtest/gtest.h>

#include "amg/cycle/multigrid.hpp"
#include "amg/hierarchy/build_hierarchy.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/amg/matrices.hpp"
#include "tests/support/sent_messages.hpp"

namespace trireme::amg {
namespace {

// Values that no two couplings share, so that rounding decides nothing.
test::RowOf system() {
  const auto rows = test::laplacian(9, 8, 9, test::Stencil::box);
  const auto d = [](GlobalIndex id) { return 1 + 0.1 * symmetric_hash(5, id, 0); };
  return [=](GlobalIndex id) {
    auto row = rows(id);
    for (auto& entry : row) entry.value *= d(id) * d(entry.column);
    return row;
  };
}

TEST(CycleMessages, AreThoseThatMpiIsAskedToSend) {
  const GlobalIndex n = 9 * 8 * 9;
  const auto here = test::make_square(n, system());
  auto alone = test::make_square(n, system(), test::alone());
  for (const int limit : {0, 40, 1000}) {
    SetupOptions options;
    options.coarse_size = 8;
    options.max_row_sum = 1;
    options.process_eq_limit = limit;
    const auto multigrid = make_multigrid(build_hierarchy(here.view(), options), {});
    std::vector<double> r(static_cast<std::size_t>(here.rows->n_owned()), 1.0), z(r.size());
    auto& sent = trireme::test::sent;
    sent.messages = sent.bytes = sent.reductions = 0;
    multigrid->apply(r, z);
    const auto found = sent;
    const auto counted =
        count_cycle_messages(build_hierarchy(alone.view(), options), here.rows->offsets, limit);
    EXPECT_EQ(comm::all_sum(test::world(), found.messages), counted.messages) << limit;
    EXPECT_EQ(comm::all_sum(test::world(), found.bytes), counted.values * GlobalIndex{sizeof(double)})
        << limit;
    EXPECT_EQ(found.reductions, counted.reductions) << limit;
    EXPECT_EQ(counted.messages > 0, test::world().size() > 1 && counted.levels[0].parts > 1);
    if (limit == 1000) {
      EXPECT_EQ(counted.levels[1].parts, 1);
    }
  }
}

TEST(CycleMessages, AreFewerOnGatheredLevels) {
  auto alone = test::make_square(9 * 8 * 9, system(), test::alone());
  SetupOptions options;
  options.coarse_size = 8;
  options.max_row_sum = 1;
  const auto hierarchy = build_hierarchy(alone.view(), options);
  std::vector<GlobalIndex> offsets;
  for (int part = 0; part <= 64; ++part) offsets.push_back(part * alone.rows->n_global() / 64);
  const auto spread = count_cycle_messages(hierarchy, offsets, 0),
             gathered = count_cycle_messages(hierarchy, offsets, 50);
  EXPECT_LT(gathered.levels[1].parts, 10);
  EXPECT_LT(gathered.messages, spread.messages);
  EXPECT_EQ(gathered.levels[0].matrix.messages, spread.levels[0].matrix.messages);
  EXPECT_EQ(count_cycle_messages(hierarchy, {0, alone.rows->n_global()}, 50).messages, 0);
}

}  // namespace
}  // namespace trireme::amg
