// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/kept_interpolation.hpp"

#include <algorithm>

namespace trireme::amg {

KeptInterpolation::KeptInterpolation(DistributedMatrix& p, std::span<const GlobalIndex> ghosts) : p_(p) {
  for (const GlobalIndex id : p.ghost_columns) {
    const auto at = std::lower_bound(ghosts.begin(), ghosts.end(), id);
    const bool found = at != ghosts.end() && *at == id;
    ghost_place_.push_back(found ? p.columns->n_owned() + static_cast<LocalIndex>(at - ghosts.begin()) : -1);
  }
}

kernels::KeptWeights KeptInterpolation::view() const {
  return {p_.diagonal.offsets.data(),     p_.diagonal.columns.data(), p_.off_diagonal.offsets.data(),
          p_.off_diagonal.columns.data(), ghost_place_.data(),        p_.diagonal.values.data(),
          p_.off_diagonal.values.data()};
}

LocalIndex KeptInterpolation::longest_row() const {
  const kernels::KeptWeights kept = view();
  LocalIndex longest = 0;
  for (LocalIndex row = 0; row < p_.rows->n_owned(); ++row) longest = std::max(longest, kept.n_entries(row));
  return longest;
}

}  // namespace trireme::amg
