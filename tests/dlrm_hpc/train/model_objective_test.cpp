// SPDX-License-Identifier: Apache-2.0
// The model as a problem for second-order methods: values against the plain model, products against
// differences and single samples' gradients, the same bits on any ranks, and runs of dance and pblbfgs.
#include "dlrm_hpc/train/model_objective.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "dlrm_hpc/train/second_order.hpp"
#include "dlrm_hpc/train/whole_tables.hpp"
#include "tests/dlrm_hpc/plain_model.hpp"
#include "tests/dlrm_hpc/small_model.hpp"
#include "tests/dlrm_hpc/world.hpp"

namespace trireme::dlrm {
namespace {

using optim::SampleSet;
using Vector = std::vector<double>;

constexpr GlobalIndex n_samples = 1300;

RunOptions run_options(TrainedPart part, Interaction interaction = Interaction::dot,
                       Pooling pooling = Pooling::sum) {
  RunOptions options;
  options.model = small_model(interaction, pooling);
  options.optimizer = optimizer_of(kernels::UpdateRule::sgd);
  options.optimizer.method = TrainingMethod::dance;
  options.optimizer.part = part;
  options.train.test_batch = 300;
  return options;
}

// The engine and the problem on it.
struct Problem {
  Problem(const comm::Communicator& comm, const RunOptions& run, const Dataset& data,
          PlanKind plan = PlanKind::table_wise)
      : options(run),
        engine(
            engine_of(comm, options.model, options.optimizer, plan, 0, {.block_samples = 16}, data.schema())),
        problem(engine, options, data) {}
  ModelObjective& objective() { return problem.objective(); }
  Vector variables() {
    Vector w(engine.parameters().begin(), engine.parameters().end());
    if (options.optimizer.part == TrainedPart::layers) return w;
    for (std::size_t t = 0; t < engine.tables().size(); ++t) {
      const auto table = whole_table(engine, static_cast<int>(t));
      w.insert(w.end(), table.begin(), table.end());
    }
    return w;
  }
  RunOptions options;
  StepEngine engine;
  SecondOrderProblem problem;
};

Vector random_direction(GlobalIndex n, std::uint64_t seed) {
  Vector u;
  for (GlobalIndex k = 0; k < n; ++k) u.push_back(symmetric_hash(seed, k, 0));
  return u;
}

Vector moved(const Vector& w, const Vector& u, double step) {
  Vector result(w);
  for (std::size_t k = 0; k < w.size(); ++k) result[k] += step * u[k];
  return result;
}

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

Vector gradient_of(ModelObjective& objective, const Vector& w, SampleSet set) {
  Vector gradient(w.size());
  objective.value_gradient(w, set, gradient);
  return gradient;
}

const std::vector<std::pair<TrainedPart, Pooling>>& cases() {
  static const std::vector<std::pair<TrainedPart, Pooling>> all = {{TrainedPart::layers, Pooling::max},
                                                                   {TrainedPart::all, Pooling::sum},
                                                                   {TrainedPart::all, Pooling::mean}};
  return all;
}

TEST(ModelObjective, HasTheLossOfThePlainModel) {
  const comm::Communicator self = comm::Communicator::self();
  const Dataset data(make_samples(world(), "plain", 60));
  for (const Interaction interaction : {Interaction::dot, Interaction::cat, Interaction::dcn})
    for (const auto& [part, pooling] : cases()) {
      Problem small(self, run_options(part, interaction, pooling), data);
      const PlainModel plain(small.engine, pooling);
      Batch batch;
      read_batch(data, nullptr, 0, 60, batch);
      const Vector w = small.variables();
      Vector gradient(w.size());
      const double expected = plain.loss(batch) / 60;
      // Held vectors are pooled in single precision.
      const double tolerance = part == TrainedPart::all ? 1e-13 : 1e-7;
      EXPECT_NEAR(small.objective().value(w, {0, 60}), expected, tolerance);
      EXPECT_NEAR(small.objective().value_gradient(w, {17, 60}, gradient), expected, tolerance);
      PlainModel near = plain;
      for (std::size_t k = 0; k < near.parameters.size(); k += 7) {
        double difference = 0;
        for (const int side : {1, -1}) {
          near.parameters[k] = plain.parameters[k] + side * 1e-6;
          difference += side * near.loss(batch) / 60;
        }
        near.parameters[k] = plain.parameters[k];
        EXPECT_NEAR(gradient[k], difference / 2e-6, 1e-7) << k;
      }
      if (part == TrainedPart::layers) continue;
      for (std::size_t t = 0; t < near.tables.size(); ++t)
        for (std::size_t k = 0; k < near.tables[t].size(); k += 29) {
          double difference = 0;
          for (const int side : {1, -1}) {
            near.tables[t][k] = plain.tables[t][k] + side * 1e-6;
            difference += side * near.loss(batch) / 60;
          }
          near.tables[t][k] = plain.tables[t][k];
          EXPECT_NEAR(gradient[small.objective().first_of_table(t) + k], difference / 2e-6, 1e-7) << t;
        }
    }
}

// What the value, gradient and Hessian leave of the loss along a line: halving the step divides it by 4
// and 8.
TEST(ModelObjective, ErrorsOfTaylorSeriesHaveTheirOrders) {
  const Dataset data(make_samples(world(), "taylor", n_samples));
  for (const auto& [part, pooling] : cases()) {
    const Interaction interaction = pooling == Pooling::sum ? Interaction::dot : Interaction::dcn;
    Problem small(comm::Communicator::self(), run_options(part, interaction, pooling), data);
    ModelObjective& objective = small.objective();
    const Vector w = small.variables(), u = random_direction(objective.dim(), 5);
    const SampleSet set{40, 12};  // few, so that no unit begins or ceases to pass within a step
    Vector gradient(w.size()), along(w.size());
    const double f = objective.value_gradient(w, set, gradient), slope = product(gradient, u);
    objective.hessian_product(w, set, u, along);
    const double bend = product(along, u);
    double first[2], second[2];
    for (const int k : {0, 1}) {
      const double step = k == 0 ? 2e-4 : 1e-4;
      const double rest = objective.value(moved(w, u, step), set) - f - step * slope;
      first[k] = rest;
      second[k] = rest - 0.5 * step * step * bend;
    }
    EXPECT_NEAR(std::log2(first[0] / first[1]), 2, 0.1);
    EXPECT_NEAR(std::log2(second[0] / second[1]), 3, 0.2) << static_cast<int>(part);
  }
}

// Products and moments over some of these samples, beside differences of gradients and sums over samples.
void expect_products(const RunOptions& options, const Dataset& data) {
  Problem small(comm::Communicator::self(), options, data);
  ModelObjective& objective = small.objective();
  const Vector w = small.variables(), u = random_direction(objective.dim(), 6);
  const GlobalIndex n = data.samples();
  const SampleSet set{n - 10, 25};  // around the end
  Vector along(w.size()), gauss_newton(w.size());
  objective.hessian_product(w, set, u, along);
  objective.gauss_newton_product(w, set, u, gauss_newton);
  const double step = 1e-6;
  const Vector difference = moved(gradient_of(objective, moved(w, u, step), set),
                                  gradient_of(objective, moved(w, u, -step), set), -1);
  // The gradient of a sample is (p - y) times that of its logit, by which Gauss and Newton weigh p (1 -
  // p).
  Vector expected(w.size());
  double sums[4] = {0, 0, 0, 0};
  for (GlobalIndex k = 0; k < set.count; ++k) {
    const SampleSet one{(set.begin + k) % n, 1};
    Vector gradient(w.size());
    const double loss = objective.value_gradient(w, one, gradient);
    const double wrong = 1 - std::exp(-loss);  // |p - y|
    const double derivative = product(gradient, u), squares = product(gradient, gradient);
    for (std::size_t i = 0; i < w.size(); ++i)
      expected[i] += gradient[i] * derivative * (1 - wrong) / wrong / static_cast<double>(set.count);
    sums[0] += derivative;
    sums[1] += derivative * derivative;
    sums[2] += squares;
    sums[3] += squares * squares;
  }
  for (std::size_t i = 0; i < w.size(); ++i) {
    ASSERT_NEAR(along[i], difference[i] / (2 * step), 2e-7) << i;
    ASSERT_NEAR(gauss_newton[i], expected[i], 1e-11) << i;
  }
  const auto directional = objective.directional_moments(w, set, u);
  const auto norms = objective.gradient_norm_moments(w, set);
  const auto slopes = optim::moments_of(set.count, sums[0], sums[1]),
             squares = optim::moments_of(set.count, sums[2], sums[3]);
  EXPECT_NEAR(directional.mean, slopes.mean, 1e-12);
  EXPECT_NEAR(directional.variance, slopes.variance, 1e-12 * (1 + slopes.variance));
  EXPECT_NEAR(norms.mean, squares.mean, 1e-12);
  EXPECT_NEAR(norms.variance, squares.variance, 1e-12 * (1 + squares.variance));
}

TEST(ModelObjective, ProductsAreDifferencesOfGradientsAndSumsOverSamples) {
  const Dataset data(make_samples(world(), "products", 90));
  for (const Interaction interaction : {Interaction::dot, Interaction::cat, Interaction::dcn})
    for (const auto& [part, pooling] : cases())
      expect_products(run_options(part, interaction, pooling), data);
}

TEST(ModelObjective, TakesTheWeightsOfLookups) {
  const Dataset data(make_samples(world(), "weighted", 60, weighted_schema()));
  Batch batch;
  read_batch(data, nullptr, 0, 60, batch);
  for (const Interaction interaction : {Interaction::dot, Interaction::dcn})
    for (const TrainedPart part : {TrainedPart::layers, TrainedPart::all}) {
      const RunOptions options = run_options(part, interaction);
      Problem small(comm::Communicator::self(), options, data);
      const PlainModel plain(small.engine, Pooling::sum);
      // Held vectors are pooled in single precision.
      EXPECT_NEAR(small.objective().value(small.variables(), {0, 60}), plain.loss(batch) / 60,
                  part == TrainedPart::all ? 1e-13 : 1e-7);
      expect_products(options, data);
    }
}

TEST(ModelObjective, HasTheSameBitsOnAnyRanksAndThreads) {
  const comm::Communicator self = comm::Communicator::self();
  const Dataset data(make_samples(world(), "objective", n_samples));
  for (const auto& [part, pooling] : cases()) {
    const Interaction interaction = pooling == Pooling::sum ? Interaction::dot : Interaction::dcn;
    Problem together(world(), run_options(part, interaction, pooling), data);
    const threads::ThreadCountScope one_thread(1);
    Problem alone(self, run_options(part, interaction, pooling), data);
    const Vector w = alone.variables(), u = random_direction(alone.objective().dim(), 7);
    EXPECT_EQ(w, together.variables());
    for (const SampleSet set : {SampleSet{0, 700}, {1250, 200}, {3, 0}}) {
      Vector results[2][3];
      double values[2][6];
      int way = 0;
      for (ModelObjective* objective : {&alone.objective(), &together.objective()}) {
        for (Vector& result : results[way]) result.resize(w.size());
        values[way][0] = objective->value_gradient(w, set, results[way][0]);
        values[way][1] = objective->value(w, set);
        objective->hessian_product(w, set, u, results[way][1]);
        objective->gauss_newton_product(w, set, u, results[way][2]);
        values[way][2] = objective->directional_moments(w, set, u).mean;
        values[way][3] = objective->directional_moments(w, set, u).variance;
        values[way][4] = objective->gradient_norm_moments(w, set).mean;
        values[way][5] = objective->gradient_norm_moments(w, set).variance;
        ++way;
      }
      for (int k = 0; k < 3; ++k) EXPECT_EQ(results[0][k], results[1][k]);
      for (int k = 0; k < 6; ++k) EXPECT_EQ(values[0][k], values[1][k]) << k;
    }
  }
}

TEST(SecondOrderProblem, TakesTheSameDecisionsOnAnyRanks) {
  const comm::Communicator self = comm::Communicator::self();
  constexpr GlobalIndex n = 2600;  // enough for methods to begin with a part
  const Dataset data(make_samples(world(), "runs", n));
  for (const TrainingMethod method : {TrainingMethod::dance, TrainingMethod::pblbfgs})
    for (const TrainedPart part : {TrainedPart::layers, TrainedPart::all}) {
      RunOptions options = run_options(part);
      options.optimizer.method = method;
      options.optimizer.max_iterations = 5;
      std::vector<double> objectives[2];
      std::vector<GlobalIndex> sets[2];
      std::uint64_t hashes[2];
      int way = 0;
      for (const comm::Communicator* comm : {&self, &world()}) {
        Problem small(*comm, options, data, way == 0 ? PlanKind::table_wise : PlanKind::column_wise);
        const TaoResult result = small.problem.solve([&](const TaoIterate& iterate) {
          objectives[way].push_back(iterate.objective);
          sets[way].push_back(iterate.samples);
          return false;
        });
        EXPECT_FALSE(result.failed) << result.reason;
        hashes[way] = small.engine.weights_hash();
        // The whole loss went down, by what the engine holds now.
        EXPECT_LT(small.objective().value(small.variables(), {0, n}), 0.65);
        ++way;
      }
      EXPECT_EQ(objectives[0], objectives[1]);
      EXPECT_EQ(sets[0], sets[1]);
      EXPECT_EQ(hashes[0], hashes[1]);
      EXPECT_GE(objectives[0].size(), 5u);
      EXPECT_LT(sets[0].front(), n);
    }
}

}  // namespace
}  // namespace trireme::dlrm
