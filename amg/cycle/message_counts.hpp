// SPDX-License-Identifier: Apache-2.0
// What a V(1,1)-cycle would send if its matrix were cut into any number of parts, counted from the exchange
// plans of all parts, which one process builds: for numbers of ranks that nobody wants to run. For programs
// that study layouts; a test compares it with what MPI is asked to send.
#pragma once

#include <span>
#include <vector>

#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

struct ExchangeCount {
  GlobalIndex messages = 0, values = 0;  // of all parts together
  int most_messages = 0;                 // of one part
};

struct LevelMessages {
  int parts = 0;                // that own rows
  ExchangeCount matrix;         // one exchange of the ghosts of A's columns
  ExchangeCount interpolation;  // of P's, and
  ExchangeCount restriction;    // of R's; none on the coarsest level
};

struct CycleMessages {
  std::vector<LevelMessages> levels;
  int reductions = 0;                    // over all parts in a cycle
  GlobalIndex messages = 0, values = 0;  // of all parts in a cycle
  int most_messages = 0;                 // of the levels' most loaded parts, summed
};

// hierarchy: of one rank, classical, its finest matrix in place. offsets [parts + 1]: the finest rows of each
// part. process_eq_limit: see SetupOptions. The cycle: V with one sweep of Gauss-Seidel down and one up,
// whose coarsest level is solved directly, in double precision (single takes one reduction more). Throws
// Error (input) for a hierarchy of several ranks, or without splittings. Local; a few passes over the
// matrices.
CycleMessages count_cycle_messages(const SetupHierarchy& hierarchy, std::vector<GlobalIndex> offsets,
                                   GlobalIndex process_eq_limit);

}  // namespace trireme::amg
