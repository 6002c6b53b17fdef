// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/model_objective.hpp"

#include <algorithm>

#include "solvers/base/as_size.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {

using optim::SampleMoments;
using optim::SampleSet;

namespace {

std::vector<std::size_t> places_of_tables(const DenseModel& model, const HeldSamples& samples) {
  std::vector<std::size_t> places = {model.n_parameters()};
  for (const TableShape& table : samples.tables)
    places.push_back(places.back() + as_size(table.rows * table.width));
  return places;
}

}  // namespace

ModelObjective::ModelObjective(const comm::Communicator& comm, const DenseModel& model,
                               const kernels::LossShape& loss, HeldSamples samples, TrainedPart part)
    : comm_(comm),
      model_(model),
      loss_(loss),
      samples_(std::move(samples)),
      part_(part),
      first_of_table_(places_of_tables(model, samples_)),
      dim_(part == TrainedPart::all ? first_of_table_.back() : model.n_parameters()),
      // The loss stands behind the vector.
      reduction_(comm, dim_ + 1) {
  TRIREME_EXPECT(samples_.pieces.empty() || samples_.hold_ids() == (part == TrainedPart::all));
  for (int thread = 0; thread < threads::max_threads(); ++thread) {
    passes_.emplace_back(model, as_size(PieceLayout::chunk_samples));
    trees_.emplace_back(dim_ + 1);
  }
}

// f(thread, piece number among all, runs), where runs(g) calls g(run) for the piece's part of the set, in the
// order of the window.
template <class F>
void ModelObjective::over_pieces(SampleSet set, F&& f) {
  const PieceLayout& layout = samples_.layout;
  const GlobalIndex first = layout.first_piece(comm_.rank()), end = set.begin + set.count;
  threads::parallel_region([&](int thread, int n_threads) {
    const auto [from, to] = threads::thread_range(samples_.pieces.size(), thread, n_threads);
    for (std::size_t p = from; p < to; ++p) {
      const GlobalIndex number = first + static_cast<GlobalIndex>(p);
      f(as_size(thread), number, [&](auto&& g) {
        const auto run = [&](GlobalIndex begin, GlobalIndex stop) {
          g(Run{passes_[as_size(thread)], samples_.pieces[p], as_size(layout.place(begin)),
                as_size(stop - begin)});
        };
        layout.for_each_run(number, set.begin, std::min(end, size()), run);
        if (end > size()) layout.for_each_run(number, 0, end - size(), run);
      });
    }
  });
}

// f(run, sums [dim]) returns the run's loss, and adds to sums. result [dim]: the mean over the set.
template <class F>
void ModelObjective::sum_vectors(SampleSet set, std::span<double> result, double* loss, F&& f) {
  for (GradientTree<double>& tree : trees_) tree.clear();
  over_pieces(set, [&](std::size_t thread, GlobalIndex number, auto&& runs) {
    double* const sums = trees_[thread].next();
    std::fill_n(sums, dim_ + 1, 0.0);
    runs([&](const Run& run) { sums[dim_] += f(run, sums); });
    trees_[thread].add(number);
  });
  reduction_.start(trees_, samples_.layout.layout());
  const std::span<const double> sum = reduction_.finish();
  const double weight = set.count > 0 ? 1 / static_cast<double>(set.count) : 0;
  for (std::size_t k = 0; k < dim_; ++k) result[k] = weight * sum[k];
  if (loss) *loss = weight * sum[dim_];
  ++work_.reductions;
  ++work_.vector_reductions;
  work_.reduced_bytes += static_cast<std::int64_t>(8 * (dim_ + 1));
}

// f(run, sums [result.size()]) adds to sums. result: the sums over the set.
template <class F>
void ModelObjective::sum_scalars(SampleSet set, std::span<double> result, F&& f) {
  const std::size_t n = result.size();
  std::vector<double> of_pieces(samples_.pieces.size() * n, 0.0);
  const GlobalIndex first = samples_.layout.first_piece(comm_.rank());
  over_pieces(set, [&](std::size_t, GlobalIndex number, auto&& runs) {
    double* const sums = of_pieces.data() + as_size(number - first) * n;
    runs([&](const Run& run) { f(run, sums); });
  });
  std::fill(result.begin(), result.end(), 0.0);
  const std::vector<double> all = comm::all_gather(comm_, of_pieces);
  for (std::size_t k = 0; k < all.size(); ++k) result[k % n] += all[k];
  ++work_.reductions;
  work_.reduced_bytes += static_cast<std::int64_t>(8 * of_pieces.size());
}

