// SPDX-License-Identifier: Apache-2.0
// Whatever the table writes reads back as the same values.
#include <string>

#include <gtest/gtest.h>

#include "solvers/options/schema.hpp"
#include "tests/solvers/options/example_options.hpp"

namespace trireme::options {
namespace {

struct Table {
  test::ExampleOptions options;
  Schema schema;
  Table() { options.describe(schema); }
};

void set_everything(test::ExampleOptions& options) {
  options.title = "quotes \" and : colons\nand lines # too";
  options.mach = 0.1 + 0.2;
  options.steps = 0;
  options.vertices = 9007199254740993;
  options.viscous = true;
  options.file = "yes";
  options.axis = {1.0 / 3.0, -1e-300, 5e17};
  options.markers = {"", "null", "12"};
  options.flux = test::Flux::rusanov;
  options.boundary = {{"a b", "symmetry"}, {"1", "far_field"}};
  options.cfl_initial = 1e-6;
}

void expect_equal(const test::ExampleOptions& a, const test::ExampleOptions& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.mach, b.mach);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.viscous, b.viscous);
  EXPECT_EQ(a.file, b.file);
  EXPECT_EQ(a.axis, b.axis);
  EXPECT_EQ(a.markers, b.markers);
  EXPECT_EQ(a.flux, b.flux);
  EXPECT_EQ(a.boundary, b.boundary);
  EXPECT_EQ(a.cfl_initial, b.cfl_initial);
}

TEST(SchemaDocuments, ResolvedDeckReadsBack) {
  Table written, read;
  set_everything(written.options);
  read.schema.read_deck_text(written.schema.resolved_yaml(), "resolved");
  expect_equal(written.options, read.options);
}

TEST(SchemaDocuments, TemplateReadsBack) {
  Table written, read;
  set_everything(written.options);
  read.schema.read_deck_text(written.schema.template_yaml(), "template");
  expect_equal(written.options, read.options);
  Table defaults, again;
  again.schema.read_deck_text(defaults.schema.template_yaml(), "template");
  expect_equal(defaults.options, again.options);
  EXPECT_EQ(again.schema.resolved_yaml(), defaults.schema.resolved_yaml());
}

TEST(SchemaDocuments, EmptyListsAndMapsReadBack) {
  Table written, read;
  written.options.markers.clear();
  written.options.boundary.clear();
  read.schema.read_deck_text(written.schema.template_yaml(), "template");
  expect_equal(written.options, read.options);
}

TEST(SchemaDocuments, TemplateCarriesSentenceUnitRangeAndDefault) {
  Table table;
  table.schema.set("flow.mach=0.9", "command line");
  const std::string text = table.schema.template_yaml();
  for (const auto& option : table.schema.options()) {
    EXPECT_NE(text.find(option.sentence), std::string::npos) << option.key;
  }
  EXPECT_NE(text.find("[number from 0 to 5; default 0.5]"), std::string::npos) << text;
  EXPECT_NE(text.find("[m; list of 3 numbers; default [0, 0, 1]]"), std::string::npos) << text;
  EXPECT_NE(text.find("mach: 0.9"), std::string::npos) << text;
  EXPECT_NE(text.find("# Growth of the pseudo-time step."), std::string::npos) << text;
}

TEST(SchemaDocuments, HelpAndMarkdownNameEveryKey) {
  Table table;
  const std::string help = table.schema.help_text(), markdown = table.schema.markdown();
  for (const auto& option : table.schema.options()) {
    EXPECT_NE(help.find(option.key + "="), std::string::npos) << option.key;
    EXPECT_NE(markdown.find("| `" + option.key + "` |"), std::string::npos) << option.key;
  }
  EXPECT_NE(markdown.find("edge \\| face"), std::string::npos) << "a bar must not open a column";
  EXPECT_NE(markdown.find("### `mesh.generate`"), std::string::npos);
}

}  // namespace
}  // namespace trireme::options
