// SPDX-License-Identifier: Apache-2.0
// Pooling, sorting and updating rows against their twins, bit for bit, and the update rules against double
// precision: many widths, empty and long bags, one row named by everybody.
#include <cmath>

#include <gtest/gtest.h>

#include "dlrm_hpc/kernels/embedding_bag.hpp"
#include "dlrm_hpc/kernels/lamb.hpp"
#include "dlrm_hpc/kernels/sort_lookups.hpp"
#include "dlrm_hpc/kernels/update_rows.hpp"
#include "dlrm_hpc/kernels/update_values.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/dlrm_hpc/kernels/random_values.hpp"

namespace trireme::dlrm::kernels {
namespace {

struct Bags {
  std::vector<std::int64_t> offsets{0}, ids;
};

// Bags of 0 .. longest ids below n_rows; skewed: half of all ids are row 1.
Bags random_bags(std::size_t n, int longest, std::int64_t n_rows, std::uint64_t seed, bool skewed) {
  Bags bags;
  for (std::size_t s = 0; s < n; ++s) {
    const auto length = static_cast<int>(mix_bits(seed + s) % static_cast<std::uint64_t>(longest + 1));
    for (int k = 0; k < length; ++k) {
      const std::uint64_t bits = mix_bits(seed * 77 + s * 1000 + static_cast<std::uint64_t>(k));
      bags.ids.push_back(skewed && bits % 2 == 0 ? std::min<std::int64_t>(1, n_rows - 1)
                                                 : static_cast<std::int64_t>(bits >> 8) % n_rows);
    }
    bags.offsets.push_back(static_cast<std::int64_t>(bags.ids.size()));
  }
  return bags;
}

// Three tables of one format with their bags.
struct Tables {
  static constexpr std::size_t n_samples = 150;
  Tables(int width, RowFormat row_format, UpdateRule update_rule) : format(row_format), rule(update_rule) {
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const auto n = static_cast<std::size_t>(rows[t] * width);
      values.push_back(random_floats(n, t + 1));
      upper.emplace_back(n);
      lower.emplace_back(n);
      for (std::size_t k = 0; k < n; ++k) {
        const std::uint32_t bits = float_to_bits(values[t][k]);
        upper[t][k] = format == RowFormat::fp16 ? to_fp16(values[t][k], 0x0fff).bits
                                                : static_cast<std::uint16_t>(bits >> 16);
        lower[t][k] = static_cast<std::uint16_t>(bits);
      }
      state.emplace_back(2 * n, 0.25f);
      bags.push_back(random_bags(n_samples, t == 1 ? 20 : 3, rows[t], t + 9, t != 0));
    }
    for (std::size_t t = 0; t < rows.size(); ++t) {
      void* const data = format == RowFormat::fp32 ? static_cast<void*>(values[t].data()) : upper[t].data();
      BagColumn column;
      column.format = format;
      column.rows = data;
      column.width = width;
      column.offsets = bags[t].offsets.data();
      column.ids = bags[t].ids.data();
      column.out_column = t * static_cast<std::size_t>(width) + 2;
      columns.push_back(column);
      UpdateTable update;
      update.format = format;
      update.rows = data;
      update.lower_halves = lower[t].data();
      update.state = state[t].data();
      update.width = width;
      update.first_key = first_key;
      update.gradient_column = column.out_column;
      update.noise_seed = 77 + t;
      update.full_width = static_cast<std::size_t>(width);
      updates.push_back(update);
      for (std::size_t s = 0; s < n_samples; ++s)
        for (std::int64_t k = bags[t].offsets[s]; k < bags[t].offsets[s + 1]; ++k)
          lookups.push_back(
              {first_key + static_cast<std::uint64_t>(bags[t].ids[static_cast<std::size_t>(k)]), s});
      first_key += static_cast<std::uint64_t>(rows[t]);
    }
    stride = rows.size() * static_cast<std::size_t>(width) + 2;
  }
  std::vector<Lookup> narrow() const {
    std::vector<Lookup> out;
    for (const WideLookup& lookup : lookups)
      out.push_back({static_cast<std::uint32_t>(lookup.key), static_cast<std::uint32_t>(lookup.sample)});
    return out;
  }
  RowFormat format;
  UpdateRule rule;
  std::vector<std::int64_t> rows{1, 40, 600};
  std::vector<std::vector<float>> values, state;
  std::vector<std::vector<std::uint16_t>> upper, lower;
  std::vector<Bags> bags;
  std::vector<BagColumn> columns;
  std::vector<UpdateTable> updates;
  std::vector<WideLookup> lookups;
  std::uint64_t first_key = 0;
  std::size_t stride = 0;
};

RuleParameters parameters_of(UpdateRule rule) {
  RuleParameters parameters;
  parameters.rule = rule;
  parameters.learning_rate = 0.1f;
  parameters.epsilon = 1e-6f;
  parameters.momentum = 0.9f;
  parameters.second_momentum = 0.99f;
  parameters.correction = 2;
  parameters.second_correction = 3;
  return parameters;
}

TEST(TableKernels, PoolAsTheTwinDoes) {
  for (const RowFormat format : {RowFormat::fp32, RowFormat::split_bf16, RowFormat::fp16})
    for (const int width : {1, 3, 8, 16, 17, 64, 128, 1280}) {
      Tables tables(width, format, UpdateRule::sgd);
      std::vector<std::int64_t> winners(Tables::n_samples * static_cast<std::size_t>(width)),
          expected_winners(winners.size());
      for (const PoolRows pooling : {PoolRows::sum, PoolRows::max}) {
        std::vector<float> out(Tables::n_samples * tables.stride, -7), expected = out;
        tables.columns[1].pooling = pooling;
        tables.columns[1].winners = pooling == PoolRows::max ? expected_winners.data() : nullptr;
        pool_bags_reference(tables.columns, Tables::n_samples, expected.data(), tables.stride);
        if (pooling == PoolRows::max) tables.columns[1].winners = winners.data();
        pool_bags(tables.columns, Tables::n_samples, out.data(), tables.stride);
        ASSERT_EQ(out, expected) << width;
        ASSERT_EQ(winners, expected_winners);
      }
    }
}

TEST(TableKernels, SortStablyForAnyKeyBits) {
  for (const int bits : {1, 5, 11, 12, 26, 32, 40}) {
    std::vector<WideLookup> lookups;
    for (std::uint64_t k = 0; k < 20000; ++k) lookups.push_back({mix_bits(k * 3 + 1) >> (64 - bits), k});
    std::vector<WideLookup> expected = lookups, scratch(lookups.size());
    sort_lookups_reference(std::span(expected));
    std::vector<std::uint32_t> counts(sort_counts(threads::max_threads()));
    std::vector<Lookup> narrow, narrow_expected, narrow_scratch(lookups.size());
    if (bits <= 32) {
      for (const auto& lookup : lookups)
        narrow.push_back({static_cast<std::uint32_t>(lookup.key), static_cast<std::uint32_t>(lookup.sample)});
      narrow_expected = narrow;
      sort_lookups_reference(std::span(narrow_expected));
      const auto sorted = sort_lookups(narrow, narrow_scratch, counts, bits);
      for (std::size_t k = 0; k < sorted.size(); ++k) {
        ASSERT_EQ(sorted[k].key, narrow_expected[k].key);
        ASSERT_EQ(sorted[k].sample, narrow_expected[k].sample);
      }
    }
    const auto sorted = sort_lookups(lookups, scratch, counts, bits);
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      ASSERT_EQ(sorted[k].key, expected[k].key);
      ASSERT_EQ(sorted[k].sample, expected[k].sample);
    }
  }
}

