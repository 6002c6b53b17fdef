// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/halo_exchange.hpp"

#include <complex>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/comm/reduction.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

// The uneven numbering of world.hpp over the ranks of the test.
struct Layout {
  Communicator comm = test::world();
  std::vector<GlobalIndex> offsets = test::uneven_offsets(comm.size());
  std::vector<GlobalIndex> ghosts = test::scattered_ghosts(offsets, comm.rank());
  GlobalIndex begin = offsets[static_cast<std::size_t>(comm.rank())];
  LocalIndex n_owned = static_cast<LocalIndex>(offsets[static_cast<std::size_t>(comm.rank()) + 1] - begin);
  std::shared_ptr<const ExchangePlan> plan =
      std::make_shared<const ExchangePlan>(build_exchange_plan(comm, begin, n_owned, ghosts));

  std::size_t owned() const { return static_cast<std::size_t>(n_owned); }
  std::size_t local() const { return owned() + ghosts.size(); }
  GlobalIndex id(std::size_t i) const {
    return i < owned() ? begin + static_cast<GlobalIndex>(i) : ghosts[i - owned()];
  }
};

template <class T>
T value_of(GlobalIndex id, int k) {
  return static_cast<T>(100 * id + k);
}

template <class T>
std::vector<T> owned_values(const Layout& layout, int block) {
  std::vector<T> values(layout.local() * static_cast<std::size_t>(block), T(-1));
  for (std::size_t i = 0; i < layout.owned(); ++i)
    for (int k = 0; k < block; ++k)
      values[i * static_cast<std::size_t>(block) + static_cast<std::size_t>(k)] =
          value_of<T>(layout.id(i), k);
  return values;
}

template <class T>
void expect_all_values(const Layout& layout, const std::vector<T>& values, int block) {
  for (std::size_t i = 0; i < layout.local(); ++i)
    for (int k = 0; k < block; ++k)
      EXPECT_EQ(values[i * static_cast<std::size_t>(block) + static_cast<std::size_t>(k)],
                value_of<T>(layout.id(i), k));
}

template <class T>
class HaloExchangeOf : public ::testing::Test {};
using Types = ::testing::Types<double, float, LocalIndex, GlobalIndex, short, std::complex<double>>;
TYPED_TEST_SUITE(HaloExchangeOf, Types);

TYPED_TEST(HaloExchangeOf, BringsGhostsUpToDateForAnyBlock) {
  const Layout layout;
  for (const int block : {1, 4, 5}) {
    HaloExchange<TypeParam> halo(layout.comm, layout.plan, block);
    for (int repeat = 0; repeat < 3; ++repeat) {
      auto values = owned_values<TypeParam>(layout, block);
      auto pending = halo.start(values);
      pending.finish();
      expect_all_values(layout, values, block);
    }
  }
}

TEST(HaloExchange, GhostsMayBeStoredApart) {
  const Layout layout;
  HaloExchange<double> halo(layout.comm, layout.plan, 2);
  const auto values = owned_values<double>(layout, 2);
  const std::vector<double> owned(values.begin(), values.begin() + 2 * layout.n_owned);
  std::vector<double> ghosts(2 * layout.ghosts.size());
  halo.start(owned, ghosts).finish();
  for (std::size_t g = 0; g < layout.ghosts.size(); ++g) {
    EXPECT_EQ(ghosts[2 * g], value_of<double>(layout.ghosts[g], 0));
    EXPECT_EQ(ghosts[2 * g + 1], value_of<double>(layout.ghosts[g], 1));
  }
}

TEST(HaloExchange, GhostsChangeOnlyAtFinishAndOwnedValuesAreFree) {
  const Layout layout;
  HaloExchange<GlobalIndex> halo(layout.comm, layout.plan, 1);
  auto values = owned_values<GlobalIndex>(layout, 1);
  auto pending = halo.start(values);
  for (std::size_t i = 0; i < layout.owned(); ++i) values[i] = 0;
  for (std::size_t i = layout.owned(); i < layout.local(); ++i) EXPECT_EQ(values[i], -1);
  pending.finish();
  for (std::size_t i = layout.owned(); i < layout.local(); ++i)
    EXPECT_EQ(values[i], value_of<GlobalIndex>(layout.id(i), 0));
  pending.finish();
}

TEST(HaloExchange, TheHandleFinishesWhenItGoes) {
  const Layout layout;
  auto values = owned_values<double>(layout, 3);
  {
    auto halo = std::make_unique<HaloExchange<double>>(layout.comm, layout.plan, 3);
    auto pending = halo->start(values);
    auto moved = std::move(pending);
    halo.reset();  // the handle keeps what it needs
  }
  expect_all_values(layout, values, 3);
}

