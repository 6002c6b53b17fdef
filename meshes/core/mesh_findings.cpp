// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/mesh_findings.hpp"

#include <algorithm>

#include "meshes/core/count_text.hpp"

namespace trireme::mesh {

std::string_view severity_name(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::repaired ? "repaired" : "note";
}

std::string Finding::headline() const {
  return count_text(count, kind->one, kind->many);
}

Finding& MeshFindings::of(const FindingKind& kind) {
  const auto at = std::find_if(findings_.begin(), findings_.end(),
                               [&](const Finding& finding) { return finding.kind->key == kind.key; });
  if (at != findings_.end()) return *at;
  return findings_.emplace_back(Finding{&kind, 0, {}});
}

GlobalIndex MeshFindings::n_errors() const {
  GlobalIndex n = 0;
  for (const Finding& finding : findings_) n += finding.kind->severity == Severity::error ? finding.count : 0;
  return n;
}

GlobalIndex MeshFindings::count(const FindingKind& kind) const {
  for (const Finding& finding : findings_)
    if (finding.kind->key == kind.key) return finding.count;
  return 0;
}

}  // namespace trireme::mesh
