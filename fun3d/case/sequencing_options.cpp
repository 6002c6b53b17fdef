// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/sequencing_options.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::flow {

namespace {

// Generators refuse to make less.
constexpr std::int64_t fewest_vertices = 8;

std::string name_of(const mesh::MeshOptions& options) {
  std::string name =
      options.file.empty() ? fmt::format("about {} vertices", options.target_vertices) : options.file;
  if (options.refine > 0) {
    name += options.refine == 1 ? ", refined once" : fmt::format(", refined {} times", options.refine);
  }
  return name;
}

mesh::MeshOptions coarser(mesh::MeshOptions mesh, double coarsening) {
  if (mesh.refine > 0) {
    --mesh.refine;
  } else {
    mesh.target_vertices = std::llround(static_cast<double>(mesh.target_vertices) / coarsening);
  }
  return mesh;
}

}  // namespace

void SequencingOptions::describe(options::Schema& schema) {
  schema.section("sequencing",
                 "Coarser meshes on which the flow is solved first; each solution is where the next mesh "
                 "begins.");
  schema.add("meshes", meshes,
             "mesh files of the same domain with the same markers, the coarsest first; the last mesh of the "
             "run is that of section mesh");
  schema.add("levels", levels,
             "number of coarser meshes made from section mesh instead: with fewer refinements (mesh.refine), "
             "and a generated mesh then with fewer vertices",
             {.min = 0, .max = 20});
  schema.add("coarsening", coarsening, "of levels: how many times fewer vertices the next coarser mesh has",
             {.min = 1.5, .max = 1000});
  schema.add("residual_drop", residual_drop, "a coarser mesh is left once |R_0| / |R| on it exceeds this",
             {.min = 1, .open_min = true});
  schema.add("max_steps", max_steps, "and after this many steps at the latest", {.min = 0});
  schema.add(
      "cfl_factor", cfl_factor,
      "on the CFL numbers of a mesh that begins with a coarser one's flow, which bears larger steps than "
      "the free stream",
      {.min = 1});
}

void SequencingOptions::validate(const mesh::MeshOptions& mesh) const {
  if (!meshes.empty() && levels > 0) {
    throw Error(ErrorKind::input, "sequencing.meshes and sequencing.levels are both given",
                "the coarser meshes are either files or made from section mesh", "remove one of them");
  }
  if (!mesh.file.empty() && levels > mesh.refine) {
    throw Error(ErrorKind::input, fmt::format("sequencing.levels is {}", levels),
                fmt::format("without its {} refinements, {} has no coarser mesh", mesh.refine, mesh.file),
                "lower it, raise mesh.refine, or name coarser files in sequencing.meshes");
  }
  for (const MeshSource& source : mesh_sequence(mesh, *this)) {
    if (source.options.target_vertices >= fewest_vertices) continue;
    throw Error(ErrorKind::input, fmt::format("sequencing.levels is {}", levels),
                fmt::format("the coarsest mesh would have {}", source.name), "lower it");
  }
}

PseudoTimeOptions SequencingOptions::on_coarser_meshes(PseudoTimeOptions pseudo_time) const {
  pseudo_time.residual_drop = std::min(residual_drop, pseudo_time.residual_drop);
  pseudo_time.max_steps = max_steps;
  return pseudo_time;
}

std::vector<MeshSource> mesh_sequence(const mesh::MeshOptions& mesh, const SequencingOptions& sequencing) {
  std::vector<MeshSource> sources{{name_of(mesh), mesh}};
  for (int level = 0; level < sequencing.levels; ++level) {
    const mesh::MeshOptions options = coarser(sources.front().options, sequencing.coarsening);
    sources.insert(sources.begin(), {name_of(options), options});
  }
  for (auto file = sequencing.meshes.rbegin(); file != sequencing.meshes.rend(); ++file) {
    mesh::MeshOptions options = mesh;
    options.file = *file;
    options.refine = 0;
    sources.insert(sources.begin(), {name_of(options), options});
  }
  return sources;
}

}  // namespace trireme::flow