TEST(HaloExchange, SeveralMayBeInFlightAndFinishInAnyOrder) {
  const Layout layout;
  HaloExchange<double> first(layout.comm, layout.plan, 1), second(layout.comm, layout.plan, 1);
  auto a = owned_values<double>(layout, 1), b = a;
  for (double& value : b) value *= 2;
  const bool swap = layout.comm.rank() % 2 == 1;
  auto pending_x = swap ? second.start(b) : first.start(a);
  auto pending_y = swap ? first.start(a) : second.start(b);
  pending_y.finish();
  pending_x.finish();
  expect_all_values(layout, a, 1);
  for (double& value : b) value /= 2;
  expect_all_values(layout, b, 1);
}

TEST(HaloExchange, TwoWithTheSameTagsWorkWhenStartedInTheSameOrder) {
  const Layout layout;
  HaloExchange<double> first(layout.comm, layout.plan, 1);
  for (int k = 2; k < Communicator::tag_count; ++k) layout.comm.next_tag();
  HaloExchange<double> second(layout.comm, layout.plan, 1);
  auto a = owned_values<double>(layout, 1), b = a;
  for (double& value : b) value *= 2;
  auto pending_a = first.start(a);
  auto pending_b = second.start(b);
  pending_b.finish();
  pending_a.finish();
  expect_all_values(layout, a, 1);
  for (double& value : b) value /= 2;
  expect_all_values(layout, b, 1);
}

// What part `part` adds to entry `id`: sums of these depend on their order.
double contribution(int part, GlobalIndex id) {
  return 1.0 / (3.0 + part + 7.0 * static_cast<double>(id)) + 1e5 * part;
}

TEST(HaloExchange, ReverseAddsInOrderOfRank) {
  const Layout layout;
  for (const bool apart : {false, true}) {
    HaloExchange<double> halo(layout.comm, layout.plan, 2);
    std::vector<double> values(2 * layout.local());
    for (std::size_t i = 0; i < layout.local(); ++i)
      for (std::size_t k = 0; k < 2; ++k)
        values[2 * i + k] = contribution(layout.comm.rank(), layout.id(i)) * static_cast<double>(k + 1);
    const auto before = values;
    const auto split = 2 * layout.owned();
    if (apart) {
      std::vector<double> owned(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(split));
      halo.start_reverse_add(owned, std::span<const double>(before).subspan(split)).finish();
      std::copy(owned.begin(), owned.end(), values.begin());
    } else {
      halo.start_reverse_add(values).finish();
    }
    for (std::size_t i = 0; i < layout.owned(); ++i)
      for (std::size_t k = 0; k < 2; ++k) {
        const double scale = static_cast<double>(k + 1);
        double expected = contribution(layout.comm.rank(), layout.id(i)) * scale;
        for (int part = 0; part < layout.comm.size(); ++part)
          if (std::ranges::count(test::scattered_ghosts(layout.offsets, part), layout.id(i)) > 0)
            expected += contribution(part, layout.id(i)) * scale;
        EXPECT_EQ(values[2 * i + k], expected);
      }
    for (std::size_t i = split; i < values.size(); ++i) EXPECT_EQ(values[i], before[i]);
  }
}

TEST(HaloExchange, AnExceptionInFlightLeavesValuesAloneAndTheNextExchangeRight) {
  const Layout layout;
  HaloExchange<double> halo(layout.comm, layout.plan, 1);
  for (int thrower = -1; thrower < layout.comm.size(); ++thrower) {  // -1: all ranks
    const bool throws = thrower == -1 || thrower == layout.comm.rank();
    auto values = owned_values<double>(layout, 1);
    const auto before = values;
    try {
      auto pending = halo.start(values);
      if (throws) throw std::runtime_error("interior failed");
      pending.finish();
      expect_all_values(layout, values, 1);
    } catch (const std::runtime_error&) {
      EXPECT_EQ(values, before);
    }
    try {
      auto pending = halo.start_reverse_add(values);
      if (throws) throw std::runtime_error("interior failed");
      pending.finish();
    } catch (const std::runtime_error&) {
      EXPECT_EQ(values, before);
    }
    values = owned_values<double>(layout, 1);
    halo.start(values).finish();
    expect_all_values(layout, values, 1);
  }
}

TEST(HaloExchange, InADestructorThatRunsWhileUnwindingStillFinishes) {
  const Layout layout;
  HaloExchange<double> halo(layout.comm, layout.plan, 1);
  auto values = owned_values<double>(layout, 1);
  struct ExchangesAtTheEnd {
    HaloExchange<double>& halo;
    std::vector<double>& values;
    ~ExchangesAtTheEnd() { const auto pending = halo.start(values); }
  };
  try {
    const ExchangesAtTheEnd at_the_end{halo, values};
    throw 1;
  } catch (int) {
  }
  expect_all_values(layout, values, 1);
}

