// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/read_mesh.hpp"

#include <algorithm>
#include <cctype>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/file_bytes.hpp"
#include "meshes/read/petsc_fun3d.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

MeshFormat format_of(const std::string& path) {
  std::string_view name = without_gz(path);
  const std::size_t dot_at = name.rfind('.');
  std::string extension(dot_at == std::string_view::npos ? "" : name.substr(dot_at));
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension == ".su2") return MeshFormat::su2;
  if (extension == ".msh") return MeshFormat::petsc_fun3d;
  if (extension == ".h5" || extension == ".hdf5" || extension == ".trimesh") return MeshFormat::own_hdf5;
  if (extension == ".vtkhdf") return MeshFormat::vtkhdf;
  throw Error(ErrorKind::input, "the format of mesh file '" + path + "' is not known",
              "extension '" + extension + "'",
              "use .su2, .msh (PETSc-FUN3D's uns3d.msh) or .trimesh/.h5 (the project's own), each of the "
              "first two also with .gz");
}

std::variant<RawMesh, RawDual> read_foreign_mesh(const std::string& path) {
  auto mesh = parse_foreign_mesh(path);
  if (auto* cells = std::get_if<RawMesh>(&mesh)) repair_and_check(*cells, path);
  return mesh;
}

std::variant<RawMesh, RawDual> parse_foreign_mesh(const std::string& path) {
  const MeshFormat format = format_of(path);
  std::string bytes = read_file_bytes(path);
  if (format == MeshFormat::su2) {
    return read_su2(bytes, path);
  }
  if (format == MeshFormat::petsc_fun3d) {
    if (bytes.starts_with("$MeshFormat")) {
      throw Error(ErrorKind::input, "'" + path + "' is a Gmsh file",
                  "a .msh file is expected to be PETSc-FUN3D's uns3d.msh",
                  "convert it to .su2 (gmsh -save -format su2)");
    }
    return read_petsc_fun3d(as_bytes(bytes), path);
  }
  throw Error(ErrorKind::input, "mesh file '" + path + "' cannot be read", "its format is only written",
              "give the .su2, .msh or .trimesh file it was made from");
}

}  // namespace trireme::mesh
