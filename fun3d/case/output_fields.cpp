// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_fields.hpp"

#include "fun3d/kernels/vertex_state.hpp"

namespace trireme::flow {

namespace {

// How many unknowns from `first` on are the components of one vector: 3 or 1.
template <class E>
int components_from(int first) {
  const std::string_view name = E::unknown_names[static_cast<std::size_t>(first)];
  return name.ends_with("_x") && first + 2 < E::n_unknowns ? 3 : 1;
}

}  // namespace

template <class E>
OutputFields OutputFields::of_points(const typename E::Parameters& parameters, const double* state,
                                     std::span<const LocalIndex> vertices) {
  OutputFields result;
  for (int first = 0; first < E::n_unknowns;) {
    const int components = components_from<E>(first);
    std::string_view name = E::unknown_names[static_cast<std::size_t>(first)];
    if (components == 3) name.remove_suffix(2);
    Field field{.name = std::string(name), .components = components, .values = {}};
    field.values.reserve(vertices.size() * static_cast<std::size_t>(components));
    for (const LocalIndex vertex : vertices) {
      const double* row = state + static_cast<std::size_t>(vertex) * E::n_unknowns + first;
      field.values.insert(field.values.end(), row, row + components);
    }
    result.fields_.push_back(std::move(field));
    first += components;
  }
  Field cp{.name = "pressure_coefficient", .components = 1, .values = {}};
  for (const LocalIndex vertex : vertices) {
    const double pressure = E::pressure(parameters, load_state<E::n_unknowns>(state, vertex));
    cp.values.push_back(E::pressure_coefficient(parameters, pressure));
  }
  result.fields_.push_back(std::move(cp));
  return result;
}

void OutputFields::add_cell_field(const std::string& name, std::vector<double> values) {
  fields_.push_back({name, 1, std::move(values), io::VtkHdfField::Location::cell});
}

std::vector<io::VtkHdfField> OutputFields::fields() const {
  std::vector<io::VtkHdfField> views;
  for (const Field& field : fields_)
    views.push_back({field.name, field.components, field.values, field.location});
  return views;
}

#define INSTANTIATE(E)                                                                  \
  template OutputFields OutputFields::of_points<E>(const E::Parameters&, const double*, \
                                                   std::span<const LocalIndex>);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
