// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "optim/kernels/sample_losses.hpp"
#include "optim/problem/replicated_vector.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::optim {
namespace {

constexpr GlobalIndex largest_block = 64;
constexpr GlobalIndex block_bytes = 1 << 15;  // of samples, half of a common first-level cache

GlobalIndex block_of(const Samples& samples) {
  if (!samples.is_dense) return largest_block;
  const GlobalIndex row_bytes = std::max<GlobalIndex>(1, samples.n_features) * GlobalIndex{sizeof(float)};
  return std::clamp<GlobalIndex>(block_bytes / row_bytes, 4, largest_block);
}

std::vector<double> kernel_targets(const Samples& samples, LinearLoss loss) {
  std::vector<double> targets = samples.targets;
  if (loss == LinearLoss::logistic)
    for (double& target : targets) target = 2 * target - 1;
  return targets;
}

}  // namespace

LinearModel::LinearModel(std::shared_ptr<const Samples> samples, LinearLoss loss, Accumulation accumulation)
    : samples_(std::move(samples)),
      loss_(loss),
      width_(loss == LinearLoss::softmax ? static_cast<int>(samples_->classes.size()) : 1),
      block_(block_of(*samples_)),
      targets_(kernel_targets(*samples_, loss)),
      sum_(samples_->comm, accumulation) {
  const std::size_t n_classes = samples_->classes.size();
  TRIREME_VALIDATE(loss != LinearLoss::logistic || n_classes == 2, ErrorKind::input,
                   "logistic regression needs two classes", "the samples have " + std::to_string(n_classes),
                   "take softmax");
  TRIREME_VALIDATE(loss != LinearLoss::softmax || n_classes >= 2, ErrorKind::input,
                   "softmax regression needs classes", "the labels were read as numbers", "take squares");
  TRIREME_VALIDATE(loss != LinearLoss::squares || n_classes == 0, ErrorKind::input,
                   "least squares needs numbers as labels", "the labels were read as classes",
                   "take logistic or softmax");
  residuals_.resize(targets_.size() * static_cast<std::size_t>(width_));
  curvatures_.resize(residuals_.size());
}

bool LinearModel::holds(std::span<const double> w, SampleSet set) const {
  return holds_any_ && contains(held_set_, set, size()) &&
         std::memcmp(held_w_.data(), w.data(), w.size_bytes()) == 0;
}

// A batch that is evaluated in parts, one behind the other, is held as a whole.
void LinearModel::remember(std::span<const double> w, SampleSet set) {
  const bool same_w = holds_any_ && std::memcmp(held_w_.data(), w.data(), w.size_bytes()) == 0;
  if (same_w && (contains(held_set_, set, size()) || set.count == 0)) return;
  const bool follows = same_w && (held_set_.begin + held_set_.count) % size() == set.begin &&
                       held_set_.count + set.count <= size();
  if (follows) {
    held_set_.count += set.count;
    return;
  }
  held_w_.assign(w.begin(), w.end());
  held_set_ = set;
  holds_any_ = true;
}

void LinearModel::block_margins(const Samples& samples, GlobalIndex begin, GlobalIndex end, const double* w,
                                double* z) const {
  if (samples.is_dense)
    kernels::row_margins(samples.dense(), begin, end, w, width_, z);
  else
    kernels::row_margins(samples.sparse(), begin, end, w, width_, z);
}

void LinearModel::block_losses(const Samples& samples, GlobalIndex begin, GlobalIndex end, const double* z,
                               double* loss, double* residual, double* curvature) const {
  const GlobalIndex n = end - begin;
  if (loss_ == LinearLoss::softmax)
    return kernels::softmax_losses(n, width_, z, samples.targets.data() + begin, loss, residual, curvature);
  double signs[largest_block];
  const double* targets = targets_.data() + begin;
  if (&samples != samples_.get()) {
    for (GlobalIndex i = 0; i < n; ++i) {
      const double target = samples.targets[static_cast<std::size_t>(begin + i)];
      signs[i] = loss_ == LinearLoss::logistic ? 2 * target - 1 : target;
    }
    targets = signs;
  }
  if (loss_ == LinearLoss::logistic)
    kernels::logistic_losses(n, z, targets, loss, residual, curvature);
  else
    kernels::squared_losses(n, z, targets, loss, residual, curvature);
}

