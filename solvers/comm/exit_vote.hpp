// SPDX-License-Identifier: Apache-2.0
// How the ranks of a program agree on its end. A rank that failed may be missed by others in the middle of a
// collective that will never complete; it therefore waits for them with a time limit. Called by
// solvers/program only.
#pragma once

#include <optional>
#include <vector>

#include "solvers/comm/communicator.hpp"

namespace trireme::comm {

struct ExitVote {
  double exit_code;  // small integers, exact
  double seconds;    // wall time of this rank
};

// Every rank's vote, by rank; nullopt when some rank did not come within `patience_seconds` (infinity: waits
// for ever). Collective, with any mix of patience; after a nullopt the job must be aborted, since the vote is
// still under way.
std::optional<std::vector<ExitVote>> gather_exit_votes(const Communicator& comm, ExitVote mine,
                                                       double patience_seconds);

}  // namespace trireme::comm
