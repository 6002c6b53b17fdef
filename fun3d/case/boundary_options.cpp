// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/boundary_options.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <sstream>

#include "solvers/base/error.hpp"
#include "solvers/options/scalar_conversion.hpp"

namespace trireme::flow {

namespace {

struct KnownName {
  std::string_view stem;
  BoundaryKind kind;
};

constexpr std::array known_names{
    KnownName{"far_field", BoundaryKind::far_field},
    KnownName{"farfield", BoundaryKind::far_field},
    KnownName{"far", BoundaryKind::far_field},
    KnownName{"symmetry", BoundaryKind::symmetry},
    KnownName{"symm", BoundaryKind::symmetry},
    KnownName{"extrusion_min", BoundaryKind::symmetry},
    KnownName{"extrusion_max", BoundaryKind::symmetry},
    KnownName{"wing", BoundaryKind::slip_wall},
    KnownName{"wall", BoundaryKind::slip_wall},
    KnownName{"solid", BoundaryKind::slip_wall},
    KnownName{"slip_wall", BoundaryKind::slip_wall},
    KnownName{"body", BoundaryKind::slip_wall},
    KnownName{"airfoil", BoundaryKind::slip_wall},
    KnownName{"sphere", BoundaryKind::slip_wall},
    KnownName{"cylinder", BoundaryKind::slip_wall},
    KnownName{"fuselage", BoundaryKind::slip_wall},
    KnownName{"nacelle", BoundaryKind::slip_wall},
    KnownName{"free_stream", BoundaryKind::far_field},
    KnownName{"freestream", BoundaryKind::far_field},
    KnownName{"supersonic_inflow", BoundaryKind::supersonic_inflow},
    KnownName{"supersonic_outflow", BoundaryKind::supersonic_outflow},
    KnownName{"total_pressure_inlet", BoundaryKind::total_pressure_inlet},
    KnownName{"pressure_outlet", BoundaryKind::pressure_outlet},
};

constexpr std::array all_kinds{BoundaryKind::slip_wall,          BoundaryKind::symmetry,
                               BoundaryKind::far_field,          BoundaryKind::supersonic_inflow,
                               BoundaryKind::supersonic_outflow, BoundaryKind::total_pressure_inlet,
                               BoundaryKind::pressure_outlet,    BoundaryKind::exact};

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

// One section of values: its name, the kind that takes them, and where a condition keeps them.
struct GivenValue {
  std::string_view name;
  const std::map<std::string, std::string>& by_marker;
  BoundaryKind kind;
};

void require_marker(const std::string& key, const std::string& marker,
                    std::span<const std::string> marker_names) {
  if (std::find(marker_names.begin(), marker_names.end(), marker) != marker_names.end()) return;
  throw Error(ErrorKind::input, key + ": the mesh has no such marker",
              "its markers are " + list(marker_names), "correct or remove the entry");
}

[[noreturn]] void refuse_value(const std::string& key, const std::string& text, const std::string& allowed) {
  throw Error(ErrorKind::input, key + " = '" + text + "' is not allowed", "allowed: " + allowed,
              "correct or remove the entry");
}

double positive_number(const std::string& key, const std::string& text) {
  const std::optional<double> number = options::to_double(text);
  if (!number || !(*number > 0)) {
    refuse_value(key, text, "number, above 0, in units of the free stream's static value");
  }
  return *number;
}

Vector3 unit_vector(const std::string& key, const std::string& text) {
  std::vector<double> numbers;
  std::istringstream words(text);
  for (std::string word; words >> word;) numbers.push_back(options::to_double(word).value_or(NAN));
  const double length = numbers.size() == 3 ? std::hypot(numbers[0], numbers[1], numbers[2]) : double{NAN};
  if (!(length > 0 && std::isfinite(length))) {
    refuse_value(key, text, "three numbers with spaces between, not all zero, as in '1 0 0'");
  }
  return {numbers[0] / length, numbers[1] / length, numbers[2] / length};
}

void set_values(std::span<const std::string> marker_names, const BoundaryOptions& options,
                std::vector<BoundaryCondition>& conditions) {
  const GivenValue all[] = {
      {"pressure", options.pressure, BoundaryKind::pressure_outlet},
      {"total_pressure", options.total_pressure, BoundaryKind::total_pressure_inlet},
      {"total_temperature", options.total_temperature, BoundaryKind::total_pressure_inlet},
      {"direction", options.direction, BoundaryKind::total_pressure_inlet}};
  for (const GivenValue& value : all) {
    for (const auto& [marker, text] : value.by_marker) {
      const std::string key = "boundary_values." + std::string(value.name) + "." + marker;
      require_marker(key, marker, marker_names);
      for (std::size_t i = 0; i < marker_names.size(); ++i) {
        if (marker_names[i] != marker) continue;
        BoundaryCondition& condition = conditions[i];
        if (condition.kind != value.kind) {
          throw Error(
              ErrorKind::input,
              key + ": " + std::string(name_of(condition.kind)) + " takes no " + std::string(value.name),
              "it belongs to " + std::string(name_of(value.kind)),
              "remove the entry or set boundary." + marker + "=" + std::string(name_of(value.kind)));
        }
        if (value.name == "pressure") condition.pressure = positive_number(key, text);
        if (value.name == "total_pressure") condition.total_pressure = positive_number(key, text);
        if (value.name == "total_temperature") condition.total_temperature = positive_number(key, text);
        if (value.name == "direction") condition.direction = unit_vector(key, text);
      }
    }
  }
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

void refuse_total_temperature(const std::string& marker, std::string_view equations) {
  throw Error(
      ErrorKind::input,
      "boundary_values.total_temperature." + marker + ": " + std::string(equations) + " has no temperature",
      "total pressure and direction are all that its inlet takes", "remove the entry");
}

void BoundaryOptions::describe(options::Schema& schema) {
  schema.section("", "");
  schema.add_map(
      "boundary", kinds,
      "what the mesh's markers are; markers called wing, wall, solid, symmetry, far_field and the like need "
      "no entry",
      kind_words());
  schema.section("boundary_values",
                 "Values of boundary conditions by marker; what is not given is the free stream's.");
  schema.add_map("pressure", pressure,
                 "pressure_outlet: static pressure, in units of the free stream's static pressure");
  schema.add_map("total_pressure", total_pressure,
                 "total_pressure_inlet: total pressure, in units of the free stream's static pressure");
  schema.add_map(
      "total_temperature", total_temperature,
      "total_pressure_inlet, compressible: total temperature, in units of the free stream's static one");
  schema.add_map("direction", direction,
                 "total_pressure_inlet: where the flow goes, x y z in the mesh's axes, as in '1 0 0'");
}

std::vector<BoundaryCondition> resolve_boundaries(std::span<const std::string> marker_names,
                                                  const BoundaryOptions& options) {
  for (const auto& [marker, word] : options.kinds) {
    require_marker("boundary." + marker, marker, marker_names);
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
  set_values(marker_names, options, conditions);
  return conditions;
}

}  // namespace trireme::flow
