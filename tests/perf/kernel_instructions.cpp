// SPDX-License-Identifier: Apache-2.0
// Calls hot kernels once each, those of the flow solver on a small synthetic mesh, those of linear models on
// made samples, within functions that callgrind reports by name, and prints how many edges, blocks or entries
// each worked on. Made from the kernels' own
// sources for AVX2, since valgrind knows no AVX-512. Run by kernel_instructions_test.py.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include "fun3d/kernels/edge_flux.hpp"
#include "fun3d/kernels/edge_gradient.hpp"
#include "fun3d/kernels/edge_jacobian.hpp"
#include "fun3d/kernels/edge_limiter.hpp"
#include "fun3d/kernels/edge_spectral_radius.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "optim/kernels/sample_rows.hpp"
#include "solvers/ilu/core/block_ilu.hpp"

namespace {

using namespace trireme;
using namespace trireme::flow;

// A grid of cubes cut into tetrahedra: seven edges a vertex, sorted.
struct Grid {
  static constexpr LocalIndex side = 12, vertices = side * side * side;

  std::vector<LocalIndex> ends, offsets{0}, neighbours, all, matrix_offsets{0}, matrix_columns, slots,
      diagonal_slots;
  std::vector<std::uint8_t> writes;
  std::array<std::vector<double>, 3> normals, vectors;
  std::vector<double> areas, places, inverses;

  Grid() {
    std::vector<std::vector<LocalIndex>> around(vertices);
    for (LocalIndex v = 0; v < vertices; ++v) {
      const LocalIndex x[3] = {v % side, v / side % side, v / side / side};
      for (int d = 0; d < 3; ++d) places.push_back(0.1 * x[d]);
      places.push_back(0);
      all.push_back(v);
      for (const double entry : {2.0, 0.1, 0.0, 2.0, 0.1, 2.0}) inverses.push_back(entry);
      for (int way = 1; way < 8; ++way) {
        const LocalIndex step[3] = {way & 1, way >> 1 & 1, way >> 2};
        if (x[0] + step[0] >= side || x[1] + step[1] >= side || x[2] + step[2] >= side) continue;
        const LocalIndex other = v + step[0] + side * (step[1] + side * step[2]);
        ends.push_back(v);
        ends.push_back(other);
        around[v].push_back(other);
        around[other].push_back(v);
        writes.push_back(writes_first | writes_second);
        const double length = std::sqrt(static_cast<double>(step[0] + step[1] + step[2]));
        for (int d = 0; d < 3; ++d) {
          normals[d].push_back(step[d] / length);
          vectors[d].push_back(0.1 * step[d]);
        }
        areas.push_back(0.01);
      }
    }
    for (LocalIndex v = 0; v < vertices; ++v) {
      neighbours.insert(neighbours.end(), around[v].begin(), around[v].end());
      offsets.push_back(static_cast<LocalIndex>(neighbours.size()));
      around[v].push_back(v);
      std::sort(around[v].begin(), around[v].end());
      matrix_columns.insert(matrix_columns.end(), around[v].begin(), around[v].end());
      matrix_offsets.push_back(static_cast<LocalIndex>(matrix_columns.size()));
      diagonal_slots.push_back(slot(v, v));
    }
    for (std::size_t e = 0; e < writes.size(); ++e) {
      slots.push_back(slot(ends[2 * e], ends[2 * e + 1]));
      slots.push_back(slot(ends[2 * e + 1], ends[2 * e]));
    }
  }

  LocalIndex slot(LocalIndex row, LocalIndex column) const {
    const auto begin = matrix_columns.begin();
    return static_cast<LocalIndex>(
        std::lower_bound(begin + matrix_offsets[row], begin + matrix_offsets[row + 1], column) - begin);
  }
  EdgeList edges() const {
    return {ends, writes, {normals[0], normals[1], normals[2]}, areas, {vectors[0], vectors[1], vectors[2]},
            {},   {}};
  }
  NeighbourList lists() const { return {all, offsets, neighbours, {}}; }
};

template <class E>
struct Fields {
  static constexpr int N = E::n_unknowns;
  typename E::Parameters parameters{};
  std::vector<double> q, gradients, residual, minima, maxima, epsilon_squared, phi, blocks;

  explicit Fields(const Grid& grid) {
    if constexpr (N == 4)
      parameters = {.beta = 15.0, .free_stream = {1.0, 0.98, 0.1, 0.15}};
    else
      parameters = {.gamma = 1.4, .free_stream = {1.0, 0.58, 0.1, 0.15, 1 / 1.4}};
    for (LocalIndex v = 0; v < Grid::vertices; ++v) {
      for (const double value : E::free_stream(parameters)) {
        q.push_back(value * (1 + 0.01 * std::sin(0.3 * v)));
        minima.push_back(0.98 * q.back());
        maxima.push_back(1.02 * q.back());
      }
    }
    gradients.assign(q.size() * 3, 0.0);
    residual.assign(q.size(), 0.0);
    phi.assign(q.size(), 1.0);
    epsilon_squared.assign(Grid::vertices, 1e-3);
    blocks.assign(grid.matrix_columns.size() * N * N, 0.0);
  }
};

const Grid grid;
Fields<IncompressibleEuler> incompressible(grid);
Fields<CompressibleEuler> compressible(grid);
std::vector<double> right_side, solution;

// Rows of 500 features, all of them or every seventh.
struct SampleRows {
  static constexpr std::int64_t n = 32, n_features = 500, n_kept = 71;
  std::vector<float> values;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> weights, margins;
  std::vector<std::int64_t> sums;

