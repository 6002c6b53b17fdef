// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/setup_options.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::amg {
namespace {

TEST(SetupOptions, ReadsEveryKeyOfItsTable) {
  SetupOptions options;
  options::Schema schema;
  schema.section("amg", "The multigrid.");
  options.describe(schema);
  schema.set("amg.interpolation=direct", "test");
  schema.set("amg.family=aggregation", "test");
  schema.set("amg.aggregate_threshold=0.1", "test");
  schema.set("amg.product=unfused", "test");
  schema.set("amg.strength_threshold=0.5", "test");
  schema.set("amg.coarsen_type=hmis", "test");
  schema.set("amg.agg_nl=2", "test");
  schema.set("amg.agg_num_paths=2", "test");
  schema.set("amg.agg_interp_type=2stage_extended+i", "test");
  schema.set("amg.num_functions=3", "test");
  schema.set("amg.process_eq_limit=7", "test");
  EXPECT_EQ(options.coarsening, CoarseningKind::hmis);
  EXPECT_EQ(options.aggressive.levels, 2);
  EXPECT_EQ(options.aggressive.num_paths, 2);
  EXPECT_EQ(options.aggressive.interpolation, AggressiveInterpolation::two_stage_extended_i);
  EXPECT_EQ(options.num_functions, 3);
  EXPECT_EQ(options.process_eq_limit, 7);
  EXPECT_EQ(options.interpolation, InterpolationKind::direct);
  EXPECT_EQ(options.family, Family::aggregation);
  EXPECT_EQ(options.aggregation.strength_threshold, 0.1);
  EXPECT_EQ(options.product, ProductForm::unfused);
  EXPECT_EQ(options.strength_threshold, 0.5);
  EXPECT_NO_THROW(SetupOptions().validate());
  EXPECT_THROW(schema.set("amg.max_row_sum=0", "test"), Error);
}

TEST(SetupOptions, RefuseWhatIsOutOfRange) {
  const auto refused = [](auto change) {
    SetupOptions options;
    change(options);
    try {
      options.validate();
    } catch (const Error& error) {
      return error.kind() == ErrorKind::input;
    }
    return false;
  };
  EXPECT_TRUE(refused([](SetupOptions& o) { o.strength_threshold = 1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.strength_threshold = -0.1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.max_row_sum = 0; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.max_row_sum = 1.5; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.max_per_row = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.truncation = 1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggregation.relaxation = 2; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggregation.strength_threshold = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggregation.power_iterations = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.num_functions = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.process_eq_limit = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.levels = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.num_paths = 0; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.num_paths = 3; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.max_per_row = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.truncation = 1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.stage_max_per_row = -1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.aggressive.stage_truncation = -0.1; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.max_levels = 0; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.coarse_size = 0; }));
  EXPECT_TRUE(refused([](SetupOptions& o) { o.stagnation = 0; }));
}

}  // namespace
}  // namespace trireme::amg
