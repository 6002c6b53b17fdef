// SPDX-License-Identifier: Apache-2.0
// The reader of nodes. What makes nodes of an HDF5 file (read/cgns_hdf5) is met by random files in its own
// test: these harnesses are built without HDF5, whose own weaknesses are not this project's.
#include "meshes/read/cgns.hpp"
#include "tests/fuzz/cgns_encoding.hpp"
#include "tests/fuzz/one_input.hpp"

using namespace trireme::mesh;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const CgnsNode root = fuzz::CgnsDecoder(fuzz::as_text(data, size)).decode();
  return fuzz::accept_or_refuse_cells([&] { return read_cgns(root, "fuzz.cgns"); });
}
