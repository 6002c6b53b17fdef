// SPDX-License-Identifier: Apache-2.0
// trireme-fun3d: steady incompressible flow on unstructured meshes. trireme-fun3d CASE.yaml [key=value ...]
#include "fun3d/case/run_flow.hpp"
#include "solvers/program/program.hpp"

int main(int argc, char** argv) {
  using namespace trireme;
  flow::FlowCase flow_case;
  options::Schema schema;
  flow_case.describe(schema);
  program::Program program(
      argc, argv,
      {.name = "trireme-fun3d",
       .one_line =
           "Steady Euler flow on unstructured meshes by an implicit vertex-centred finite-volume method.",
       .long_help = "Reads a mesh (mesh.file) or generates one (mesh.generate), solves for the steady state "
                    "and leaves "
                    "histories, fields and a report in output.directory.",
       .usage = "[CASE.yaml]",
       .key_flags = {{"--report", "output.report"}}});
  return program.run(
      schema, [&](program::Context& context) { return flow::run_flow(context, flow_case); },
      [&](program::Context& context) { return flow::check_flow(context, flow_case); });
}
