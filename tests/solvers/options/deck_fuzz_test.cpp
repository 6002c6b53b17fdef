// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a deck or an assignment end in values or in Error(input), never in anything else.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "solvers/options/schema.hpp"
#include "tests/solvers/options/example_options.hpp"

namespace trireme::options {
namespace {

// Reads `text` into fresh options; true when it was accepted. Accepted text must resolve to a deck that is
// accepted too.
bool survives(const std::string& text) {
  test::ExampleOptions options;
  Schema schema;
  options.describe(schema);
  try {
    schema.read_deck_text(text, "fuzz");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return false;
  }
  const std::string resolved = schema.resolved_yaml();
  test::ExampleOptions again_options;
  Schema again;
  again_options.describe(again);
  again.read_deck_text(resolved, "resolved");
  EXPECT_EQ(again.resolved_yaml(), resolved);
  return true;
}

TEST(DeckFuzz, RandomBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    for (unsigned n = random() % 64; n > 0; --n) text += static_cast<char>(random() % 256);
    survives(text);
  }
}

TEST(DeckFuzz, RandomYamlPunctuation) {
  std::mt19937 random(2);
  const std::string alphabet = "abflow.mach: \n\n  -[]{},#&*!|>'\"%@`?~\t\\0123e";
  for (int i = 0; i < 6000; ++i) {
    std::string text;
    for (unsigned n = random() % 48; n > 0; --n) text += alphabet[random() % alphabet.size()];
    survives(text);
  }
}

TEST(DeckFuzz, MutatedTemplate) {
  test::ExampleOptions options;
  Schema schema;
  options.describe(schema);
  const std::string good = schema.template_yaml();
  ASSERT_TRUE(survives(good));
  std::mt19937 random(3);
  int accepted = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string text = good;
    for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          text.erase(at, 1 + random() % 5);
          break;
        default:
          text.insert(at, 1, static_cast<char>(random() % 128));
          break;
      }
    }
    accepted += survives(text) ? 1 : 0;
  }
  EXPECT_GT(accepted, 0) << "mutations inside comments must pass, or this test reads nothing";
}

TEST(DeckFuzz, TruncatedTemplate) {
  test::ExampleOptions options;
  Schema schema;
  options.describe(schema);
  const std::string good = schema.template_yaml();
  for (std::size_t n = 0; n < good.size(); n += 7) survives(good.substr(0, n));
}

TEST(DeckFuzz, RandomAssignments) {
  test::ExampleOptions options;
  Schema schema;
  options.describe(schema);
  std::mt19937 random(4);
  const std::vector<std::string> keys = {"flow.mach",          "boundary",       "boundary.",
                                         "mesh.generate.axis", "output.markers", ""};
  for (int i = 0; i < 6000; ++i) {
    std::string text = keys[random() % keys.size()] + "=";
    for (unsigned n = random() % 12; n > 0; --n) text += static_cast<char>(random() % 256);
    try {
      schema.set(text, "command line");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
    }
  }
}

}  // namespace
}  // namespace trireme::options
