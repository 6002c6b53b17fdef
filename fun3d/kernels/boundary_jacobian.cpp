// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/boundary_jacobian.hpp"

#include "fun3d/kernels/block_values.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

struct Face {
  LocalIndex vertex;
  Vector3 normal;
  double area;
};

Face face_of(const LumpedVertices& boundary, LocalIndex b) {
  const double* normal = boundary.normals.data() + 4 * static_cast<std::size_t>(b);
  return {boundary.vertices[b], {normal[0], normal[1], normal[2]}, normal[3]};
}

}  // namespace

template <class E>
void wall_jacobian(const typename E::Parameters& parameters, const LumpedVertices& wall, LocalIndex begin,
                   LocalIndex end, std::span<const LocalIndex> diagonal_slots, const double* q,
                   double* values) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex b = begin; b < end; ++b) {
    const Face face = face_of(wall, b);
    Block<N> block;
    E::wall_jacobian(parameters, load_state<N>(q, face.vertex), face.normal, block);
    add_by_columns<N>(values, diagonal_slots[face.vertex], face.area, block);
  }
}

template <class E>
void open_jacobian(const typename E::Parameters& parameters, const BoundaryCondition& condition,
                   const LumpedVertices& boundary, LocalIndex begin, LocalIndex end,
                   std::span<const LocalIndex> diagonal_slots, const double* q, double* values) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex b = begin; b < end; ++b) {
    const Face face = face_of(boundary, b);
    Block<N> block;
    E::open_jacobian(parameters, condition, load_state<N>(q, face.vertex), face.normal, block);
    add_by_columns<N>(values, diagonal_slots[face.vertex], face.area, block);
  }
}

template <class E>
void boundary_jacobian_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                                 const LumpedVertices& wall, const BoundaryCondition& condition,
                                 const LumpedVertices& boundary, const double* q, double* dense,
                                 LocalIndex row_length) {
  constexpr int N = E::n_unknowns;
  const LumpedVertices* const boundaries[2] = {&wall, &boundary};
  for (int kind = 0; kind < 2; ++kind) {
    for (LocalIndex b = 0; b < boundaries[kind]->size(); ++b) {
      const Face face = face_of(*boundaries[kind], b);
      if (face.vertex >= n_owned) continue;
      Block<N> block;
      if (kind == 0) {
        E::wall_jacobian(parameters, load_state<N>(q, face.vertex), face.normal, block);
      } else {
        E::open_jacobian(parameters, condition, load_state<N>(q, face.vertex), face.normal, block);
      }
      for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) {
          dense[static_cast<std::size_t>(face.vertex * N + i) * row_length + face.vertex * N + j] +=
              face.area * block[i * N + j];
        }
      }
    }
  }
}

#define INSTANTIATE(E)                                                                                  \
  template void wall_jacobian<E>(const E::Parameters&, const LumpedVertices&, LocalIndex, LocalIndex,   \
                                 std::span<const LocalIndex>, const double*, double*);                  \
  template void open_jacobian<E>(const E::Parameters&, const BoundaryCondition&, const LumpedVertices&, \
                                 LocalIndex, LocalIndex, std::span<const LocalIndex>, const double*,    \
                                 double*);                                                              \
  template void boundary_jacobian_reference<E>(const E::Parameters&, LocalIndex, const LumpedVertices&, \
                                               const BoundaryCondition&, const LumpedVertices&,         \
                                               const double*, double*, LocalIndex);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
