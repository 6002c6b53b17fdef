// SPDX-License-Identifier: Apache-2.0
// Inputs and settings with which users of algebraic multigrid have met crashes, hangs and wrong results:
// repeated set-ups on many threads, absurd options on tiny graphs, columns in any order, ranks without rows,
// large blocks of identity, near-null spaces of any size, global numbers beyond 32 bits.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "amg/coarsen/coarsening.hpp"
#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/hierarchy/hierarchy_hash.hpp"
#include "amg/interp/multipass.hpp"
#include "amg/matrix/partition.hpp"
#include "amg/problems/elasticity.hpp"
#include "amg/problems/generate_rows.hpp"
#include "amg/strength/strong_couplings.hpp"
#include "solvers/base/error.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/judged_hierarchy.hpp"

namespace trireme::amg {
namespace {

// shares [ranks]: what each rank owns.
std::shared_ptr<const Partition> partition_by(const std::vector<GlobalIndex>& shares) {
  auto partition = std::make_shared<Partition>();
  partition->rank = test::world().rank();
  partition->offsets.push_back(0);
  for (const GlobalIndex share : shares) partition->offsets.push_back(partition->offsets.back() + share);
  return partition;
}

TEST(TroublesomeInputs, RepeatedSetUpsOnManyThreadsAllMakeTheSameHierarchy) {
  threads::assume_oversubscription(threads::Oversubscription::assume_no);
  const auto matrix = test::make_square(600, test::laplacian(10, 6, 10, test::Stencil::star));
  const int repetitions = test::world().size() == 1 ? 100 : 5;
  for (const auto coarsening : {CoarseningKind::pmis, CoarseningKind::hmis})
    for (const int aggressive : {0, 1}) {
      SetupOptions options;
      options.coarse_size = 20;
      options.coarsening = coarsening;
      options.aggressive.levels = aggressive;
      const threads::ThreadCountScope eight(8);
      const auto hash = hierarchy_hash(build_hierarchy(matrix.view(), options));
      for (int k = 0; k < repetitions; ++k)
        ASSERT_EQ(hierarchy_hash(build_hierarchy(matrix.view(), options)), hash) << "set-up " << k;
    }
  threads::assume_oversubscription(threads::Oversubscription::measured);
}

// A value from the list, by a hash of a counter.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  template <class T>
  T pick(std::initializer_list<T> list) {
    state_ = mix_bits(state_);
    return *(list.begin() + state_ % list.size());
  }

