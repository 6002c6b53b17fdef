// SPDX-License-Identifier: Apache-2.0
// Systems of equations: unknowns coarsened apart from one another, also where rows have been taken out so
// that nodes have not all their unknowns.
#include <gtest/gtest.h>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/problems/elasticity.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/judged_hierarchy.hpp"

namespace trireme::amg {
namespace {

// A clamped beam; with roller, also without the rows and columns of the first displacement of the points on
// its far end, as where it stands on a sliding support.
struct Beam {
  enum class FarEnd { loose, roller };
  explicit Beam(FarEnd far_end, const comm::Communicator& comm = test::world()) {
    const ProblemPointer problem = elasticity({7, 5, 5}, 0.3);
    std::vector<GlobalIndex> number(static_cast<std::size_t>(problem->n_rows()), -1);
    for (GlobalIndex row = 0; row < problem->n_rows(); ++row) {
      if (far_end == FarEnd::roller && row % 3 == 0 && row / 3 % 7 == 6) continue;
      number[static_cast<std::size_t>(row)] = static_cast<GlobalIndex>(kept.size());
      kept.push_back(row);
    }
    const auto rows = test::uneven_partition(static_cast<GlobalIndex>(kept.size()), comm);
    matrix = test::make_matrix(
        rows, rows,
        [&](GlobalIndex row) {
          std::vector<Entry> entries;
          problem->row(kept[static_cast<std::size_t>(row)], entries);
          test::Row result;
          for (const Entry& entry : entries)
            if (const GlobalIndex column = number[static_cast<std::size_t>(entry.column)]; column >= 0)
              result.push_back({column, entry.value});
          return result;
        },
        comm);
    node.functions.emplace();
    for (GlobalIndex row = rows->begin(); row < rows->end(); ++row)
      node.functions->push_back(static_cast<LocalIndex>(function_of(row)));
  }
  GlobalIndex function_of(GlobalIndex row) const { return kept[static_cast<std::size_t>(row)] % 3; }

