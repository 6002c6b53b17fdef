// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/section_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fun3d/case/output_fields.hpp"
#include "fun3d/case/section_curves.hpp"
#include "fun3d/discretization/vertex_field.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/atomic_write.hpp"

namespace trireme::flow {

namespace {

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Extent wall_extent(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                   std::span<const std::uint8_t> wall, int axis) {
  Extent extent;
  for (std::size_t i = 0; i < mesh.facets.size(); ++i) {
    if (!wall[static_cast<std::size_t>(mesh.facet_marker[i / 3])]) continue;
    const double x =
        mesh.coordinates[3 * static_cast<std::size_t>(mesh.facets[i]) + static_cast<std::size_t>(axis)];
    extent.low = std::min(extent.low, x);
    extent.high = std::max(extent.high, x);
  }
  return {comm::all_min(comm, extent.low), comm::all_max(comm, extent.high)};
}

// Whether a wall goes on across a periodic cut along another axis than the span: points on both sides of the
// cut are one vertex, at which the curve of a section would turn back to its beginning.
bool walls_are_cut(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                   std::span<const std::uint8_t> wall, int span_axis) {
  double in_plane = 0;
  for (const mesh::Point& period : mesh.periods) {
    for (int axis = 0; axis < 3; ++axis) {
      if (axis != span_axis) in_plane = std::max(in_plane, std::abs(period[static_cast<std::size_t>(axis)]));
    }
  }
  if (in_plane == 0) return false;
  VertexField places(comm, mesh.halo, 3);
  places.load(std::span(mesh.coordinates).first(3 * static_cast<std::size_t>(mesh.n_owned))).finish();
  const auto is_displaced = [&](LocalIndex vertex) {
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t i = 3 * static_cast<std::size_t>(vertex) + static_cast<std::size_t>(axis);
      if (axis != span_axis && std::abs(places.data()[i] - mesh.coordinates[i]) > 1e-6 * in_plane)
        return true;
    }
    return false;
  };
  bool cut = false;
  for (std::size_t i = 0; i < mesh.facets.size() && !cut; ++i)
    cut = wall[static_cast<std::size_t>(mesh.facet_marker[i / 3])] && is_displaced(mesh.facets[i]);
  return comm::any_of(comm, cut);
}

std::string rows_of_section(std::size_t section, const SectionPlanes& planes,
                            std::span<const CutSegment> segments, std::span<const double> values,
                            std::size_t stride) {
  std::string text;
  for (const SectionCurve& curve : trace_section(segments, values, stride)) {
    for (const std::size_t row : curve.points) {
      const std::span<const double> at = values.subspan(stride * row, stride);
      text += fmt::format("{},{:.9g},{:.9g},{},{},{:.9g},{:.9g},{:.9g},{:.9g}", section,
                          planes.fractions[section], planes.positions[section], curve.contour,
                          curve.side == SectionCurve::Side::upper ? "upper" : "lower", at[0], at[1], at[2],
                          curve.chord > 0 ? (at[0] - curve.leading_edge) / curve.chord : 0.0);
      for (const double value : at.subspan(3)) text += fmt::format(",{:.9g}", value);
      text += '\n';
    }
  }
  return text;
}

// A cut whose segments are sorted by section.
SectionCut sorted(const SectionCut& cut, std::size_t stride) {
  std::vector<std::size_t> order(cut.segments.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return cut.segments[a].section < cut.segments[b].section;
  });
  SectionCut result;
  for (const std::size_t i : order) {
    result.segments.push_back(cut.segments[i]);
    const auto first = cut.values.begin() + static_cast<std::ptrdiff_t>(2 * stride * i);
    result.values.insert(result.values.end(), first, first + static_cast<std::ptrdiff_t>(2 * stride));
  }
  return result;
}

}  // namespace

std::vector<std::uint8_t> wall_flags(std::span<const BoundaryCondition> conditions) {
  std::vector<std::uint8_t> flags;
  for (const BoundaryCondition& condition : conditions)
    flags.push_back(condition.kind == BoundaryKind::slip_wall ? 1 : 0);
  return flags;
}

