// SPDX-License-Identifier: Apache-2.0
// What a user may choose about what build_flow_mesh makes of a mesh: its distribution over ranks, and which
// sides are periodic.
#pragma once

#include <map>
#include <string>

#include "solvers/options/schema.hpp"

namespace trireme::mesh {

enum class Ordering { natural, rcm, random };
enum class Partitioner { metis, parmetis, ptscotch, contiguous };

struct PartitionOptions {
  Ordering ordering = Ordering::rcm;
  Partitioner partitioner = Partitioner::metis;
  std::map<std::string, std::string> periodic = {};  // marker -> the marker that is its displaced copy

  // Adds the keys "ordering", "partitioner" and "periodic" to the section that is open.
  void describe(options::Schema& schema);
};

}  // namespace trireme::mesh
