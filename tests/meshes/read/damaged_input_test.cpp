// SPDX-License-Identifier: Apache-2.0
// Readers and checks on bytes damaged at random: they accept or refuse with kind input, and never anything
// else.
#include <random>

#include <gtest/gtest.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/petsc_fun3d.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::mesh {
namespace {

// Calls read() with damaged copies of `good`; returns how many it refused.
template <class F>
int damage(const std::string& good, const std::string& alphabet, int rounds, F&& read) {
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string text = good;
    for (std::uint32_t k = random() % 4 + 1; k > 0; --k) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = alphabet.empty() ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
          break;
        case 1:
          text.erase(at, random() % 20 + 1);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 20));
          break;
      }
      if (text.empty()) text = "0";
    }
    try {
      read(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
      ++refused;
    }
  }
  return refused;
}

TEST(DamagedInput, Su2TextAndTopology) {
  for (const char* good : {testing::house, testing::two_tetrahedra}) {
    const int refused = damage(good, "0123456789 -.eENMn=%\n", 4000, [](const std::string& text) {
      RawMesh mesh = read_su2(text, "mesh.su2");
      repair_and_check(mesh, "mesh.su2");
    });
    EXPECT_GT(refused, 1000);
    EXPECT_LT(refused, 4000);
  }
}

TEST(DamagedInput, PetscFun3dBytes) {
  TRIREME_DATA_FILE(path, "meshes/3d/uns3dA.msh");
  std::string good(200000, '\0');
  std::FILE* file = std::fopen(path.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  good.resize(std::fread(good.data(), 1, good.size(), file));
  std::fclose(file);
  // The counts in front, where damage matters most.
  const std::string rest = good.substr(52);
  EXPECT_EQ(damage(good.substr(0, 52), "", 300,
                   [&](const std::string& header) {
                     const std::string bytes = header + rest;
                     read_petsc_fun3d(std::as_bytes(std::span(bytes)), "uns3d.msh");
                   }),
            300);
}

}  // namespace
}  // namespace trireme::mesh
