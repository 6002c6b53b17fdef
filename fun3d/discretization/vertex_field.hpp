// SPDX-License-Identifier: Apache-2.0
// Interlaced values of owned and ghost vertices, and the exchange that brings the ghosts up to date. The
// residual has one for the state and one for the gradients. Collective where it says so.
#pragma once

#include <memory>
#include <span>

#include "solvers/base/array.hpp"
#include "solvers/comm/halo_exchange.hpp"

namespace trireme::flow {

class VertexField {
 public:
  // Collective. width values a vertex.
  VertexField(const comm::Communicator& comm, std::shared_ptr<const comm::ExchangePlan> halo, int width);

  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  std::span<double> values() { return values_; }

  // Copies owned [n_owned, width] in and starts the exchange of the ghosts. Collective over neighbours.
  [[nodiscard]] comm::HaloExchange<double>::Pending load(std::span<const double> owned);
  // Starts the exchange of what the owned part holds.
  [[nodiscard]] comm::HaloExchange<double>::Pending start();

  std::size_t memory_bytes() const { return values_.size() * sizeof(double); }

 private:
  Array<double> values_;
  comm::HaloExchange<double> exchange_;
};

}  // namespace trireme::flow
