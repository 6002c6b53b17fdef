// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "amg/kernels/distance_two.hpp"

namespace trireme::amg::kernels {

void distance_two_reference(const DistanceTwoInput& in, int num_paths, LocalIndex n_numbers, double* paths) {
  // The coarse points that strongly influence j.
  const auto influencing = [&](LocalIndex j) {
    std::vector<LocalIndex> numbers;
    if (j >= in.n_points) {
      const auto ghost = static_cast<std::size_t>(j - in.n_points);
      numbers.assign(in.ghost_columns.begin() + in.ghost_offsets[ghost],
                     in.ghost_columns.begin() + in.ghost_offsets[ghost + 1]);
      return numbers;
    }
    for (LocalIndex k = in.strong->begin[j]; k < in.strong->end[j]; ++k)
      if (in.types[in.strong->columns[k]] == PointType::coarse)
        numbers.push_back(in.place[in.strong->columns[k]]);
    return numbers;
  };
  for (std::size_t r = 0; r < in.coarse.size(); ++r) {
    const LocalIndex i = in.coarse[r];
    double* const row = paths + r * static_cast<std::size_t>(n_numbers);
    for (const LocalIndex number : influencing(i)) row[number] += paths_of_coupling;
    for (LocalIndex k = in.strong->begin[i]; k < in.strong->end[i]; ++k)
      for (const LocalIndex number : influencing(in.strong->columns[k])) row[number] += 1;
    row[in.place[i]] = 0;
    for (LocalIndex number = 0; number < n_numbers; ++number)
      if (row[number] < num_paths) row[number] = 0;
  }
}

}  // namespace trireme::amg::kernels
