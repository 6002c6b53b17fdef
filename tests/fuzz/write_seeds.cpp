// SPDX-License-Identifier: Apache-2.0
// write_seeds FOLDER: writes small sound files of every format to FOLDER/HARNESS/, where the fuzz lane
// starts from.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "meshes/read/su2.hpp"
#include "tests/fuzz/cgns_encoding.hpp"
#include "tests/fuzz/npz_bytes.hpp"
#include "tests/meshes/cgns_nodes.hpp"
#include "tests/meshes/gmsh_bytes.hpp"
#include "tests/meshes/petsc_fun3d_bytes.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/meshes/ugrid_bytes.hpp"

namespace trireme::mesh::testing {
namespace {

const char plane_su2[] =
    "NDIME= 2\nNELEM= 2\n9 0 1 2 3\n5 1 4 2\nNPOIN= 5\n0 0\n1 0\n1 1\n0 1\n2 0\nNMARK= 1\nMARKER_TAG= all\n"
    "MARKER_ELEMS= 5\n3 0 1\n3 1 4\n3 4 2\n3 2 3\n3 3 0\n";

void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

void write_all(const std::filesystem::path& folder) {
  int number = 0;
  for (const char* text : {house, tower, two_tetrahedra, plane_su2}) {
    const std::string name = std::to_string(number++);
    write(folder / "su2", name, text);
    const RawMesh mesh = read_su2(text, name);
    if (mesh.dimension == 2) continue;
    for (const Encoding encoding : {Encoding::ascii, Encoding::little, Encoding::big}) {
      const std::string as = name + "-" + std::to_string(static_cast<int>(encoding));
      for (const GmshVersion version : {GmshVersion::v22, GmshVersion::v40, GmshVersion::v41}) {
        for (const PhysicalGroups groups : {PhysicalGroups::none, PhysicalGroups::named})
          write(
              folder / "gmsh",
              as + "-" + std::to_string(static_cast<int>(version)) + std::to_string(static_cast<int>(groups)),
              gmsh_bytes(mesh, version, encoding, groups));
      }
      write(folder / "ugrid", as, ugrid_bytes(mesh, encoding));
      write(folder / "ugrid", as + "-4", ugrid_bytes(mesh, encoding, RealSize::four));
    }
    for (const Conditions conditions :
         {Conditions::face_lists, Conditions::element_ranges, Conditions::none}) {
      std::string bytes;
      fuzz::encode(cgns_nodes(mesh, conditions), bytes);
      write(folder / "cgns", name + "-" + std::to_string(static_cast<int>(conditions)), bytes);
    }
  }
  write(folder / "mapbc", "0", "3\n1 3000 wing\n2 5000\n3 6662 symmetry_y\n");
  for (const Endian endian : {Endian::big, Endian::little}) {
    const FileBytes file(endian);
    write(folder / "petsc_fun3d", endian == Endian::big ? "big" : "little",
          std::string(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()));
  }
}

// Two samples of DLRM's arrays, with two numbers and three ids each.
void write_arrays(const std::filesystem::path& folder) {
  using namespace dlrm::fuzz;
  const auto integers = [](std::initializer_list<int> values, int bytes) {
    std::string text;
    for (const int value : values) text += little_endian(static_cast<std::uint64_t>(value), bytes);
    return text;
  };
  const std::vector<std::pair<std::string, std::string>> arrays = {
      {"X_int", npy_bytes("<i4", "2, 2", integers({3, -1, 0, 250}, 4))},
      {"X_cat", npy_bytes("<i8", "2, 3", integers({1, 2, 3, 400, 5, 60}, 8))},
      {"y", npy_bytes("|u1", "2,", integers({1, 0}, 1))}};
  write(folder, "stored", npz_bytes(arrays, false));
  write(folder, "deflated", npz_bytes(arrays, true));
  write(folder, "alone", npy_bytes("<f4", "3,", std::string("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40", 12)));
}

}  // namespace
}  // namespace trireme::mesh::testing

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "write_seeds FOLDER\n");
    return 2;
  }
  trireme::mesh::testing::write_all(argv[1]);
  trireme::mesh::testing::write_arrays(std::filesystem::path(argv[1]) / "npz");
  return 0;
}
