// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns_hdf5.hpp"

#include <gtest/gtest.h>

#include "meshes/read/cgns.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/io/hdf5_handle.hpp"
#include "tests/fuzz/cgns_encoding.hpp"
#include "tests/meshes/cgns_file.hpp"
#include "tests/meshes/cgns_nodes.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

using testing::CgnsFileBytes;

CgnsNode house() {
  return testing::cgns_nodes(read_su2(testing::house, "house.su2"), testing::Conditions::face_lists);
}

CgnsNode read(std::string bytes) {
  return read_cgns_nodes(std::as_writable_bytes(std::span(bytes)), "mesh.cgns");
}

void expect_refused(const std::string& bytes, const std::string& part) {
  const std::string text = testing::refusal([&] { read(bytes); });
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

void expect_same_nodes(const CgnsNode& node, const CgnsNode& expected) {
  EXPECT_EQ(node.name, expected.name);
  EXPECT_EQ(node.label, expected.label);
  EXPECT_EQ(node.text, expected.text);
  EXPECT_EQ(node.integers, expected.integers);
  EXPECT_EQ(node.reals, expected.reals);
  ASSERT_EQ(node.children.size(), expected.children.size()) << node.name;
  for (std::size_t k = 0; k < node.children.size(); ++k)
    expect_same_nodes(node.children[k], expected.children[k]);
}

TEST(CgnsHdf5, ReadsTheNodesOfAFile) {
  for (const testing::Packing packing : {testing::Packing::plain, testing::Packing::deflated})
    expect_same_nodes(read(CgnsFileBytes(house(), packing).bytes()), house());
}

TEST(CgnsHdf5, LeavesOutWhatSaysNothingOfAMesh) {
  CgnsNode root = house();
  CgnsNode solution = testing::node_of("FlowSolution", "FlowSolution_t");
  solution.children.push_back(testing::integer_node("Density", "DataArray_t", {1, 2, 3}));
  testing::node_at(root, {"base", "zone"}).children.push_back(solution);
  testing::node_at(root, {"base", "zone", "cells"})
      .children.push_back(testing::integer_node("ParentElements", "DataArray_t", {0, 0}));
  expect_same_nodes(read(CgnsFileBytes(root).bytes()), house());
}

TEST(CgnsHdf5, RefusalsNameFileAndNode) {
  expect_refused("", "mesh.cgns: byte offset 0: this is no HDF5 file");
  expect_refused(std::string(200, 'x'), "this is no HDF5 file");
  expect_refused("\xa0@(#)ADF Database Version B02012>" + std::string(100, ' '), "the file is stored as ADF");
  const std::string good = CgnsFileBytes(house()).bytes();
  expect_refused(good.substr(0, good.size() / 2), "HDF5 cannot open the file");
  expect_refused(CgnsFileBytes(house(), testing::Packing::plain, hsize_t{1} << 50).bytes(),
                 "node /base/zone/GridCoordinates/CoordinateX: its data are larger than the file holds "
                 "(9007199254740992 "
                 "bytes are announced and 0 stored)");
  expect_refused(CgnsFileBytes(house(), testing::Packing::plain, 0, 40).bytes(), "than the file holds");
}

// Sound HDF5 files of unsound nodes: names, labels, counts and children at random, loops, and data of other
// types.
TEST(CgnsHdf5, TakesWhateverHdf5CanHold) {
  const io::QuietErrors quiet;
  std::string good;
  fuzz::encode(house(), good);
  int accepted = 0;
  for (std::uint64_t round = 0; round < 400; ++round) {
    std::uint64_t counter = round << 16;
    const auto below = [&](std::uint64_t limit) { return mix_bits(++counter) % limit; };
    std::string bytes = good;
    for (std::uint64_t n = below(4); n > 0; --n) {
      const std::size_t at = below(bytes.size());
      if (below(4) == 0)
        bytes.erase(at, 1 + below(3));
      else
        bytes[at] = static_cast<char>(below(256));
    }
    const CgnsNode root = fuzz::CgnsDecoder(bytes).decode();
    const auto packing = below(2) == 0 ? testing::Packing::plain : testing::Packing::deflated;
    const hsize_t declared = below(4) == 0 ? hsize_t{1} << below(60) : 0;
    const int loops = below(4) == 0 ? static_cast<int>(below(5)) : 0;
    const auto odd =
        below(2) == 0 ? testing::OddData::none : static_cast<testing::OddData>(below(testing::n_odd_data));
    const std::string file = CgnsFileBytes(root, packing, declared, loops, odd).bytes();
    // Nodes are read or refused with kind input; so is the mesh that they are.
    const std::string text = testing::refusal([&] { read_cgns(read(file), "mesh.cgns"); });
    accepted += text == "accepted" ? 1 : 0;
  }
  EXPECT_GT(accepted, 20);
  EXPECT_LT(accepted, 380);
}

}  // namespace
}  // namespace trireme::mesh
