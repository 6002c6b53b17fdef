// SPDX-License-Identifier: Apache-2.0
// The whole model as its paper writes it, sample by sample in double precision; what everything else is
// compared with.
#pragma once

#include <cmath>
#include <vector>

#include "dlrm_hpc/train/step_engine.hpp"

namespace trireme::dlrm {

struct PlainModel {
  explicit PlainModel(StepEngine& engine, Pooling pool)
      : model(engine.model()),
        pooling(pool),
        parameters(engine.parameters().begin(), engine.parameters().end()) {
    for (std::size_t t = 0; t < engine.owned().size(); ++t) {
      const auto rows = engine.owned().rows(t, 0, engine.owned().shard(t).rows());
      tables.emplace_back(rows.begin(), rows.end());
    }
  }
  std::vector<double> layers(const std::vector<DenseLayer>& all, std::vector<double> x) const {
    for (const DenseLayer& layer : all) {
      std::vector<double> y;
      const double* const w = parameters.data() + layer.first_parameter;
      for (std::size_t j = 0; j < layer.shape.outputs; ++j) {
        double sum = w[layer.shape.outputs * layer.shape.inputs + j];
        for (std::size_t k = 0; k < layer.shape.inputs; ++k) sum += w[j * layer.shape.inputs + k] * x[k];
        y.push_back(layer.shape.activation == kernels::Activation::relu ? std::max(sum, 0.0) : sum);
      }
      x = y;
    }
    return x;
  }
  std::vector<double> crossed(const std::vector<double>& x0) const {
    std::vector<double> x = x0;
    for (const CrossLayer& layer : model.cross()) {
      const std::size_t features = layer.shape.features, rank = layer.shape.rank;
      const double *const w = parameters.data() + layer.first_parameter, *const v = w + features * rank,
                          *const b = v + features * rank;
      std::vector<double> y(x);
      for (std::size_t i = 0; i < features; ++i) {
        double sum = b[i];
        for (std::size_t r = 0; r < rank; ++r)
          for (std::size_t j = 0; j < features; ++j) sum += w[i * rank + r] * v[r * features + j] * x[j];
        y[i] += x0[i] * sum;
      }
      x = y;
    }
    return x;
  }
  double loss(const Batch& batch) const {
    double sum = 0;
    const std::size_t width = model.width();
    for (std::size_t s = 0; s < batch.n; ++s) {
      std::vector<std::vector<double>> vectors = {
          layers(model.bottom(), {batch.dense.begin() + static_cast<std::ptrdiff_t>(3 * s),
                                  batch.dense.begin() + static_cast<std::ptrdiff_t>(3 * s + 3)})};
      for (std::size_t t = 0; t < tables.size(); ++t) {
        std::vector<double> pooled(width, 0.0);
        const auto begin = batch.offsets[t][s], end = batch.offsets[t][s + 1];
        for (std::size_t d = 0; d < width; ++d)
          for (auto k = begin; k < end; ++k) {
            const auto at = static_cast<std::size_t>(k);
            const double weight = batch.weights[t].empty() ? 1.0 : batch.weights[t][at];
            const double value = weight * tables[t][static_cast<std::size_t>(batch.ids[t][at]) * width + d];
            if (pooling == Pooling::max)
              pooled[d] = k == begin ? value : std::max(pooled[d], value);
            else
              pooled[d] += pooling == Pooling::mean ? value / static_cast<double>(end - begin) : value;
          }
        vectors.push_back(pooled);
      }
      std::vector<double> input = vectors[0];
      if (model.interaction() != Interaction::dot)
        for (std::size_t i = 1; i < vectors.size(); ++i)
          input.insert(input.end(), vectors[i].begin(), vectors[i].end());
      else
        for (std::size_t i = 1; i < vectors.size(); ++i)
          for (std::size_t j = 0; j < i; ++j) {
            double dot = 0;
            for (std::size_t d = 0; d < width; ++d) dot += vectors[i][d] * vectors[j][d];
            input.push_back(dot);
          }
      input = crossed(input);
      const double p = 1 / (1 + std::exp(-layers(model.top(), input)[0]));
      sum -= batch.labels[s] > 0 ? std::log(p) : std::log(1 - p);
    }
    return sum;
  }
  const DenseModel& model;
  Pooling pooling;
  std::vector<double> parameters;
  std::vector<std::vector<double>> tables;
};

}  // namespace trireme::dlrm
