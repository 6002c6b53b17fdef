// SPDX-License-Identifier: Apache-2.0
// What a fuzz harness holds of a reader: it accepts, or refuses with an Error of kind input; anything else
// ends the process, which is what libFuzzer reports.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "meshes/core/check_mesh.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh::fuzz {

template <class F>
int accept_or_refuse(F&& read) {
  try {
    read();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::input) return 0;
    std::fprintf(stderr, "an Error of another kind: %s\n", error.what());
    std::abort();
  }
  return 0;
}

// A reader of cells with the check that follows it in read/read_mesh.
template <class F>
int accept_or_refuse_cells(F&& read) {
  return accept_or_refuse([&] {
    RawMesh mesh = read();
    repair_and_check(mesh, "fuzz");
  });
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace trireme::mesh::fuzz
