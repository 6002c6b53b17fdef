// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/partition.hpp"

#include "solvers/comm/gather.hpp"

namespace trireme::amg {

std::shared_ptr<const Partition> make_partition(const comm::Communicator& comm, LocalIndex n_owned) {
  auto partition = std::make_shared<Partition>();
  partition->rank = comm.rank();
  partition->offsets.push_back(0);
  for (const LocalIndex n : comm::all_gather_value(comm, n_owned))
    partition->offsets.push_back(partition->offsets.back() + n);
  return partition;
}

}  // namespace trireme::amg
