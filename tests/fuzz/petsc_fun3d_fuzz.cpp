// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/petsc_fun3d.hpp"
#include "tests/fuzz/one_input.hpp"

using namespace trireme::mesh;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::accept_or_refuse([&] { read_petsc_fun3d(std::as_bytes(std::span(data, size)), "uns3d.msh"); });
}