// f(piece, begin, end, place): blocks of rows of the set on this rank; place [block, width] is scratch.
template <class F>
void LinearModel::over_blocks(OrderFreeSum& sum, SampleSet set, F&& f) {
  const Window parts = window(set);
  const GlobalIndex in_first = parts[0].count();
  sum.over_rows(in_first + parts[1].count(),
                [&](OrderFreeSum::Piece& piece, GlobalIndex from, GlobalIndex to) {
                  std::vector<double> scratch(static_cast<std::size_t>(block_ * width_));
                  const auto run = [&](GlobalIndex begin, GlobalIndex end) {
                    for (GlobalIndex at = begin; at < end; at += block_)
                      f(piece, at, std::min(end, at + block_), scratch.data());
                  };
                  run(parts[0].begin + std::min(from, in_first), parts[0].begin + std::min(to, in_first));
                  run(parts[1].begin + std::max(from - in_first, GlobalIndex{0}),
                      parts[1].begin + std::max(to - in_first, GlobalIndex{0}));
                });
}

double LinearModel::largest_residual(std::span<const double> w) const {
  if (loss_ != LinearLoss::squares) return 1;
  return samples_->largest_norm * norm2(w) + samples_->largest_target;
}

double LinearModel::value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) {
  TRIREME_EXPECT(static_cast<GlobalIndex>(w.size()) == dim() && gradient.size() == w.size());
  sum_.begin(dim(), 1, largest_residual(w) * samples_->largest_entry, set.count);
  over_blocks(sum_, set, [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end, double* z) {
    double loss[largest_block];
    double* residual = residuals_.data() + begin * width_;
    block_margins(*samples_, begin, end, w.data(), z);
    block_losses(*samples_, begin, end, z, loss, residual, curvatures_.data() + begin * width_);
    for (GlobalIndex i = 0; i < end - begin; ++i) piece.scalar(0).add(loss[i]);
    piece.with_cells([&](auto* cells, double scale) {
      if (samples_->is_dense)
        kernels::add_columns(samples_->dense(), begin, end, residual, width_, scale, cells);
      else
        kernels::add_columns(samples_->sparse(), begin, end, residual, width_, scale, cells);
    });
  });
  double loss = 0;
  sum_.finish(work_, gradient, std::span<double>(&loss, 1));
  work_.gradients += set.count;
  remember(w, set);
  const double weight = set.count > 0 ? 1 / static_cast<double>(set.count) : 0;
  for (double& entry : gradient) entry *= weight;
  return loss * weight;
}

double LinearModel::value(std::span<const double> w, SampleSet set) {
  sum_.begin(0, 1, 1, set.count);
  over_blocks(sum_, set, [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end, double* z) {
    double loss[largest_block];
    block_margins(*samples_, begin, end, w.data(), z);
    block_losses(*samples_, begin, end, z, loss, residuals_.data() + begin * width_,
                 curvatures_.data() + begin * width_);
    for (GlobalIndex i = 0; i < end - begin; ++i) piece.scalar(0).add(loss[i]);
  });
  double loss = 0;
  sum_.finish(work_, {}, std::span<double>(&loss, 1));
  work_.sweeps += set.count;
  remember(w, set);
  return set.count > 0 ? loss / static_cast<double>(set.count) : 0;
}

// Residuals and curvatures of the set at w.
void LinearModel::require_state(std::span<const double> w, SampleSet set) {
  if (holds(w, set)) return;
  sum_.begin(0, 0, 1, 0);
  over_blocks(sum_, set, [&](OrderFreeSum::Piece&, GlobalIndex begin, GlobalIndex end, double* z) {
    double loss[largest_block];
    block_margins(*samples_, begin, end, w.data(), z);
    block_losses(*samples_, begin, end, z, loss, residuals_.data() + begin * width_,
                 curvatures_.data() + begin * width_);
  });
  work_.sweeps += set.count;
  remember(w, set);
}

