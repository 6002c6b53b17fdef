// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/symmetry_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "meshes/core/point.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

namespace {

using mesh::Point;

constexpr double flatness =
    1e-6;  // of the mesh's extent; coordinates may have been written with seven digits
constexpr double largest_turn = 0.1;  // radians by which rounding may turn a small facet out of its plane
constexpr int max_planes = 6;         // a marker

struct Facet {
  double area = 0;
  GlobalIndex id = 0;
  Point normal{}, middle{};
};

Point corner_of(const mesh::FlowMesh& mesh, LocalIndex facet, int corner) {
  const double* x = &mesh.coordinates[3 * static_cast<std::size_t>(
                                              mesh.facets[3 * static_cast<std::size_t>(facet) + corner])];
  return {x[0], x[1], x[2]};
}

Point area_vector_of(const mesh::FlowMesh& mesh, LocalIndex facet) {
  const double* a = &mesh.facet_normals[3 * static_cast<std::size_t>(facet)];
  return {a[0], a[1], a[2]};
}

Facet facet_of(const mesh::FlowMesh& mesh, LocalIndex number) {
  Facet facet;
  const Point vector = area_vector_of(mesh, number);
  facet.area = mesh::length(vector);
  facet.id = mesh.facet_id[static_cast<std::size_t>(number)];
  if (facet.area > 0) facet.normal = mesh::scaled(1 / facet.area, vector);
  for (int corner = 0; corner < 3; ++corner)
    facet.middle = mesh::sum(facet.middle, mesh::scaled(1.0 / 3, corner_of(mesh, number, corner)));
  return facet;
}

double extent_of(const comm::Communicator& comm, const mesh::FlowMesh& mesh) {
  std::array<double, 6> reach;
  reach.fill(-std::numeric_limits<double>::max());
  for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(mesh.n_owned); ++i) {
    reach[i % 3] = std::max(reach[i % 3], mesh.coordinates[i]);
    reach[3 + i % 3] = std::max(reach[3 + i % 3], -mesh.coordinates[i]);
  }
  comm::all_max_in_place(comm, std::span<double>(reach));
  return std::hypot(reach[0] + reach[3], reach[1] + reach[4], reach[2] + reach[5]);
}

// Gives the facets among `left` that lie in the plane its number, and takes them out.
void assign(const mesh::FlowMesh& mesh, const Facet& plane, int number, double tolerance,
            std::vector<LocalIndex>& left, std::vector<int>& of_facet) {
  const auto lies_in = [&](LocalIndex facet) {
    for (int corner = 0; corner < 3; ++corner) {
      const Point offset = mesh::difference(corner_of(mesh, facet, corner), plane.middle);
      if (!(std::abs(mesh::dot(offset, plane.normal)) <= tolerance)) return false;
    }
    const Point vector = area_vector_of(mesh, facet);
    return mesh::length(mesh::cross(vector, plane.normal)) <= std::sin(largest_turn) * mesh::length(vector);
  };
  std::erase_if(left, [&](LocalIndex facet) {
    if (!lies_in(facet)) return false;
    of_facet[static_cast<std::size_t>(facet)] = number;
    return true;
  });
}

// The largest facet of all ranks' `left`, with area 0 where none is left.
Facet largest(const comm::Communicator& comm, const mesh::FlowMesh& mesh, std::span<const LocalIndex> left) {
  const auto larger = [](const Facet& a, const Facet& b) {
    return a.area > b.area || (a.area == b.area && a.id < b.id);
  };
  Facet found;
  for (const LocalIndex number : left) {
    if (!mesh.facet_owned[static_cast<std::size_t>(number)]) continue;
    const Facet facet = facet_of(mesh, number);
    if (larger(facet, found)) found = facet;
  }
  for (const Facet& facet : comm::all_gather(comm, std::span<const Facet>(&found, 1))) {
    if (larger(facet, found)) found = facet;
  }
  return found;
}

