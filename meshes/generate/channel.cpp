// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/channel.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

GlobalIndex total(const std::vector<GlobalIndex>& cells) {
  GlobalIndex sum = 0;
  for (const GlobalIndex n : cells) sum += n;
  return sum;
}

// Cells of each stretch between stations, in proportion to its length, at least two; their sum is `columns`
// unless that is too few. The middle stretch takes what rounding leaves, so mirrored stations have mirrored
// cells.
std::vector<GlobalIndex> divide(const std::vector<double>& stations, GlobalIndex columns) {
  std::vector<GlobalIndex> cells;
  const double length = stations.back() - stations.front();
  for (std::size_t s = 0; s + 1 < stations.size(); ++s) {
    const double share = (stations[s + 1] - stations[s]) / length;
    cells.push_back(std::max<GlobalIndex>(2, std::llround(share * static_cast<double>(columns))));
  }
  GlobalIndex& middle = cells[cells.size() / 2];
  middle += std::max(columns, 2 * static_cast<GlobalIndex>(cells.size())) - total(cells);
  while (middle < 2) {
    for (GlobalIndex& n : cells) {
      if (&n == &middle || n == 2) continue;
      --n;
      ++middle;
    }
  }
  return cells;
}

// The grid lines' x, every rank all of them.
std::vector<double> lines_of(const Channel& channel, const std::vector<GlobalIndex>& cells) {
  std::vector<double> lines{channel.stations.front()};
  for (std::size_t s = 0; s < cells.size(); ++s) {
    const double from = channel.stations[s], to = channel.stations[s + 1];
    for (GlobalIndex i = 1; i < cells[s]; ++i) {
      lines.push_back(from + (to - from) * (static_cast<double>(i) / static_cast<double>(cells[s])));
    }
    lines.push_back(to);
  }
  return lines;
}

void validate(const Channel& channel, const ChannelResolution& resolution, const Extrusion& extrusion) {
  const std::string problem = channel.what + " cannot be generated";
  const bool none = resolution.streamwise_cells == 0 && resolution.normal_cells == 0;
  const bool both = resolution.streamwise_cells > 0 && resolution.normal_cells > 0;
  TRIREME_VALIDATE(none || both, ErrorKind::input, problem,
                   "streamwise_cells and normal_cells are given only in part",
                   "give both, or none and target_vertices");
  TRIREME_VALIDATE(std::max(resolution.streamwise_cells, resolution.normal_cells) < GlobalIndex{1} << 20,
                   ErrorKind::input, problem, "more than a million cells along a direction", "lower them");
  TRIREME_VALIDATE(resolution.wall_clustering >= 0 && resolution.wall_clustering <= 0.95, ErrorKind::input,
                   problem, "wall_clustering is " + std::to_string(resolution.wall_clustering),
                   "give 0 to 0.95");
  extrusion.validate();
}

}  // namespace

void ChannelResolution::describe(options::Schema& schema) {
  schema.add(
      "streamwise_cells", streamwise_cells,
      "Cells along the stream, at least two between corners of the floor; 0 with normal_cells 0: taken "
      "from target_vertices.",
      {.min = 0});
  schema.add("normal_cells", normal_cells, "Cells from floor to ceiling.", {.min = 0});
  schema.add("wall_clustering", wall_clustering,
             "By how much the first layer on the floor is thinner than the mean one, as a share.",
             {.min = 0, .max = 0.95});
}

ChannelSize size_channel(const Channel& channel, const ChannelResolution& resolution,
                         const Extrusion& extrusion) {
  validate(channel, resolution, extrusion);
  if (resolution.streamwise_cells > 0) {
    return {total(divide(channel.stations, resolution.streamwise_cells)), resolution.normal_cells};
  }
  const double length = channel.stations.back() - channel.stations.front();
  const double height = channel.ceiling - channel.floor(channel.stations.front());
  const double plane_points =
      static_cast<double>(resolution.target_vertices) / static_cast<double>(extrusion.span_cells + 1);
  const auto middle = std::llround(std::sqrt(plane_points * length / height));
  ChannelSize best;
  double best_error = HUGE_VAL;
  for (GlobalIndex n = std::max<GlobalIndex>(2, middle - 3); n <= middle + 3; ++n) {
    const GlobalIndex columns = total(divide(channel.stations, n));
    const double fitting = plane_points / static_cast<double>(columns + 1) - 1;
    const GlobalIndex layers = std::max<GlobalIndex>(2, std::llround(fitting));
    // Of nearly equal counts the one with the squarest cells.
    const double points = static_cast<double>((columns + 1) * (layers + 1));
    const double stretch =
        std::log(static_cast<double>(columns) * height / (static_cast<double>(layers) * length));
    const double error = std::abs(points / plane_points - 1) + 0.05 * std::abs(stretch);
    if (error < best_error) best_error = error, best = {columns, layers};
  }
  return best;
}

DistributedMesh generate_channel(const comm::Communicator& comm, const Channel& channel,
                                 const ChannelResolution& resolution, const Extrusion& extrusion) {
  const ChannelSize size = size_channel(channel, resolution, extrusion);
  const std::vector<GlobalIndex> cells = divide(channel.stations, size.columns);
  const std::vector<double> lines = lines_of(channel, cells);
  for (const double x : lines) {
    TRIREME_VALIDATE(channel.floor(x) < channel.ceiling, ErrorKind::input,
                     channel.what + " cannot be generated",
                     "at x = " + std::to_string(x) + " the floor reaches the ceiling", "raise height");
  }
  ExtrudedGrid grid;
  grid.columns = total(cells);
  grid.layers = size.layers;
  for (GlobalIndex column = 0; column < grid.columns; ++column)
    grid.mirrored.push_back(column < grid.columns / 2);
  std::int32_t n_floor = 0;
  for (std::size_t s = 0; s < cells.size(); ++s) {
    grid.wall_marker.insert(grid.wall_marker.end(), static_cast<std::size_t>(cells[s]),
                            channel.floor_markers[s]);
    n_floor = std::max(n_floor, channel.floor_markers[s] + 1);
  }
  grid.first_marker = n_floor;
  grid.last_marker = n_floor + 1;
  grid.outer_marker = n_floor + 2;
  grid.depth_min_marker = n_floor + 3;
  grid.depth_max_marker = n_floor + 4;
  grid.marker_names = channel.marker_names;
  const double clustering = resolution.wall_clustering;
  return generate_extruded(comm, grid, extrusion,
                           [&](GlobalIndex line, GlobalIndex layer) -> std::array<double, 2> {
                             const double x = lines[static_cast<std::size_t>(line)];
                             if (layer == size.layers) return {x, channel.ceiling};
                             const double s = static_cast<double>(layer) / static_cast<double>(size.layers);
                             const double floor = channel.floor(x);
                             return {x, floor + (channel.ceiling - floor) * (s * (1 - clustering * (1 - s)))};
                           });
}

}  // namespace trireme::mesh
