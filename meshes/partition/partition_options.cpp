// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/partition_options.hpp"

namespace trireme::mesh {

void PartitionOptions::describe(options::Schema& schema) {
  schema.add_choice(
      "ordering", ordering,
      {{"natural", Ordering::natural}, {"rcm", Ordering::rcm}, {"random", Ordering::random}},
      "Order of the vertices within a rank: that of the file, reverse Cuthill-McKee, or shuffled, "
      "which measurements take for the worst case.");
  schema.add_choice(
      "partitioner", partitioner,
      {{"metis", Partitioner::metis},
       {"parmetis", Partitioner::parmetis},
       {"ptscotch", Partitioner::ptscotch},
       {"contiguous", Partitioner::contiguous}},
      "How vertices are divided among ranks: METIS on one rank's copy of the graph, ParMETIS or PT-Scotch "
      "through PETSc where it has them, or contiguous ranges of the file's order.");
  schema.add_map("periodic", periodic,
                 "Markers joined by translation, each with its displaced copy, as in {x_min: x_max}: their "
                 "points are paired and the flow leaving one side enters the other.");
}

}  // namespace trireme::mesh
