// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/message_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "fun3d/discretization/flow_messages.hpp"

namespace trireme::flow {

void report_messages(program::Context& context, const mesh::FlowMesh& mesh, int n_unknowns,
                     double seconds_per_iteration) {
  const NetworkModel network;
  context.log.line(
      fmt::format("an iteration on P ranks: two exchanges, {} reductions; model: {:.2g} s a message, "
                  "{:.3g} GB/s, {:.3g} s of work on one rank",
                  reductions_per_iteration, network.seconds_per_message, 1e-9 * network.bytes_per_second,
                  seconds_per_iteration));
  context.log.line(fmt::format("{:>5} {:>10} {:>8} {:>12} {:>10} {:>10} {:>11} {:>11} {:>11}", "P",
                               "messages", "largest", "bytes", "largest", "imbalance", "work s", "messages s",
                               "efficiency"));
  for (int parts = 1; parts <= 256; parts *= 2) {
    const FlowMessages counted = count_flow_messages(mesh, partition_for_counting(mesh, parts), parts);
    const double work =
        seconds_per_iteration * static_cast<double>(counted.most_edges) / static_cast<double>(mesh.n_edges());
    const int messages = exchanges_per_residual * counted.most_messages;
    const GlobalIndex bytes = residual_bytes(counted.most_values, n_unknowns);
    const double sending =
        network.seconds_per_message * (messages + reductions_per_iteration * std::ceil(std::log2(parts))) +
        static_cast<double>(bytes) / network.bytes_per_second;
    const double efficiency = work + sending > 0 ? seconds_per_iteration / (parts * (work + sending)) : 1.0;
    context.log.line(fmt::format("{:>5} {:>10} {:>8} {:>12} {:>10} {:>10.3f} {:>11.3g} {:>11.3g} {:>10.0f}%",
                                 parts, exchanges_per_residual * counted.messages, messages,
                                 residual_bytes(counted.values, n_unknowns), bytes, counted.edge_imbalance(),
                                 work, sending, 100 * efficiency));
    context.record.append("messages", {{"parts", parts},
                                       {"messages", exchanges_per_residual * counted.messages},
                                       {"most_messages", messages},
                                       {"bytes", residual_bytes(counted.values, n_unknowns)},
                                       {"most_bytes", bytes},
                                       {"reductions", reductions_per_iteration},
                                       {"edge_imbalance", counted.edge_imbalance()},
                                       {"most_vertices", counted.most_vertices},
                                       {"work_seconds", work},
                                       {"message_seconds", sending},
                                       {"efficiency", efficiency}});
  }
}

}  // namespace trireme::flow
