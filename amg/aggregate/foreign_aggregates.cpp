// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/foreign_aggregates.hpp"

#include <algorithm>

namespace trireme::amg {

ForeignAggregates::ForeignAggregates(const kernels::FilteredMatrix& matrix, std::span<const double> scale,
                                     const Partition& aggregates, std::span<const GlobalIndex> aggregate)
    : local_(aggregate.size(), -1) {
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  std::vector<char> met(aggregate.size(), 1);
  std::fill(met.begin() + static_cast<std::ptrdiff_t>(n), met.end(), 0);
  kernels::mark_met_ghosts(matrix, scale, std::span(met).subspan(n));

  const auto is_foreign = [&](GlobalIndex number) {
    return number < aggregates.begin() || number >= aggregates.end();
  };
  for (std::size_t row = 0; row < aggregate.size(); ++row)
    if (met[row] != 0 && aggregate[row] >= 0 && is_foreign(aggregate[row]))
      numbers_.push_back(aggregate[row]);
  std::sort(numbers_.begin(), numbers_.end());
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());

  for (std::size_t row = 0; row < aggregate.size(); ++row) {
    const GlobalIndex number = aggregate[row];
    if (number < 0 || met[row] == 0) continue;
    if (!is_foreign(number))
      local_[row] = static_cast<LocalIndex>(number - aggregates.begin());
    else
      local_[row] = aggregates.n_owned() +
                    static_cast<LocalIndex>(std::lower_bound(numbers_.begin(), numbers_.end(), number) -
                                            numbers_.begin());
  }
}

}  // namespace trireme::amg
