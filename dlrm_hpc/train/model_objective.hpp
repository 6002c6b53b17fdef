// SPDX-License-Identifier: Apache-2.0
// The mean loss of the model over its samples as a SampleObjective, for second-order training: of the layers
// where tables are held, or of layers and tables together. In double precision; samples are held in single.
// Variables are [layers as DenseModel has them | table 0 | table 1 ...], tables as [rows, width].
//
// Results have the same bits on any number of threads, and of ranks up to PieceLayout::least_pieces. Nothing
// found at a sample is kept from one call to the next. Memory: some times the variables on every thread.
#pragma once

#include <vector>

#include "dlrm_hpc/model/dense_model.hpp"
#include "dlrm_hpc/model/second_order_pass.hpp"
#include "dlrm_hpc/parallel/dense_reduction.hpp"
#include "dlrm_hpc/parallel/gradient_tree.hpp"
#include "dlrm_hpc/train/held_samples.hpp"
#include "dlrm_hpc/train/optimizer_options.hpp"
#include "optim/problem/sample_objective.hpp"

namespace trireme::dlrm {

class ModelObjective final : public optim::SampleObjective {
 public:
  // samples: with vectors for the layers, with ids for all, where bags are summed or averaged. model must
  // outlive the object.
  ModelObjective(const comm::Communicator& comm, const DenseModel& model, const kernels::LossShape& loss,
                 HeldSamples samples, TrainedPart part);

  const comm::Communicator& comm() const override { return comm_; }
  GlobalIndex size() const override { return samples_.layout.samples(); }
  GlobalIndex dim() const override { return static_cast<GlobalIndex>(dim_); }
  bool is_convex() const override { return false; }
  double value_gradient(std::span<const double> w, optim::SampleSet set, std::span<double> gradient) override;
  double value(std::span<const double> w, optim::SampleSet set) override;
  void hessian_product(std::span<const double> w, optim::SampleSet set, std::span<const double> u,
                       std::span<double> product) override;
  void gauss_newton_product(std::span<const double> w, optim::SampleSet set, std::span<const double> u,
                            std::span<double> product) override;
  optim::SampleMoments directional_moments(std::span<const double> w, optim::SampleSet set,
                                           std::span<const double> u) override;
  optim::SampleMoments gradient_norm_moments(std::span<const double> w, optim::SampleSet set) override;

  // Where a table's values begin in w.
  std::size_t first_of_table(std::size_t table) const { return first_of_table_[table]; }

 private:
  // Samples [begin, end) of a piece of this rank, in a thread's hands.
  struct Run {
    SecondOrderPass& pass;
    const HeldPiece& piece;
    std::size_t begin, n;
  };
  bool trains_tables() const { return part_ == TrainedPart::all; }
  template <class F>
  void over_pieces(optim::SampleSet set, F&& f);
  template <class F>
  void sum_vectors(optim::SampleSet set, std::span<double> result, double* loss, F&& f);
  template <class F>
  void sum_scalars(optim::SampleSet set, std::span<double> result, F&& f);
  template <class F>
  void for_each_lookup(const Run& run, F&& f) const;
  void pool(const Run& run, const double* variables, double* vectors) const;
  void load(const Run& run, const double* w) const;
  void load_along(const Run& run, const double* u) const;
  void add_to_tables(const Run& run, const double* d_vectors, double* sums) const;
  void add_squares_of_tables(const Run& run, std::span<double> of_samples) const;
  kernels::LossTerms terms(const Run& run, std::size_t sample) const;
  void product(Curvature curvature, std::span<const double> w, optim::SampleSet set,
               std::span<const double> u, std::span<double> result);

  comm::Communicator comm_;
  const DenseModel& model_;
  kernels::LossShape loss_;
  HeldSamples samples_;
  TrainedPart part_;
  std::vector<std::size_t> first_of_table_;
  std::size_t dim_;
  std::vector<SecondOrderPass> passes_;      // [threads]
  std::vector<GradientTree<double>> trees_;  // [threads]
  DenseReduction<double> reduction_;
};

}  // namespace trireme::dlrm