TEST(TableKernels, UpdateEachRowOnceAsTheTwinDoes) {
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::momentum, UpdateRule::adagrad,
                                UpdateRule::rowwise_adagrad, UpdateRule::adam})
    for (const RowFormat format : {RowFormat::fp32, RowFormat::split_bf16, RowFormat::fp16})
      for (const int width : {1, 3, 16, 17, 64, 1280}) {
        Tables tables(width, format, rule), expected(width, format, rule);
        const auto gradients = random_floats(Tables::n_samples * tables.stride, 5);
        update_rows_reference(expected.updates, expected.lookups, gradients.data(), tables.stride,
                              parameters_of(rule));
        std::vector<float> scratch(2 * static_cast<std::size_t>(width * threads::max_threads()));
        std::vector<std::uint32_t> counts(sort_counts(threads::max_threads()));
        auto lookups = tables.narrow();
        std::vector<Lookup> other(lookups.size());
        const auto sorted = sort_lookups(lookups, other, counts, 13);
        update_rows(tables.updates, sorted, gradients.data(), tables.stride, parameters_of(rule),
                    scratch.data(), static_cast<std::size_t>(width));
        ASSERT_EQ(tables.values, expected.values) << width;
        ASSERT_EQ(tables.upper, expected.upper);
        ASSERT_EQ(tables.lower, expected.lower);
        ASSERT_EQ(tables.state, expected.state);

        // Wide keys give the same; so do sums of squares that come from elsewhere.
        Tables wide(width, format, rule), wide_expected(width, format, rule);
        sort_lookups_reference(std::span(wide.lookups));
        std::vector<float> squares(wide.lookups.size()), twin(wide.lookups.size());
        sum_row_squares(wide.updates, wide.lookups, gradients.data(), wide.stride, squares.data(),
                        scratch.data(), static_cast<std::size_t>(width));
        sum_row_squares_reference(wide.updates, wide.lookups, gradients.data(), wide.stride, twin.data());
        ASSERT_EQ(squares, twin);
        std::vector<float> narrow_squares(sorted.size());
        sum_row_squares(tables.updates, sorted, gradients.data(), tables.stride, narrow_squares.data(),
                        scratch.data(), static_cast<std::size_t>(width));
        ASSERT_EQ(narrow_squares, twin);
        for (auto& table : wide.updates) table.row_squares = squares.data();
        update_rows(wide.updates, wide.lookups, gradients.data(), wide.stride, parameters_of(rule),
                    scratch.data(), static_cast<std::size_t>(width));
        ASSERT_EQ(wide.values, expected.values);
      }
}

