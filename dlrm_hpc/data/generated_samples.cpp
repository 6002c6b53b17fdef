// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/generated_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "dlrm_hpc/kernels/click_loss.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {
namespace {

// In [0, 1), for each sample and place of its own.
double uniform(std::int64_t seed, GlobalIndex sample, std::uint64_t place) {
  return 0.5 * (symmetric_hash(static_cast<std::uint64_t>(seed), sample, place) + 1);
}

constexpr std::uint64_t label_place = 1u << 20, number_place = 1u << 21, id_place = std::uint64_t{1} << 32,
                        weight_place = std::uint64_t{1} << 33, reuse_place = std::uint64_t{1} << 34;

std::uint64_t place_of(std::size_t table, std::size_t lookup) {
  return table * 16384 + lookup;
}

// From 1 to n: the inverse of the distribution of a density x^-exponent on [1, n + 1), cut to integers.
GlobalIndex power_law(double u, double n, double exponent) {
  const double rest = 1 - exponent;
  const double x =
      std::fabs(rest) < 1e-9 ? std::pow(n + 1, u) : std::pow(1 + u * (std::pow(n + 1, rest) - 1), 1 / rest);
  return std::clamp(static_cast<GlobalIndex>(x), GlobalIndex{1}, static_cast<GlobalIndex>(n));
}

DataSchema schema_of(const GenerateOptions& options) {
  DataSchema schema;
  for (std::int64_t d = 0; d < options.numbers; ++d) schema.dense.push_back(fmt::format("x{}", d));
  for (std::size_t t = 0; t < options.rows.size(); ++t) {
    const bool has_weights = options.weights_of(t).has_value();
    schema.tables.push_back({fmt::format("t{}", t), static_cast<GlobalIndex>(options.rows[t]),
                             options.lookups_of(t) == 1 && !has_weights ? Arity::one : Arity::bag,
                             has_weights});
  }
  schema.rule = fmt::format("generated: seed {}, exponent {}, strength {}", options.seed, options.exponent,
                            options.strength);
  if (options.weights) schema.rule += ", weights";
  for (std::size_t t = 0; t < options.like_weights.size(); ++t)
    if (const auto& range = options.like_weights[t])
      schema.rule += fmt::format(", weights of t{} from {} to {}", t, range->least, range->largest);
  if (options.kind == IdKind::stack_distance)
    schema.rule += fmt::format(", stack distances to {}, reuse {}", options.depth, options.reuse);
  return schema;
}

}  // namespace

void GenerateOptions::describe(options::Schema& schema) {
  schema.section("generate",
                 "For the command generate: samples by rule, with the labels of a planted teacher.");
  schema.add("output", output, "the file of samples to write");
  schema.add("samples", samples, "how many", {.min = 1});
  schema.add("first", first, "number of the first; files that do not overlap share a teacher and no sample",
             {.min = 0});
  schema.add("rows", rows, "rows of each table", {.min = 1, .max = 1e12});
  schema.add("lookups", lookups, "ids of each bag, exactly: one value for all tables, or one a table",
             {.min = 1, .max = 10000});
  schema.add(
      "like", like,
      "a file of samples whose numbers, rows of tables, mean lengths of bags and range of the weights of ids "
      "are taken; empty: those given here");
  schema.add("weights", weights,
             "gives each id of bags of more than one a weight, from 0.5 to 1.5 where generate.like has none");
  schema.add_choice("kind", kind,
                    {{"power_law", IdKind::power_law}, {"stack_distance", IdKind::stack_distance}},
                    "power_law: ids are drawn by themselves; stack_distance: by how many different ids came "
                    "since the same one came last");
  schema.add("exponent", exponent,
             "of the power law of ids, as in Zipf's, or of their stack distances; 0: all alike",
             {.min = 0, .max = 4});
  schema.add("reuse", reuse,
             "of stack_distance: the share of ids that are among the last generate.depth different ones of "
             "their table; of a table of few rows more are",
             {.min = 0, .max = 1});
  schema.add("depth", depth,
             "of stack_distance: the largest distance, at most half of a table's rows; the cost of an id "
             "grows with it",
             {.min = 1, .max = 1e7});
  schema.add("numbers", numbers, "numbers of a sample", {.min = 1, .max = 10000});
  schema.add("strength", strength, "standard deviation of the teacher's logit; 0: labels are coins",
             {.min = 0});
  schema.add("seed", seed, "of everything", {.min = 0});
  schema.add("chunk_samples", chunk_samples, "samples in a chunk of the file", {.min = 1, .max = 16777216});
  schema.section("", "");
}

