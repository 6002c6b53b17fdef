// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/check_mesh.hpp"

#include <algorithm>
#include <set>

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

void check_marker_names(const RawMesh& mesh, MeshFindings& findings) {
  std::set<std::string> names;
  for (const auto& marker : mesh.markers) {
    if (!names.insert(marker.name).second)
      findings.add(repeated_marker, [&] { return "'" + marker.name + "'"; });
  }
}

std::string with_first(const Finding& finding) {
  return finding.headline() + (finding.count == 1 ? ": " : ", first: ") + finding.examples[0];
}

// One error for all of them: the first kind with its first example, the others by their numbers.
[[noreturn]] void refuse(const MeshFindings& findings, std::string_view source) {
  const Finding* first = nullptr;
  std::string others;
  for (const Finding& finding : findings.all()) {
    if (finding.kind->severity != Severity::error) continue;
    if (first == nullptr) {
      first = &finding;
    } else {
      others += (others.empty() ? "moreover " : ", ") + finding.headline();
    }
  }
  if (others.empty()) others = "no other kind of error was found";
  std::string suggestion(first->kind->suggestion);
  if (findings.n_errors() > 1) suggestion += "; trireme-mesh check tells of everything at once";
  throw Error(ErrorKind::input, std::string(source) + ": " + with_first(*first), others, suggestion);
}

}  // namespace

void drop_empty_markers(RawMesh& mesh, MeshFindings& findings) {
  std::erase_if(mesh.markers, [&](const RawMesh::Marker& marker) {
    if (marker.n_facets() > 0) return false;
    findings.add(empty_marker, [&] { return "'" + marker.name + "'"; });
    return true;
  });
}

MeshFindings check_and_repair(RawMesh& mesh) {
  MeshFindings findings;
  check_points(mesh, findings);
  check_cells(mesh, findings);
  check_marker_names(mesh, findings);
  drop_empty_markers(mesh, findings);
  {
    const FaceTable faces(mesh);
    const std::vector<OpenFace> open = check_faces(mesh, faces, findings);
    check_open_faces(mesh, faces, open, findings);
    check_joints(mesh, faces, findings);
  }
  drop_orphan_points(mesh, findings);
  return findings;
}

void repair_and_check(RawMesh& mesh, std::string_view source) {
  const MeshFindings findings = check_and_repair(mesh);
  if (findings.has_errors()) refuse(findings, source);
  for (const Finding& finding : findings.all())
    mesh.notes.push_back(std::string(source) + ": " + with_first(finding));
}

}  // namespace trireme::mesh