TEST(TableKernels, MultiplyRowsAndGradientsByWeightsAsTheTwinDoes) {
  for (const RowFormat format : {RowFormat::fp32, RowFormat::split_bf16, RowFormat::fp16})
    for (const int width : {3, 16, 17, 64})
      for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::rowwise_adagrad, UpdateRule::adam}) {
        Tables tables(width, format, rule), expected(width, format, rule);
        const auto weights = random_floats(tables.bags[1].ids.size(), 8);
        // The middle table has weights, all others 1.
        const auto weigh = [&](Tables& to) {
          std::vector<WeightedLookup> lookups;
          const std::size_t first = to.bags[0].ids.size(), last = first + weights.size();
          for (std::size_t k = 0; k < to.lookups.size(); ++k)
            lookups.push_back({to.lookups[k].key, static_cast<std::uint32_t>(to.lookups[k].sample),
                               k >= first && k < last ? weights[k - first] : 1.0f});
          to.columns[1].weights = weights.data();
          return lookups;
        };
        auto lookups = weigh(tables);
        const auto unsorted = weigh(expected);
        std::vector<float> out(Tables::n_samples * tables.stride, -7), twin = out;
        pool_bags(tables.columns, Tables::n_samples, out.data(), tables.stride);
        pool_bags_reference(expected.columns, Tables::n_samples, twin.data(), tables.stride);
        ASSERT_EQ(out, twin);

        const auto gradients = random_floats(Tables::n_samples * tables.stride, 5);
        std::vector<float> scratch(2 * static_cast<std::size_t>(width * threads::max_threads()));
        std::vector<std::uint32_t> counts(sort_counts(threads::max_threads()));
        std::vector<WeightedLookup> other(lookups.size()), in_order = lookups;
        const auto sorted = sort_lookups(std::span(lookups), std::span(other), counts, 13);
        sort_lookups_reference(std::span(in_order));
        for (std::size_t k = 0; k < sorted.size(); ++k) ASSERT_EQ(sorted[k].weight, in_order[k].weight);
        std::vector<float> squares(sorted.size()), squares_twin(sorted.size());
        sum_row_squares(tables.updates, sorted, gradients.data(), tables.stride, squares.data(),
                        scratch.data(), static_cast<std::size_t>(width));
        sum_row_squares_reference(tables.updates, in_order, gradients.data(), tables.stride,
                                  squares_twin.data());
        ASSERT_EQ(squares, squares_twin);
        update_rows(tables.updates, sorted, gradients.data(), tables.stride, parameters_of(rule),
                    scratch.data(), static_cast<std::size_t>(width));
        update_rows_reference(expected.updates, unsorted, gradients.data(), tables.stride,
                              parameters_of(rule));
        ASSERT_EQ(tables.values, expected.values) << width;
        ASSERT_EQ(tables.upper, expected.upper);
        ASSERT_EQ(tables.lower, expected.lower);
        ASSERT_EQ(tables.state, expected.state);
      }
}

