// SPDX-License-Identifier: Apache-2.0
// What a user may choose about the distribution of a mesh over ranks.
#pragma once

#include "solvers/options/schema.hpp"

namespace trireme::mesh {

enum class Ordering { natural, rcm };
enum class Partitioner { metis, parmetis, ptscotch, contiguous };

struct PartitionOptions {
  Ordering ordering = Ordering::rcm;
  Partitioner partitioner = Partitioner::metis;

  // Adds the keys "ordering" and "partitioner" to the section that is open.
  void describe(options::Schema& schema);
};

}  // namespace trireme::mesh
