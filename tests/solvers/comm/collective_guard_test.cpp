// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/collective_guard.hpp"

#include <functional>
#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

struct Outcome {
  bool failed = false;
  ErrorKind kind{};
  std::string text;
};

Outcome outcome_of(const std::function<void()>& call) {
  try {
    call();
    return {};
  } catch (const Error& error) {
    return {true, error.kind(), error.what()};
  }
}

void expect_on_every_rank(const Communicator& comm, const Outcome& outcome, ErrorKind kind,
                          const std::string& text) {
  EXPECT_TRUE(outcome.failed);
  EXPECT_EQ(outcome.kind, kind);
  EXPECT_EQ(outcome.text, text);
  // The ranks left the guard together: a collective still works.
  EXPECT_EQ(all_sum(comm, 1), comm.size());
}

TEST(CollectiveGuard, ReturnsWhatThePhaseReturns) {
  const auto comm = test::world();
  const CollectiveGuard guard(comm);
  EXPECT_EQ(guard.run([&] { return comm.rank() + 10; }), comm.rank() + 10);
  int runs = 0;
  guard.run([&] { ++runs; });
  EXPECT_EQ(runs, 1);
  const auto moved = guard.run([] { return std::make_unique<int>(3); });
  EXPECT_EQ(*moved, 3);
}

TEST(CollectiveGuard, AnyRankThatThrowsStopsAll) {
  const auto comm = test::world();
  const CollectiveGuard guard(comm);
  for (int thrower = 0; thrower < comm.size(); ++thrower) {
    const auto outcome = outcome_of([&] {
      guard.run([&] {
        if (comm.rank() == thrower) throw Error(ErrorKind::io, "disk", "full", "delete");
      });
    });
    const std::string prefix = comm.size() > 1 ? "rank " + std::to_string(thrower) + ": " : "";
    expect_on_every_rank(comm, outcome, ErrorKind::io, prefix + "disk (full) -> delete");
  }
}

TEST(CollectiveGuard, ACommonTextComesWithoutRank) {
  const auto comm = test::world();
  const auto outcome =
      outcome_of([&] { CollectiveGuard(comm).run([] { throw Error(ErrorKind::input, "no such file"); }); });
  expect_on_every_rank(comm, outcome, ErrorKind::input, "no such file");
}

TEST(CollectiveGuard, OfSeveralFailuresTheLowestRankSpeaks) {
  const auto comm = test::world();
  if (comm.size() < 2) GTEST_SKIP() << "needs two ranks";
  const auto outcome = outcome_of([&] {
    CollectiveGuard(comm).run([&] {
      if (comm.rank() >= 1)
        throw Error(ErrorKind(2 + comm.rank()), "failure of " + std::to_string(comm.rank()));
    });
  });
  expect_on_every_rank(comm, outcome, ErrorKind(3), "rank 1: failure of 1");
}

TEST(CollectiveGuard, ForeignExceptionsAreInternalErrors) {
  const auto comm = test::world();
  const CollectiveGuard guard(comm);
  expect_on_every_rank(comm, outcome_of([&] { guard.run([] { throw std::out_of_range("index"); }); }),
                       ErrorKind::internal, "index");
  expect_on_every_rank(comm, outcome_of([&] { guard.run([] { throw 42; }); }), ErrorKind::internal,
                       "an exception of unknown type");
  const auto outcome = outcome_of([&] { guard.run([] { throw std::bad_alloc(); }); });
  EXPECT_EQ(outcome.kind, ErrorKind::internal);
  EXPECT_EQ(outcome.text.rfind("out of memory", 0), 0u) << outcome.text;
}

TEST(CollectiveGuard, NestedPhasesFailTogetherWhereverARankThrows) {
  const auto comm = test::world();
  const CollectiveGuard guard(comm);
  for (const std::string where : {"before", "inner", "after", "nowhere"}) {
    for (int thrower = 0; thrower < comm.size(); ++thrower) {
      const auto fail_at = [&](const std::string& place) {
        if (place == where && comm.rank() == thrower) throw Error(ErrorKind::numerical, place);
      };
      const auto outcome = outcome_of([&] {
        guard.run([&] {
          fail_at("before");
          guard.run([&] { fail_at("inner"); });
          fail_at("after");
        });
      });
      EXPECT_EQ(outcome.failed, where != "nowhere");
      const std::string prefix = comm.size() > 1 ? "rank " + std::to_string(thrower) + ": " : "";
      if (outcome.failed) expect_on_every_rank(comm, outcome, ErrorKind::numerical, prefix + where);
    }
  }
}

TEST(CollectiveGuard, AnErrorAgreedOnFewerRanksIsVotedOnAgain) {
  const auto comm = test::world();
  const auto half = comm.split(comm.rank() % 2, comm.rank());
  const auto outcome = outcome_of([&] {
    CollectiveGuard(comm).run([&] {
      CollectiveGuard(half).run([&] {
        if (comm.rank() == 0) throw Error(ErrorKind::limit, "even half");
      });
    });
  });
  EXPECT_TRUE(outcome.failed);
  EXPECT_EQ(outcome.kind, ErrorKind::limit);
  EXPECT_NE(outcome.text.find("even half"), std::string::npos);
  EXPECT_EQ(all_sum(comm, 1), comm.size());
}

}  // namespace
}  // namespace trireme::comm