  std::vector<GlobalIndex> kept;  // rows of the whole beam
  DistributedMatrix matrix;
  NodeSpace node;
};

SetupOptions small_options(Family family = Family::classical) {
  SetupOptions options;
  options.family = family;
  options.coarse_size = 40;
  return options;
}

// The C/F types of all points, on every rank.
std::vector<PointType> all_types(const SetupLevel& level) {
  return comm::all_gather(*level.matrix.comm,
                          std::vector<PointType>(level.points.begin(), level.points.end()));
}

void expect_functions_apart(const SetupLevel& level,
                            const std::function<GlobalIndex(GlobalIndex)>& function_of) {
  const auto p = test::gather_rows(level.interpolation.view());
  const auto types = all_types(level);
  std::vector<GlobalIndex> of_coarse;
  for (std::size_t row = 0; row < types.size(); ++row)
    if (types[row] == PointType::coarse) of_coarse.push_back(function_of(static_cast<GlobalIndex>(row)));
  std::size_t interpolated = 0;
  for (std::size_t row = 0; row < p.size(); ++row) {
    interpolated += types[row] == PointType::fine && !p[row].empty();
    for (const auto& entry : p[row])
      EXPECT_EQ(of_coarse[static_cast<std::size_t>(entry.column)],
                function_of(static_cast<GlobalIndex>(row)));
  }
  EXPECT_GT(interpolated, p.size() / 3);
}

TEST(SystemsHierarchy, CoarsensAndInterpolatesEachFunctionByItself) {
  for (const auto far_end : {Beam::FarEnd::loose, Beam::FarEnd::roller}) {
    const Beam beam(far_end);
    for (const auto coarsening : {CoarseningKind::pmis, CoarseningKind::hmis})
      for (const int aggressive : {0, 1}) {
        auto options = small_options();
        options.coarsening = coarsening;
        options.aggressive.levels = aggressive;
        const auto hierarchy = build_hierarchy(beam.matrix.view(), options, beam.node);
        ASSERT_GE(hierarchy.levels.size(), 2u);
        expect_functions_apart(hierarchy.levels[0], [&](GlobalIndex row) { return beam.function_of(row); });
        // The coarse matrix is that of the whole: functions stay coupled.
        EXPECT_LT(static_cast<double>(hierarchy.levels[1].matrix.rows->n_global()),
                  0.6 * static_cast<double>(beam.kept.size()));
      }
  }
}

TEST(SystemsHierarchy, WithoutFunctionsTheUnknownsAreMixed) {
  const Beam beam(Beam::FarEnd::loose);
  auto options = small_options();
  options.num_functions = 1;
  const auto hierarchy = build_hierarchy(beam.matrix.view(), options, beam.node);
  const auto p = test::gather_rows(hierarchy.levels[0].interpolation.view());
  const auto types = all_types(hierarchy.levels[0]);
  std::vector<GlobalIndex> of_coarse;
  for (std::size_t row = 0; row < types.size(); ++row)
    if (types[row] == PointType::coarse) of_coarse.push_back(static_cast<GlobalIndex>(row) % 3);
  std::size_t mixed = 0;
  for (std::size_t row = 0; row < p.size(); ++row)
    for (const auto& entry : p[row])
      mixed += of_coarse[static_cast<std::size_t>(entry.column)] != static_cast<GlobalIndex>(row) % 3;
  EXPECT_GT(mixed, 0u);
}

TEST(SystemsHierarchy, TakesFunctionsByBlockSizeOrRowByRow) {
  const Beam beam(Beam::FarEnd::loose);
  const auto by_rows = build_hierarchy(beam.matrix.view(), small_options(), beam.node),
             by_blocks = build_hierarchy(beam.matrix.view(), small_options(), {.block_size = 3});
  auto options = small_options();
  options.num_functions = 3;
  const auto by_option = build_hierarchy(beam.matrix.view(), options);
  ASSERT_EQ(by_rows.levels.size(), by_blocks.levels.size());
  ASSERT_EQ(by_rows.levels.size(), by_option.levels.size());
  for (std::size_t l = 1; l < by_rows.levels.size(); ++l) {
    const auto& values = by_rows.levels[l].owned.diagonal.values;
    EXPECT_TRUE(test::same_bits(values, by_blocks.levels[l].owned.diagonal.values));
    EXPECT_TRUE(test::same_bits(values, by_option.levels[l].owned.diagonal.values));
  }
}

TEST(SystemsHierarchy, SplitsTheFirstLevelAsOneRankDoes) {
  const Beam here(Beam::FarEnd::roller), whole(Beam::FarEnd::roller, test::alone());
  EXPECT_NE(here.kept.size() % 3, 0u);
  EXPECT_EQ(all_types(build_hierarchy(here.matrix.view(), small_options(), here.node).levels[0]),
            all_types(build_hierarchy(whole.matrix.view(), small_options(), whole.node).levels[0]));
}

TEST(SystemsHierarchy, MakesPreconditionersThatAreSymmetricAndPositive) {
  threads::assume_oversubscription(threads::Oversubscription::assume_no);
  for (const auto far_end : {Beam::FarEnd::loose, Beam::FarEnd::roller})
    for (const auto family : {Family::classical, Family::aggregation}) {
      const Beam beam(far_end);
      std::vector<double> values;
      for (const int threads : {1, 2, 4}) {
        const threads::ThreadCountScope scope(threads);
        const auto hierarchy = build_hierarchy(beam.matrix.view(), small_options(family), beam.node);
        EXPECT_GE(hierarchy.levels.size(), 2u);
        CycleOptions cycle;
        cycle.smoother_block_nonzeros = 500;
        const auto multigrid = make_multigrid(hierarchy, cycle);
        const auto check = test::check_symmetry(beam.matrix.view(), *multigrid);
        EXPECT_GT(check.smallest, 0);
        EXPECT_LT(check.asymmetry, 1e-11);
        EXPECT_LE(test::iterations(beam.matrix.view(), *multigrid), family == Family::classical ? 32 : 60);
        const auto& found = hierarchy.levels[1].owned.diagonal.values;
        if (threads == 1) values.assign(found.begin(), found.end());
        EXPECT_TRUE(test::same_bits(found, values));
      }
    }
  threads::assume_oversubscription(threads::Oversubscription::measured);
}

TEST(SystemsHierarchy, RefusesFunctionsThatDoNotFit) {
  const Beam beam(Beam::FarEnd::loose);
  const std::vector<LocalIndex> functions = *beam.node.functions;
  const auto refused = [&](std::vector<LocalIndex> given, int block_size, const SetupOptions& options) {
    NodeSpace node;
    node.block_size = block_size;
    node.functions = std::move(given);
    EXPECT_THROW(build_hierarchy(beam.matrix.view(), options, std::move(node)), Error);
  };
  auto wrong = functions;
  wrong.push_back(0);
  refused(wrong, 1, {});
  wrong = functions;
  for (LocalIndex& function : wrong) function = -1;
  refused(wrong, 1, {});
  refused(functions, 3, {});
  SetupOptions options;
  options.num_functions = 2;
  refused(functions, 1, options);
}

}  // namespace
}  // namespace trireme::amg
