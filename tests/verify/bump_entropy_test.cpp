// SPDX-License-Identifier: Apache-2.0
// Subsonic flow over a smooth bump keeps its entropy: what the scheme makes of it is its error, which must
// fall with the second power of the mesh size (case C1.1 of the International Workshop on High-Order CFD
// Methods).
#include <cmath>

#include "tests/verify/deck_flow.hpp"

namespace trireme::verify {
namespace {

using E = flow::CompressibleEuler;

// Volume-weighted root mean square of the entropy's change.
double entropy_error(const std::string& cells, int normal_cells) {
  const auto flow = solve_deck<E>(
      TRIREME_TEST_CASES "/bump.yaml",
      {"mesh.generate.bump.cells=" + cells,
       "mesh.generate.bump.streamwise_cells=" + std::to_string(4 * normal_cells),
       "mesh.generate.bump.normal_cells=" + std::to_string(normal_cells), "pseudo_time.residual_drop=1e6"});
  EXPECT_EQ(flow->end.reason, flow::EndReason::converged) << flow->end.drop;
  double sum = 0, volume = 0;
  for (const auto& sample : flow->samples) {
    const double entropy = E::derived(flow->parameters, sample.q)[1];
    sum += sample.volume * entropy * entropy;
    volume += sample.volume;
  }
  return std::sqrt(sum / volume);
}

class BumpEntropy : public ::testing::TestWithParam<const char*> {};

TEST_P(BumpEntropy, ErrorIsSecondOrder) {
  const int sizes[] = {6, 12, 24, 36};
  double before = 0;
  int size_before = 0;
  for (const int size : sizes) {
    const double error = entropy_error(GetParam(), size);
    const double order = std::log(before / error) / std::log(static_cast<double>(size) / size_before);
    RecordProperty("error_" + std::to_string(size), std::to_string(error));
    if (size_before > 0) {
      EXPECT_LT(error, before);
      RecordProperty("order_" + std::to_string(size), std::to_string(order));
    }
    if (size == sizes[3]) {
      EXPECT_GE(order, 1.7) << before << " -> " << error;
    }
    before = error;
    size_before = size;
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, BumpEntropy, ::testing::Values("hexahedron", "tetrahedron"));

}  // namespace
}  // namespace trireme::verify