void LinearModel::hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                                  std::span<double> product) {
  TRIREME_EXPECT(static_cast<GlobalIndex>(u.size()) == dim() && product.size() == u.size());
  require_state(w, set);
  // |second derivative times x_i'u|, where ||u|| bounds the norm of each class's part of u.
  const double largest_curvature = loss_ == LinearLoss::logistic  ? 0.25
                                   : loss_ == LinearLoss::softmax ? 0.5
                                                                  : 1;
  // Curvatures at weights that are not finite have no place in a fixed-point sum.
  const double finite = std::isfinite(norm2(w)) ? 1 : std::numeric_limits<double>::quiet_NaN();
  const double largest =
      finite * largest_curvature * samples_->largest_norm * norm2(u) * samples_->largest_entry;
  sum_.begin(dim(), 0, largest, set.count);
  over_blocks(sum_, set, [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end, double* z) {
    const double* curvature = curvatures_.data() + begin * width_;
    block_margins(*samples_, begin, end, u.data(), z);
    if (loss_ == LinearLoss::softmax)
      kernels::softmax_curvature(end - begin, width_, curvature, z);
    else
      for (GlobalIndex i = 0; i < end - begin; ++i) z[i] *= curvature[i];
    piece.with_cells([&](auto* cells, double scale) {
      if (samples_->is_dense)
        kernels::add_columns(samples_->dense(), begin, end, z, width_, scale, cells);
      else
        kernels::add_columns(samples_->sparse(), begin, end, z, width_, scale, cells);
    });
  });
  sum_.finish(work_, product, {});
  work_.products += set.count;
  const double weight = set.count > 0 ? 1 / static_cast<double>(set.count) : 0;
  for (double& entry : product) entry *= weight;
}

SampleMoments LinearModel::directional_moments(std::span<const double> w, SampleSet set,
                                               std::span<const double> u) {
  require_state(w, set);
  sum_.begin(0, 2, 1, set.count);
  over_blocks(sum_, set, [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end, double* z) {
    block_margins(*samples_, begin, end, u.data(), z);
    for (GlobalIndex i = 0; i < end - begin; ++i) {
      const double* residual = residuals_.data() + (begin + i) * width_;
      double derivative = 0;
      for (int k = 0; k < width_; ++k) derivative += residual[k] * z[i * width_ + k];
      piece.scalar(0).add(derivative);
      piece.scalar(1).add(derivative * derivative);
    }
  });
  double sums[2];
  sum_.finish(work_, {}, sums);
  work_.sweeps += set.count;
  return moments_of(set.count, sums[0], sums[1]);
}

SampleMoments LinearModel::gradient_norm_moments(std::span<const double> w, SampleSet set) {
  require_state(w, set);
  sum_.begin(0, 2, 1, set.count);
  over_blocks(sum_, set, [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end, double*) {
    for (GlobalIndex i = begin; i < end; ++i) {
      const double* residual = residuals_.data() + i * width_;
      double squares = 0;
      for (int k = 0; k < width_; ++k) squares += residual[k] * residual[k];
      squares *= samples_->squared_norms[static_cast<std::size_t>(i)];
      piece.scalar(0).add(squares);
      piece.scalar(1).add(squares * squares);
    }
  });
  double sums[2];
  sum_.finish(work_, {}, sums);
  return moments_of(set.count, sums[0], sums[1]);
}

