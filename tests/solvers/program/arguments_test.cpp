// SPDX-License-Identifier: Apache-2.0
#include "solvers/program/arguments.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace trireme::program {
namespace {

using Words = std::vector<std::string>;

Arguments parse(const Words& words, Positional positional = Positional::deck) {
  return parse_arguments(words, positional);
}

TEST(Arguments, SortsWordsByWhatTheyAre) {
  const auto parsed =
      parse({"case.yaml", "flow.mach=0.8", "-ksp_type", "gmres", "--verbose", "-log_view", "mesh.file=a=b"});
  EXPECT_EQ(parsed.deck, "case.yaml");
  EXPECT_EQ(parsed.assignments, (Words{"flow.mach=0.8", "mesh.file=a=b"}));
  EXPECT_EQ(parsed.petsc, (Words{"-ksp_type", "gmres", "-log_view"}));
  EXPECT_TRUE(parsed.verbose);
  EXPECT_EQ(parsed.problem, "");
}

TEST(Arguments, PetscValuesMayBeNegativeNumbersButNotOurs) {
  EXPECT_EQ(parse({"-shift", "-1e-3", "case.yaml"}).petsc, (Words{"-shift", "-1e-3"}));
  const auto parsed = parse({"-log_view", "case.yaml", "-ksp_monitor", "a.b=1", "-snes_monitor", "--check"});
  EXPECT_EQ(parsed.petsc, (Words{"-log_view", "-ksp_monitor", "-snes_monitor"}));
  EXPECT_EQ(parsed.deck, "case.yaml");
  EXPECT_EQ(parsed.assignments, (Words{"a.b=1"}));
  EXPECT_TRUE(parsed.check);
  EXPECT_EQ(parse({"-options_file_yaml", "petsc.yaml"}).petsc, (Words{"-options_file_yaml", "petsc.yaml"}));
}

TEST(Arguments, SubCommandsKeepTheirWords) {
  const auto parsed = parse({"convert", "a.su2", "out/b=c.h5", "deck.yml"}, Positional::words);
  EXPECT_EQ(parsed.words, (Words{"convert", "a.su2", "out/b=c.h5"}));
  EXPECT_EQ(parsed.deck, "deck.yml");
  EXPECT_NE(parse({"a.yaml", "b.yaml"}).problem.find("second deck"), std::string::npos);
}

TEST(Arguments, UnknownFlagsNameTheNearest) {
  EXPECT_NE(parse({"--verbos"}).problem.find("--verbose"), std::string::npos);
  EXPECT_NE(parse({"--flow.mach=1"}).problem.find("flow.mach=1"), std::string::npos);
  EXPECT_FALSE(parse({""}).problem.empty());
}

TEST(Arguments, AProgramsOwnFlagsSetItsKeys) {
  const std::vector<KeyFlag> flags = {{"--levels", "mesh.refine"}};
  const auto parsed = [&](const Words& words) { return parse_arguments(words, Positional::words, flags); };
  EXPECT_EQ(parsed({"refine", "--levels", "2", "in.su2"}).assignments, (Words{"mesh.refine=2"}));
  EXPECT_EQ(parsed({"refine", "--levels", "2", "in.su2"}).words, (Words{"refine", "in.su2"}));
  EXPECT_EQ(parsed({"--levels=3"}).assignments, (Words{"mesh.refine=3"}));
  EXPECT_NE(parsed({"--levels"}).problem.find("--levels VALUE"), std::string::npos);
  EXPECT_NE(parsed({"--levels", "--check"}).problem.find("has no value"), std::string::npos);
  EXPECT_NE(parsed({"--level", "2"}).problem.find("did you mean '--levels'"), std::string::npos);
  EXPECT_NE(parsed({"--level=2"}).problem.find("did you mean '--levels'"), std::string::npos);
  EXPECT_NE(parsed({"--mesh.refine=2"}).problem.find("as in mesh.refine=2"), std::string::npos);
  EXPECT_FALSE(parse({"--levels", "2"}).problem.empty());
}

TEST(Arguments, ReportFileSurvivesOtherProblems) {
  EXPECT_EQ(parse({"--json-report", "r.json"}).json_report, "r.json");
  EXPECT_EQ(parse({"--json-report=r.json"}).json_report, "r.json");
  const auto parsed = parse({"--bogus", "--json-report", "r.json"});
  EXPECT_EQ(parsed.json_report, "r.json");
  EXPECT_FALSE(parsed.problem.empty());
  EXPECT_FALSE(parse({"--json-report"}).problem.empty());
  EXPECT_FALSE(parse({"--json-report="}).problem.empty());
}

TEST(Arguments, PetscHelpAndVersionSpellingsAreOurs) {
  EXPECT_TRUE(parse({"-help"}).help);
  EXPECT_TRUE(parse({"-h"}).help);
  EXPECT_TRUE(parse({"-version"}).version);
  EXPECT_TRUE(parse({"-help"}).petsc.empty());
}

}  // namespace
}  // namespace trireme::program
