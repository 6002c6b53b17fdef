// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/yaml_text.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "solvers/options/yaml_reader.hpp"

namespace trireme::options {
namespace {

Value read_back(const std::string& text) {
  return read_yaml("k: " + text + "\n", "text").entries.at(0).value;
}

TEST(YamlText, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(yaml_string("slip_wall"), "slip_wall");
  EXPECT_EQ(yaml_string("meshes/wing.su2"), "meshes/wing.su2");
  EXPECT_EQ(yaml_string(""), "\"\"");
  EXPECT_EQ(yaml_string("yes"), "\"yes\"");
  EXPECT_EQ(yaml_string("Null"), "\"Null\"");
  EXPECT_EQ(yaml_string("12"), "\"12\"");
  EXPECT_EQ(yaml_string("a: b"), "\"a: b\"");
  EXPECT_EQ(yaml_string("say \"no\"\n"), "\"say \\\"no\\\"\\x0a\"");
}

TEST(YamlText, TextReadsBackUnchanged) {
  std::mt19937 random(11);
  const std::string alphabet = "ab:#-[]{}'\"\\ \n\t,&*!|>%@`?~0.1e\x01";
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (unsigned n = random() % 8; n > 0; --n) text += alphabet[random() % alphabet.size()];
    const Value back = read_back(yaml_string(text));
    ASSERT_EQ(back.kind, Value::Kind::scalar) << yaml_string(text);
    EXPECT_EQ(back.text, text) << yaml_string(text);
  }
}

TEST(YamlText, WritesListsAndMapsOnOneLine) {
  const Value list = Value::list({Value::plain("1.5"), Value::string("far field")});
  EXPECT_EQ(yaml_text(list), "[1.5, \"far field\"]");
  EXPECT_EQ(yaml_text(Value::list({})), "[]");
  Value map;
  map.kind = Value::Kind::map;
  map.entries.push_back({"wing 1", 0, Value::string("slip_wall")});
  EXPECT_EQ(yaml_text(map), "{\"wing 1\": slip_wall}");
  EXPECT_EQ(read_back(yaml_text(map)).entries.at(0).key, "wing 1");
}

}  // namespace
}  // namespace trireme::options
