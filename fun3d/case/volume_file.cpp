// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/volume_file.hpp"

#include <numeric>
#include <vector>

#include "fun3d/case/output_fields.hpp"
#include "meshes/write/vtkhdf.hpp"

namespace trireme::flow {

template <class E>
void write_volume_file(const std::string& path, const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                       const typename E::Parameters& parameters, const double* local_state,
                       const SchemeFields* scheme) {
  std::vector<LocalIndex> vertices(static_cast<std::size_t>(mesh.n_local()));
  std::iota(vertices.begin(), vertices.end(), 0);
  OutputFields fields = OutputFields::of_points<E>(parameters, local_state, vertices);
  if (scheme) {
    fields.add_point_field("limiter", scheme->limiter);
    fields.add_point_field("first_order_edges", scheme->first_order_edges);
  }
  mesh::write_vtkhdf(comm, path, mesh, fields.fields());
}

#define INSTANTIATE(E)                                                                                     \
  template void write_volume_file<E>(const std::string&, const comm::Communicator&, const mesh::FlowMesh&, \
                                     const E::Parameters&, const double*, const SchemeFields*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