TEST(HaloExchange, SendsTheMessagesAndBytesThatPlansInOneProcessCount) {
  const Layout layout;
  std::vector<std::vector<GlobalIndex>> ghosts;
  for (int part = 0; part < layout.comm.size(); ++part)
    ghosts.push_back(test::scattered_ghosts(layout.offsets, part));
  GlobalIndex messages = 0, bytes = 0;
  for (const ExchangePlan& plan : build_exchange_plans(layout.offsets, ghosts)) {
    messages += plan.messages();
    bytes += plan.bytes_per_exchange(5 * sizeof(double));
  }
  EXPECT_GE(messages, layout.comm.size() - 1);

  HaloExchange<double> halo(layout.comm, layout.plan, 5);
  auto values = owned_values<double>(layout, 5);
  for (int repeat = 1; repeat <= 3; ++repeat) {
    halo.start(values).finish();
    EXPECT_EQ(all_sum(layout.comm, halo.received().messages), repeat * messages);
    EXPECT_EQ(all_sum(layout.comm, halo.received().bytes), repeat * bytes);
  }
  halo.start_reverse_add(values).finish();
  EXPECT_EQ(all_sum(layout.comm, halo.received().messages), 4 * messages);
  EXPECT_EQ(all_sum(layout.comm, halo.received().bytes), 4 * bytes);
}

TEST(HaloExchange, OfManyValuesPacksOnSeveralThreads) {
  const auto comm = test::world();
  const LocalIndex n = 20000;
  const GlobalIndex begin = GlobalIndex{n} * comm.rank();
  std::vector<GlobalIndex> ghosts;  // all that the next rank (cyclic) owns
  const int next = (comm.rank() + 1) % comm.size();
  if (comm.size() > 1)
    for (LocalIndex i = 0; i < n; ++i) ghosts.push_back(GlobalIndex{n} * next + i);
  HaloExchange<double> halo(
      comm, std::make_shared<const ExchangePlan>(build_exchange_plan(comm, begin, n, ghosts)), 4);
  std::vector<double> values((static_cast<std::size_t>(n) + ghosts.size()) * 4);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n) * 4; ++i)
    values[i] = static_cast<double>(4 * begin) + static_cast<double>(i);
  halo.start(values).finish();
  for (std::size_t g = 0; g < ghosts.size() * 4; ++g)
    ASSERT_EQ(values[static_cast<std::size_t>(n) * 4 + g],
              static_cast<double>(4 * GlobalIndex{n} * next) + static_cast<double>(g));
}

// Every rank's ghosts are all entries of all ranks, own ones too, and each twice: what periodic images are.
struct Images {
  Communicator comm = test::world();
  LocalIndex n_owned = comm.rank() == 1 ? 0 : 3;
  GlobalIndex begin = exclusive_scan_sum(comm, static_cast<GlobalIndex>(n_owned));
  GlobalIndex total = all_sum(comm, static_cast<GlobalIndex>(n_owned));
  std::vector<GlobalIndex> ids() const {
    std::vector<GlobalIndex> twice;
    for (GlobalIndex id = 0; id < total; ++id) twice.insert(twice.end(), 2, id);
    return twice;
  }
  std::shared_ptr<const ExchangePlan> plan = std::make_shared<const ExchangePlan>(
      build_exchange_plan(comm, begin, n_owned, ids(), GhostIds::images));
};

TEST(HaloExchange, CopiesOwnEntriesToTheirImages) {
  const Images layout;
  const auto ids = layout.ids();
  ASSERT_EQ(layout.plan->n_ghost(), static_cast<LocalIndex>(ids.size()));
  EXPECT_EQ(layout.plan->own_images().has_value(), layout.n_owned > 0);
  for (const Neighbour& n : layout.plan->neighbours()) EXPECT_NE(n.rank, layout.comm.rank());
  HaloExchange<double> halo(layout.comm, layout.plan, 2);
  std::vector<double> values(2 * static_cast<std::size_t>(layout.plan->n_local()), -1.0);
  for (LocalIndex i = 0; i < 2 * layout.n_owned; ++i)
    values[static_cast<std::size_t>(i)] = static_cast<double>(2 * layout.begin + i);
  halo.start(values).finish();
  for (std::size_t g = 0; g < ids.size(); ++g) {
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(values[2 * (static_cast<std::size_t>(layout.n_owned) + g) + k],
                static_cast<double>(2 * ids[g] + static_cast<GlobalIndex>(k)));
    }
  }
  // What travels is counted, copies are not.
  EXPECT_EQ(all_sum(layout.comm, halo.received().bytes),
            all_sum(layout.comm, layout.plan->bytes_per_exchange(2 * sizeof(double))));
  EXPECT_EQ(halo.received().bytes, GlobalIndex{2 * 2 * sizeof(double)} * (layout.total - layout.n_owned));
}

TEST(HaloExchange, AddsImagesToTheirEntries) {
  const Images layout;
  HaloExchange<double> halo(layout.comm, layout.plan, 1);
  std::vector<double> values(static_cast<std::size_t>(layout.plan->n_local()), 0.0);
  for (LocalIndex g = layout.n_owned; g < layout.plan->n_local(); ++g)
    values[static_cast<std::size_t>(g)] = 1.0 + layout.comm.rank();
  halo.start_reverse_add(values).finish();
  const double size = layout.comm.size();
  for (LocalIndex i = 0; i < layout.n_owned; ++i)
    EXPECT_EQ(values[static_cast<std::size_t>(i)], size * (size + 1));
}

}  // namespace
}  // namespace trireme::comm