// f(table, sample of the run, row, share): a looked-up row and its weight in the bag's vector.
template <class F>
void ModelObjective::for_each_lookup(const Run& run, F&& f) const {
  for (std::size_t t = 0; t < samples_.tables.size(); ++t) {
    const HeldBags& bags = run.piece.bags[t];
    for (std::size_t s = 0; s < run.n; ++s) {
      const std::int64_t begin = bags.offsets[run.begin + s], end = bags.offsets[run.begin + s + 1];
      const double share =
          samples_.tables[t].pooling == Pooling::mean ? 1 / static_cast<double>(end - begin) : 1;
      for (std::int64_t k = begin; k < end; ++k)
        f(t, s, as_size(bags.rows[as_size(k)]), bags.weights.empty() ? share : bags.weights[as_size(k)]);
    }
  }
}

// The vectors of bags whose rows stand in `variables`.
void ModelObjective::pool(const Run& run, const double* variables, double* vectors) const {
  const std::size_t row = model_.vectors_row(), width = model_.width();
  std::fill_n(vectors, run.n * row, 0.0);
  for_each_lookup(run, [&](std::size_t t, std::size_t s, std::size_t table_row, double share) {
    const double* const from = variables + first_of_table_[t] + table_row * width;
    double* const to = vectors + s * row + (1 + t) * width;
    for (std::size_t d = 0; d < width; ++d) to[d] += share * from[d];
  });
}

// Numbers and vectors of bags of the run's samples.
void ModelObjective::load(const Run& run, const double* w) const {
  const std::size_t n_dense = model_.n_dense(), row = model_.vectors_row(), width = model_.width();
  std::copy_n(run.piece.dense.data() + run.begin * n_dense, run.n * n_dense, run.pass.dense());
  double* const vectors = run.pass.vectors();
  if (!trains_tables()) {
    for (std::size_t s = 0; s < run.n; ++s)
      std::copy_n(run.piece.vectors.data() + (run.begin + s) * (row - width), row - width,
                  vectors + s * row + width);
    return;
  }
  pool(run, w, vectors);
}

void ModelObjective::load_along(const Run& run, const double* u) const {
  if (trains_tables())
    pool(run, u, run.pass.vectors_along());
  else
    std::fill_n(run.pass.vectors_along(), run.n * model_.vectors_row(), 0.0);
}

void ModelObjective::add_to_tables(const Run& run, const double* d_vectors, double* sums) const {
  if (!trains_tables()) return;
  const std::size_t row = model_.vectors_row(), width = model_.width();
  for_each_lookup(run, [&](std::size_t t, std::size_t s, std::size_t table_row, double share) {
    const double* const from = d_vectors + s * row + (1 + t) * width;
    double* const to = sums + first_of_table_[t] + table_row * width;
    for (std::size_t d = 0; d < width; ++d) to[d] += share * from[d];
  });
}

kernels::LossTerms ModelObjective::terms(const Run& run, std::size_t sample) const {
  return kernels::loss_terms(loss_, run.pass.logits()[sample], run.piece.labels[run.begin + sample]);
}

double ModelObjective::value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) {
  TRIREME_EXPECT(w.size() == dim_ && gradient.size() == dim_);
  double loss = 0;
  sum_vectors(set, gradient, &loss, [&](const Run& run, double* sums) {
    load(run, w.data());
    run.pass.forward(w.data(), run.n);
    double sum = 0;
    for (std::size_t s = 0; s < run.n; ++s) {
      const kernels::LossTerms of_sample = terms(run, s);
      sum += of_sample.loss;
      run.pass.d_logits()[s] = of_sample.first;
    }
    run.pass.backward(w.data(), run.n, sums);
    add_to_tables(run, run.pass.d_vectors(), sums);
    return sum;
  });
  work_.gradients += set.count;
  return loss;
}

double ModelObjective::value(std::span<const double> w, SampleSet set) {
  double loss = 0;
  sum_scalars(set, std::span(&loss, 1), [&](const Run& run, double* sums) {
    load(run, w.data());
    run.pass.forward(w.data(), run.n);
    for (std::size_t s = 0; s < run.n; ++s) *sums += terms(run, s).loss;
  });
  work_.sweeps += set.count;
  return set.count > 0 ? loss / static_cast<double>(set.count) : 0;
}

