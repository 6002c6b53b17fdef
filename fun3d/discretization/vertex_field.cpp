// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/vertex_field.hpp"

#include <algorithm>

#include "solvers/base/assert.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

VertexField::VertexField(const comm::Communicator& comm, std::shared_ptr<const comm::ExchangePlan> halo,
                         int width)
    : values_(static_cast<std::size_t>(halo->n_local()) * static_cast<std::size_t>(width)),
      exchange_(comm, halo, width) {
  threads::parallel_for_range(values_.size(), [&](std::size_t begin, std::size_t end) {
    std::fill(values_.begin() + begin, values_.begin() + end, 0.0);
  });
}

comm::HaloExchange<double>::Pending VertexField::load(std::span<const double> owned) {
  TRIREME_EXPECT(owned.size() <= values_.size());
  threads::parallel_for_range(owned.size(), [&](std::size_t begin, std::size_t end) {
    std::copy(owned.begin() + begin, owned.begin() + end, values_.begin() + begin);
  });
  return start();
}

comm::HaloExchange<double>::Pending VertexField::start() {
  return exchange_.start(std::span<double>(values_));
}

}  // namespace trireme::flow
