// SPDX-License-Identifier: Apache-2.0
// A training problem of your own under DANCE and progressive-batching L-BFGS: Poisson regression of counts,
// which the project does not have. Sample i has a row x_i and a count y_i, and the loss exp(x_i'w) - y_i
// x_i'w.
//
// Sample runs:
//
// clang-format off
//   mpiexec -n 2 your_samples -tao_type dance -tao_dance_stop tao -tao_view
//   mpiexec -n 2 your_samples -tao_type dance -tao_dance_stop tao -tao_dance_hess_fraction 1 -tao_dance_alpha 2 -tao_view
//   mpiexec -n 2 your_samples -tao_type pblbfgs -tao_pblbfgs_s0 128 -tao_view
// clang-format on
#include <cmath>
#include <exception>
#include <vector>

#include <petsctao.h>

#include "optim/kernels/network_layers.hpp"
#include "optim/petsc/registration.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "optim/petsc/sample_problem.hpp"
#include "optim/problem/regularized_objective.hpp"
#include "optim/reduce/order_free_sum.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/petsc/error_bridge.hpp"

using namespace trireme;

namespace {

constexpr GlobalIndex n_samples = 2000;
constexpr int n_features = 8;

// 1. The problem: rows lie on the ranks in turn, w and all results are whole on every rank.
class PoissonRegression final : public optim::SampleObjective {
 public:
  explicit PoissonRegression(const comm::Communicator& comm)
      : comm_(comm), sum_(comm, optim::Accumulation::plain) {
    for (GlobalIndex sample = comm.rank(); sample < n_samples; sample += comm.size()) {
      double rate = 0.5;
      for (int j = 0; j < n_features; ++j) {
        x_.push_back(symmetric_hash(1, sample, static_cast<std::uint64_t>(j)));
        rate += x_.back() * (j % 3 - 1);
      }
      y_.push_back(std::floor(std::exp(rate) * (1 + symmetric_hash(2, sample, 0)) + 0.5));
    }
  }

  const comm::Communicator& comm() const override { return comm_; }
  GlobalIndex size() const override { return n_samples; }
  GlobalIndex dim() const override { return n_features; }
  bool is_convex() const override { return true; }

  // 2. A mean over a window of samples is one sum over threads and ranks.
  double value_gradient(std::span<const double> w, optim::SampleSet set,
                        std::span<double> gradient) override {
    double loss = 0;
    sum_.begin(n_features, 1, 1, set.count);
    over_samples(set, [&](optim::OrderFreeSum::Piece& piece, const double* x, double y) {
      const double m = margin(x, w), rate = std::exp(m);
      piece.scalar(0).add(rate - y * m);
      add_row(piece, x, rate - y);
    });
    sum_.finish(work_, gradient, std::span<double>(&loss, 1));
    work_.gradients += set.count;
    return mean(set, gradient, loss);
  }
  double value(std::span<const double> w, optim::SampleSet set) override {
    std::vector<double> unused(n_features);
    return value_gradient(w, set, unused);
  }

  // 3. Curvature: exp(x'w) x (x'u). Convex in w, so the Gauss-Newton matrix is the Hessian.
  void hessian_product(std::span<const double> w, optim::SampleSet set, std::span<const double> u,
                       std::span<double> product) override {
    sum_.begin(n_features, 0, 1, set.count);
    over_samples(set, [&](optim::OrderFreeSum::Piece& piece, const double* x, double) {
      add_row(piece, x, std::exp(margin(x, w)) * margin(x, u));
    });
    sum_.finish(work_, product, {});
    work_.products += set.count;
    mean(set, product, 0);
  }

  // 4. What the batch test of pblbfgs asks for: statistics of the samples' gradients g_i = (exp(x'w) - y) x.
  optim::SampleMoments directional_moments(std::span<const double> w, optim::SampleSet set,
                                           std::span<const double> u) override {
    return moments(w, set, [&](const double* x, double slope) { return slope * margin(x, u); });
  }
  optim::SampleMoments gradient_norm_moments(std::span<const double> w, optim::SampleSet set) override {
    return moments(w, set, [&](const double* x, double slope) {
      return slope * slope * margin(x, std::span<const double>(x, static_cast<std::size_t>(n_features)));
    });
  }

