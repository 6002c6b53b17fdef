// SPDX-License-Identifier: Apache-2.0
// Walks the sections of a Gmsh .msh file, $NAME to $EndNAME. Used by read/gmsh.
#pragma once

#include <string_view>

#include "meshes/read/number_source.hpp"

namespace trireme::mesh {

class GmshSource : public NumberSource {
 public:
  using NumberSource::NumberSource;

  // From here on numbers are bytes; their order is that in which the 32-bit integer here reads 1, which is
  // taken.
  void start_binary();

  // Moves past the line "$NAME" of the next section and returns NAME; empty at the end of the file.
  std::string_view next_section();
  // Moves past "$EndNAME", which must come next (end) or somewhere (skip).
  void end_section(std::string_view name);
  void skip_section(std::string_view name);
};

}  // namespace trireme::mesh