SectionPlanes place_sections(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                             std::span<const std::uint8_t> wall, const OutputOptions& options, int up_axis) {
  // A plane mesh lies in x and y, whatever the deck calls up.
  if (mesh.dimension == 2) up_axis = 1;
  SectionPlanes planes{.up = up_axis, .span = 3 - up_axis, .positions = {}, .fractions = {}};
  const Extent extent = wall_extent(comm, mesh, wall, planes.span);
  const bool has_walls = extent.low < extent.high;
  if (options.sections.empty() && (mesh.dimension != 2 || !has_walls)) return planes;
  if (!has_walls) {
    throw Error(ErrorKind::input, "output.sections asks for sections of the walls",
                "no marker of the mesh is a slip wall, or the walls have no span",
                "correct section boundary or leave output.sections empty");
  }
  if (walls_are_cut(comm, mesh, wall, planes.span)) {
    if (options.sections.empty()) return planes;
    throw Error(ErrorKind::input, "output.sections asks for sections of walls that mesh.periodic joins",
                "a section would have neither leading nor trailing edge there",
                "leave output.sections empty; NAME_surface.csv holds the pressure at every wall vertex");
  }
  planes.fractions = options.sections.empty() ? std::vector<double>{0.5} : options.sections;
  const double reach = extent.high - extent.low;
  const double span = options.section_span > 0 && !options.sections.empty() ? options.section_span : reach;
  for (const double fraction : planes.fractions) {
    planes.positions.push_back(extent.low + fraction * span);
    if (fraction * span < reach) continue;
    throw Error(ErrorKind::input, fmt::format("output.sections: {} lies outside of the walls", fraction),
                fmt::format("they reach over {} along the span, output.section_span is {}", reach, span),
                "correct the one or the other");
  }
  return planes;
}

template <class E>
void write_section_csv(const std::string& path, const comm::Communicator& comm, const MeshPlan& plan,
                       std::span<const std::uint8_t> wall, const SectionPlanes& planes,
                       const typename E::Parameters& parameters, const double* local_state) {
  const std::vector<std::string> names = surface_quantity_names<E>();
  const auto width = static_cast<int>(names.size());
  SectionCut cut = cut_walls(
      plan.mesh(), surface_polygons(plan.mesh()), wall, planes, width, [&](LocalIndex vertex, double* out) {
        surface_quantities<E>(parameters, load_state<E::n_unknowns>(local_state, vertex), out);
      });
  cut.segments = comm::gather_to_root(comm, cut.segments);
  cut.values = comm::gather_to_root(comm, cut.values);
  comm::run_on_root(comm, [&] {
    std::string text =
        "section,span fraction [1],span position [mesh unit],contour,side,x [mesh unit],y [mesh unit],z "
        "[mesh "
        "unit],x over chord [1]";
    for (std::string name : names) {
      std::replace(name.begin(), name.end(), '_', ' ');
      text += "," + name + " [1]";
    }
    text += '\n';
    const std::size_t stride = 3 + names.size();
    cut = sorted(cut, stride);
    std::size_t begin = 0;
    for (std::size_t section = 0; section < planes.positions.size(); ++section) {
      std::size_t end = begin;
      while (end < cut.segments.size() && cut.segments[end].section == static_cast<std::int64_t>(section))
        ++end;
      text += rows_of_section(
          section, planes, std::span(cut.segments).subspan(begin, end - begin),
          std::span<const double>(cut.values).subspan(2 * stride * begin, 2 * stride * (end - begin)),
          stride);
      begin = end;
    }
    io::atomic_write(path, text);
  });
}

#define INSTANTIATE(E)                                                                               \
  template void write_section_csv<E>(const std::string&, const comm::Communicator&, const MeshPlan&, \
                                     std::span<const std::uint8_t>, const SectionPlanes&,            \
                                     const E::Parameters&, const double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
