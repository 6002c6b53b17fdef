// SPDX-License-Identifier: Apache-2.0
// Makes the contiguous ranges of a global numbering from what each rank owns. Called where a level or an
// application's matrix gets its numbering.
#pragma once

#include <memory>

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// n_owned: entries of this rank, numbered after those of the lower ranks. Collective; one all-gather.
std::shared_ptr<const Partition> make_partition(const comm::Communicator& comm, LocalIndex n_owned);

}  // namespace trireme::amg
