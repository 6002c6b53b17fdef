// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/update_rows.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <omp.h>

#include "dlrm_hpc/kernels/width_dispatch.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::dlrm::kernels {
namespace {

// Rows are asked for in groups of at least so many lookups, when fewer than fewest_ahead are under way: asked
// for one by one between the updates, an update of rows that are not in cache took 1.5 to 2 times as long
// (85, 73 and 105 ns against 44, 47 and 69 for rows of 16, 64 and 128 floats; least of 120 runs in turns).
constexpr std::size_t lookups_in_a_group = 24, fewest_ahead = 8;

// f(table, begin, end) for every run of equal keys among lookups [begin, end) that begins there: runs that
// began before belong to the thread before.
template <class Entry, class F>
void for_each_row(std::span<const UpdateTable> tables, std::span<const Entry> lookups, std::size_t begin,
                  std::size_t end, F&& f) {
  while (begin < end && begin > 0 && lookups[begin].key == lookups[begin - 1].key) ++begin;
  if (begin >= end) return;
  std::size_t table = 0;
  while (begin < end) {
    const auto key = lookups[begin].key;
    while (table + 1 < tables.size() && tables[table + 1].first_key <= key) ++table;
    std::size_t behind = begin + 1;
    while (behind < lookups.size() && lookups[behind].key == key) ++behind;
    f(tables[table], begin, behind);
    begin = behind;
  }
}

// By which the gradient of a lookup's bag is multiplied.
template <class Entry>
float weight_of(const Entry& lookup) {
  if constexpr (std::is_same_v<Entry, WeightedLookup>)
    return lookup.weight;
  else
    return 1;
}

// Gradient of one row: its lookups' pooled gradients, added in order.
template <int Width, class Entry>
void add_gradients(const UpdateTable& table, const Entry* lookups, std::size_t count, const float* gradients,
                   std::size_t stride, float* sum) {
  const int width = Width > 0 ? Width : table.width;
  const auto gradient_of = [&](std::size_t i) {
    return gradients + static_cast<std::size_t>(lookups[i].sample) * stride + table.gradient_column;
  };
  if (table.winners) {
    // A value's gradient goes to the row that won it, once, however often the bag names that row.
    const auto row = static_cast<std::int64_t>(lookups[0].key - table.first_key);
    std::fill_n(sum, width, 0.0f);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && lookups[i].sample == lookups[i - 1].sample) continue;
      const std::int64_t* const winners =
          table.winners + static_cast<std::size_t>(lookups[i].sample) * static_cast<std::size_t>(width);
      const float* const gradient = gradient_of(i);
      for (int d = 0; d < width; ++d)
        if (winners[d] == row) sum[d] += gradient[d];
    }
    return;
  }
  // Multiplying by 1 is exact, and left out by the compiler.
  const float* const first = gradient_of(0);
  for (int d = 0; d < width; ++d) sum[d] = weight_of(lookups[0]) * first[d];
  for (std::size_t i = 1; i < count; ++i) {
    const float* const gradient = gradient_of(i);
    for (int d = 0; d < width; ++d) sum[d] += weight_of(lookups[i]) * gradient[d];
  }
}

template <int Width>
float squares_of(const float* values, int runtime_width) {
  const int width = Width > 0 ? Width : runtime_width;
  float partial[8] = {};
  int d = 0;
  for (; d + 8 <= width; d += 8)
    for (int lane = 0; lane < 8; ++lane) partial[lane] += values[d + lane] * values[d + lane];
  if constexpr (Width == 0)
    for (int lane = 0; d + lane < width; ++lane) partial[lane & 7] += values[d + lane] * values[d + lane];
  float sum = 0;
  for (const float part : partial) sum += part;
  return sum;
}

template <int Width, class Rule>
void apply_rule(const Rule& rule, int width, float* row, float* state, const float* gradient) {
  if constexpr (Width > 0) width = Width;
  float* const second = state ? state + width : nullptr;
  for (int d = 0; d < width; ++d) rule(row[d], state + d, second + d, gradient[d]);
}

