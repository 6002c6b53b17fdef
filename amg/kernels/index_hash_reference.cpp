// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/index_hash.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg::kernels {

std::uint64_t index_hash_reference(const LocalIndex* indices, std::size_t n) {
  std::uint64_t hash = 0;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    std::uint64_t polynomial = 0;
    for (std::size_t k = lane; k < n; k += 4) {
      std::uint64_t term = static_cast<std::uint64_t>(indices[k]) + 1;
      for (std::size_t later = k + 4; later < n; later += 4) term *= 0x9e3779b97f4a7c15u;
      polynomial += term;
    }
    hash += mix_bits(polynomial ^ (mix_bits(n) + lane));
  }
  return hash;
}

}  // namespace trireme::amg::kernels