Vector3 snapped(const Point& normal) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (std::hypot(normal[(d + 1) % 3], normal[(d + 2) % 3]) > flatness) continue;
    Vector3 axis{};
    axis[d] = normal[d] > 0 ? 1.0 : -1.0;
    return axis;
  }
  return {normal[0], normal[1], normal[2]};
}

// The mean normals of the planes' facets.
std::vector<Vector3> mean_normals(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                  std::span<const Facet> planes, std::span<const int> of_facet) {
  std::vector<double> sums(3 * planes.size(), 0.0);
  for (LocalIndex facet = 0; facet < mesh.n_facets(); ++facet) {
    const int plane = of_facet[static_cast<std::size_t>(facet)];
    if (plane < 0 || !mesh.facet_owned[static_cast<std::size_t>(facet)]) continue;
    const Point vector = area_vector_of(mesh, facet);
    const double sign = mesh::dot(vector, planes[static_cast<std::size_t>(plane)].normal) < 0 ? -1 : 1;
    for (std::size_t d = 0; d < 3; ++d) sums[3 * static_cast<std::size_t>(plane) + d] += sign * vector[d];
  }
  comm::all_sum_in_place(comm, std::span<double>(sums));
  std::vector<Vector3> normals;
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    const Point sum{sums[3 * plane], sums[3 * plane + 1], sums[3 * plane + 2]};
    normals.push_back(snapped(mesh::scaled(1 / mesh::length(sum), sum)));
  }
  return normals;
}

[[noreturn]] void refuse(const std::string& marker, const Facet& one, const Facet& other) {
  const double cosine = std::min(1.0, std::abs(mesh::dot(one.normal, other.normal)));
  throw Error(ErrorKind::input, "boundary " + marker + " is no plane of symmetry",
              "its facets lie in more than " + std::to_string(max_planes) + " planes; the one at " +
                  std::to_string(other.middle[0]) + " " + std::to_string(other.middle[1]) + " " +
                  std::to_string(other.middle[2]) + " is turned by " +
                  std::to_string(std::acos(cosine) * 180 / 3.14159265358979) + " degrees against the largest",
              "call it a slip_wall in section boundary, or correct the mesh");
}

}  // namespace

SymmetryPlanes find_symmetry_planes(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                    std::span<const BoundaryCondition> conditions) {
  SymmetryPlanes result;
  result.of_facet.assign(static_cast<std::size_t>(mesh.n_facets()), -1);
  const auto is_symmetry = [](const BoundaryCondition& c) { return c.kind == BoundaryKind::symmetry; };
  if (std::none_of(conditions.begin(), conditions.end(), is_symmetry)) return result;
  const double tolerance = flatness * extent_of(comm, mesh);
  std::vector<Facet> planes;
  for (std::size_t marker = 0; marker < conditions.size(); ++marker) {
    if (!is_symmetry(conditions[marker])) continue;
    std::vector<LocalIndex> left;
    for (LocalIndex facet = 0; facet < mesh.n_facets(); ++facet) {
      if (static_cast<std::size_t>(mesh.facet_marker[static_cast<std::size_t>(facet)]) == marker)
        left.push_back(facet);
    }
    const auto take = [&](std::size_t plane) {
      assign(mesh, planes[plane], static_cast<int>(plane), tolerance, left, result.of_facet);
    };
    const Facet first = largest(comm, mesh, left);
    for (std::size_t plane = 0; plane < planes.size(); ++plane) take(plane);
    for (int found = 0;; ++found) {
      const Facet next = largest(comm, mesh, left);
      if (!(next.area > 0)) break;
      if (found == max_planes) refuse(mesh.marker_names[marker], first, next);
      planes.push_back(next);
      take(planes.size() - 1);
    }
  }
  result.normals = mean_normals(comm, mesh, planes, result.of_facet);
  return result;
}

}  // namespace trireme::flow
