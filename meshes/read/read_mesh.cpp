// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/read_mesh.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/cgns.hpp"
#include "meshes/read/cgns_hdf5.hpp"
#include "meshes/read/file_bytes.hpp"
#include "meshes/read/gmsh.hpp"
#include "meshes/read/petsc_fun3d.hpp"
#include "meshes/read/su2.hpp"
#include "meshes/read/ugrid.hpp"
#include "solvers/base/error.hpp"
#include "solvers/io/hdf5_trial.hpp"

namespace trireme::mesh {
namespace {

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// What FUN3D's file beside wing.lb8.ugrid, wing.mapbc, says.
BoundaryNames names_beside(const std::string& path) {
  std::string stem(without_gz(path));
  for (const std::string_view suffix : {".ugrid", ".b8", ".lb8", ".b4", ".lb4"}) {
    if (lower_case(stem).ends_with(suffix)) stem.resize(stem.size() - suffix.size());
  }
  const std::string file = stem + ".mapbc";
  std::error_code status;
  if (!std::filesystem::exists(file, status)) return {};
  return read_mapbc(read_file_bytes(file), file);
}

RawMesh read_cells(MeshFormat format, std::string& bytes, const std::string& path) {
  if (format == MeshFormat::cgns) {
    const auto nodes = [&] { return read_cgns_nodes(std::as_writable_bytes(std::span(bytes)), path); };
    io::try_in_child(path, bytes.size(), [&] { nodes(); });
    const CgnsNode root = nodes();
    bytes = {};
    return read_cgns(root, path);
  }
  if (format == MeshFormat::gmsh) return read_gmsh(bytes, path);
  if (format == MeshFormat::ugrid) return read_ugrid(bytes, path, names_beside(path));
  return read_su2(bytes, path);
}

}  // namespace

MeshFormat format_of(const std::string& path) {
  std::string_view name = without_gz(path);
  const std::size_t dot_at = name.rfind('.');
  const std::string extension =
      lower_case(std::string(dot_at == std::string_view::npos ? "" : name.substr(dot_at)));
  if (extension == ".su2") return MeshFormat::su2;
  if (extension == ".msh") return MeshFormat::petsc_fun3d;
  if (extension == ".msh2" || extension == ".msh4") return MeshFormat::gmsh;
  if (extension == ".ugrid") return MeshFormat::ugrid;
  if (extension == ".cgns") return MeshFormat::cgns;
  if (extension == ".h5" || extension == ".hdf5" || extension == ".trimesh") return MeshFormat::own_hdf5;
  if (extension == ".vtkhdf") return MeshFormat::vtkhdf;
  throw Error(ErrorKind::input, "the format of mesh file '" + path + "' is not known",
              "extension '" + extension + "'",
              "use .su2, .msh (Gmsh, or PETSc-FUN3D's uns3d.msh), .ugrid or .cgns, each also with .gz, or "
              ".trimesh/.h5 "
              "(the project's own)");
}

std::variant<RawMesh, RawDual> read_foreign_mesh(const std::string& path) {
  auto mesh = parse_foreign_mesh(path);
  if (auto* cells = std::get_if<RawMesh>(&mesh)) repair_and_check(*cells, path);
  return mesh;
}

std::variant<RawMesh, RawDual> parse_foreign_mesh(const std::string& path) {
  MeshFormat format = format_of(path);
  if (format == MeshFormat::own_hdf5 || format == MeshFormat::vtkhdf) {
    throw Error(ErrorKind::input, "mesh file '" + path + "' cannot be read", "its format is only written",
                "give the file it was made from");
  }
  std::string bytes = read_file_bytes(path);
  if (format == MeshFormat::petsc_fun3d && looks_like_gmsh(bytes)) format = MeshFormat::gmsh;
  if (format == MeshFormat::petsc_fun3d) return read_petsc_fun3d(as_bytes(bytes), path);
  return read_cells(format, bytes, path);
}

}  // namespace trireme::mesh
