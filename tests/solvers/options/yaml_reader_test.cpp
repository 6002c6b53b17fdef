// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/yaml_reader.hpp"

#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::options {
namespace {

std::string error_of(const std::string& text) {
  try {
    read_yaml(text, "case.yaml");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(YamlReader, KeepsOrderLinesAndQuotes) {
  const Value root = read_yaml("b: 1\n\na:\n  - x\n  - \"2\"\nempty:\n", "case.yaml");
  ASSERT_EQ(root.kind, Value::Kind::map);
  ASSERT_EQ(root.entries.size(), 3u);
  EXPECT_EQ(root.entries[0].key, "b");
  EXPECT_EQ(root.entries[0].line, 1);
  EXPECT_EQ(root.entries[1].line, 3);
  const auto& items = root.entries[1].value.items;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_FALSE(items[0].quoted);
  EXPECT_TRUE(items[1].quoted);
  EXPECT_EQ(items[1].text, "2");
  EXPECT_EQ(root.entries[2].value.kind, Value::Kind::missing);
}

TEST(YamlReader, EmptyTextIsMissing) {
  EXPECT_EQ(read_yaml("", "case.yaml").kind, Value::Kind::missing);
  EXPECT_EQ(read_yaml("# only a comment\n", "case.yaml").kind, Value::Kind::missing);
}

TEST(YamlReader, AcceptsAMarkedStartAndEnd) {
  EXPECT_EQ(read_yaml("---\na: 1\n...\n", "case.yaml").entries.size(), 1u);
  EXPECT_EQ(read_yaml("a: 1", "case.yaml").entries.at(0).value.text, "1");
  EXPECT_EQ(read_yaml("a: |\n  x\n", "case.yaml").entries.at(0).value.text, "x\n");
}

TEST(YamlReader, RefusesARepeatedKeyNamingBothLines) {
  const std::string text = error_of("a: 1\nb: 2\na: 3\n");
  EXPECT_TRUE(contains(text, "case.yaml:3:")) << text;
  EXPECT_TRUE(contains(text, "line 1")) << text;
  EXPECT_TRUE(contains(error_of("s:\n  k: 1\n  k: 2\n"), "case.yaml:3:"));
}

TEST(YamlReader, NamesTheLineOfMalformedText) {
  EXPECT_TRUE(contains(error_of("a: 1\nb: [1, 2\nc: 3\n"), "case.yaml:"))
      << error_of("a: 1\nb: [1, 2\nc: 3\n");
  EXPECT_TRUE(contains(error_of("a: 1\n  b: 2\n"), "case.yaml:2:")) << error_of("a: 1\n  b: 2\n");
  EXPECT_TRUE(contains(error_of("ok: 1\nt: \"open\n"), "case.yaml:"));
  EXPECT_TRUE(contains(error_of("a: 1\n\tb: 2\n"), "case.yaml:2:")) << error_of("a: 1\n\tb: 2\n");
}

TEST(YamlReader, RefusesAliasesSecondDocumentsAndOddKeys) {
  EXPECT_TRUE(contains(error_of("a: &x 1\nb: *x\n"), "case.yaml:2:"));
  EXPECT_TRUE(contains(error_of("a: 1\n---\nb: 2\n"), "more than one"));
  EXPECT_TRUE(contains(error_of("a: 1\n[1, 2]: 3\n"), "case.yaml:2:"));
  EXPECT_TRUE(contains(error_of("a: 1\n: 3\n"), "case.yaml:2:"));
}

TEST(YamlReader, RefusesDeepNestingInsteadOfOverflowing) {
  EXPECT_FALSE(error_of(std::string(100000, '[')).empty());
  EXPECT_FALSE(error_of(std::string(100000, '{')).empty());
}

}  // namespace
}  // namespace trireme::options
