// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/surface_file.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "fun3d/case/output_fields.hpp"
#include "fun3d/case/surface_polygons.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/atomic_write.hpp"
#include "solvers/io/csv_history.hpp"

namespace trireme::flow {

namespace {

struct PressureRow {
  GlobalIndex marker, vertex;
  double x, y, z, cp;
};

}  // namespace

template <class E>
void write_surface_file(const std::string& path, const comm::Communicator& comm, const MeshPlan& plan,
                        const typename E::Parameters& parameters, const double* local_state) {
  const mesh::FlowMesh& mesh = plan.mesh();
  const SurfacePolygons polygons = surface_polygons(mesh);
  std::vector<LocalIndex> point_of_vertex(static_cast<std::size_t>(mesh.n_local()), -1);
  std::vector<LocalIndex> vertices, connectivity;
  std::vector<double> points;
  for (const LocalIndex vertex : polygons.corners) {
    LocalIndex& point = point_of_vertex[static_cast<std::size_t>(vertex)];
    if (point < 0) {
      point = static_cast<LocalIndex>(vertices.size());
      vertices.push_back(vertex);
      const double* x = &mesh.coordinates[3 * static_cast<std::size_t>(vertex)];
      points.insert(points.end(), x, x + 3);
    }
    connectivity.push_back(point);
  }
  std::vector<std::uint8_t> types;
  for (std::size_t p = 0; p < polygons.size(); ++p) {
    const bool triangle = polygons.offsets[p + 1] - polygons.offsets[p] == 3;
    types.push_back(static_cast<std::uint8_t>(triangle ? io::VtkCell::triangle : io::VtkCell::quad));
  }
  OutputFields fields = OutputFields::of_points<E>(parameters, local_state, vertices);
  fields.add_cell_field("marker", std::vector<double>(polygons.markers.begin(), polygons.markers.end()));
  io::write_unstructured_grid(path, comm, {points, connectivity, polygons.offsets, types}, fields.fields());
}

template <class E>
void write_pressure_csv(const std::string& path, const comm::Communicator& comm, const MeshPlan& plan,
                        const typename E::Parameters& parameters, const double* local_state) {
  const mesh::FlowMesh& mesh = plan.mesh();
  std::vector<PressureRow> rows;
  for (int marker = 0; marker < plan.boundary().n_markers(); ++marker) {
    if (plan.conditions()[static_cast<std::size_t>(marker)].kind != BoundaryKind::slip_wall) continue;
    for (const LocalIndex vertex : plan.boundary().marker(marker).vertices) {
      const double* x = &mesh.coordinates[3 * static_cast<std::size_t>(vertex)];
      const double pressure = E::pressure(parameters, load_state<E::n_unknowns>(local_state, vertex));
      rows.push_back({marker, mesh.original_id[static_cast<std::size_t>(vertex)], x[0], x[1], x[2],
                      E::pressure_coefficient(parameters, pressure)});
    }
  }
  std::vector<PressureRow> all = comm::gather_to_root(comm, rows);
  comm::run_on_root(comm, [&] {
    std::sort(all.begin(), all.end(), [](const PressureRow& a, const PressureRow& b) {
      return std::tie(a.marker, a.vertex) < std::tie(b.marker, b.vertex);
    });
    std::string text = "marker,vertex,x [mesh unit],y [mesh unit],z [mesh unit],pressure coefficient [1]\n";
    for (const PressureRow& row : all) {
      text += fmt::format("{},{},{:.9g},{:.9g},{:.9g},{:.9g}\n",
                          io::csv_text(mesh.marker_names[static_cast<std::size_t>(row.marker)]), row.vertex,
                          row.x, row.y, row.z, row.cp);
    }
    io::atomic_write(path, text);
  });
}

#define INSTANTIATE(E)                                                                                \
  template void write_surface_file<E>(const std::string&, const comm::Communicator&, const MeshPlan&, \
                                      const E::Parameters&, const double*);                           \
  template void write_pressure_csv<E>(const std::string&, const comm::Communicator&, const MeshPlan&, \
                                      const E::Parameters&, const double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
