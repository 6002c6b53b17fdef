// SPDX-License-Identifier: Apache-2.0
// Forms the gradient of every touched row in a map, in the order of lookups, and then applies the rules as
// their papers write them.
#include <map>
#include <vector>

#include "dlrm_hpc/kernels/update_rows.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::dlrm::kernels {
namespace {

std::size_t table_of(std::span<const UpdateTable> tables, std::uint64_t key) {
  std::size_t t = tables.size() - 1;
  while (tables[t].first_key > key) --t;
  return t;
}

struct RowGradient {
  std::vector<float> sum;
  std::size_t first_lookup = 0;
  std::uint64_t last_sample = ~std::uint64_t{0};
};

float weight_of(const WideLookup&) {
  return 1;
}
float weight_of(const WeightedLookup& lookup) {
  return lookup.weight;
}

template <class Entry>
std::map<std::uint64_t, RowGradient> row_gradients(std::span<const UpdateTable> tables,
                                                   std::span<const Entry> lookups, const float* gradients,
                                                   std::size_t stride) {
  std::map<std::uint64_t, RowGradient> rows;
  for (std::size_t i = 0; i < lookups.size(); ++i) {
    const std::uint64_t key = lookups[i].key, sample = lookups[i].sample;
    const UpdateTable& table = tables[table_of(tables, key)];
    RowGradient& row = rows[key];
    const bool first = row.sum.empty();
    if (first) {
      row.sum.assign(static_cast<std::size_t>(table.width), 0.0f);
      row.first_lookup = i;
    }
    const bool again = row.last_sample == sample;
    row.last_sample = sample;
    for (std::size_t d = 0; d < row.sum.size(); ++d) {
      const float g = weight_of(lookups[i]) * gradients[sample * stride + table.gradient_column + d];
      if (table.winners) {
        if (!again &&
            table.winners[sample * row.sum.size() + d] == static_cast<std::int64_t>(key - table.first_key))
          row.sum[d] += g;
      } else {
        row.sum[d] = first ? g : row.sum[d] + g;
      }
    }
  }
  return rows;
}

void update_value(const RuleParameters& rule, float& w, float* state, std::size_t width, float g) {
  switch (rule.rule) {
    case UpdateRule::sgd:
      return SgdRule(rule)(w, nullptr, nullptr, g);
    case UpdateRule::momentum:
      return MomentumRule(rule)(w, state, nullptr, g);
    case UpdateRule::adagrad:
      return AdagradRule(rule)(w, state, nullptr, g);
    case UpdateRule::adam:
      return AdamRule(rule)(w, state, state + width, g);
    case UpdateRule::rowwise_adagrad:
    case UpdateRule::lamb:
      return;
  }
}

template <class Entry>
void update_all(std::span<const UpdateTable> tables, std::span<const Entry> lookups, const float* gradients,
                std::size_t stride, const RuleParameters& rule) {
  for (const auto& [key, row] : row_gradients(tables, lookups, gradients, stride)) {
    const UpdateTable& table = tables[table_of(tables, key)];
    const std::size_t number = key - table.first_key, width = row.sum.size(), place = number * width;
    float step = 0;
    if (rule.rule == UpdateRule::rowwise_adagrad) {
      const float squares =
          table.row_squares ? table.row_squares[row.first_lookup] : sum_of_squares(row.sum.data(), width);
      table.state[number] += squares / static_cast<float>(table.row_squares ? table.full_width : width);
      step = rule.learning_rate / (std::sqrt(table.state[number]) + rule.epsilon);
    }
    const auto values = static_cast<std::size_t>(state_values(rule.rule));
    for (std::size_t d = 0; d < width; ++d) {
      float w = 0;
      if (table.format == RowFormat::fp32)
        w = static_cast<float*>(table.rows)[place + d];
      else if (table.format == RowFormat::split_bf16)
        w = bits_to_float(std::uint32_t{static_cast<Bf16*>(table.rows)[place + d].bits} << 16 |
                          table.lower_halves[place + d]);
      else
        w = to_float(static_cast<Fp16*>(table.rows)[place + d]);
      if (rule.rule == UpdateRule::rowwise_adagrad)
        w -= step * row.sum[d];
      else
        update_value(rule, w, values > 0 ? table.state + values * place + d : nullptr, width, row.sum[d]);
      if (table.format == RowFormat::fp32) {
        static_cast<float*>(table.rows)[place + d] = w;
      } else if (table.format == RowFormat::split_bf16) {
        static_cast<Bf16*>(table.rows)[place + d].bits = static_cast<std::uint16_t>(float_to_bits(w) >> 16);
        table.lower_halves[place + d] = static_cast<std::uint16_t>(float_to_bits(w));
      } else {
        const std::uint64_t id = (table.first_row + number) * table.full_width + table.first_column + d;
        static_cast<Fp16*>(table.rows)[place + d] =
            to_fp16(w, static_cast<std::uint32_t>(mix_bits(table.noise_seed ^ id) >> 51));
      }
    }
  }
}

template <class Entry>
void square_all(std::span<const UpdateTable> tables, std::span<const Entry> lookups, const float* gradients,
                std::size_t stride, float* squares) {
  for (std::size_t i = 0; i < lookups.size(); ++i) squares[i] = 0;
  for (const auto& [key, row] : row_gradients(tables, lookups, gradients, stride))
    squares[row.first_lookup] = sum_of_squares(row.sum.data(), row.sum.size());
}

}  // namespace

void update_rows_reference(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                           const float* gradients, std::size_t stride, const RuleParameters& rule) {
  update_all(tables, lookups, gradients, stride, rule);
}
void update_rows_reference(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                           const float* gradients, std::size_t stride, const RuleParameters& rule) {
  update_all(tables, lookups, gradients, stride, rule);
}

void sum_row_squares_reference(std::span<const UpdateTable> tables, std::span<const WideLookup> lookups,
                               const float* gradients, std::size_t stride, float* squares) {
  square_all(tables, lookups, gradients, stride, squares);
}
void sum_row_squares_reference(std::span<const UpdateTable> tables, std::span<const WeightedLookup> lookups,
                               const float* gradients, std::size_t stride, float* squares) {
  square_all(tables, lookups, gradients, stride, squares);
}

}  // namespace trireme::dlrm::kernels
