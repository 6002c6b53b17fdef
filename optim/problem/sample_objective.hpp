// SPDX-License-Identifier: Apache-2.0
// What the optimizers see of a training problem: the mean loss over a set of samples, its derivatives, and
// two statistics of the samples' gradients. Implemented by optim/problem (linear models, networks) and by
// whoever brings a problem of his own; called by the TAO types `dance` and `pblbfgs`.
//
// Rows of samples are distributed; w, u and all results are replicated, with the same bits on every rank, and
// sums over ranks are done inside. Every member function that takes a set is collective over comm(): all
// ranks must call it in the same order with the same arguments; ranks may have no rows. A set with no samples
// gives zeros. Values that are not finite are returned as such on every rank (NaN or infinity), never thrown.
//
// Regularization is not part of it: the callers add 0.5 lambda w'w, with a lambda that DANCE changes from
// stage to stage. Neither moment depends on that term, which is the same for every sample.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "optim/problem/sample_set.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

// What has been asked of the data since the objective was made. Samples are counted over all ranks.
struct SampleWork {
  std::int64_t gradients = 0;          // samples of value_gradient
  std::int64_t products = 0;           // samples of Hessian and Gauss-Newton products
  std::int64_t sweeps = 0;             // samples of evaluations that need no sum over samples of length dim
  std::int64_t reductions = 0;         // all-reduces of all kinds
  std::int64_t vector_reductions = 0;  // of those, with dim entries and more
  std::int64_t reduced_bytes = 0;      // given to all-reduces by one rank

  // In effective passes over n samples: a gradient or a product is one product with the data and one with its
  // transpose, a sweep the first of them alone.
  double passes(GlobalIndex n_samples) const {
    const auto whole = static_cast<double>(gradients + products), half = static_cast<double>(sweeps);
    return n_samples > 0 ? (whole + 0.5 * half) / static_cast<double>(n_samples) : 0;
  }
};

// Of a number t_i that every sample of a set has.
struct SampleMoments {
  GlobalIndex count = 0;
  double mean = 0;
  double variance = 0;  // with 1 / (count - 1); 0 for fewer than two samples
};

inline SampleMoments moments_of(GlobalIndex count, double sum, double sum_of_squares) {
  SampleMoments moments{.count = count};
  if (count == 0) return moments;
  const auto n = static_cast<double>(count);
  moments.mean = sum / n;
  if (count > 1) moments.variance = std::max(0.0, (sum_of_squares - sum * moments.mean) / (n - 1));
  return moments;
}

// Sparse rows F with F'F an approximation of the Hessian of the mean loss over some samples; replicated.
struct CurvatureFactor {
  std::vector<std::int64_t> offsets{0};  // [rows + 1]
  std::vector<std::int64_t> columns;
  std::vector<double> values;
  std::int64_t n_rows() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

class SampleObjective {
 public:
  virtual ~SampleObjective() = default;

  virtual const comm::Communicator& comm() const = 0;
  virtual GlobalIndex size() const = 0;  // samples N, over all ranks
  virtual GlobalIndex dim() const = 0;   // of w

  // Whether the mean loss is convex in w.
  virtual bool is_convex() const = 0;

  // Returns the mean loss of `set` at w [dim]; gradient [dim] becomes its gradient. One all-reduce of dim +
  // O(1) numbers.
  virtual double value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) = 0;

  // The mean loss alone.
  virtual double value(std::span<const double> w, SampleSet set) = 0;

  // product [dim] becomes H u, H the Hessian of the mean loss of `set` at w. Cheap after value_gradient at
  // the same w on a set that contains this one. One all-reduce of dim + O(1) numbers.
  virtual void hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                               std::span<double> product) = 0;

  // The same of the Gauss-Newton matrix, which is positive semidefinite; the Hessian itself where the model
  // is linear in w.
  virtual void gauss_newton_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                                    std::span<double> product) {
    hessian_product(w, set, u, product);
  }

  // Of t_i = g_i'u, g_i the gradient of sample i's loss. One all-reduce of O(1) numbers.
  virtual SampleMoments directional_moments(std::span<const double> w, SampleSet set,
                                            std::span<const double> u) = 0;

  // Of t_i = ||g_i||^2. One all-reduce of O(1) numbers.
  virtual SampleMoments gradient_norm_moments(std::span<const double> w, SampleSet set) = 0;

  // A factor of the Hessian of the mean loss of the first n_samples samples at w, for preconditioning; empty
  // rows where the problem offers none. Collective at the first call for a number of samples, local later.
  virtual CurvatureFactor curvature_factor(std::span<const double> w, GlobalIndex n_samples) {
    static_cast<void>(w);
    static_cast<void>(n_samples);
    return {};
  }

  const SampleWork& work() const { return work_; }
  // For restarts: the counts go on from those of the run before.
  void set_work(const SampleWork& work) { work_ = work; }

 protected:
  SampleWork work_;
};

}  // namespace trireme::optim
