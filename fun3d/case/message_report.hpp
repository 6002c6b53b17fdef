// SPDX-License-Identifier: Apache-2.0
// What a run would send on 1 to 256 ranks (output.report: messages), and the time of a linear iteration by a
// simple model. Called by case/flow_run when a run on one rank has ended.
#pragma once

#include "meshes/core/flow_mesh.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

// The network of the model: a stated assumption, not a measurement.
struct NetworkModel {
  double seconds_per_message = 2e-6;
  double bytes_per_second = 10e9;  // that a rank sends
};

// Reductions over all ranks in an iteration of GMRES with a matrix-free product: the products with the basis
// together, the norm of the new vector, and the norm by which the product's difference is chosen.
inline constexpr int reductions_per_iteration = 3;

// Prints the table and puts it into the record under `messages`. seconds_per_iteration: of this run. The
// model: with P parts an iteration takes the seconds here times the share of edges of the part that has most,
// plus two exchanges (that part's messages and bytes) and the reductions, each a message on every level of a
// binary tree. It knows no overlap, and no growth of the iterations with block Jacobi. Throws Error (input)
// on several ranks.
void report_messages(program::Context& context, const mesh::FlowMesh& mesh, int n_unknowns,
                     double seconds_per_iteration);

}  // namespace trireme::flow
