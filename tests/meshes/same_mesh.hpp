// SPDX-License-Identifier: Apache-2.0
// Compares meshes that came through different file formats, and errors of readers.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "meshes/core/raw_mesh.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh::testing {

inline void expect_same_mesh(const RawMesh& mesh, const RawMesh& expected) {
  EXPECT_EQ(mesh.points, expected.points);
  EXPECT_EQ(mesh.cell_types, expected.cell_types);
  EXPECT_EQ(mesh.cell_vertices, expected.cell_vertices);
  EXPECT_EQ(mesh.cell_offsets, expected.cell_offsets);
  EXPECT_EQ(mesh.dimension, expected.dimension);
  ASSERT_EQ(mesh.markers.size(), expected.markers.size());
  for (std::size_t m = 0; m < mesh.markers.size(); ++m) {
    EXPECT_EQ(mesh.markers[m].name, expected.markers[m].name);
    EXPECT_EQ(mesh.markers[m].facet_vertices, expected.markers[m].facet_vertices);
    EXPECT_EQ(mesh.markers[m].facet_offsets, expected.markers[m].facet_offsets);
  }
}

// The text of the Error that read() ends with; fails when it is not of kind input.
template <class F>
std::string refusal(F&& read) {
  try {
    read();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    return error.what();
  }
  return "accepted";
}

}  // namespace trireme::mesh::testing