 private:
  static double margin(const double* x, std::span<const double> w) {
    double sum = 0;
    for (std::size_t j = 0; j < n_features; ++j) sum += x[j] * w[j];
    return sum;
  }
  static void add_row(optim::OrderFreeSum::Piece& piece, const double* x, double factor) {
    piece.with_cells(
        [&](auto* cells, double scale) { optim::kernels::add_terms(n_features, x, factor * scale, cells); });
  }
  static double mean(optim::SampleSet set, std::span<double> sums, double sum) {
    const double weight = set.count > 0 ? 1 / static_cast<double>(set.count) : 0;
    for (double& entry : sums) entry *= weight;
    return sum * weight;
  }
  // f(piece, x, y) for the samples of the window on this rank.
  template <class F>
  void over_samples(optim::SampleSet set, F&& f) {
    for (const optim::LocalRows& rows : optim::local_rows(set, n_samples, comm_.rank(), comm_.size()))
      sum_.over_rows(rows.count(),
                     [&](optim::OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
                       for (GlobalIndex row = rows.begin + begin; row < rows.begin + end; ++row)
                         f(piece, x_.data() + row * n_features, y_[static_cast<std::size_t>(row)]);
                     });
  }
  template <class F>
  optim::SampleMoments moments(std::span<const double> w, optim::SampleSet set, F&& statistic) {
    sum_.begin(0, 2, 1, set.count);
    over_samples(set, [&](optim::OrderFreeSum::Piece& piece, const double* x, double y) {
      const double t = statistic(x, std::exp(margin(x, w)) - y);
      piece.scalar(0).add(t);
      piece.scalar(1).add(t * t);
    });
    double sums[2];
    sum_.finish(work_, {}, sums);
    work_.sweeps += set.count;
    return optim::moments_of(set.count, sums[0], sums[1]);
  }

  comm::Communicator comm_;
  optim::OrderFreeSum sum_;
  std::vector<double> x_, y_;
};

PetscErrorCode solve(bool& converged) {
  PetscFunctionBeginUser;
  PoissonRegression problem{comm::Communicator(PETSC_COMM_WORLD)};
  const double lambda = 1.0 / n_samples;  // of dance's last stage too, with its defaults c = gamma = 1

  // 5. A Tao of one of the two types, told of the problem.
  Tao tao;
  Vec w;
  PetscCall(optim::register_types());
  PetscCall(VecCreateMPI(PETSC_COMM_WORLD, PETSC_DECIDE, n_features, &w));
  PetscCall(TaoCreate(PETSC_COMM_WORLD, &tao));
  PetscCall(TaoSetType(tao, "dance"));
  PetscCall(TaoSetSolution(tao, w));
  PetscCall(TaoSetTolerances(tao, 1e-9, 0, 0));
  PetscCall(TaoSetFromOptions(tao));
  optim::set_sample_problem(tao, {.objective = &problem, .lambda = lambda});
  PetscCall(TaoSolve(tao));

  // 6. The gradient over all samples at the end, beside that at the start.
  std::vector<double> at(n_features), gradient(n_features);
  const optim::RegularizedObjective whole(problem, lambda);
  whole.value_gradient(at, {0, n_samples}, gradient);
  const double first = optim::norm2(gradient);
  optim::ReplicatedSolution(w).gather(w, at);
  whole.value_gradient(at, {0, n_samples}, gradient);
  TaoConvergedReason reason;
  PetscInt iterations;
  PetscCall(TaoGetConvergedReason(tao, &reason));
  PetscCall(TaoGetIterationNumber(tao, &iterations));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %d iterations, error %.2e\n", TaoConvergedReasons[reason],
                        static_cast<int>(iterations), optim::norm2(gradient) / first));
  converged = reason > 0;
  PetscCall(VecDestroy(&w));
  PetscCall(TaoDestroy(&tao));
  PetscFunctionReturn(petsc::success);
}

}  // namespace

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, "A training problem of your own.\n"));
  bool converged = false;
  try {
    PetscCall(solve(converged));
  } catch (const std::exception& error) {
    PetscCall(PetscPrintf(PETSC_COMM_SELF, "error: %s\n", error.what()));
  }
  PetscCall(PetscFinalize());
  return converged ? 0 : 1;
}