TEST(TableKernels, GiveTheGradientOfMaximaToTheirRowOnce) {
  const int width = 3;
  Tables tables(width, RowFormat::fp32, UpdateRule::sgd), expected(width, RowFormat::fp32, UpdateRule::sgd);
  const auto before = tables.values[1];
  std::vector<std::int64_t> winners(Tables::n_samples * width);
  tables.columns[1].pooling = PoolRows::max;
  tables.columns[1].winners = winners.data();
  std::vector<float> out(Tables::n_samples * tables.stride);
  pool_bags(tables.columns, Tables::n_samples, out.data(), tables.stride);
  tables.updates[1].winners = expected.updates[1].winners = winners.data();
  const auto gradients = random_floats(Tables::n_samples * tables.stride, 5);
  sort_lookups_reference(std::span(tables.lookups));
  std::vector<float> scratch(2 * static_cast<std::size_t>(width * threads::max_threads()));
  update_rows(tables.updates, tables.lookups, gradients.data(), tables.stride, parameters_of(UpdateRule::sgd),
              scratch.data(), width);
  update_rows_reference(expected.updates, expected.lookups, gradients.data(), tables.stride,
                        parameters_of(UpdateRule::sgd));
  EXPECT_EQ(tables.values, expected.values);
  // In double precision, from the winners alone.
  std::vector<double> exact(before.begin(), before.end());
  for (std::size_t s = 0; s < Tables::n_samples; ++s)
    for (std::size_t d = 0; d < width; ++d)
      if (const std::int64_t row = winners[s * width + d]; row >= 0)
        exact[static_cast<std::size_t>(row) * width + d] -=
            0.1 * gradients[s * tables.stride + tables.updates[1].gradient_column + d];
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_NEAR(tables.values[1][k], exact[k], 1e-4);
}

TEST(TableKernels, FollowTheRulesInDoublePrecision) {
  // One row, three steps of known gradients.
  const double g[] = {0.5, -0.25, 1.5}, rate = 0.1, epsilon = 1e-6;
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::momentum, UpdateRule::adagrad, UpdateRule::adam,
                                UpdateRule::rowwise_adagrad}) {
    float row[2] = {1, 1}, state[4] = {};
    double w[2] = {1, 1}, m[2] = {}, v[2] = {}, h = 0;
    for (int step = 0; step < 3; ++step) {
      UpdateTable table;
      table.rows = row;
      table.state = state;
      table.width = 2;
      const float gradient[2] = {static_cast<float>(g[step]), static_cast<float>(2 * g[step])};
      const WideLookup lookup{0, 0};
      float scratch[8 * 4];
      RuleParameters parameters = parameters_of(rule);
      parameters.correction = static_cast<float>(1 / (1 - std::pow(0.9, step + 1)));
      parameters.second_correction = static_cast<float>(1 / (1 - std::pow(0.99, step + 1)));
      update_rows(std::span(&table, 1), std::span(&lookup, 1), gradient, 2, parameters, scratch, 2);
      h += (g[step] * g[step] + 4 * g[step] * g[step]) / 2;
      for (int d = 0; d < 2; ++d) {
        const double one = g[step] * (d + 1);
        if (rule == UpdateRule::sgd) w[d] -= rate * one;
        if (rule == UpdateRule::momentum) w[d] -= rate * (m[d] = 0.9 * m[d] + one);
        if (rule == UpdateRule::adagrad) w[d] -= rate * one / (std::sqrt(v[d] += one * one) + epsilon);
        if (rule == UpdateRule::rowwise_adagrad) w[d] -= rate * one / (std::sqrt(h) + epsilon);
        if (rule == UpdateRule::adam) {
          m[d] = 0.9 * m[d] + 0.1 * one;
          v[d] = 0.99 * v[d] + 0.01 * one * one;
          w[d] -= rate * (m[d] / (1 - std::pow(0.9, step + 1))) /
                  (std::sqrt(v[d] / (1 - std::pow(0.99, step + 1))) + epsilon);
        }
      }
    }
    for (int d = 0; d < 2; ++d) EXPECT_NEAR(row[d], w[d], 1e-5) << static_cast<int>(rule);
  }
}

