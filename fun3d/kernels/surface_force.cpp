// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/surface_force.hpp"

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

void add_cross(const Vector3& a, const Vector3& b, Vector3& sum) {
  sum[0] += a[1] * b[2] - a[2] * b[1];
  sum[1] += a[2] * b[0] - a[0] * b[2];
  sum[2] += a[0] * b[1] - a[1] * b[0];
}

}  // namespace

template <class E>
void add_surface_force(const typename E::Parameters& parameters, std::span<const LocalIndex> chosen,
                       std::span<const LocalIndex> facets, std::span<const double> facet_normals,
                       std::span<const double> coordinates, const Vector3& reference_point, const double* q,
                       SurfaceForce& sum) {
  for (const LocalIndex facet : chosen) {
    double pressure = 0;
    Vector3 corner_sum{};
    for (int corner = 0; corner < 3; ++corner) {
      const std::size_t vertex = facets[3 * static_cast<std::size_t>(facet) + corner];
      pressure += E::pressure(parameters, load_state<E::n_unknowns>(q, static_cast<LocalIndex>(vertex)));
      for (int d = 0; d < 3; ++d) corner_sum[d] += coordinates[3 * vertex + d];
    }
    const double cp = E::pressure_coefficient(parameters, pressure / 3.0);
    Vector3 force, arm, corner_arm;
    for (int d = 0; d < 3; ++d) {
      force[d] = cp * facet_normals[3 * static_cast<std::size_t>(facet) + d];
      arm[d] = corner_sum[d] / 3.0 - reference_point[d];
      corner_arm[d] = corner_sum[d] - reference_point[d];
      sum.force[d] += force[d];
    }
    add_cross(arm, force, sum.moment);
    add_cross(corner_arm, force, sum.corner_sum_moment);
  }
}

template <class E>
SurfaceForce surface_force_reference(const typename E::Parameters& parameters,
                                     std::span<const LocalIndex> facets,
                                     std::span<const double> facet_normals,
                                     std::span<const std::int32_t> markers, std::int32_t marker,
                                     std::span<const double> coordinates, const Vector3& reference_point,
                                     const double* q) {
  SurfaceForce sum;
  for (std::size_t facet = 0; facet < markers.size(); ++facet) {
    if (markers[facet] != marker) continue;
    double cp = 0;
    Vector3 middle{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const LocalIndex vertex = facets[3 * facet + corner];
      const double p = E::pressure(parameters, load_state<E::n_unknowns>(q, vertex));
      cp += E::pressure_coefficient(parameters, p) / 3.0;
      for (std::size_t d = 0; d < 3; ++d)
        middle[d] += coordinates[3 * static_cast<std::size_t>(vertex) + d] / 3.0;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t e = (d + 1) % 3, f = (d + 2) % 3;
      const double force_e = cp * facet_normals[3 * facet + e], force_f = cp * facet_normals[3 * facet + f];
      sum.force[d] += cp * facet_normals[3 * facet + d];
      sum.moment[d] +=
          (middle[e] - reference_point[e]) * force_f - (middle[f] - reference_point[f]) * force_e;
      sum.corner_sum_moment[d] +=
          (3 * middle[e] - reference_point[e]) * force_f - (3 * middle[f] - reference_point[f]) * force_e;
    }
  }
  return sum;
}

#define INSTANTIATE(E)                                                                                       \
  template void add_surface_force<E>(const E::Parameters&, std::span<const LocalIndex>,                      \
                                     std::span<const LocalIndex>, std::span<const double>,                   \
                                     std::span<const double>, const Vector3&, const double*, SurfaceForce&); \
  template SurfaceForce surface_force_reference<E>(                                                          \
      const E::Parameters&, std::span<const LocalIndex>, std::span<const double>,                            \
      std::span<const std::int32_t>, std::int32_t, std::span<const double>, const Vector3&, const double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
