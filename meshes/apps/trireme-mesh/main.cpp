// SPDX-License-Identifier: Apache-2.0
// trireme-mesh: looks at meshes, converts, generates, refines and divides them. trireme-mesh COMMAND [FILES]
// [key=value ...]
#include <algorithm>

#include "meshes/apps/trireme-mesh/commands.hpp"
#include "solvers/base/error.hpp"
#include "solvers/program/program.hpp"

namespace trireme::mesh {

void ProgramOptions::describe(options::Schema& schema) {
  mesh.describe(schema);
  schema.section("partition", "For the command partition.");
  schema.add("parts", parts,
             "Number of parts, at most one a vertex; they are counted in one process, whatever the number of "
             "ranks.",
             {.min = 1, .max = 20000});
  schema.add("field", field, "VTKHDF file to write the part of each vertex to; empty: none.");
  schema.section("check", "For the command check.");
  schema.add("markers", expected_markers,
             "Names of the markers that the mesh must have, and no others; empty: any.");
}

namespace {

[[noreturn]] void refuse(const std::string& problem, const std::string& why) {
  throw Error(ErrorKind::input, problem, why, "see trireme-mesh --help");
}

program::ExitCode run_command(program::Context& context, ProgramOptions options) {
  if (context.words.empty()) refuse("no command is given", "the first word is one");
  const std::string command = context.words[0];
  const std::size_t n_files = context.words.size() - 1;
  const auto expect_files = [&](std::size_t least, std::size_t most) {
    if (n_files < least || n_files > most)
      refuse(command + " does not take " + std::to_string(n_files) + (n_files == 1 ? " file" : " files"),
             "it takes " + std::string(least == most ? "" : "up to ") + std::to_string(most));
  };
  if (command == "info" || command == "partition" || command == "check") {
    expect_files(0, 1);
    if (n_files == 1) options.mesh.file = context.words[1];
    if (command == "check") return check_mesh_file(context, options);
    return command == "info" ? show_info(context, options.mesh) : show_partition(context, options);
  }
  if (command == "convert") {
    expect_files(2, 2);
    options.mesh.file = context.words[1];
    return write_mesh(context, options.mesh, context.words[2]);
  }
  if (command == "refine") {
    expect_files(2, 2);
    options.mesh.file = context.words[1];
    options.mesh.refine = std::max(1, options.mesh.refine);
    return write_mesh(context, options.mesh, context.words[2]);
  }
  if (command == "generate") {
    expect_files(1, 1);
    options.mesh.file.clear();
    return write_mesh(context, options.mesh, context.words[1]);
  }
  refuse("'" + command + "' is no command of trireme-mesh",
         "commands are info, check, convert, generate, refine and partition");
}

}  // namespace
}  // namespace trireme::mesh

int main(int argc, char** argv) {
  using namespace trireme;
  mesh::ProgramOptions options;
  options::Schema schema;
  options.describe(schema);
  program::Program program(
      argc, argv,
      {.name = "trireme-mesh",
       .one_line = "Looks at meshes, converts, generates, refines and divides them.",
       .long_help =
           "Commands:\n"
           "  info [FILE]       counts, markers, median-dual metrics, quality, memory\n"
           "  check [FILE]      everything that is wrong with a mesh, with ids and places; exit code 2 "
           "for errors\n"
           "  convert IN OUT    OUT ends in .su2, .trimesh or .h5 (the project's own), or .vtkhdf\n"
           "  generate OUT      the mesh that mesh.generate describes, written as for convert\n"
           "  refine IN OUT     IN with every edge halved, mesh.refine (or --levels) times, at "
           "least once\n"
           "  partition [FILE]  what dividing among partition.parts ranks costs\n"
           "FILE and IN end in .su2, .msh (Gmsh or PETSc-FUN3D), .ugrid or .cgns, all also with .gz,\n"
           "or in .trimesh or .h5; without a FILE the mesh is mesh.file or the one that\n"
           "mesh.generate describes. SIGTERM and SIGUSR1 end the program at once, without a JSON report.",
       .usage = "COMMAND [FILES] [DECK.yaml]",
       .key_flags = {{"--levels", "mesh.refine"}},
       .positional = program::Positional::words,
       .on_stop_signal = program::StopSignal::ends_at_once});
  return program.run(schema, [&](program::Context& context) { return mesh::run_command(context, options); });
}
