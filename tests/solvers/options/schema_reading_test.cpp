// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "solvers/options/schema.hpp"
#include "tests/solvers/options/example_options.hpp"

namespace trireme::options {
namespace {

class SchemaReading : public ::testing::Test {
 protected:
  SchemaReading() { options_.describe(schema_); }

  std::string deck_error(const std::string& text) {
    try {
      schema_.read_deck_text(text, "case.yaml");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "no error";
  }
  std::string set_error(const std::string& assignment) {
    try {
      schema_.set(assignment, "command line");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "no error";
  }
  static void expect_parts(const std::string& text, std::initializer_list<std::string> parts) {
    for (const auto& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' in: " << text;
  }

  test::ExampleOptions options_;
  Schema schema_;
};

TEST_F(SchemaReading, ReadsEveryTypeFromANestedDeck) {
  schema_.read_deck_text(R"(
title: "first: flight"
flow: {mach: 0.84, viscous: yes, flux: hllc}
mesh:
  file: a b.su2
  generate:
    vertices: 1e6
    axis: [0, 1, 0.5]
pseudo_time:
  cfl_initial: 10
  steps: 7
output:
  markers: [wing, 12]
boundary:
  wing.upper: symmetry
)",
                         "case.yaml");
  EXPECT_EQ(options_.title, "first: flight");
  EXPECT_EQ(options_.mach, 0.84);
  EXPECT_TRUE(options_.viscous);
  EXPECT_EQ(options_.flux, test::Flux::hllc);
  EXPECT_EQ(options_.file, "a b.su2");
  EXPECT_EQ(options_.vertices, 1000000);
  EXPECT_EQ(options_.axis, (std::vector<double>{0, 1, 0.5}));
  EXPECT_EQ(options_.cfl_initial, 10);
  EXPECT_EQ(options_.steps, 7);
  EXPECT_EQ(options_.markers, (std::vector<std::string>{"wing", "12"}));
  EXPECT_EQ(options_.boundary, (std::map<std::string, std::string>{{"wing.upper", "symmetry"}}));
}

TEST_F(SchemaReading, ReadsDottedKeysAtAnyLevel) {
  schema_.read_deck_text("flow.mach: 1.5\nmesh:\n  generate.vertices: 99\nboundary.tip: far_field\n",
                         "case.yaml");
  EXPECT_EQ(options_.mach, 1.5);
  EXPECT_EQ(options_.vertices, 99);
  EXPECT_EQ(options_.boundary.size(), 2u);
  EXPECT_EQ(options_.boundary.at("tip"), "far_field");
}

TEST_F(SchemaReading, EmptyDecksAndSectionsChangeNothing) {
  const std::string before = schema_.resolved_yaml();
  schema_.read_deck_text("", "case.yaml");
  schema_.read_deck_text("# nothing\n", "case.yaml");
  schema_.read_deck_text("flow:\nmesh:\n", "case.yaml");
  EXPECT_EQ(schema_.resolved_yaml(), before);
}

TEST_F(SchemaReading, CommandLineOverridesTheDeck) {
  schema_.read_deck_text("flow.mach: 1.5\n", "case.yaml");
  for (const char* assignment :
       {"flow.mach=0.3", "mesh.file=x=y.su2", "title=a: [b", "mesh.generate.axis=1,0,0",
        "output.markers=wing,tip", "boundary.tip=symmetry", "flow.flux=rusanov"}) {
    schema_.set(assignment, "command line");
  }
  EXPECT_EQ(options_.mach, 0.3);
  EXPECT_EQ(options_.file, "x=y.su2");
  EXPECT_EQ(options_.title, "a: [b");
  EXPECT_EQ(options_.axis, (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(options_.markers, (std::vector<std::string>{"wing", "tip"}));
  EXPECT_EQ(options_.boundary.at("tip"), "symmetry");
  EXPECT_EQ(options_.boundary.at("wing"), "slip_wall");
  schema_.set("mesh.generate.axis=[0, 1, 0]", "command line");
  EXPECT_EQ(options_.axis, (std::vector<double>{0, 1, 0}));
  schema_.set("boundary={a: far_field}", "command line");
  EXPECT_EQ(options_.boundary, (std::map<std::string, std::string>{{"a", "far_field"}}));
}

TEST_F(SchemaReading, UnknownKeyNamesFileLineAndNearest) {
  expect_parts(deck_error("flow:\n  mahc: 0.8\n"),
               {"case.yaml:2:", "flow.mahc", "did you mean 'flow.mach'?"});
  expect_parts(deck_error("pseudo_tme:\n  steps: 3\n"), {"case.yaml:1:", "did you mean 'pseudo_time'?"});
  expect_parts(deck_error("mach: 0.8\n"), {"case.yaml:1:", "did you mean 'flow.mach'?"});
  expect_parts(deck_error("turbulence_intensity_at_inlet: 1\n"), {"case.yaml:1:", "nearest key is '"});
  expect_parts(set_error("flow.Mach=1"), {"command line:", "did you mean 'flow.mach'?"});
}

TEST_F(SchemaReading, WrongValueNamesFileLineValueAndAllowed) {
  expect_parts(deck_error("\nflow:\n  mach: fast\n"),
               {"case.yaml:3:", "flow.mach = fast", "number from 0 to 5"});
  expect_parts(deck_error("flow: {mach: -1}\n"),
               {"case.yaml:1:", "-1", "number from 0 to 5", "default is 0.5"});
  expect_parts(deck_error("flow: {mach: .nan}\n"), {"flow.mach = .nan"});
  expect_parts(deck_error("flow: {mach: \"0.5\"}\n"), {"remove the quotes"});
  expect_parts(deck_error("flow: {mach: [1, 2]}\n"), {"[1, 2]"});
  expect_parts(deck_error("flow: {mach: }\n"), {"nothing"});
  expect_parts(deck_error("flow: {flux: reo}\n"), {"one of roe, hllc, rusanov", "did you mean 'roe'?"});
  expect_parts(deck_error("flow: {viscous: 2}\n"), {"true or false"});
  expect_parts(deck_error("pseudo_time: {steps: 2.5}\n"), {"integer, at least 0"});
  expect_parts(deck_error("pseudo_time: {steps: 3000000000}\n"), {"integer"});
  expect_parts(deck_error("pseudo_time: {cfl_initial: 0}\n"), {"number, above 0"});
  expect_parts(deck_error("mesh: {generate: {axis: [1, 2]}}\n"), {"list of 3 numbers", ", in m"});
  expect_parts(deck_error("boundary: {wing: slipwall}\n"), {"boundary", "slip_wall"});
  expect_parts(set_error("boundary.wing=slipwall"),
               {"boundary.wing = slipwall", "did you mean 'slip_wall'?"});
  expect_parts(deck_error("flow: 3\n"), {"case.yaml:1:", "'flow' is a section"});
  expect_parts(set_error("flow=3"), {"'flow' is a section"});
  expect_parts(deck_error("- a\n- b\n"), {"case.yaml:1:", "map of keys"});
  expect_parts(set_error("flow.mach"), {"key=value"});
  EXPECT_EQ(options_.mach, 0.5);
}

TEST_F(SchemaReading, RefusedValuesLeaveTheFieldAlone) {
  deck_error("mesh: {generate: {axis: [1, 2, x]}}\n");
  deck_error("boundary: {a: symmetry, b: wrong}\n");
  EXPECT_EQ(options_.axis, (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(options_.boundary.size(), 1u);
}

TEST_F(SchemaReading, NestedAndDottedSpellingsOfOneKeyAreOneKey) {
  expect_parts(deck_error("flow:\n  mach: 1\nflow.mach: 2\n"), {"case.yaml:3:", "given twice", "line 2"});
}

TEST_F(SchemaReading, ReportsUnreadableDecks) {
  const auto read_error = [this](const std::string& path) -> std::string {
    try {
      schema_.read_deck(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), 2);
      return error.what();
    }
    return "no error";
  };
  expect_parts(read_error("no/such/deck.yaml"), {"no/such/deck.yaml", "no such file"});
  expect_parts(read_error("."), {"directory"});
  expect_parts(read_error("/dev/zero"), {"larger than"});
  const std::string path = ::testing::TempDir() + "trireme_schema_reading_test.yaml";
  std::ofstream(path) << "flow:\n  mach: 9\n";
  expect_parts(read_error(path), {path + ":2:"});
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace trireme::options
