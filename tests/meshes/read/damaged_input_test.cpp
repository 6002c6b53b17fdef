// SPDX-License-Identifier: Apache-2.0
// Readers and checks on bytes that were cut or damaged at random: they accept or refuse with kind input, and
// never anything else. tests/fuzz looks further.
#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/cgns.hpp"
#include "meshes/read/cgns_hdf5.hpp"
#include "meshes/read/gmsh.hpp"
#include "meshes/read/mapbc.hpp"
#include "meshes/read/petsc_fun3d.hpp"
#include "meshes/read/su2.hpp"
#include "meshes/read/ugrid.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/io/hdf5_trial.hpp"
#include "tests/meshes/cgns_file.hpp"
#include "tests/meshes/cgns_nodes.hpp"
#include "tests/meshes/gmsh_bytes.hpp"
#include "tests/meshes/petsc_fun3d_bytes.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/meshes/ugrid_bytes.hpp"

namespace trireme::mesh {
namespace {

// Random numbers by their position, so that every round is the same whatever came before.
class Random {
 public:
  explicit Random(std::uint64_t round) : counter_(round << 16) {}
  std::size_t below(std::size_t limit) {  // SplitMix64, whose steps are of 2^64 divided by the golden ratio.
    return static_cast<std::size_t>(mix_bits(0x9e3779b97f4a7c15u * counter_++) % limit);
  }

