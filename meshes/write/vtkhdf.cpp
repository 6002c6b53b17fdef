// SPDX-License-Identifier: Apache-2.0
#include "meshes/write/vtkhdf.hpp"

#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// VTK's wedge has its first triangle facing outward, CGNS's prism inward.
void append_cell(CellType type, const LocalIndex* vertex, std::vector<LocalIndex>& connectivity) {
  if (type == CellType::prism) {
    for (const int i : {0, 2, 1, 3, 5, 4}) connectivity.push_back(vertex[i]);
  } else {
    connectivity.insert(connectivity.end(), vertex, vertex + cell_size(type));
  }
}

}  // namespace

void write_vtkhdf(const comm::Communicator& comm, const std::string& path, const FlowMesh& mesh,
                  const std::vector<io::VtkHdfField>& fields) {
  std::vector<LocalIndex> connectivity;
  std::vector<LocalIndex> offsets{0};
  std::vector<std::uint8_t> types;
  if (comm::any_of(comm, mesh.n_cells() > 0)) {
    connectivity.reserve(mesh.cell_vertices.size());
    for (LocalIndex c = 0; c < mesh.n_cells(); ++c) {
      append_cell(mesh.cell_types[c], mesh.cell_vertices.data() + mesh.cell_offsets[c], connectivity);
      types.push_back(static_cast<std::uint8_t>(vtk_cell_type(mesh.cell_types[c])));
      offsets.push_back(static_cast<LocalIndex>(connectivity.size()));
    }
  } else {
    for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
      const LocalIndex first = mesh.edges[2 * static_cast<std::size_t>(e)];
      const LocalIndex second = mesh.edges[2 * static_cast<std::size_t>(e) + 1];
      if (mesh.global_id[first] > mesh.global_id[second]) continue;
      connectivity.insert(connectivity.end(), {first, second});
      types.push_back(static_cast<std::uint8_t>(io::VtkCell::line));
      offsets.push_back(static_cast<LocalIndex>(connectivity.size()));
    }
  }
  io::write_unstructured_grid(
      path, comm,
      {.points = mesh.coordinates, .connectivity = connectivity, .offsets = offsets, .types = types}, fields);
}

}  // namespace trireme::mesh
