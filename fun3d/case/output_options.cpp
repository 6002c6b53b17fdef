// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_options.hpp"

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::flow {

void OutputOptions::describe(options::Schema& schema) {
  schema.section("output", "Files of a run.");
  schema.add("directory", directory, "folder of all files, made when missing");
  schema.add("name", name, "what file names begin with");
  schema.add("history", history, "NAME_history.csv: a row for every step");
  schema.add("volume", volume, "NAME_volume.vtkhdf: the flow on the mesh");
  schema.add(
      "scheme_fields", scheme_fields,
      "in NAME_volume.vtkhdf also where the scheme limits: limiter, by which gradients are multiplied (the "
      "smallest of the unknowns'), and first_order_edges, the edges of a vertex with first-order fluxes");
  schema.add("surface", surface, "NAME_surface.vtkhdf: the flow on the boundary");
  schema.add("pressure_csv", pressure_csv,
             "NAME_surface.csv: pressure coefficient of every slip-wall vertex");
  schema.add("state", state, "NAME_state.h5: the last good state, from which restart.file continues");
  schema.add("checkpoint_interval", checkpoint_interval,
             "write NAME_state.h5 also after every so many steps; 0: only when the run ends", {.min = 0});
  schema.add("checkpoint_seconds", checkpoint_seconds,
             "write NAME_state.h5 also after the step that ends so long after the last writing; 0: never",
             {.unit = "s", .min = 0});
  schema.add("sections", sections,
             "NAME_sections.csv: pressure along the walls where planes across the span cut them, here their "
             "positions as fractions of section_span; without any, a 2-D mesh is cut once",
             {.min = 0, .open_min = true});
  schema.add(
      "section_span", section_span,
      "length along the span axis from the walls' smallest coordinate, such as a wing's semispan without "
      "its tip cap; 0: as far as the walls reach; 1: sections are distances",
      {.min = 0});
  schema.add_choice(
      "report", report,
      {{"none", Report::none}, {"performance", Report::performance}, {"messages", Report::messages}},
      "printed when a run has ended, also in the JSON report: performance is the time of every kernel beside "
      "its bound, for which the machine is measured for a second; messages is what an iteration would send "
      "on 1 to 256 ranks, counted on one");
}

void OutputOptions::validate() const {
  if (directory.empty()) {
    throw Error(ErrorKind::input, "output.directory is empty", "files need a folder",
                "write . for the current one");
  }
  if (name.empty() || name.find('/') != std::string::npos) {
    throw Error(ErrorKind::input, fmt::format("output.name is '{}'", name),
                "it is the beginning of file names, not a path", "put the folder in output.directory");
  }
  if (!state && (checkpoint_interval > 0 || checkpoint_seconds > 0)) {
    throw Error(ErrorKind::input, "checkpoints are asked for, but output.state is off",
                "they would be written to NAME_state.h5", "set output.state=true, or remove them");
  }
  if (scheme_fields && !volume) {
    throw Error(ErrorKind::input, "output.scheme_fields is on, but output.volume is off",
                "they would be written to NAME_volume.vtkhdf", "set output.volume=true, or turn them off");
  }
  if (section_span > 0) return;
  for (const double position : sections) {
    if (position < 1) continue;
    throw Error(ErrorKind::input, fmt::format("output.sections: {} is no fraction of the span", position),
                "fractions lie between 0 and 1", "correct it, or set output.section_span=1 for distances");
  }
}

std::string OutputOptions::path(const std::string& suffix) const {
  return directory + "/" + name + suffix;
}

const std::vector<std::string>& OutputOptions::result_suffixes() {
  static const std::vector<std::string> suffixes{"_history.csv", "_volume.vtkhdf", "_surface.vtkhdf",
                                                 "_surface.csv", "_sections.csv"};
  return suffixes;
}

}  // namespace trireme::flow