void GenerateOptions::validate() const {
  TRIREME_VALIDATE(lookups.size() == 1 || lookups.size() == rows.size(), ErrorKind::input,
                   fmt::format("generate.lookups has {} values", lookups.size()),
                   fmt::format("generate.rows names {} tables", rows.size()), "give one, or one a table");
  for (const double n : lookups)
    TRIREME_VALIDATE(n == std::floor(n), ErrorKind::input, "generate.lookups has a part of a lookup",
                     "bags hold whole ids", "give integers");
}

GeneratedSource::GeneratedSource(const GenerateOptions& options)
    : options_(options), schema_(schema_of(options)), layout_(schema_) {
  start_traces();
}

void GeneratedSource::start_traces() {
  traces_.clear();
  n_traced_ = 0;
  if (options_.kind == IdKind::power_law) return;
  for (std::size_t t = 0; t < schema_.tables.size(); ++t)
    traces_.emplace_back(schema_.tables[t].rows, options_.depth,
                         static_cast<std::uint64_t>(options_.seed) * 1000003 + t);
}

GlobalIndex GeneratedSource::id_of(GlobalIndex sample, std::size_t table, GlobalIndex lookup) const {
  const double u =
      uniform(options_.seed, sample, place_of(table, static_cast<std::size_t>(lookup)) + id_place);
  return power_law(u, options_.rows[table], options_.exponent) - 1;
}

void GeneratedSource::trace(GlobalIndex first, std::size_t n, DataChunk& chunk) {
  if (first < n_traced_) start_traces();
  const GlobalIndex end = first + static_cast<GlobalIndex>(n);
  threads::parallel_for(traces_.size(), [&](std::size_t t) {
    IdTrace& trace = traces_[t];
    const auto lookups = static_cast<std::size_t>(options_.lookups_of(t));
    const bool is_bag = schema_.tables[t].arity == Arity::bag;
    for (GlobalIndex sample = n_traced_; sample < end; ++sample)
      for (std::size_t k = 0; k < lookups; ++k) {
        GlobalIndex distance = 0;
        if (trace.depth() > 0 &&
            uniform(options_.seed, sample, place_of(t, k) + reuse_place) < options_.reuse)
          distance = power_law(uniform(options_.seed, sample, place_of(t, k) + id_place),
                               static_cast<double>(trace.depth()), options_.exponent);
        const GlobalIndex id = trace.next(distance);
        if (sample < first) continue;
        const auto s = static_cast<std::size_t>(sample - first);
        const std::size_t at = s * lookups + k;
        store_id(is_bag ? chunk.bags[layout_.place[t]].ids.data() + at * layout_.id_words
                        : chunk.records.data() + s * layout_.words + layout_.place[t],
                 layout_.id_words, id);
      }
  });
  n_traced_ = end;
}