// With one margin a sample the Hessian of m samples is X' diag(curvature / m) X, whose factor is made of the
// samples' own rows; they are gathered once.
CurvatureFactor LinearModel::curvature_factor(std::span<const double> w, GlobalIndex n_samples) {
  if (width_ != 1) return {};
  const GlobalIndex wanted = std::min(n_samples, size());
  if (leading_rows_.n_rows() != wanted) {
    struct Entry {
      GlobalIndex position;
      std::int64_t column;
      double value;
    };
    std::vector<Entry> entries;
    std::vector<Entry> targets;
    const LocalRows rows = window({0, wanted})[0];
    for (GlobalIndex row = rows.begin; row < rows.end; ++row) {
      const GlobalIndex position = row * comm().size() + comm().rank();
      targets.push_back({position, 0, targets_[static_cast<std::size_t>(row)]});
      if (samples_->is_dense) {
        for (GlobalIndex j = 0; j < samples_->n_features; ++j) {
          const float value = samples_->values[static_cast<std::size_t>(row * samples_->n_features + j)];
          if (value != 0) entries.push_back({position, j, static_cast<double>(value)});
        }
      } else {
        for (std::int64_t e = samples_->offsets[static_cast<std::size_t>(row)];
             e < samples_->offsets[static_cast<std::size_t>(row) + 1]; ++e)
          entries.push_back({position, samples_->columns[static_cast<std::size_t>(e)],
                             static_cast<double>(samples_->values[static_cast<std::size_t>(e)])});
      }
    }
    std::vector<Entry> all = comm::all_gather(comm(), entries),
                       all_targets = comm::all_gather(comm(), targets);
    const auto before = [](const Entry& a, const Entry& b) {
      return a.position != b.position ? a.position < b.position : a.column < b.column;
    };
    std::sort(all.begin(), all.end(), before);
    std::sort(all_targets.begin(), all_targets.end(), before);
    leading_rows_ = CurvatureFactor{};
    leading_targets_.clear();
    std::size_t e = 0;
    for (GlobalIndex row = 0; row < wanted; ++row) {
      leading_targets_.push_back(all_targets[static_cast<std::size_t>(row)].value);
      for (; e < all.size() && all[e].position == row; ++e) {
        leading_rows_.columns.push_back(all[e].column);
        leading_rows_.values.push_back(all[e].value);
      }
      leading_rows_.offsets.push_back(static_cast<std::int64_t>(leading_rows_.columns.size()));
    }
  }
  CurvatureFactor factor = leading_rows_;
  for (GlobalIndex row = 0; row < wanted; ++row) {
    const auto first = static_cast<std::size_t>(factor.offsets[static_cast<std::size_t>(row)]),
               last = static_cast<std::size_t>(factor.offsets[static_cast<std::size_t>(row) + 1]);
    double z = 0, loss = 0, residual = 0, curvature = 0;
    for (std::size_t e = first; e < last; ++e)
      z += factor.values[e] * w[static_cast<std::size_t>(factor.columns[e])];
    const double target = leading_targets_[static_cast<std::size_t>(row)];
    if (loss_ == LinearLoss::logistic)
      kernels::logistic_losses(1, &z, &target, &loss, &residual, &curvature);
    else
      kernels::squared_losses(1, &z, &target, &loss, &residual, &curvature);
    const double scale = std::sqrt(curvature / static_cast<double>(wanted));
    for (std::size_t e = first; e < last; ++e) factor.values[e] *= scale;
  }
  return factor;
}

std::vector<double> LinearModel::initial_weights(std::uint64_t) const {
  return std::vector<double>(static_cast<std::size_t>(dim()));
}

std::vector<double> LinearModel::scores(std::span<const double> w, const Samples& samples) const {
  std::vector<double> z(samples.targets.size() * static_cast<std::size_t>(width_));
  threads::parallel_for_range(samples.n_rows(), [&](GlobalIndex begin, GlobalIndex end) {
    block_margins(samples, begin, end, w.data(), z.data() + begin * width_);
  });
  return z;
}

Assessment LinearModel::assess(std::span<const double> w, const Samples& samples) const {
  const std::vector<double> z = scores(w, samples);
  OrderFreeSum sum(samples.comm, Accumulation::reproducible);
  sum.begin(0, 4, 1, samples.n_samples);
  sum.over_rows(samples.n_rows(), [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
    std::vector<double> residual(static_cast<std::size_t>(width_)), curvature(residual.size());
    for (GlobalIndex i = begin; i < end; ++i) {
      const double* of_row = z.data() + i * width_;
      const double target = samples.targets[static_cast<std::size_t>(i)];
      double loss = 0;
      block_losses(samples, i, i + 1, of_row, &loss, residual.data(), curvature.data());
      piece.scalar(0).add(loss);
      if (loss_ == LinearLoss::squares) {
        piece.scalar(2).add(target);
        piece.scalar(3).add(target * target);
        continue;
      }
      const int best = chosen_class({of_row, static_cast<std::size_t>(width_)});
      piece.scalar(1).add(best == static_cast<int>(target) ? 1 : 0);
    }
  });
  double sums[4];
  SampleWork uncounted;
  sum.finish(uncounted, {}, sums);
  const auto n = static_cast<double>(std::max<GlobalIndex>(1, samples.n_samples));
  Assessment result{samples.n_samples, sums[0] / n, sums[1] / n};
  if (loss_ == LinearLoss::squares) {
    const double spread = sums[3] - sums[2] * sums[2] / n;
    result.accuracy = spread > 0 ? 1 - 2 * sums[0] / spread : 0;
  }
  return result;
}

}  // namespace trireme::optim
