// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/metis_partition.hpp"

#include <algorithm>
#include <limits>

#include <metis.h>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {

std::vector<int> contiguous_partition(std::span<const GlobalIndex> row_offsets, int n_parts) {
  const std::size_t n = row_offsets.size() - 1;
  std::vector<int> parts(n);
  const double total = static_cast<double>(row_offsets[n]) + static_cast<double>(n);
  for (std::size_t v = 0; v < n; ++v) {
    const double middle =
        static_cast<double>(row_offsets[v] + row_offsets[v + 1]) / 2 + static_cast<double>(v) + 0.5;
    parts[v] = std::min(n_parts - 1, static_cast<int>(middle / total * n_parts));
  }
  repair_partition(parts, n_parts);
  return parts;
}

void repair_partition(std::span<int> parts, int n_parts) {
  std::vector<GlobalIndex> sizes(static_cast<std::size_t>(n_parts), 0);
  for (const int part : parts) {
    if (part >= 0 && part < n_parts) ++sizes[part];
  }
  for (int& part : parts) {
    if (part >= 0 && part < n_parts) continue;
    part = static_cast<int>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
    ++sizes[part];
  }
  for (int empty = 0; empty < n_parts; ++empty) {
    if (sizes[empty] > 0) continue;
    const int largest = static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    if (sizes[largest] < 2) return;
    *std::find(parts.rbegin(), parts.rend(), largest) = empty;
    --sizes[largest];
    ++sizes[empty];
  }
}

MetisParts metis_partition(std::span<const GlobalIndex> row_offsets, std::span<const GlobalIndex> columns,
                           int n_parts) {
  const std::size_t n = row_offsets.size() - 1;
  if (n_parts <= 1 || n == 0) return {std::vector<int>(n, 0), {}};
  // METIS has nothing to optimize here and is known to leave parts empty.
  if (n <= 2 * static_cast<std::size_t>(n_parts) || columns.empty())
    return {contiguous_partition(row_offsets, n_parts), {}};
  TRIREME_VALIDATE(columns.size() + n <= static_cast<std::size_t>(std::numeric_limits<idx_t>::max()),
                   ErrorKind::input, "the mesh is too large for METIS on one rank",
                   std::to_string(n) + " vertices with " + std::to_string(columns.size()) +
                       " neighbours, METIS was built with " + std::to_string(8 * sizeof(idx_t)) +
                       "-bit indices",
                   "set mesh.partitioner to ptscotch or parmetis");

  std::vector<idx_t> offsets(row_offsets.begin(), row_offsets.end()),
      neighbours(columns.begin(), columns.end());
  std::vector<idx_t> weights(n), parts(n, -1);
  for (std::size_t v = 0; v < n; ++v)
    weights[v] = static_cast<idx_t>(row_offsets[v + 1] - row_offsets[v] + 1);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  auto n_vertices = static_cast<idx_t>(n), n_constraints = idx_t{1},
       n_metis_parts = static_cast<idx_t>(n_parts);
  idx_t cut = 0;
  const int status =
      METIS_PartGraphKway(&n_vertices, &n_constraints, offsets.data(), neighbours.data(), weights.data(),
                          nullptr, nullptr, &n_metis_parts, nullptr, nullptr, options, &cut, parts.data());
  if (status != METIS_OK) {
    return {contiguous_partition(row_offsets, n_parts), "METIS failed with status " + std::to_string(status)};
  }
  std::vector<int> result(parts.begin(), parts.end());
  repair_partition(result, n_parts);
  return {std::move(result), {}};
}

}  // namespace trireme::mesh
