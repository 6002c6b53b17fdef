// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/core_sharing.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "solvers/comm/gather.hpp"
#include "solvers/threads/affinity_report.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::comm {

int share_cores(const Communicator& comm) {
  const std::vector<int> own = threads::allowed_cpus();
  std::vector<GlobalIndex> counts;
  const std::vector<int> all = all_gather(comm.split_by_node(), own, &counts);
  int sharing = 0;
  auto rest = std::span(all);
  for (const GlobalIndex count : counts) {
    const auto other = rest.first(static_cast<std::size_t>(count));
    rest = rest.subspan(other.size());
    if (std::find_first_of(other.begin(), other.end(), own.begin(), own.end()) != other.end()) ++sharing;
  }
  sharing = std::max(1, sharing);
  threads::set_ranks_sharing_cores(sharing);
  return sharing;
}

}  // namespace trireme::comm
