// SPDX-License-Identifier: Apache-2.0
// Options structs of every supported type, for the schema's tests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "solvers/options/schema.hpp"

namespace trireme::options::test {

enum class Flux { roe, hllc, rusanov };

struct ExampleOptions {
  std::string title;
  double mach = 0.5;
  int steps = 100;
  std::int64_t vertices = 20000;
  bool viscous = false;
  std::string file = "wing.su2";
  std::vector<double> axis = {0, 0, 1};
  std::vector<std::string> markers = {"wing", "far field"};
  Flux flux = Flux::roe;
  std::map<std::string, std::string> boundary = {{"wing", "slip_wall"}};
  double cfl_initial = 50;

  void describe(Schema& schema) {
    schema.section("", "");
    schema.add("title", title, "Free text of the run");
    schema.section("flow", "State of the free stream.");
    schema.add("mach", mach, "Mach number of the free stream", {.min = 0, .max = 5});
    schema.add("viscous", viscous, "Adds viscous terms");
    schema.add_choice("flux", flux, {{"roe", Flux::roe}, {"hllc", Flux::hllc}, {"rusanov", Flux::rusanov}},
                      "Numerical flux across an edge | face");
    schema.section("mesh", "Where the mesh comes from.");
    schema.add("file", file, "Mesh file, relative to the current directory");
    schema.section("mesh.generate", "A mesh made on the spot.");
    schema.add("vertices", vertices, "Wanted number of vertices", {.min = 4});
    schema.add("axis", axis, "Direction of the span", {.unit = "m", .length = 3});
    schema.section("pseudo_time", "Growth of the pseudo-time step.");
    schema.add("cfl_initial", cfl_initial, "CFL number of the first step", {.min = 0, .open_min = true});
    schema.add("steps", steps, "Largest number of steps", {.min = 0});
    schema.section("output", "What is written.");
    schema.add("markers", markers, "Surfaces to write");
    schema.section("", "");
    schema.add_map("boundary", boundary, "Condition on each marker", {"slip_wall", "symmetry", "far_field"});
  }
};

}  // namespace trireme::options::test
