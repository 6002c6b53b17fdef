// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/volume_file.hpp"

#include <numeric>

#include "fun3d/case/output_fields.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

namespace {

struct Cells {
  std::vector<LocalIndex> connectivity, offsets{0};
  std::vector<std::uint8_t> types;
};

Cells cells_of(const mesh::FlowMesh& mesh) {
  Cells cells{mesh.cell_vertices, mesh.cell_offsets, {}};
  for (const mesh::CellType type : mesh.cell_types) {
    cells.types.push_back(static_cast<std::uint8_t>(mesh::vtk_cell_type(type)));
  }
  return cells;
}

// Each edge on one rank: that of its end with the smaller global number.
Cells lines_of(const mesh::FlowMesh& mesh) {
  Cells cells;
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge) {
    const LocalIndex first = mesh.edges[2 * edge], second = mesh.edges[2 * edge + 1];
    if (second >= mesh.n_owned && mesh.global_id[second] < mesh.global_id[first]) continue;
    cells.connectivity.insert(cells.connectivity.end(), {first, second});
    cells.offsets.push_back(static_cast<LocalIndex>(cells.connectivity.size()));
    cells.types.push_back(static_cast<std::uint8_t>(io::VtkCell::line));
  }
  return cells;
}

}  // namespace

template <class E>
void write_volume_file(const std::string& path, const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                       const typename E::Parameters& parameters, const double* local_state) {
  const bool has_cells = comm::any_of(comm, mesh.n_cells() > 0);
  const Cells cells = has_cells ? cells_of(mesh) : lines_of(mesh);
  std::vector<LocalIndex> vertices(static_cast<std::size_t>(mesh.n_local()));
  std::iota(vertices.begin(), vertices.end(), 0);
  const OutputFields fields = OutputFields::of_points<E>(parameters, local_state, vertices);
  io::write_unstructured_grid(path, comm, {mesh.coordinates, cells.connectivity, cells.offsets, cells.types},
                              fields.fields());
}

#define INSTANTIATE(E)                                                                                     \
  template void write_volume_file<E>(const std::string&, const comm::Communicator&, const mesh::FlowMesh&, \
                                     const E::Parameters&, const double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
