// SPDX-License-Identifier: Apache-2.0
// state_hash_of FILE: reads the state that trireme-fun3d wrote and prints the hash of what it read. Run by
// trireme_fun3d_test, which is no MPI program itself.
#include <cstdio>
#include <exception>
#include <numeric>
#include <vector>

#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/mpi_session.hpp"
#include "solvers/io/checkpoint.hpp"
#include "solvers/io/state_hash.hpp"

int main(int argc, char** argv) {
  using namespace trireme;
  using E = flow::IncompressibleEuler;
  try {
    const comm::MpiSession session(argc, argv);
    if (argc != 2) return 1;
    io::CheckpointReader reader(argv[1], session.world(), "trireme-fun3d " + std::string(E::name));
    std::vector<GlobalIndex> ids(session.world().is_root() ? static_cast<std::size_t>(reader.rows()) : 0);
    std::iota(ids.begin(), ids.end(), GlobalIndex{0});
    const std::vector<double> state = reader.field("state", E::n_unknowns, ids);
    const std::uint64_t hash = io::state_hash(session.world(), state, E::n_unknowns, ids);
    if (session.world().is_root()) std::printf("%s\n", io::hash_text(hash).c_str());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
