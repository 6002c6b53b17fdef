// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_options.hpp"

namespace trireme::flow {

void OutputOptions::describe(options::Schema& schema) {
  schema.section("output", "Files of a run.");
  schema.add("directory", directory, "folder of all files, made when missing");
  schema.add("name", name, "what file names begin with");
  schema.add("history", history, "NAME_history.csv: a row for every step");
  schema.add("volume", volume, "NAME_volume.vtkhdf: the flow on the mesh");
  schema.add("surface", surface, "NAME_surface.vtkhdf: the flow on the boundary");
  schema.add("pressure_csv", pressure_csv,
             "NAME_surface.csv: pressure coefficient of every slip-wall vertex");
  schema.add("state", state, "NAME_state.h5: the last good state, readable on any number of ranks");
}

std::string OutputOptions::path(const std::string& suffix) const {
  return directory + "/" + name + suffix;
}

}  // namespace trireme::flow