 private:
  std::uint64_t counter_;
};

struct Format {
  std::string name;
  std::vector<std::string> good;
  std::string alphabet;  // of replaced characters; empty: any byte
  std::function<void(std::string)> read;
};

template <class F>
std::function<void(std::string)> checked(F read) {
  return [read](std::string bytes) {
    RawMesh mesh = read(bytes);
    repair_and_check(mesh, "mesh");
  };
}

std::vector<Format> formats() {
  Format su2{"su2", {testing::house, testing::tower, testing::two_tetrahedra}, "0123456789 -.eENMn=%\n", {}};
  su2.read = checked([](const std::string& text) { return read_su2(text, "mesh.su2"); });
  const std::string digits = "0123456789 -.\n$E";
  Format gmsh{"gmsh", {}, digits, {}}, gmsh_binary{"gmsh binary", {}, "", {}};
  Format ugrid{"ugrid", {}, digits, {}}, ugrid_binary{"ugrid binary", {}, "", {}};
  Format cgns{"cgns", {}, "", {}};
  for (const char* text : {testing::house, testing::tower}) {
    const RawMesh mesh = read_su2(text, "mesh.su2");
    for (const auto version :
         {testing::GmshVersion::v22, testing::GmshVersion::v40, testing::GmshVersion::v41}) {
      gmsh.good.push_back(testing::gmsh_bytes(mesh, version, testing::Encoding::ascii));
      gmsh_binary.good.push_back(testing::gmsh_bytes(mesh, version, testing::Encoding::little));
      gmsh_binary.good.push_back(testing::gmsh_bytes(mesh, version, testing::Encoding::big));
    }
    ugrid.good.push_back(testing::ugrid_bytes(mesh, testing::Encoding::ascii));
    ugrid_binary.good.push_back(testing::ugrid_bytes(mesh, testing::Encoding::little));
    ugrid_binary.good.push_back(testing::ugrid_bytes(mesh, testing::Encoding::big, testing::RealSize::four));
    cgns.good.push_back(
        testing::CgnsFileBytes(testing::cgns_nodes(mesh, testing::Conditions::face_lists)).bytes());
  }
  gmsh.read = gmsh_binary.read =
      checked([](const std::string& bytes) { return read_gmsh(bytes, "mesh.msh"); });
  ugrid.read = ugrid_binary.read =
      checked([](const std::string& bytes) { return read_ugrid(bytes, "mesh.ugrid"); });
  cgns.read = checked([](std::string bytes) {
    io::try_in_child("mesh.cgns", bytes.size(),
                     [&] { read_cgns_nodes(std::as_writable_bytes(std::span(bytes)), "mesh.cgns"); });
    return read_cgns(read_cgns_nodes(std::as_writable_bytes(std::span(bytes)), "mesh.cgns"), "mesh.cgns");
  });
  const testing::FileBytes dual;
  Format petsc_fun3d{
      "petsc_fun3d", {{reinterpret_cast<const char*>(dual.bytes().data()), dual.bytes().size()}}, "", {}};
  petsc_fun3d.read = [](const std::string& bytes) {
    read_petsc_fun3d(std::as_bytes(std::span(bytes)), "uns3d.msh");
  };
  Format mapbc{"mapbc", {"3\n1 3000 wing\n2 5000\n3 6662 symmetry_y\n"}, digits, {}};
  mapbc.read = [](const std::string& text) { read_mapbc(text, "mesh.mapbc"); };
  return {su2, gmsh, gmsh_binary, ugrid, ugrid_binary, cgns, petsc_fun3d, mapbc};
}

// True when refused; any exception but an Error of kind input fails the test.
bool refuses(const Format& format, const std::string& bytes) {
  try {
    format.read(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input) << format.name << ": " << error.what();
    return true;
  }
  return false;
}

TEST(DamagedInput, EveryFileIsGoodToStartWith) {
  for (const Format& format : formats()) {
    for (const std::string& good : format.good) EXPECT_NO_THROW(format.read(good)) << format.name;
  }
}

TEST(DamagedInput, FilesCutAnywhere) {
  for (const Format& format : formats()) {
    for (const std::string& good : format.good) {
      const std::size_t step = good.size() > 10000 ? 2017 : 1;
      int refused = 0, cut = 0;
      for (std::size_t size = 0; size < good.size(); size += step, ++cut)
        refused += refuses(format, good.substr(0, size));
      // What may be missing is the end of the last word or line.
      EXPECT_GE(refused, cut - 16) << format.name;
    }
  }
}

TEST(DamagedInput, ReplacedErasedAndRepeatedBytes) {
  for (const Format& format : formats()) {
    const int rounds = format.good[0].size() > 10000 ? 40 : 4000 / static_cast<int>(format.good.size());
    int refused = 0;
    for (const std::string& good : format.good) {
      for (int round = 0; round < rounds; ++round) {
        Random random(static_cast<std::uint64_t>(round));
        std::string bytes = good;
        for (std::size_t k = random.below(4) + 1; k > 0 && !bytes.empty(); --k) {
          const std::size_t at = random.below(bytes.size());
          switch (random.below(3)) {
            case 0:
              bytes[at] = format.alphabet.empty() ? static_cast<char>(random.below(256))
                                                  : format.alphabet[random.below(format.alphabet.size())];
              break;
            case 1:
              bytes.erase(at, random.below(20) + 1);
              break;
            default:
              bytes.insert(at, bytes.substr(random.below(bytes.size()), random.below(20)));
              break;
          }
        }
        refused += refuses(format, bytes);
      }
    }
    const int all = rounds * static_cast<int>(format.good.size());
    EXPECT_GT(refused, all / 4) << format.name;
  }
}

// Bytes replaced where they are leave an HDF5 file whose size is right and whose structure is not: HDF5
// follows it and crashes in some of these rounds, which io::try_in_child turns into a refusal.
TEST(DamagedInput, ReplacedBytesOfHdf5) {
  const std::vector<Format> all = formats();
  const auto cgns = std::find_if(all.begin(), all.end(), [](const Format& f) { return f.name == "cgns"; });
  ASSERT_NE(cgns, all.end());
  const std::string& good = cgns->good[0];
  int refused = 0;
  constexpr int rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    Random random(static_cast<std::uint64_t>(round) + (1u << 20));
    std::string bytes = good;
    for (std::size_t k = random.below(4) + 1; k > 0; --k)
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    refused += refuses(*cgns, bytes);
  }
  EXPECT_GT(refused, rounds / 20);
}

}  // namespace
}  // namespace trireme::mesh
