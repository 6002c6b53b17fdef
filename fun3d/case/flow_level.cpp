// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/log/timers.hpp"

namespace trireme::flow {

namespace {

// Polygons around one curved boundary differ by their coarseness, boxes in another unit by far more.
constexpr double extent_tolerance = 0.2;

struct Extent {
  std::array<double, 3> low, high;
};

Extent extent_of(const comm::Communicator& comm, const mesh::FlowMesh& mesh) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Extent extent{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(mesh.n_owned); ++i) {
    extent.low[i % 3] = std::min(extent.low[i % 3], mesh.coordinates[i]);
    extent.high[i % 3] = std::max(extent.high[i % 3], mesh.coordinates[i]);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    extent.low[axis] = comm::all_min(comm, extent.low[axis]);
    extent.high[axis] = comm::all_max(comm, extent.high[axis]);
  }
  return extent;
}

[[noreturn]] void refuse(const FlowLevel& coarse, const std::string& problem, const std::string& why,
                         const std::string& suggestion) {
  throw Error(ErrorKind::input, fmt::format("section sequencing: the mesh '{}' {}", coarse.name, problem),
              why, suggestion);
}

// Every marker of `one` is a marker of `other`.
void require_markers(const FlowLevel& coarse, const std::vector<std::string>& one,
                     const std::vector<std::string>& other, std::string_view verb) {
  for (const std::string& marker : one) {
    if (std::find(other.begin(), other.end(), marker) != other.end()) continue;
    refuse(coarse, fmt::format("{} marker {}", verb, marker),
           fmt::format("the markers are {} in the one and {} in the other", fmt::join(one, ", "),
                       fmt::join(other, ", ")),
           "give meshes whose markers have the same names");
  }
}

void require_same_case(const comm::Communicator& comm, const FlowLevel& coarse, const FlowLevel& next,
                       const mesh::FlowMesh& finest) {
  const mesh::FlowMesh& mesh = *coarse.mesh;
  if (mesh.dimension != finest.dimension) {
    refuse(coarse, fmt::format("has {} dimensions", mesh.dimension),
           fmt::format("the run's own mesh has {}", finest.dimension), "give meshes of the same dimension");
  }
  require_markers(coarse, finest.marker_names, mesh.marker_names, "lacks");
  require_markers(coarse, mesh.marker_names, finest.marker_names, "alone has");
  if (mesh.n_global >= next.mesh->n_global) {
    refuse(coarse, fmt::format("has {} vertices", mesh.n_global),
           fmt::format("'{}' after it has {}", next.name, next.mesh->n_global),
           "name the coarsest first; generated meshes follow target_vertices, not numbers of cells");
  }
  const Extent here = extent_of(comm, mesh), there = extent_of(comm, finest);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double tolerance = extent_tolerance * (there.high[axis] - there.low[axis]);
    if (std::abs(here.low[axis] - there.low[axis]) <= tolerance &&
        std::abs(here.high[axis] - there.high[axis]) <= tolerance)
      continue;
    refuse(coarse, "has another domain",
           fmt::format("it reaches from {:.6g} to {:.6g} along {}, the run's own mesh from {:.6g} to {:.6g}",
                       here.low[axis], here.high[axis], "xyz"[axis], there.low[axis], there.high[axis]),
           "give meshes of one domain in one unit");
  }
}

std::shared_ptr<const mesh::FlowMesh> load(program::Context& context, const MeshSource& source,
                                           bool coarser) {
  try {
    return std::make_shared<const mesh::FlowMesh>(
        mesh::load_flow_mesh(context.comm, source.options, context.log));
  } catch (const Error& error) {
    if (!coarser) throw;
    throw Error(error.kind(), fmt::format("section sequencing, mesh '{}': {}", source.name, error.what()));
  }
}

}  // namespace

std::vector<FlowLevel> load_levels(program::Context& context, const FlowCase& flow_case, std::size_t first) {
  const log::ScopedStage stage(context.timers, "mesh");
  const std::vector<MeshSource> sources = mesh_sequence(flow_case.mesh, flow_case.sequencing);
  std::vector<FlowLevel> levels;
  for (std::size_t number = first; number < sources.size(); ++number) {
    const bool coarser = number + 1 < sources.size();
    levels.push_back({sources[number].name, load(context, sources[number], coarser), {}});
  }
  for (std::size_t level = 0; level + 1 < levels.size(); ++level)
    require_same_case(context.comm, levels[level], levels[level + 1], *levels.back().mesh);
  for (FlowLevel& level : levels)
    level.conditions = resolve_boundaries(level.mesh->marker_names, flow_case.boundary);
  return levels;
}

}  // namespace trireme::flow
