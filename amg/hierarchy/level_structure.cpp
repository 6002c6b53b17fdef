// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/level_structure.hpp"

namespace trireme::amg {
namespace {

template <class T>
std::size_t bytes_of(const Array<T>& array) {
  return array.size() * sizeof(T);
}

}  // namespace

std::size_t LevelStructure::bytes() const {
  std::size_t bytes = bytes_of(diagonal_signs);
  if (const auto* classical = std::get_if<ClassicalStructure>(&interpolation))
    bytes += bytes_of(classical->strong) + bytes_of(classical->types) + bytes_of(classical->coarse.place);
  if (const auto* aggregation = std::get_if<AggregationStructure>(&interpolation))
    bytes += bytes_of(aggregation->strong) + bytes_of(aggregation->aggregate_of_row) +
             bytes_of(aggregation->basis.values);
  return bytes;
}

}  // namespace trireme::amg
