// SPDX-License-Identifier: Apache-2.0
// A vector and a few scalars summed over samples that are spread over threads and ranks, by one all-reduce.
// Called by every implementation of SampleObjective.
//
//   OrderFreeSum sum(comm, accumulation);
//   sum.begin(dim, n_scalars, largest_term, n_samples);
//   sum.over_rows(n_rows, [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
//     piece.with_cells([&](auto* cells, double scale) { add rows [begin, end) times scale to cells [dim] });
//     piece.scalar(0).add(loss);
//   });
//   sum.finish(work, vector, scalars);
//
// reproducible: terms of the vector become fixed-point integers and the scalars exact sums, so results have
// the same bits for any number of threads and ranks and any distribution of the samples. plain: doubles, in a
// fixed number of pieces a rank; the same bits for any number of threads, but not of ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optim/problem/sample_objective.hpp"
#include "optim/reduce/exact_sum.hpp"
#include "optim/reduce/fixed_scale.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {

enum class Accumulation { reproducible, plain };

class OrderFreeSum {
 public:
  // What one thread adds to.
  class Piece {
   public:
    // f(cells, scale): adds terms times scale to the cells, rounded to integers where cells are integers
    // (fixed_of).
    template <class F>
    void with_cells(F&& f) {
      if (fixed_ != nullptr)
        f(fixed_, scale_);
      else
        f(plain_, 1.0);
    }
    ExactSum& scalar(std::size_t k) { return scalars_[k]; }

   private:
    friend class OrderFreeSum;
    std::int64_t* fixed_ = nullptr;
    double* plain_ = nullptr;
    double scale_ = 1;
    std::span<ExactSum> scalars_;
  };

  OrderFreeSum(comm::Communicator comm, Accumulation accumulation)
      : comm_(std::move(comm)), accumulation_(accumulation) {}

  // Zeroes. largest_term: a bound of every term's magnitude, the same on every rank; where it is not finite
  // the vector becomes NaN. n_terms: terms of one entry, over all ranks. Local.
  void begin(GlobalIndex dim, int n_scalars, double largest_term, GlobalIndex n_terms);

  // f(Piece&, begin, end) for pieces of [0, n_rows), in parallel. May be called again before finish(). Local.
  template <class F>
  void over_rows(GlobalIndex n_rows, F&& f) {
    threads::parallel_for(static_cast<int>(pieces_.size()), [&](int k) {
      const auto [first, last] = threads::thread_range(n_rows, k, static_cast<int>(pieces_.size()));
      if (first < last) f(pieces_[static_cast<std::size_t>(k)], first, last);
    });
  }

  // vector [dim], scalars [n_scalars]: the sums over all ranks. A scalar sum that is not finite makes the
  // vector NaN, since terms beyond their bound have no place in it. Collective; one all-reduce, which is
  // counted in `work`.
  void finish(SampleWork& work, std::span<double> vector, std::span<double> scalars);

 private:
  void finish_reproducible(SampleWork& work, std::span<double> vector, std::span<double> scalars);
  void finish_plain(SampleWork& work, std::span<double> vector, std::span<double> scalars);

  comm::Communicator comm_;
  Accumulation accumulation_;
  std::size_t dim_ = 0, n_scalars_ = 0;
  bool bounded_ = true;
  FixedScale scale_;
  std::vector<Piece> pieces_;
  std::vector<std::int64_t> fixed_;  // [pieces, dim], then the message
  std::vector<double> plain_;        // [pieces, dim]
  std::vector<ExactSum> scalars_;    // [pieces, n_scalars]
};

}  // namespace trireme::optim
