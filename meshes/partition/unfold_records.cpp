// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/unfold_records.hpp"

#include <algorithm>

namespace trireme::mesh {

Records unfold_records(const ImageKeys& keys, Records&& records) {
  if (!keys.any_periods()) return std::move(records);
  Records unfolded;
  std::vector<Shift> shifts;
  std::vector<GlobalIndex> moved, extra_of_moved;
  records.for_each(
      [&](GlobalIndex tag, std::span<const GlobalIndex> vertices, std::span<const GlobalIndex> extra) {
        shifts.clear();
        for (const GlobalIndex key : vertices) {
          const Shift shift = keys.shift(key);
          if (std::find(shifts.begin(), shifts.end(), shift) == shifts.end()) shifts.push_back(shift);
        }
        if (std::find(shifts.begin(), shifts.end(), Shift{}) == shifts.end())
          unfolded.add(vertices, tag, extra);
        extra_of_moved.assign(extra.begin(), extra.end());
        extra_of_moved.push_back(1);
        for (const Shift& shift : shifts) {
          if (shift == Shift{}) {
            unfolded.add(vertices, tag, extra);
            continue;
          }
          moved.clear();
          for (const GlobalIndex key : vertices) moved.push_back(keys.seen_from(key, shift));
          unfolded.add(moved, tag, extra_of_moved);
        }
      });
  return unfolded;
}

}  // namespace trireme::mesh