// One row in fp32, wherever it stands.
template <int Width>
void update_values(const UpdateTable& table, const RuleParameters& rule, std::size_t row_number, float* row,
                   const float* gradient, std::size_t first_lookup) {
  const int width = Width > 0 ? Width : table.width;
  if (rule.rule == UpdateRule::rowwise_adagrad) {
    const bool whole = table.row_squares == nullptr;
    const float squares = whole ? squares_of<Width>(gradient, width) : table.row_squares[first_lookup];
    const auto full = static_cast<float>(whole ? static_cast<std::size_t>(width) : table.full_width);
    float& state = table.state[row_number];
    state += squares / full;
    const float step = rule.learning_rate / (std::sqrt(state) + rule.epsilon);
    for (int d = 0; d < width; ++d) row[d] -= step * gradient[d];
    return;
  }
  float* const state =
      table.state ? table.state + row_number * static_cast<std::size_t>(width * state_values(rule.rule))
                  : nullptr;
  if (rule.rule == UpdateRule::sgd) {
    for (int d = 0; d < width; ++d) row[d] -= rule.learning_rate * gradient[d];
  } else if (rule.rule == UpdateRule::momentum) {
    apply_rule<Width>(MomentumRule(rule), width, row, state, gradient);
  } else if (rule.rule == UpdateRule::adagrad) {
    apply_rule<Width>(AdagradRule(rule), width, row, state, gradient);
  } else {
    apply_rule<Width>(AdamRule(rule), width, row, state, gradient);
  }
}

template <int Width>
void update_row(const UpdateTable& table, const RuleParameters& rule, std::size_t row_number,
                const float* gradient, float* unpacked, std::size_t first_lookup) {
  const auto width = static_cast<std::size_t>(Width > 0 ? Width : table.width);
  const std::size_t place = row_number * width;
  if (table.format == RowFormat::fp32)
    return update_values<Width>(table, rule, row_number, static_cast<float*>(table.rows) + place, gradient,
                                first_lookup);
  if (table.format == RowFormat::split_bf16) {
    Bf16* const upper = static_cast<Bf16*>(table.rows) + place;
    std::uint16_t* const lower = table.lower_halves + place;
    for (std::size_t d = 0; d < width; ++d)
      unpacked[d] = bits_to_float(std::uint32_t{upper[d].bits} << 16 | lower[d]);
    update_values<Width>(table, rule, row_number, unpacked, gradient, first_lookup);
    for (std::size_t d = 0; d < width; ++d) {
      const std::uint32_t bits = float_to_bits(unpacked[d]);
      upper[d].bits = static_cast<std::uint16_t>(bits >> 16);
      lower[d] = static_cast<std::uint16_t>(bits);
    }
    return;
  }
  Fp16* const halves = static_cast<Fp16*>(table.rows) + place;
  for (std::size_t d = 0; d < width; ++d) unpacked[d] = to_float(halves[d]);
  update_values<Width>(table, rule, row_number, unpacked, gradient, first_lookup);
  const std::uint64_t id = (table.first_row + row_number) * table.full_width + table.first_column;
  for (std::size_t d = 0; d < width; ++d)
    halves[d] = to_fp16(unpacked[d], static_cast<std::uint32_t>(mix_bits(table.noise_seed ^ (id + d)) >> 51));
}

