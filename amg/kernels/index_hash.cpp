// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/index_hash.hpp"

#include "solvers/base/counter_hash.hpp"

namespace trireme::amg::kernels {

std::uint64_t index_hash(const LocalIndex* indices, std::size_t n) {
  constexpr std::uint64_t m = 0x9e3779b97f4a7c15u;
  std::uint64_t h0 = 0, h1 = 0, h2 = 0, h3 = 0;
  const auto index = [&](std::size_t k) { return static_cast<std::uint64_t>(indices[k]) + 1; };
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    h0 = h0 * m + index(k);
    h1 = h1 * m + index(k + 1);
    h2 = h2 * m + index(k + 2);
    h3 = h3 * m + index(k + 3);
  }
  if (k < n) h0 = h0 * m + index(k);
  if (k + 1 < n) h1 = h1 * m + index(k + 1);
  if (k + 2 < n) h2 = h2 * m + index(k + 2);
  const std::uint64_t start = mix_bits(n);
  return mix_bits(h0 ^ start) + mix_bits(h1 ^ (start + 1)) + mix_bits(h2 ^ (start + 2)) +
         mix_bits(h3 ^ (start + 3));
}

}  // namespace trireme::amg::kernels
