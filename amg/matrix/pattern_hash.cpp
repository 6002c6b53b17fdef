// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/pattern_hash.hpp"

#include "amg/kernels/index_hash.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::amg {
namespace {

std::uint64_t hash_of(std::span<const LocalIndex> indices) {
  // Each chunk with its place, so that their sum needs no order.
  return threads::fixed_chunk_sum<std::uint64_t>(indices.size(), [&](std::size_t begin, std::size_t end) {
    return mix_bits(kernels::index_hash(indices.data() + begin, end - begin) ^ mix_bits(begin));
  });
}

}  // namespace

std::uint64_t pattern_hash(const MatrixView& matrix) {
  std::uint64_t hash = mix_bits(static_cast<std::uint64_t>(matrix.rows->begin()));
  for (const CsrView* part : {&matrix.diagonal, &matrix.off_diagonal}) {
    hash = mix_bits(hash ^ static_cast<std::uint64_t>(part->n_columns));
    hash = mix_bits(hash ^ hash_of(part->offsets));
    hash = mix_bits(hash ^ hash_of(part->columns.first(static_cast<std::size_t>(part->n_nonzeros()))));
  }
  for (const GlobalIndex ghost : matrix.ghost_columns)
    hash = mix_bits(hash ^ static_cast<std::uint64_t>(ghost));
  return hash;
}

}  // namespace trireme::amg
