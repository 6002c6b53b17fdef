// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/boundary_options.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "solvers/base/error.hpp"

namespace trireme::flow {

namespace {

struct KnownName {
  std::string_view stem;
  BoundaryKind kind;
};

constexpr std::array known_names{
    KnownName{"far_field", BoundaryKind::far_field},    KnownName{"farfield", BoundaryKind::far_field},
    KnownName{"far", BoundaryKind::far_field},          KnownName{"symmetry", BoundaryKind::symmetry},
    KnownName{"symm", BoundaryKind::symmetry},          KnownName{"extrusion_min", BoundaryKind::symmetry},
    KnownName{"extrusion_max", BoundaryKind::symmetry}, KnownName{"wing", BoundaryKind::slip_wall},
    KnownName{"wall", BoundaryKind::slip_wall},         KnownName{"solid", BoundaryKind::slip_wall},
    KnownName{"slip_wall", BoundaryKind::slip_wall},    KnownName{"body", BoundaryKind::slip_wall},
    KnownName{"airfoil", BoundaryKind::slip_wall},      KnownName{"sphere", BoundaryKind::slip_wall},
};

constexpr std::array all_kinds{BoundaryKind::slip_wall,          BoundaryKind::symmetry,
                               BoundaryKind::far_field,          BoundaryKind::supersonic_inflow,
                               BoundaryKind::supersonic_outflow, BoundaryKind::total_pressure_inlet,
                               BoundaryKind::pressure_outlet};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::optional<BoundaryKind> kind_by_name(const std::string& marker) {
  const std::string name = lower_case(marker);
  for (const KnownName& known : known_names) {
    if (!name.starts_with(known.stem)) continue;
    const std::string_view rest = std::string_view(name).substr(known.stem.size());
    if (rest.empty() || rest.front() == '_' || std::isdigit(static_cast<unsigned char>(rest.front()))) {
      return known.kind;
    }
  }
  return std::nullopt;
}

std::optional<BoundaryKind> kind_by_word(const std::string& word) {
  for (const BoundaryKind kind : all_kinds) {
    if (word == name_of(kind)) return kind;
  }
  return std::nullopt;
}

std::string list(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::vector<std::string> kind_words() {
  std::vector<std::string> words;
  for (const BoundaryKind kind : all_kinds) words.emplace_back(name_of(kind));
  return words;
}

}  // namespace

std::string_view name_of(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::slip_wall:
      return "slip_wall";
    case BoundaryKind::symmetry:
      return "symmetry";
    case BoundaryKind::far_field:
      return "far_field";
    case BoundaryKind::supersonic_inflow:
      return "supersonic_inflow";
    case BoundaryKind::supersonic_outflow:
      return "supersonic_outflow";
    case BoundaryKind::total_pressure_inlet:
      return "total_pressure_inlet";
    case BoundaryKind::pressure_outlet:
      return "pressure_outlet";
    case BoundaryKind::exact:
      return "exact";
  }
  return "";
}

void refuse_boundary(const std::string& marker, BoundaryKind kind, std::string_view equations) {
  const std::string word(name_of(kind));
  throw Error(ErrorKind::input, "boundary." + marker + ": " + std::string(equations) + " has no " + word,
              "the kind belongs to another equation set",
              "choose another kind, for example boundary." + marker + "=far_field, or other flow.equations");
}

void BoundaryOptions::describe(options::Schema& schema) {
  schema.section("", "");
  schema.add_map(
      "boundary", kinds,
      "what the mesh's markers are; markers called wing, wall, solid, symmetry, far_field and the like need "
      "no entry",
      kind_words());
}

std::vector<BoundaryCondition> resolve_boundaries(std::span<const std::string> marker_names,
                                                  const BoundaryOptions& options) {
  for (const auto& [marker, word] : options.kinds) {
    if (std::find(marker_names.begin(), marker_names.end(), marker) != marker_names.end()) continue;
    throw Error(ErrorKind::input, "boundary." + marker + ": the mesh has no such marker",
                "its markers are " + list(marker_names), "correct or remove the entry");
  }
  std::vector<BoundaryCondition> conditions;
  std::vector<std::string> unknown;
  for (const std::string& marker : marker_names) {
    const auto given = options.kinds.find(marker);
    const std::optional<BoundaryKind> kind =
        given != options.kinds.end() ? kind_by_word(given->second) : kind_by_name(marker);
    if (!kind) unknown.push_back(marker);
    conditions.emplace_back(kind.value_or(BoundaryKind::slip_wall));
  }
  if (!unknown.empty()) {
    throw Error(ErrorKind::input, "no boundary condition for marker " + list(unknown),
                "the mesh's markers are " + list(marker_names) + "; kinds are " + list(kind_words()),
                "say what it is, for example boundary." + unknown.front() + "=far_field");
  }
  return conditions;
}

}  // namespace trireme::flow