template <class Entry>
void update_all(std::span<const UpdateTable> tables, std::span<const Entry> lookups, const float* gradients,
                std::size_t stride, const RuleParameters& rule, float* scratch, std::size_t scratch_width) {
  if (lookups.empty()) return;
#pragma omp parallel
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto n_threads = static_cast<std::size_t>(omp_get_num_threads());
    float* const sum = scratch + 2 * thread * scratch_width;
    const std::size_t n = lookups.size();
    std::size_t ahead_table = 0, ahead = 0;
    const bool is_plain =
        rule.rule == UpdateRule::sgd && !tables.empty() && tables.front().format == RowFormat::fp32;
    for_each_row(
        tables, lookups, n * thread / n_threads, n * (thread + 1) / n_threads,
        [&](const UpdateTable& table, std::size_t begin, std::size_t end) {
          // The rows and gradients that come next are on their way meanwhile.
          const bool asks = ahead < end + fewest_ahead;
          const std::size_t last = asks ? std::min(n, end + fewest_ahead + lookups_in_a_group) : 0;
          for (ahead = std::max(ahead, begin); ahead < last; ++ahead) {
            const auto key = lookups[ahead].key;
            while (ahead_table + 1 < tables.size() && tables[ahead_table + 1].first_key <= key) ++ahead_table;
            const UpdateTable& next = tables[ahead_table];
            const auto width = static_cast<std::size_t>(next.width);
            prefetch_row(
                gradients + static_cast<std::size_t>(lookups[ahead].sample) * stride + next.gradient_column,
                4 * width);
            const std::size_t place = static_cast<std::size_t>(key - next.first_key) * width;
            const std::size_t bytes = value_bytes(next.format);
            prefetch_row_to_write(static_cast<char*>(next.rows) + place * bytes, width * bytes);
            if (next.state)
              prefetch_row_to_write(
                  rule.rule == UpdateRule::rowwise_adagrad
                      ? next.state + static_cast<std::size_t>(key - next.first_key)
                      : next.state + place * static_cast<std::size_t>(state_values(rule.rule)),
                  4);
          }
          with_width(table.width, [&](auto width) {
            if (is_plain && end - begin == 1 && !table.winners) {
              // Most rows are named once: no sum is formed.
              const float* const gradient = gradients +
                                            static_cast<std::size_t>(lookups[begin].sample) * stride +
                                            table.gradient_column;
              const int n = width() > 0 ? width() : table.width;
              float* const row = static_cast<float*>(table.rows) +
                                 static_cast<std::size_t>(lookups[begin].key - table.first_key) *
                                     static_cast<std::size_t>(n);
              const float weight = weight_of(lookups[begin]);
              for (int d = 0; d < n; ++d) row[d] -= rule.learning_rate * (weight * gradient[d]);
              return;
            }
            add_gradients<width()>(table, lookups.data() + begin, end - begin, gradients, stride, sum);
            update_row<width()>(table, rule, static_cast<std::size_t>(lookups[begin].key - table.first_key),
                                sum, sum + scratch_width, begin);
          });
        });
  }
}

template <class Entry>
void square_all(std::span<const UpdateTable> tables, std::span<const Entry> lookups, const float* gradients,
                std::size_t stride, float* squares, float* scratch, std::size_t scratch_width) {
  std::fill_n(squares, lookups.size(), 0.0f);
  if (lookups.empty()) return;
#pragma omp parallel
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto n_threads = static_cast<std::size_t>(omp_get_num_threads());
    float* const sum = scratch + 2 * thread * scratch_width;
    const std::size_t n = lookups.size();
    for_each_row(tables, lookups, n * thread / n_threads, n * (thread + 1) / n_threads,
                 [&](const UpdateTable& table, std::size_t begin, std::size_t end) {
                   add_gradients<0>(table, lookups.data() + begin, end - begin, gradients, stride, sum);
                   squares[begin] = squares_of<0>(sum, table.width);
                 });
  }
}

}  // namespace

float sum_of_squares(const float* values, std::size_t width) {
  return squares_of<0>(values, static_cast<int>(width));
}

void update_rows(std::span<const UpdateTable> tables, std::span<const Lookup> lookups, const float* gradients,
                 std::size_t stride, const RuleParameters& rule, float* scratch, std::size_t scratch_width) {
  update_all(tables, lookups, gradients, stride, rule, scratch, scratch_width);
}
void update_rows(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                 const float* gradients, std::size_t stride, const RuleParameters& rule, float* scratch,
                 std::size_t scratch_width) {
  update_all(tables, lookups, gradients, stride, rule, scratch, scratch_width);
}
void update_rows(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                 const float* gradients, std::size_t stride, const RuleParameters& rule, float* scratch,
                 std::size_t scratch_width) {
  update_all(tables, lookups, gradients, stride, rule, scratch, scratch_width);
}
void sum_row_squares(std::span<const UpdateTable> tables, std::span<const Lookup> lookups,
                     const float* gradients, std::size_t stride, float* squares, float* scratch,
                     std::size_t scratch_width) {
  square_all(tables, lookups, gradients, stride, squares, scratch, scratch_width);
}
void sum_row_squares(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                     const float* gradients, std::size_t stride, float* squares, float* scratch,
                     std::size_t scratch_width) {
  square_all(tables, lookups, gradients, stride, squares, scratch, scratch_width);
}
void sum_row_squares(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                     const float* gradients, std::size_t stride, float* squares, float* scratch,
                     std::size_t scratch_width) {
  square_all(tables, lookups, gradients, stride, squares, scratch, scratch_width);
}

}  // namespace trireme::dlrm::kernels
