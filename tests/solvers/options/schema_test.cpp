// SPDX-License-Identifier: Apache-2.0
// Registration: what the table holds, and the mistakes of a programmer it refuses.
#include "solvers/options/schema.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/solvers/options/example_options.hpp"

namespace trireme::options {
namespace {

TEST(Schema, HoldsOneRowPerKeyInOrder) {
  test::ExampleOptions options;
  Schema schema;
  options.describe(schema);
  ASSERT_EQ(schema.options().size(), 11u);
  EXPECT_EQ(schema.options().front().key, "title");
  EXPECT_EQ(schema.options().back().key, "boundary");
  for (const auto& option : schema.options()) {
    EXPECT_FALSE(option.sentence.empty()) << option.key;
    EXPECT_FALSE(option.allowed.empty()) << option.key;
    EXPECT_EQ(option.origin, "default");
  }
}

TEST(Schema, SaysWhatIsAllowed) {
  double a = 1, b = 1, c = 1, d = 1, e = 1, f = 1;
  Schema schema;
  schema.add("a", a, "A");
  schema.add("b", b, "B", {.min = 0, .max = 2});
  schema.add("c", c, "C", {.min = 0, .open_min = true});
  schema.add("d", d, "D", {.max = 3});
  schema.add("e", e, "E", {.min = 0, .max = 2, .open_min = true});
  schema.add("f", f, "F", {.min = 0, .max = 2, .open_min = true, .open_max = true});
  EXPECT_EQ(schema.options()[0].allowed, "number");
  EXPECT_EQ(schema.options()[1].allowed, "number from 0 to 2");
  EXPECT_EQ(schema.options()[2].allowed, "number, above 0");
  EXPECT_EQ(schema.options()[3].allowed, "number, at most 3");
  EXPECT_EQ(schema.options()[4].allowed, "number above 0, at most 2");
  EXPECT_EQ(schema.options()[5].allowed, "number above 0, below 2");
}

TEST(Schema, RefusesAKeyTwice) {
  double a = 1;
  Schema schema;
  schema.add("a", a, "A");
  EXPECT_THROW(schema.add("a", a, "A"), std::logic_error);
  EXPECT_THROW(schema.section("a", "a key"), std::logic_error);
}

TEST(Schema, RefusesADefaultOutsideItsRange) {
  double a = -1;
  Schema schema;
  EXPECT_THROW(schema.add("a", a, "A", {.min = 0}), std::logic_error);
  test::Flux flux = test::Flux::rusanov;
  EXPECT_THROW(schema.add_choice("flux", flux, {{"roe", test::Flux::roe}}, "Flux"), std::logic_error);
}

}  // namespace
}  // namespace trireme::options
