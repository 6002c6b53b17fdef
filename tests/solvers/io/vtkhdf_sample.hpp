// SPDX-License-Identifier: Apache-2.0
// A small grid of every cell type, dealt out so that a rank may have nothing; written by vtkhdf_sample and
// checked by vtkhdf_writer_test. Each unit of work u gives one cell of type u mod 5 with corner 0 at (u, 0,
// 0), on rank u mod size, unless a rank is to stay empty.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/comm/communicator.hpp"
#include "solvers/io/vtkhdf_writer.hpp"

namespace trireme::io::test {

inline constexpr int sample_cells = 10;

struct SampleGrid {
  std::vector<double> points;
  std::vector<LocalIndex> connectivity;
  std::vector<LocalIndex> offsets = {0};
  std::vector<std::uint8_t> types;
  std::vector<double> x_coordinate;  // point field
  std::vector<double> velocity;      // point field of three components: (x, 2 y, 3 z)
  std::vector<double> unit_of_cell;  // cell field

  VtkHdfGrid grid() const { return {points, connectivity, offsets, types}; }
  std::vector<VtkHdfField> fields() const {
    return {{"x", 1, x_coordinate, VtkHdfField::Location::point},
            {"velocity", 3, velocity, VtkHdfField::Location::point},
            {"unit", 1, unit_of_cell, VtkHdfField::Location::cell}};
  }
};

inline SampleGrid sample_grid(const comm::Communicator& comm) {
  using Corner = std::array<double, 3>;
  static const std::vector<std::vector<Corner>> corners = {
      {{0, 0, 0}, {.5, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {{0, 0, 0}, {.5, 0, 0}, {.5, 1, 0}, {0, 1, 0}, {.2, .5, 1}},
      {{0, 0, 0}, {.5, 0, 0}, {0, 1, 0}, {0, 0, 1}, {.5, 0, 1}, {0, 1, 1}},
      {{0, 0, 0}, {.5, 0, 0}, {.5, 1, 0}, {0, 1, 0}, {0, 0, 1}, {.5, 0, 1}, {.5, 1, 1}, {0, 1, 1}},
      {{0, 0, 0}, {.5, 0, 0}, {0, 1, 0}}};
  static const std::array<VtkCell, 5> cells = {VtkCell::tetrahedron, VtkCell::pyramid, VtkCell::wedge,
                                               VtkCell::hexahedron, VtkCell::triangle};
  SampleGrid sample;
  for (int unit = 0; unit < sample_cells; ++unit) {
    const int owner =
        comm.size() > 2 ? 1 + unit % (comm.size() - 1) : unit % comm.size();  // rank 0 of 3 is empty
    if (owner != comm.rank()) continue;
    for (const Corner& corner : corners[static_cast<std::size_t>(unit % 5)]) {
      sample.connectivity.push_back(static_cast<LocalIndex>(sample.points.size() / 3));
      const Corner point = {corner[0] + unit, corner[1], corner[2]};
      sample.points.insert(sample.points.end(), point.begin(), point.end());
      sample.x_coordinate.push_back(point[0]);
      for (int c = 0; c < 3; ++c) sample.velocity.push_back((c + 1) * point[static_cast<std::size_t>(c)]);
    }
    sample.offsets.push_back(static_cast<LocalIndex>(sample.connectivity.size()));
    sample.types.push_back(static_cast<std::uint8_t>(cells[static_cast<std::size_t>(unit % 5)]));
    sample.unit_of_cell.push_back(unit);
  }
  return sample;
}

}  // namespace trireme::io::test
