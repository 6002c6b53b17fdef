// SPDX-License-Identifier: Apache-2.0
// Where the scheme is of less than second order: at limited gradients, and on edges whose extrapolated state
// is not physical. Two fields of the volume file, for a user who looks for the cause of a shock that is
// smeared or of a run that stalls. Called by case/flow_results for output.scheme_fields.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/residual.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

struct SchemeFields {
  // [n_local] the smallest limiter of the vertex's unknowns, one without a limiter; zero at first order.
  std::vector<double> limiter;
  // [n_local] edges of the vertex on which its own state stands for the extrapolated one; at first order all.
  std::vector<double> first_order_edges;
};

// Of the state [n_owned, N], at which the residual is evaluated with the limiter it would use there, a frozen
// one if that is what it has. Collective; as dear as some residuals.
template <class E>
SchemeFields scheme_fields(const comm::Communicator& comm, Residual<E>& residual,
                           std::span<const double> state);

}  // namespace trireme::flow
