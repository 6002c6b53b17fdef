// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "meshes/apps/trireme-mesh/commands.hpp"
#include "meshes/core/cell_geometry.hpp"
#include "meshes/core/check_mesh.hpp"
#include "meshes/read/own_hdf5.hpp"
#include "meshes/read/read_mesh.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/options/nearest_key.hpp"

namespace trireme::mesh {
namespace {

constexpr FindingKind unknown_marker{"unknown_markers", Severity::error, "marker was not expected",
                                     "markers were not expected", "name it in check.markers, or in the file"};
constexpr FindingKind missing_marker{"missing_markers", Severity::error, "marker is missing",
                                     "markers are missing", "name it in the file"};

// As the file has it; foreign meshes and the own format's cells on rank 0. Notes that were printed are gone.
std::variant<RawMesh, RawDual> read_unchecked(program::Context& context, const MeshOptions& options) {
  const comm::Communicator& comm = context.comm;
  if (!options.file.empty() && (options.refine > 0 || options.split_to_tets)) {
    throw Error(ErrorKind::input, "'" + options.file + "' cannot be changed and checked",
                std::string(options.refine > 0 ? "mesh.refine" : "mesh.split_to_tets") +
                    " is set, but check looks at a file as it is",
                "leave the key out, or write the changed mesh with trireme-mesh convert and check that");
  }
  if (!options.file.empty() && format_of(options.file) != MeshFormat::own_hdf5) {
    std::variant<RawMesh, RawDual> raw;
    comm::run_on_root(comm, [&] { raw = parse_foreign_mesh(options.file); });
    int is_dual = std::holds_alternative<RawDual>(raw) ? 1 : 0;
    comm::broadcast_value(comm, is_dual);
    if (is_dual && !comm.is_root()) raw = RawDual{};
    return raw;
  }
  LoadedMesh loaded = options.file.empty() ? load_mesh(comm, options, context.log)
                                           : LoadedMesh(read_own_hdf5(comm, options.file));
  if (auto* dual = std::get_if<RawDual>(&loaded)) return std::move(*dual);
  RawMesh mesh = gather(comm, std::get<DistributedMesh>(loaded));
  if (options.file.empty()) mesh.notes.clear();
  return mesh;
}

// Local. Facets and areas, which hold for damaged meshes too.
void report_markers(program::Context& context, const RawMesh& mesh) {
  for (const auto& marker : mesh.markers) {
    double area = 0;
    for (std::size_t f = 0; f + 1 < marker.facet_offsets.size(); ++f) {
      const auto begin = static_cast<std::size_t>(marker.facet_offsets[f]),
                 end = static_cast<std::size_t>(marker.facet_offsets[f + 1]);
      CellCorners corners{};
      for (std::size_t i = begin; i < end; ++i)
        corners[i - begin] = mesh.points[static_cast<std::size_t>(marker.facet_vertices[i])];
      area += length(face_area({static_cast<int>(end - begin), {0, 1, 2, 3}}, corners));
    }
    context.log.line(
        fmt::format("marker {:<20} {:>10} facets, area {:.8g}", marker.name, marker.n_facets(), area));
    context.record.append("mesh.markers",
                          {{"name", marker.name}, {"facets", marker.n_facets()}, {"area", area}});
  }
}

void compare_markers(const RawMesh& mesh, const std::vector<std::string>& expected, MeshFindings& findings) {
  if (expected.empty()) return;
  std::vector<std::string> present;
  for (const auto& marker : mesh.markers) present.push_back(marker.name);
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : present) {
    if (!has(expected, name)) {
      findings.add(unknown_marker, [&] {
        return fmt::format("'{}' (did you mean '{}'?)", name, options::nearest_key(name, expected));
      });
    }
  }
  for (const std::string& name : expected)
    if (!has(present, name)) findings.add(missing_marker, [&] { return "'" + name + "'"; });
}

// Local.
void report_findings(program::Context& context, const MeshFindings& findings) {
  for (const Finding& finding : findings.all()) {
    const FindingKind& kind = *finding.kind;
    context.log.line(fmt::format("{}: {}{}{}", severity_name(kind.severity), finding.headline(),
                                 kind.suggestion.empty() ? "" : " -> ", kind.suggestion));
    for (const std::string& example : finding.examples) context.log.line("  " + example);
    const auto shown = static_cast<GlobalIndex>(finding.examples.size());
    if (finding.count > shown) context.log.line(fmt::format("  ... and {} more", finding.count - shown));
    context.record.append("mesh.findings", {{"kind", std::string(kind.key)},
                                            {"severity", std::string(severity_name(kind.severity))},
                                            {"count", finding.count},
                                            {"examples", finding.examples}});
  }
  context.record.set("mesh.errors", findings.n_errors());
}

[[noreturn]] void refuse(const std::string& source, const MeshFindings& findings) {
  const auto n_kinds =
      std::count_if(findings.all().begin(), findings.all().end(),
                    [](const Finding& finding) { return finding.kind->severity == Severity::error; });
  throw Error(ErrorKind::input,
              fmt::format("{}: {} error{} of {} kind{}, listed above", source, findings.n_errors(),
                          findings.n_errors() == 1 ? "" : "s", n_kinds, n_kinds == 1 ? "" : "s"),
              "no command loads a mesh with errors", "mend the mesh where it was made");
}

}  // namespace

program::ExitCode check_mesh_file(program::Context& context, const ProgramOptions& options) {
  const comm::Communicator& comm = context.comm;
  const std::string source = options.mesh.file.empty() ? "the generated mesh" : options.mesh.file;
  auto raw = read_unchecked(context, options.mesh);
  if (auto* dual = std::get_if<RawDual>(&raw)) {
    // Without cells there is nothing but what building the flow mesh checks.
    report_mesh(context, std::move(*dual), options.mesh.partition);
    context.record.set("mesh.errors", 0);
    context.log.line("nothing is wrong");
    return program::ExitCode::done;
  }
  RawMesh& mesh = std::get<RawMesh>(raw);
  comm::run_on_root(comm, [&] {
    for (const std::string& note : mesh.notes) context.log.line("note: " + note);
    const GlobalIndex n_points = mesh.n_points();
    MeshFindings findings = check_and_repair(mesh);
    compare_markers(mesh, options.expected_markers, findings);
    report_findings(context, findings);
    if (!findings.has_errors()) return;
    context.log.line(fmt::format("{} points, {} cells", n_points, mesh.n_cells()));
    context.record.set("mesh.points", n_points);
    report_markers(context, mesh);
    refuse(source, findings);
  });
  report_mesh(context, scatter(comm, std::move(mesh)), options.mesh.partition);
  context.log.line("nothing is wrong that was not repaired");
  return program::ExitCode::done;
}

}  // namespace trireme::mesh
