// SPDX-License-Identifier: Apache-2.0
// The ranks a test runs on, and a numbering of entries over them with an empty rank, for tests of
// solvers/comm.
#pragma once

#include <cstdint>
#include <vector>

#include <petscsys.h>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::comm::test {

inline Communicator world() {
  return Communicator(PETSC_COMM_WORLD);
}

// First owned ids [parts + 1]: parts of unequal size; part 1 of three or more owns nothing.
inline std::vector<GlobalIndex> uneven_offsets(int parts) {
  std::vector<GlobalIndex> offsets{0};
  for (int part = 0; part < parts; ++part)
    offsets.push_back(offsets.back() + (part == 1 && parts > 2 ? 0 : 7 + 3 * (part % 5)));
  return offsets;
}

// A scattered third of the entries that others own; the last part of four or more needs nothing.
inline std::vector<GlobalIndex> scattered_ghosts(const std::vector<GlobalIndex>& offsets, int part) {
  std::vector<GlobalIndex> ghosts;
  const int parts = static_cast<int>(offsets.size()) - 1;
  if (parts > 3 && part == parts - 1) return ghosts;
  const auto p = static_cast<std::size_t>(part);
  for (GlobalIndex id = 0; id < offsets.back(); ++id) {
    const bool own = id >= offsets[p] && id < offsets[p + 1];
    const auto hash = (static_cast<std::uint64_t>(id) * 2654435761u + p * 40503u) >> 7;
    if (!own && hash % 3 == 0) ghosts.push_back(id);
  }
  return ghosts;
}

}  // namespace trireme::comm::test