TEST(TableKernels, RoundHalvesWithoutBias) {
  const float value = 1.0f + 0.3f / 1024;  // between two halves, nearer to the lower
  double sum = 0;
  int up = 0;
  for (std::uint64_t k = 0; k < 8192; ++k) {
    const float rounded = to_float(to_fp16(value, static_cast<std::uint32_t>(mix_bits(k) >> 51)));
    EXPECT_TRUE(rounded == 1.0f || rounded == 1.0f + 1.0f / 1024);
    up += rounded > 1;
    sum += rounded;
  }
  EXPECT_NEAR(up / 8192.0, 0.3, 0.02);
  EXPECT_NEAR(sum / 8192, value, 2e-5);
  for (const float exact : {0.0f, -1.5f, 65504.0f, 0x1p-24f, -0x1p-14f, 0x1.8p-20f})
    EXPECT_EQ(to_float(to_fp16(exact, 0x0fff)), exact);
  EXPECT_TRUE(std::isinf(to_float(to_fp16(1e6f, 0))));
  EXPECT_TRUE(std::isnan(to_float(to_fp16(std::nanf(""), 0))));
  EXPECT_EQ(to_float(to_bf16(1.0f + 0x1p-9f)), 1.0f);
  EXPECT_EQ(to_float(to_bf16(1.0f + 0x1.8p-8f)), 1.0f + 0x1p-7f);
}

TEST(TableKernels, UpdateValuesAsTheTwinDoes) {
  const std::size_t n = 40000;
  for (const UpdateRule rule :
       {UpdateRule::sgd, UpdateRule::momentum, UpdateRule::adagrad, UpdateRule::adam}) {
    auto values = random_floats(n, 1), state = random_floats(2 * n, 3);
    for (float& one : state) one = std::fabs(one);
    const auto gradients = random_floats(n, 2);
    auto expected = values, expected_state = state;
    update_values(parameters_of(rule), values.data(), gradients.data(), state.data(), n);
    update_values_reference(parameters_of(rule), expected.data(), gradients.data(), expected_state.data(), n);
    EXPECT_EQ(values, expected);
    EXPECT_EQ(state, expected_state);
    add_values(values.data(), gradients.data(), n);
    add_values_reference(expected.data(), gradients.data(), n);
    EXPECT_EQ(values, expected);
  }
}

TEST(TableKernels, LambAsTheTwinDoesOnAnyThreads) {
  for (const std::size_t n : {1ul, 13ul, 4096ul, 40001ul}) {
    RuleParameters rule = parameters_of(UpdateRule::lamb);
    rule.weight_decay = 0.01f;
    const auto start = random_floats(n, 1), gradients = random_floats(n, 2);
    std::vector<float> expected = start, first_twin(n, 0.125f), second_twin(n, 0.5f), one_thread;
    lamb_update_reference(rule, expected.data(), gradients.data(), first_twin.data(), second_twin.data(), n);
    for (const int n_threads : {1, 2, 4, 7}) {
      const threads::ThreadCountScope scope(n_threads);
      std::vector<float> values = start, first(n, 0.125f), second(n, 0.5f);
      std::vector<double> scratch(lamb_scratch(n));
      lamb_update(rule, values.data(), gradients.data(), first.data(), second.data(), n, scratch.data());
      if (one_thread.empty()) one_thread = values;
      EXPECT_EQ(values, one_thread) << n_threads;
      // Its length is the rate's part of that of the parameters.
      double step = 0, length = 0;
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_NEAR(values[i], expected[i], 1e-6) << i;
        ASSERT_NEAR(first[i], first_twin[i], 1e-6);
        ASSERT_NEAR(second[i], second_twin[i], 1e-6);
        step += std::pow(static_cast<double>(values[i]) - start[i], 2);
        length += std::pow(static_cast<double>(start[i]), 2);
      }
      EXPECT_NEAR(std::sqrt(step / length), 0.1, 1e-5);
    }
  }
  // Parameters that are zero begin with Adam's step.
  RuleParameters rule = parameters_of(UpdateRule::lamb);
  std::vector<float> values(3, 0.0f), adam = values, gradients = {0.5f, -2, 0.25f};
  std::vector<float> state(6, 0.0f), adam_state = state;
  std::vector<double> scratch(lamb_scratch(3));
  lamb_update(rule, values.data(), gradients.data(), state.data(), state.data() + 3, 3, scratch.data());
  rule.rule = UpdateRule::adam;
  update_values_reference(rule, adam.data(), gradients.data(), adam_state.data(), 3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(values[i], adam[i], 1e-7);
  // Nothing to go after leaves them as they are.
  std::vector<float> still(2, 1.5f), none(2, 0.0f), moments(4, 0.0f);
  lamb_update(rule, still.data(), none.data(), moments.data(), moments.data() + 2, 2, scratch.data());
  EXPECT_EQ(still, std::vector<float>(2, 1.5f));
}

}  // namespace
}  // namespace trireme::dlrm::kernels
