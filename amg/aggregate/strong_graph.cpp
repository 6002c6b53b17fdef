// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/strong_graph.hpp"

#include "amg/aggregate/block_norms.hpp"
#include "amg/kernels/strong_neighbours.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"

namespace trireme::amg {

Array<double> largest_couplings(const MatrixView& matrix) {
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  Array<double> largest;
  comm::CollectiveGuard(*matrix.comm).run([&] {
    largest.resize(n + static_cast<std::size_t>(matrix.n_ghosts()));
    kernels::largest_couplings(matrix.diagonal, matrix.off_diagonal, std::span(largest).first(n));
  });
  comm::HaloExchange<double>(*matrix.comm, matrix.plan, 1).start(std::span<double>(largest)).finish();
  return largest;
}

StrongGraph strong_graph_of_rows(const MatrixView& matrix, std::span<const double> largest,
                                 double threshold) {
  StrongGraph graph;
  graph.comm = matrix.comm;
  graph.nodes = matrix.rows;
  graph.plan = matrix.plan;
  const kernels::Couplings couplings{matrix.diagonal, matrix.off_diagonal, largest, threshold};
  comm::CollectiveGuard(*matrix.comm).run([&] {
    graph.begins.resize(static_cast<std::size_t>(matrix.n_rows()));
    graph.ends.resize(graph.begins.size());
    graph.neighbours.resize(static_cast<std::size_t>(matrix.diagonal.n_nonzeros()) +
                            static_cast<std::size_t>(matrix.off_diagonal.n_nonzeros()));
    kernels::find_strong(couplings, graph.begins, graph.ends, graph.neighbours);
  });
  return graph;
}

StrongGraph strong_graph_of_blocks(const MatrixView& matrix, int block_size, double threshold) {
  const DistributedMatrix norms = block_norms(matrix, block_size);
  const MatrixView view = norms.view();
  return strong_graph_of_rows(view, largest_couplings(view), threshold);
}

}  // namespace trireme::amg
