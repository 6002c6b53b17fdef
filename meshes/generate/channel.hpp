// SPDX-License-Identifier: Apache-2.0
// A plane channel between a shaped floor and a flat ceiling, extruded along z, with vertical grid lines.
// Called by generate/bump and generate/wedge, which say what the floor looks like and where it has corners.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "meshes/generate/extruded_grid.hpp"

namespace trireme::mesh {

// Numbers of cells along the stream and from floor to ceiling.
struct ChannelSize {
  GlobalIndex columns = 0, layers = 0;
};

// What a channel's user chooses; describe() adds the keys to the schema's current section.
struct ChannelResolution {
  std::int64_t streamwise_cells = 0, normal_cells = 0;  // both 0: taken from target_vertices
  std::int64_t target_vertices = 1000;                  // used when they are 0
  double wall_clustering = 0;  // 0: even layers; c: the first is 1 - c of the mean one

  void describe(options::Schema& schema);
};

struct Channel {
  std::string what;                         // "bump mesh", for errors
  std::vector<double> stations;             // x of inflow, corners of the floor and outflow, ascending
  std::vector<std::int32_t> floor_markers;  // [stations - 1] index into marker_names
  std::function<double(double)> floor;      // y of the floor at x
  double ceiling = 1;
  std::vector<std::string> marker_names;  // the floor's, then inlet, outlet, ceiling, both planes
};

// About square cells, for the number of vertices nearest the target; at least two columns between
// stations and two layers. Error(input) for cells given in part.
ChannelSize size_channel(const Channel& channel, const ChannelResolution& resolution,
                         const Extrusion& extrusion);

// Columns are even between stations; a station is always on a grid line. The mesh is mirrored in the
// middle column when the stations are. No communication. Error(input) for a floor that is not below the
// ceiling and for bad resolution or extrusion.
DistributedMesh generate_channel(const comm::Communicator& comm, const Channel& channel,
                                 const ChannelResolution& resolution, const Extrusion& extrusion);

}  // namespace trireme::mesh
