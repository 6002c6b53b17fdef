// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/su2.hpp"
#include "tests/fuzz/one_input.hpp"

using namespace trireme::mesh;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::accept_or_refuse_cells([&] { return read_su2(fuzz::as_text(data, size), "fuzz.su2"); });
}
