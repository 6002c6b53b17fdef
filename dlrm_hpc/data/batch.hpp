// SPDX-License-Identifier: Apache-2.0
// The samples of one step that one rank holds, read from a file of samples. Labels and numbers by sample; ids
// table by table in the "combined jagged" form: the lengths of all bags, then all ids. Called by training,
// evaluation and prediction. Local; threaded.
#pragma once

#include <span>
#include <vector>

#include "dlrm_hpc/data/dataset.hpp"
#include "dlrm_hpc/data/permutation.hpp"

namespace trireme::dlrm {

struct Batch {
  GlobalIndex global_samples = 0;  // of the step over all ranks
  std::size_t n = 0;               // samples here
  std::vector<float> labels;       // [n]
  std::vector<float> dense;        // [n, n_dense]
  // Per table offsets [n_tables][n + 1] into its ids, and ids.
  std::vector<std::vector<std::int64_t>> offsets;
  std::vector<std::vector<std::int64_t>> ids;
  std::vector<std::vector<float>> weights;  // of ids [n_tables]; empty where a column has none
};

// Fills `batch` with samples order(first) .. order(first + n - 1), where order is `permutation` or, when
// null, the file's own. Ids are below their table's rows: Error(input) otherwise, and for labels and weights
// that are not finite numbers, with the sample's number.
void read_batch(const Dataset& data, const Permutation* permutation, GlobalIndex first, std::size_t n,
                Batch& batch);

}  // namespace trireme::dlrm
