// SPDX-License-Identifier: Apache-2.0
// How an objective's samples are dealt out: in pieces, of which each rank, and on it each thread, takes a
// contiguous run. The order of samples is cut into chunks, which go to the pieces in turn, neighbours far
// apart, so that every window of the order is spread over all. A piece's sum over a window is made of the
// same chunks in the same order wherever it lies, and the sums of pieces are added in a fixed tree: results
// have the same bits on any number of ranks up to the least number of pieces. Called by train/model_objective
// and what fills it. Local.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "dlrm_hpc/parallel/batch_layout.hpp"
#include "solvers/base/types.hpp"

namespace trireme::dlrm {

class PieceLayout {
 public:
  static constexpr GlobalIndex chunk_samples = 32;
  static constexpr int least_pieces = 32;

  PieceLayout(GlobalIndex n_samples, int n_ranks)
      : n_samples_(n_samples),
        bits_(std::bit_width(static_cast<unsigned>(std::max(least_pieces, n_ranks)) - 1)),
        pieces_(GlobalIndex{1} << bits_, 1, n_ranks) {}

  GlobalIndex samples() const { return n_samples_; }
  GlobalIndex pieces() const { return pieces_.blocks(); }
  const BatchLayout& layout() const { return pieces_; }  // of pieces over ranks
  GlobalIndex first_piece(int rank) const { return pieces_.block_begin[static_cast<std::size_t>(rank)]; }
  GlobalIndex n_pieces(int rank) const { return first_piece(rank + 1) - first_piece(rank); }

  GlobalIndex piece_of_chunk(GlobalIndex chunk) const { return reversed(chunk % pieces()); }
  int rank_of_piece(GlobalIndex piece) const {
    const auto& begins = pieces_.block_begin;
    return static_cast<int>(std::upper_bound(begins.begin(), begins.end(), piece) - begins.begin()) - 1;
  }
  int rank_of_position(GlobalIndex position) const {
    return rank_of_piece(piece_of_chunk(position / chunk_samples));
  }

  // Samples of a piece, all in all.
  GlobalIndex samples_of(GlobalIndex piece) const {
    GlobalIndex sum = 0;
    for_each_run(piece, 0, n_samples_, [&](GlobalIndex begin, GlobalIndex end) { sum += end - begin; });
    return sum;
  }
  // Place of a position among its piece's samples.
  GlobalIndex place(GlobalIndex position) const {
    return position / chunk_samples / pieces() * chunk_samples + position % chunk_samples;
  }

  // f(begin, end): positions of the piece in [begin, end), at most a chunk at a time, ascending.
  template <class F>
  void for_each_run(GlobalIndex piece, GlobalIndex begin, GlobalIndex end, F&& f) const {
    const GlobalIndex offset = reversed(piece), first = begin / chunk_samples;
    for (GlobalIndex chunk = first + (offset - first % pieces() + pieces()) % pieces();
         chunk * chunk_samples < end; chunk += pieces())
      f(std::max(begin, chunk * chunk_samples), std::min(end, (chunk + 1) * chunk_samples));
  }

 private:
  GlobalIndex reversed(GlobalIndex value) const {
    GlobalIndex result = 0;
    for (int bit = 0; bit < bits_; ++bit) result |= (value >> bit & 1) << (bits_ - 1 - bit);
    return result;
  }

  GlobalIndex n_samples_;
  int bits_;
  BatchLayout pieces_;
};

}  // namespace trireme::dlrm
