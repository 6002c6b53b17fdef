// SPDX-License-Identifier: Apache-2.0
// Reads FUN3D's .mapbc file, which stands beside a UGRID mesh and gives the surface tags their boundary codes
// and names (FUN3D manual, "Boundary conditions": a line with the count, then tag, code and name, one a
// line). Called by read_mesh for read/ugrid.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

struct BoundaryName {
  std::string name;  // "wall_3" and the like, from the code, where the file has none
  GlobalIndex code;  // FUN3D's, 3000 for a wall
};
using BoundaryNames = std::map<GlobalIndex, BoundaryName>;  // by surface tag

// Errors (kind input) name file, line and value: a count that differs from the lines that follow, words that
// are no numbers, a tag given twice.
BoundaryNames read_mapbc(std::string_view text, std::string_view file_name);

// What the code stands for in a few words ("inviscid wall"); empty when it is not known here.
std::string_view meaning_of_code(GlobalIndex code);

}  // namespace trireme::mesh