void ModelObjective::product(Curvature curvature, std::span<const double> w, SampleSet set,
                             std::span<const double> u, std::span<double> result) {
  TRIREME_EXPECT(w.size() == dim_ && u.size() == dim_ && result.size() == dim_);
  sum_vectors(set, result, nullptr, [&](const Run& run, double* sums) {
    load(run, w.data());
    load_along(run, u.data());
    run.pass.forward(w.data(), run.n);
    if (curvature == Curvature::hessian) {
      for (std::size_t s = 0; s < run.n; ++s) run.pass.d_logits()[s] = terms(run, s).first;
      run.pass.backward(w.data(), run.n, nullptr);
    }
    run.pass.forward_along(w.data(), u.data(), run.n);
    for (std::size_t s = 0; s < run.n; ++s) {
      const kernels::LossTerms of_sample = terms(run, s);
      run.pass.d_logits_along()[s] =
          run.pass.logits_along()[s] *
          (curvature == Curvature::hessian ? of_sample.second : of_sample.gauss_newton);
    }
    run.pass.backward_along(w.data(), u.data(), run.n, curvature, sums);
    add_to_tables(run, run.pass.d_vectors_along(), sums);
    return 0.0;
  });
  work_.products += set.count;
  work_.sweeps += set.count;
}

void ModelObjective::hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                                     std::span<double> result) {
  product(Curvature::hessian, w, set, u, result);
}

void ModelObjective::gauss_newton_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                                          std::span<double> result) {
  product(Curvature::gauss_newton, w, set, u, result);
}

SampleMoments ModelObjective::directional_moments(std::span<const double> w, SampleSet set,
                                                  std::span<const double> u) {
  double sums[2];
  sum_scalars(set, sums, [&](const Run& run, double* to) {
    load(run, w.data());
    load_along(run, u.data());
    run.pass.forward(w.data(), run.n);
    run.pass.forward_along(w.data(), u.data(), run.n);
    for (std::size_t s = 0; s < run.n; ++s) {
      const double derivative = terms(run, s).first * run.pass.logits_along()[s];
      to[0] += derivative;
      to[1] += derivative * derivative;
    }
  });
  work_.sweeps += 2 * set.count;
  return optim::moments_of(set.count, sums[0], sums[1]);
}

SampleMoments ModelObjective::gradient_norm_moments(std::span<const double> w, SampleSet set) {
  double sums[2];
  sum_scalars(set, sums, [&](const Run& run, double* to) {
    load(run, w.data());
    run.pass.forward(w.data(), run.n);
    for (std::size_t s = 0; s < run.n; ++s) run.pass.d_logits()[s] = terms(run, s).first;
    run.pass.backward(w.data(), run.n, nullptr);
    std::vector<double> of_samples(run.n);
    for (std::size_t s = 0; s < run.n; ++s) of_samples[s] = run.pass.squared_gradient_norm(s);
    if (trains_tables()) add_squares_of_tables(run, of_samples);
    for (const double squares : of_samples) {
      to[0] += squares;
      to[1] += squares * squares;
    }
  });
  work_.sweeps += 2 * set.count;
  return optim::moments_of(set.count, sums[0], sums[1]);
}

// A row that stands m times in a bag gets m shares of the vector's gradient, or the sum of its weights.
void ModelObjective::add_squares_of_tables(const Run& run, std::span<double> of_samples) const {
  const std::size_t row = model_.vectors_row(), width = model_.width();
  for (std::size_t t = 0; t < samples_.tables.size(); ++t)
    for (std::size_t s = 0; s < run.n; ++s) {
      const HeldBags& bags = run.piece.bags[t];
      const std::int64_t begin = bags.offsets[run.begin + s], end = bags.offsets[run.begin + s + 1];
      std::vector<std::pair<std::int64_t, double>> shares;
      for (std::int64_t k = begin; k < end; ++k)
        shares.emplace_back(bags.rows[as_size(k)],
                            bags.weights.empty() ? 1.0 : static_cast<double>(bags.weights[as_size(k)]));
      std::sort(shares.begin(), shares.end());
      double multiplicities = 0;
      for (auto at = shares.begin(); at != shares.end();) {
        const std::int64_t row = at->first;
        double sum = 0;
        for (; at != shares.end() && at->first == row; ++at) sum += at->second;
        multiplicities += sum * sum;
      }
      if (samples_.tables[t].pooling == Pooling::mean && end > begin)
        multiplicities /= static_cast<double>((end - begin) * (end - begin));
      double squares = 0;
      for (std::size_t d = 0; d < width; ++d) {
        const double value = run.pass.d_vectors()[s * row + (1 + t) * width + d];
        squares += value * value;
      }
      of_samples[s] += multiplicities * squares;
    }
}

}  // namespace trireme::dlrm
