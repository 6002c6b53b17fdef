// SPDX-License-Identifier: Apache-2.0
// Small meshes and smooth states for the tests of the flow solver.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow::test {

// A perturbed box whose markers are x_min .. z_max in this order.
inline std::shared_ptr<const mesh::FlowMesh> box_mesh(const comm::Communicator& comm, std::int64_t n,
                                                      mesh::BoxCells cells = mesh::BoxCells::tetrahedron,
                                                      double perturbation = 0.16) {
  mesh::BoxOptions options;
  options.nx = options.ny = options.nz = n;
  options.cells = cells;
  options.perturbation = perturbation;
  return std::make_shared<const mesh::FlowMesh>(
      mesh::build_flow_mesh(comm, mesh::generate_box(comm, options), mesh::PartitionOptions{}));
}

// Two walls (y), two symmetry planes (z), far field (x).
inline std::vector<BoundaryCondition> channel_kinds() {
  return {BoundaryKind::far_field, BoundaryKind::far_field, BoundaryKind::slip_wall,
          BoundaryKind::slip_wall, BoundaryKind::symmetry,  BoundaryKind::symmetry};
}

// The same with walls in place of the planes.
inline std::vector<BoundaryCondition> walled_kinds() {
  std::vector<BoundaryCondition> kinds = channel_kinds();
  kinds[4] = kinds[5] = BoundaryKind::slip_wall;
  return kinds;
}

template <class E = IncompressibleEuler>
typename E::Parameters sample_parameters() {
  if constexpr (E::n_unknowns == 4) {
    return {.beta = 15.0, .free_stream = {1.0, 0.98, 0.1, 0.15}};
  } else {
    return {.gamma = 1.4, .free_stream = {1.0, 0.58, 0.1, 0.15, 1 / 1.4}};
  }
}

// A smooth state at a point.
template <class E = IncompressibleEuler>
State<E::n_unknowns> smooth_state_at(const double* x) {
  const Vector3 v{0.9 + 0.3 * std::cos(x[1] - 2 * x[2]), 0.1 + 0.2 * std::sin(3 * x[2] + x[0]),
                  -0.2 + 0.1 * std::cos(x[0] + 2 * x[1] + x[2])};
  const double p = 1.0 + 0.2 * std::sin(2 * x[0] + x[1]);
  if constexpr (E::n_unknowns == 4) {
    return {p, v[0], v[1], v[2]};
  } else {
    return {1.0 + 0.1 * std::cos(x[2] - 2 * x[0]), 0.6 * v[0], 0.6 * v[1], 0.6 * v[2], p / 1.4};
  }
}

// The same at the first n vertices of the mesh, [n, N].
template <class E = IncompressibleEuler>
std::vector<double> smooth_state(const mesh::FlowMesh& mesh, LocalIndex n) {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < n; ++vertex) {
    const auto values = smooth_state_at<E>(&mesh.coordinates[3 * static_cast<std::size_t>(vertex)]);
    q.insert(q.end(), values.begin(), values.end());
  }
  return q;
}

}  // namespace trireme::flow::test