 private:
  std::uint64_t state_;
};

// Every option in and out of its range: one Error (input) on all ranks, or a hierarchy that works.
TEST(TroublesomeInputs, AnyOptionsEndInAnErrorOrInAHierarchyThatWorks) {
  const auto matrix = test::make_square(100, test::laplacian(10, 10, 1, test::Stencil::star));
  int refused = 0, built = 0;
  const int trials = test::world().size() <= 2 ? 300 : 60;
  for (int trial = 0; trial < trials; ++trial) {
    Dice dice(static_cast<std::uint64_t>(trial));
    SetupOptions o;
    o.family = dice.pick({Family::classical, Family::classical, Family::aggregation});
    o.strength_threshold = dice.pick({0.25, 0.25, 0.0, 0.9, 0.5, 1.0, -1.0, std::nan("")});
    o.max_row_sum = dice.pick({0.9, 1.0, 1.0, 1e-300, 0.5, 0.9, 0.0, std::nan("")});
    o.interpolation =
        dice.pick({InterpolationKind::extended_i, InterpolationKind::extended, InterpolationKind::direct});
    o.coarsening = dice.pick({CoarseningKind::pmis, CoarseningKind::hmis});
    o.num_functions = dice.pick({0, 0, 1, 2, 3, 100});
    o.aggressive.levels = dice.pick({0, 1, 3, 3, 100, -1});
    o.aggressive.num_paths = dice.pick({1, 1, 2, 2, 1, 2, 0});
    o.aggressive.interpolation =
        dice.pick({AggressiveInterpolation::multipass, AggressiveInterpolation::two_stage_extended_i});
    o.aggressive.max_per_row = dice.pick({0, 1, 4, 1000});
    o.aggressive.truncation = dice.pick({0.0, 0.3, 0.999});
    o.aggressive.stage_max_per_row = dice.pick({0, 1, 4});
    o.max_per_row = dice.pick({4, 0, 1, 10000, 2147483646});
    o.truncation = dice.pick({0.0, 0.2, 0.999});
    o.max_levels = dice.pick({25, 2, 1, 100, 25, 25, 0});
    o.coarse_size = dice.pick({1, 2, 10, 100, 2147483647});
    o.stagnation = dice.pick({0.95, 1.0, 0.01});
    o.seed = dice.pick({std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()});
    try {
      const auto hierarchy = build_hierarchy(matrix.view(), o);
      ++built;
      ASSERT_LE(hierarchy.levels.size(), static_cast<std::size_t>(o.max_levels));
      for (std::size_t l = 1; l < hierarchy.levels.size(); ++l)
        ASSERT_LE(hierarchy.levels[l].matrix.rows->n_global(),
                  hierarchy.levels[l - 1].matrix.rows->n_global());
      const auto check = test::check_symmetry(matrix.view(), *make_multigrid(hierarchy, {}));
      ASSERT_GT(check.smallest, 0) << "trial " << trial;
      ASSERT_LT(check.asymmetry, 1e-8) << "trial " << trial;
    } catch (const Error& error) {
      ++refused;
      ASSERT_EQ(error.kind(), ErrorKind::input) << "trial " << trial << ": " << error.what();
    }
  }
  EXPECT_GT(refused, trials / 10);
  EXPECT_GT(built, trials / 10);
}

TEST(TroublesomeInputs, TheOrderOfColumnsChangesNothingButRounding) {
  for (const auto coarsening : {CoarseningKind::pmis, CoarseningKind::hmis})
    for (const int aggressive : {0, 1}) {
      SetupOptions options;
      options.coarse_size = 20;
      options.coarsening = coarsening;
      options.aggressive.levels = aggressive;
      const auto rows = test::laplacian(9, 8, 9, test::Stencil::box);
      const auto sorted = test::make_square(648, rows),
                 shuffled = test::make_square(648, test::shuffled(rows));
      const auto one = build_hierarchy(sorted.view(), options),
                 other = build_hierarchy(shuffled.view(), options);
      EXPECT_EQ(one.levels[0].points, other.levels[0].points);
      const auto p = test::gather_rows(one.levels[0].interpolation.view()),
                 q = test::gather_rows(other.levels[0].interpolation.view());
      for (std::size_t row = 0; row < p.size(); ++row) {
        double sum_p = 0, sum_q = 0;
        for (const auto& entry : p[row]) sum_p += entry.value;
        for (const auto& entry : q[row]) sum_q += entry.value;
        ASSERT_EQ(p[row].size(), q[row].size());
        ASSERT_NEAR(sum_p, sum_q, 1e-12);
      }
      EXPECT_EQ(test::iterations(sorted.view(), one), test::iterations(shuffled.view(), other));
    }
}

TEST(TroublesomeInputs, RanksWithoutRowsInEveryPlace) {
  const GlobalIndex n = 512;
  const int ranks = test::world().size();
  for (const int offset : {0, 1}) {
    std::vector<GlobalIndex> shares;
    GlobalIndex owners = 0;
    for (int rank = 0; rank < ranks; ++rank) owners += (rank + offset) % 2 == 0;
    if (owners == 0) continue;
    for (int rank = 0; rank < ranks; ++rank) shares.push_back((rank + offset) % 2 == 0 ? n / owners : 0);
    const auto partition = partition_by(shares);
    ASSERT_EQ(partition->n_global(), n);
    const auto matrix =
        test::make_matrix(partition, partition, test::laplacian(8, 8, 8, test::Stencil::star));
    for (const auto coarsening : {CoarseningKind::pmis, CoarseningKind::hmis})
      for (const auto interpolation :
           {AggressiveInterpolation::multipass, AggressiveInterpolation::two_stage_extended_i})
        for (const int aggressive : {0, 2}) {
          SetupOptions options;
          options.coarse_size = 5;
          options.coarsening = coarsening;
          options.aggressive.levels = aggressive;
          options.aggressive.interpolation = interpolation;
          EXPECT_LE(test::iterations(matrix.view(), build_hierarchy(matrix.view(), options)), 30);
        }
  }
}

TEST(TroublesomeInputs, IdentityBesideAPoissonProblemIsLeftToTheSmoother) {
  constexpr GlobalIndex n_poisson = 20 * 20 * 20, n_identity = 100000;
  const auto poisson = test::laplacian(20, 20, 20, test::Stencil::star);
  const auto matrix = test::make_square(n_poisson + n_identity, [&](GlobalIndex row) {
    return row < n_poisson ? poisson(row) : test::Row{{row, 1.0}};
  });
  for (const auto family : {Family::classical, Family::aggregation}) {
    SetupOptions options;
    options.family = family;
    const auto hierarchy = build_hierarchy(matrix.view(), options);
    EXPECT_GE(hierarchy.levels.size(), 2u);
    EXPECT_LT(hierarchy.levels[1].matrix.rows->n_global(), n_poisson / 2);
    EXPECT_LE(test::iterations(matrix.view(), hierarchy), 16);
  }
}

TEST(TroublesomeInputs, NearNullSpacesOfAnySizeInBlocksOrRowByRow) {
  const ProblemPointer beam = elasticity({6, 5, 4}, 0.3);
  auto rows = std::make_shared<Partition>(*test::uneven_partition(6 * 5 * 4));
  for (GlobalIndex& offset : rows->offsets) offset *= 3;
  const auto matrix = test::make_matrix(rows, rows, [&](GlobalIndex row) {
    std::vector<Entry> entries;
    beam->row(row, entries);
    test::Row result;
    for (const Entry& entry : entries) result.push_back({entry.column, entry.value});
    return result;
  });
  SetupOptions options;
  options.family = Family::aggregation;
  options.coarse_size = 20;
  for (const int block_size : {1, 3})
    for (const int count : {1, 3, 6, 8}) {
      NodeSpace node{block_size, NearNullSpace{count, {}}};
      for (GlobalIndex row = rows->begin(); row < rows->end(); ++row)
        for (int vector = 0; vector < count; ++vector)
          node.space->values.push_back(vector < 6
                                           ? beam->near_null_entry(row, vector)
                                           : symmetric_hash(9, row, static_cast<std::uint64_t>(vector)));
      const auto hierarchy = build_hierarchy(matrix.view(), options, node);
      const auto multigrid = make_multigrid(hierarchy, {});
      const auto check = test::check_symmetry(matrix.view(), *multigrid);
      EXPECT_GT(check.smallest, 0) << block_size << " " << count;
      EXPECT_LT(check.asymmetry, 1e-10) << block_size << " " << count;
      EXPECT_LE(test::iterations(matrix.view(), *multigrid), 80) << block_size << " " << count;
    }
}

// A matrix whose rows are numbered from 2^32 on, as those of a late rank of a large run are: here of the
// second of two ranks, the first of which is not there.
TEST(TroublesomeInputs, GlobalNumbersBeyondThirtyTwoBits) {
  constexpr GlobalIndex far = GlobalIndex{1} << 32;
  auto matrix = test::make_square(512, test::laplacian(8, 8, 8, test::Stencil::star), test::alone());
  const auto couplings = find_strong_couplings(matrix.view(), {0.25, 1.0});
  RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
  const auto split = [&] {
    const MatrixView view = matrix.view();
    const CouplingGraph graph = coupling_graph(view, couplings.strong);
    const auto first = split_points(graph, CoarseningKind::pmis, 0);
    return split_again(graph, first, CoarseningKind::pmis, 1, 0, workspace);
  };
  const auto near = split();
  const auto late = std::make_shared<Partition>(Partition{{0, far, far + 512}, 1});
  matrix.rows = matrix.columns = late;
  const auto points = split();
  // With the upper half of the numbers lost, weights would be those of the near ones.
  EXPECT_NE(points.types, near.types);
  const auto p =
      multipass_interpolation(matrix.view(), couplings, points.types, points.coarse, {0.0, 0}, workspace);
  EXPECT_EQ(p.rows->begin(), far);
  EXPECT_EQ(p.diagonal.offsets.size(), 513u);
  const std::vector<GlobalIndex> ghosts{3, far - 1, far + 512, 3 * far};
  const ColumnNumbering numbering(*late, ghosts);
  for (LocalIndex column = 0; column < 516; ++column)
    EXPECT_EQ(numbering.local(numbering.global(column)), column);
  EXPECT_EQ(numbering.global(515), 3 * far);
  EXPECT_EQ(numbering.local(far + 511), 511);
}

TEST(TroublesomeInputs, PartitionsCountInSixtyFourBits) {
  const auto& comm = test::world();
  const auto partition = make_partition(comm, 2'000'000'000);
  EXPECT_EQ(partition->n_global(), GlobalIndex{2'000'000'000} * comm.size());
  EXPECT_EQ(partition->begin(), GlobalIndex{2'000'000'000} * comm.rank());
  EXPECT_EQ(partition->n_owned(), 2'000'000'000);
  // Shares of a system of 6e9 rows, 3 to a block, on 7 ranks.
  GlobalIndex next = 0;
  for (int rank = 0; rank < 7; ++rank) {
    const RowRange range = rows_of_rank(6'000'000'000, 3, rank, 7);
    EXPECT_EQ(range.begin, next);
    EXPECT_EQ(range.begin % 3, 0);
    EXPECT_NEAR(static_cast<double>(range.end - range.begin), 6e9 / 7, 3);
    next = range.end;
  }
  EXPECT_EQ(next, 6'000'000'000);
}

}  // namespace
}  // namespace trireme::amg