  SampleRows() : values(n * n_features, 0.5f), weights(n_features, 0.25), margins(n), sums(n_features) {
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int32_t k = 0; k < n_kept; ++k) columns.push_back(7 * k);
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }
  }
  template <class Rows>
  void multiply(const Rows& rows) {
    optim::kernels::row_margins(rows, 0, n, weights.data(), 1, margins.data());
    optim::kernels::add_columns(rows, 0, n, margins.data(), 1, 0x1p20, sums.data());
  }
};
SampleRows samples;

void report(const char* name, std::size_t units) {
  std::printf("%s %zu\n", name, units);
}

}  // namespace

// Their names are how the test finds them.
#define MEASURED extern "C" __attribute__((noinline)) void

MEASURED measured_gradient() {
  vertex_gradients<IncompressibleEuler>(grid.lists(), grid.places.data(), grid.inverses.data(),
                                        incompressible.q.data(), incompressible.gradients.data());
}
MEASURED measured_gradient_compressible() {
  vertex_gradients<CompressibleEuler>(grid.lists(), grid.places.data(), grid.inverses.data(),
                                      compressible.q.data(), compressible.gradients.data());
}
MEASURED measured_flux() {
  edge_flux<IncompressibleEuler>(incompressible.parameters, grid.edges(), incompressible.q.data(),
                                 incompressible.gradients.data(), incompressible.residual.data());
}
MEASURED measured_flux_compressible() {
  edge_flux<CompressibleEuler>(compressible.parameters, grid.edges(), compressible.q.data(),
                               compressible.gradients.data(), compressible.residual.data());
}
MEASURED measured_limiter() {
  edge_limiter<CompressibleEuler>(
      LimiterKind::venkatakrishnan, grid.edges(),
      {compressible.q.data(), compressible.gradients.data(), compressible.minima.data(),
       compressible.maxima.data(), compressible.epsilon_squared.data()},
      compressible.phi.data());
}
MEASURED measured_wave_speeds() {
  edge_spectral_radius<IncompressibleEuler>(incompressible.parameters, WaveDirections::all, grid.edges(),
                                            incompressible.q.data(), incompressible.residual.data());
}
MEASURED measured_wave_speeds_compressible() {
  edge_spectral_radius<CompressibleEuler>(compressible.parameters, WaveDirections::all, grid.edges(),
                                          compressible.q.data(), compressible.residual.data());
}
MEASURED measured_jacobian() {
  edge_jacobian<IncompressibleEuler>(incompressible.parameters, grid.edges(), grid.slots, grid.diagonal_slots,
                                     incompressible.q.data(), incompressible.blocks.data(),
                                     incompressible.blocks.data());
}
MEASURED measured_jacobian_compressible() {
  edge_jacobian<CompressibleEuler>(compressible.parameters, grid.edges(), grid.slots, grid.diagonal_slots,
                                   compressible.q.data(), compressible.blocks.data(),
                                   compressible.blocks.data());
}
MEASURED measured_ilu(ilu::BlockIlu<double>& factors, std::span<const double> values) {
  if (factors.factor(values)) std::puts("zero pivot");
}
MEASURED measured_trsv(ilu::BlockIlu<double>& factors) {
  factors.solve(right_side, solution);
}
MEASURED measured_trsv_single(ilu::BlockIlu<float>& factors) {
  factors.solve(right_side, solution);
}
MEASURED measured_dense_product() {
  samples.multiply(optim::DenseRows{samples.values.data(), SampleRows::n_features});
}
MEASURED measured_sparse_product() {
  samples.multiply(optim::SparseRows{samples.offsets.data(), samples.columns.data(), samples.values.data()});
}

int main() {
  const std::size_t edges = grid.writes.size();
  measured_gradient();
  measured_gradient_compressible();
  measured_flux();
  measured_flux_compressible();
  measured_limiter();
  measured_wave_speeds();
  measured_wave_speeds_compressible();
  measured_jacobian();
  measured_jacobian_compressible();
  for (const char* name : {"gradient", "gradient_compressible", "flux", "flux_compressible", "limiter",
                           "wave_speeds", "wave_speeds_compressible", "jacobian", "jacobian_compressible"})
    report(name, edges);

  // A pseudo-time term, so that the factors exist.
  for (const LocalIndex slot : grid.diagonal_slots)
    for (int k = 0; k < 4; ++k) incompressible.blocks[static_cast<std::size_t>(slot) * 16 + 5 * k] += 1.0;
  const auto plan = ilu::make_ilu_plan({grid.matrix_offsets, grid.matrix_columns}, 4, {}, {});
  ilu::BlockIlu<double> factors(plan);
  ilu::BlockIlu<float> single(plan);
  right_side.assign(incompressible.q.size(), 1.0);
  solution = right_side;
  measured_ilu(factors, incompressible.blocks);
  if (single.factor(incompressible.blocks)) std::puts("zero pivot");
  measured_trsv(factors);
  measured_trsv_single(single);
  for (const char* name : {"ilu", "trsv", "trsv_single"})
    report(name, static_cast<std::size_t>(plan->factor_blocks()));

  measured_dense_product();
  measured_sparse_product();
  report("dense_product", samples.values.size());
  report("sparse_product", samples.columns.size());
  return 0;
}
