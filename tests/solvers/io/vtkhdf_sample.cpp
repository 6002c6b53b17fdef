// SPDX-License-Identifier: Apache-2.0
// vtkhdf_sample FILE: writes the sample grid from all ranks. Run by read_vtkhdf.py.
#include "tests/solvers/io/vtkhdf_sample.hpp"

#include <cstdio>
#include <exception>

#include "solvers/comm/mpi_session.hpp"

int main(int argc, char** argv) {
  try {
    const trireme::comm::MpiSession session(argc, argv);
    const auto world = session.world();
    const auto sample = trireme::io::test::sample_grid(world);
    trireme::io::write_unstructured_grid(argc > 1 ? argv[1] : "sample.vtkhdf", world, sample.grid(),
                                         sample.fields());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
