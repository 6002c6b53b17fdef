// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "dlrm_hpc/kernels/sort_lookups.hpp"

namespace trireme::dlrm::kernels {

void sort_lookups_reference(std::span<Lookup> lookups) {
  std::stable_sort(lookups.begin(), lookups.end(),
                   [](const Lookup& a, const Lookup& b) { return a.key < b.key; });
}
void sort_lookups_reference(std::span<WideLookup> lookups) {
  std::stable_sort(lookups.begin(), lookups.end(),
                   [](const WideLookup& a, const WideLookup& b) { return a.key < b.key; });
}
void sort_lookups_reference(std::span<WeightedLookup> lookups) {
  std::stable_sort(lookups.begin(), lookups.end(),
                   [](const WeightedLookup& a, const WeightedLookup& b) { return a.key < b.key; });
}

}  // namespace trireme::dlrm::kernels
