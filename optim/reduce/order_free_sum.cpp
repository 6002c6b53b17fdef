// SPDX-License-Identifier: Apache-2.0
#include "optim/reduce/order_free_sum.hpp"

#include <algorithm>
#include <limits>

#include "solvers/base/assert.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::optim {
namespace {

// Of the plain form, whatever the number of threads.
constexpr std::size_t plain_pieces = 8;

void count(SampleWork& work, std::size_t dim, std::size_t bytes) {
  ++work.reductions;
  if (dim > 0) ++work.vector_reductions;
  work.reduced_bytes += static_cast<std::int64_t>(bytes);
}

}  // namespace

void OrderFreeSum::begin(GlobalIndex dim, int n_scalars, double largest_term, GlobalIndex n_terms) {
  dim_ = static_cast<std::size_t>(dim);
  n_scalars_ = static_cast<std::size_t>(n_scalars);
  bounded_ = std::isfinite(largest_term);
  scale_ = FixedScale(largest_term, n_terms);
  const bool reproducible = accumulation_ == Accumulation::reproducible;
  const auto n_pieces = reproducible ? static_cast<std::size_t>(threads::max_threads()) : plain_pieces;
  pieces_.assign(n_pieces, Piece{});
  scalars_.assign(n_pieces * n_scalars_, ExactSum{});
  const std::size_t message = dim_ + n_scalars_ * ExactSum::n_words;
  if (reproducible)
    fixed_.resize(n_pieces * dim_ + message);
  else
    plain_.resize(n_pieces * dim_ + dim_ + n_scalars_);
  threads::parallel_for(static_cast<int>(n_pieces), [&](int k) {
    const auto piece = static_cast<std::size_t>(k);
    if (reproducible)
      std::fill_n(fixed_.begin() + static_cast<std::ptrdiff_t>(piece * dim_), dim_, std::int64_t{0});
    else
      std::fill_n(plain_.begin() + static_cast<std::ptrdiff_t>(piece * dim_), dim_, 0.0);
  });
  for (std::size_t piece = 0; piece < n_pieces; ++piece) {
    Piece& target = pieces_[piece];
    if (reproducible)
      target.fixed_ = fixed_.data() + piece * dim_;
    else
      target.plain_ = plain_.data() + piece * dim_;
    target.scale_ = scale_.to_fixed();
    target.scalars_ = std::span<ExactSum>(scalars_).subspan(piece * n_scalars_, n_scalars_);
  }
}

void OrderFreeSum::finish(SampleWork& work, std::span<double> vector, std::span<double> scalars) {
  TRIREME_EXPECT(vector.size() == dim_ && scalars.size() == n_scalars_);
  for (std::size_t piece = 1; piece < pieces_.size(); ++piece)
    for (std::size_t k = 0; k < n_scalars_; ++k) scalars_[k].add(scalars_[piece * n_scalars_ + k]);
  if (accumulation_ == Accumulation::reproducible)
    finish_reproducible(work, vector, scalars);
  else
    finish_plain(work, vector, scalars);
  const bool finite =
      bounded_ && std::all_of(scalars.begin(), scalars.end(), [](double s) { return std::isfinite(s); });
  if (!finite) std::fill(vector.begin(), vector.end(), std::numeric_limits<double>::quiet_NaN());
}

void OrderFreeSum::finish_reproducible(SampleWork& work, std::span<double> vector,
                                       std::span<double> scalars) {
  const std::size_t n_pieces = pieces_.size();
  const std::span<std::int64_t> message = std::span<std::int64_t>(fixed_).subspan(n_pieces * dim_);
  threads::parallel_for_range(static_cast<GlobalIndex>(dim_), [&](GlobalIndex begin, GlobalIndex end) {
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    for (std::size_t j = first; j < last; ++j) message[j] = fixed_[j];
    for (std::size_t piece = 1; piece < n_pieces; ++piece)
      for (std::size_t j = first; j < last; ++j) message[j] = add_fixed(message[j], fixed_[piece * dim_ + j]);
  });
  for (std::size_t k = 0; k < n_scalars_; ++k)
    std::copy(scalars_[k].words().begin(), scalars_[k].words().end(),
              message.begin() + static_cast<std::ptrdiff_t>(dim_ + k * ExactSum::n_words));
  comm::all_sum_in_place(comm_, message);
  count(work, dim_, message.size_bytes());
  const double quantum = scale_.quantum();
  threads::parallel_for(static_cast<GlobalIndex>(dim_), [&](GlobalIndex j) {
    vector[static_cast<std::size_t>(j)] = static_cast<double>(message[static_cast<std::size_t>(j)]) * quantum;
  });
  for (std::size_t k = 0; k < n_scalars_; ++k) {
    ExactSum total;
    std::copy_n(message.begin() + static_cast<std::ptrdiff_t>(dim_ + k * ExactSum::n_words),
                ExactSum::n_words, total.words().begin());
    scalars[k] = total.value();
  }
}

void OrderFreeSum::finish_plain(SampleWork& work, std::span<double> vector, std::span<double> scalars) {
  const std::size_t n_pieces = pieces_.size();
  const std::span<double> message = std::span<double>(plain_).subspan(n_pieces * dim_);
  threads::parallel_for_range(static_cast<GlobalIndex>(dim_), [&](GlobalIndex begin, GlobalIndex end) {
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    for (std::size_t j = first; j < last; ++j) message[j] = plain_[j];
    for (std::size_t piece = 1; piece < n_pieces; ++piece)
      for (std::size_t j = first; j < last; ++j) message[j] += plain_[piece * dim_ + j];
  });
  for (std::size_t k = 0; k < n_scalars_; ++k) message[dim_ + k] = scalars_[k].value();
  comm::all_sum_in_place(comm_, message);
  count(work, dim_, message.size_bytes());
  std::copy_n(message.begin(), dim_, vector.begin());
  std::copy_n(message.begin() + static_cast<std::ptrdiff_t>(dim_), n_scalars_, scalars.begin());
}

}  // namespace trireme::optim