std::vector<float> GeneratedSource::teacher_logits(const DataChunk& chunk) const {
  std::vector<float> logits(static_cast<std::size_t>(chunk.samples));
  // Weights uniform in +-1 have variance 1/3; of the parts half comes from numbers, half from ids.
  const auto n_numbers = static_cast<double>(options_.numbers),
             n_tables = static_cast<double>(options_.rows.size());
  const double of_number = options_.strength * std::sqrt(0.5 * 9 / n_numbers);
  const auto of_id = [&](std::size_t table) {
    return options_.strength *
           std::sqrt(0.5 * 3 / (n_tables * static_cast<double>(options_.lookups_of(table))));
  };
  const auto seed = static_cast<std::uint64_t>(options_.seed) + 7919;
  threads::parallel_for(logits.size(), [&](std::size_t s) {
    const std::uint32_t* const record = chunk.records.data() + s * layout_.words;
    double logit = -1;
    for (std::size_t d = 0; d < schema_.dense.size(); ++d) {
      float x;
      std::memcpy(&x, record + 1 + d, 4);
      logit += of_number * x * symmetric_hash(seed, static_cast<GlobalIndex>(d), number_place);
    }
    for (std::size_t t = 0; t < schema_.tables.size(); ++t) {
      const double weight = of_id(t);
      const auto add = [&](const std::uint32_t* word, double of_lookup) {
        logit += weight * of_lookup * symmetric_hash(seed, load_id(word, layout_.id_words), t);
      };
      if (schema_.tables[t].arity == Arity::one) {
        add(record + layout_.place[t], 1);
        continue;
      }
      const DataChunk::Bags& bags = chunk.bags[layout_.place[t]];
      for (std::size_t k = s == 0 ? 0 : bags.ends[s - 1]; k < bags.ends[s]; ++k)
        add(bags.ids.data() + k * layout_.id_words, bags.weights.empty() ? 1.0 : bags.weights[k]);
    }
    logits[s] = static_cast<float>(logit);
  });
  return logits;
}

void GeneratedSource::fill(GlobalIndex samples, DataChunk& chunk) {
  chunk.clear(layout_);
  chunk.samples = std::min<GlobalIndex>(samples, options_.samples - position_.line);
  const auto n = static_cast<std::size_t>(chunk.samples);
  const GlobalIndex first = options_.first + position_.line;
  chunk.records.resize(n * layout_.words);
  const auto lookups_of = [&](std::size_t t) { return static_cast<std::size_t>(options_.lookups_of(t)); };
  for (std::size_t t = 0; t < schema_.tables.size(); ++t) {
    if (schema_.tables[t].arity == Arity::one) continue;
    DataChunk::Bags& bags = chunk.bags[layout_.place[t]];
    static_cast<void>(bag_end(n * lookups_of(t)));  // the last one, before there is memory for all
    bags.ends.resize(n);
    bags.ids.resize(n * lookups_of(t) * layout_.id_words);
    if (schema_.tables[t].has_weights) bags.weights.resize(n * lookups_of(t));
  }
  threads::parallel_for(n, [&](std::size_t s) {
    const GlobalIndex sample = first + static_cast<GlobalIndex>(s);
    std::uint32_t* const record = chunk.records.data() + s * layout_.words;
    for (std::size_t d = 0; d < schema_.dense.size(); ++d) {
      const auto x = static_cast<float>(2 * uniform(options_.seed, sample, number_place + d) - 1);
      std::memcpy(record + 1 + d, &x, 4);
    }
    for (std::size_t t = 0; t < schema_.tables.size(); ++t) {
      const std::size_t lookups = lookups_of(t);
      const bool is_bag = schema_.tables[t].arity == Arity::bag;
      if (is_bag) chunk.bags[layout_.place[t]].ends[s] = static_cast<std::uint32_t>((s + 1) * lookups);
      if (const auto range = options_.weights_of(t))
        for (std::size_t k = 0; k < lookups; ++k)
          chunk.bags[layout_.place[t]].weights[s * lookups + k] = static_cast<float>(
              range->least + (static_cast<double>(range->largest) - range->least) *
                                 uniform(options_.seed, sample, place_of(t, k) + weight_place));
      if (!traces_.empty()) continue;
      for (std::size_t k = 0; k < lookups; ++k)
        store_id(is_bag ? chunk.bags[layout_.place[t]].ids.data() + (s * lookups + k) * layout_.id_words
                        : record + layout_.place[t],
                 layout_.id_words, id_of(sample, t, static_cast<GlobalIndex>(k)));
    }
  });
  if (!traces_.empty()) trace(first, n, chunk);
  const std::vector<float> logits = teacher_logits(chunk);
  for (std::size_t s = 0; s < n; ++s) {
    const bool positive = uniform(options_.seed, first + static_cast<GlobalIndex>(s), label_place) <
                          kernels::logistic(logits[s]);
    const float label = positive ? 1 : 0;
    std::memcpy(chunk.records.data() + s * layout_.words, &label, 4);
  }
  position_.line += chunk.samples;
}

}  // namespace trireme::dlrm
