// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_fields.hpp"

#include <algorithm>

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
std::vector<std::string> surface_quantity_names() {
  std::vector<std::string> names{"pressure_coefficient"};
  names.insert(names.end(), E::derived_names.begin(), E::derived_names.end());
  return names;
}

template <class E>
void surface_quantities(const typename E::Parameters& parameters, const State<E::n_unknowns>& q,
                        double* out) {
  *out++ = E::pressure_coefficient(parameters, E::pressure(parameters, q));
  const auto derived = E::derived(parameters, q);
  std::copy(derived.begin(), derived.end(), out);
}

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
  const std::size_t first_scalar = result.fields_.size();
  for (const std::string& name : surface_quantity_names<E>())
    result.fields_.push_back({name, 1, {}, io::VtkHdfField::Location::point});
  std::vector<double> values(result.fields_.size() - first_scalar);
  for (const LocalIndex vertex : vertices) {
    surface_quantities<E>(parameters, load_state<E::n_unknowns>(state, vertex), values.data());
    for (std::size_t k = 0; k < values.size(); ++k)
      result.fields_[first_scalar + k].values.push_back(values[k]);
  }
  return result;
}

void OutputFields::add_point_field(const std::string& name, std::vector<double> values) {
  fields_.push_back({name, 1, std::move(values), io::VtkHdfField::Location::point});
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

#define INSTANTIATE(E)                                                                             \
  template std::vector<std::string> surface_quantity_names<E>();                                   \
  template void surface_quantities<E>(const E::Parameters&, const State<E::n_unknowns>&, double*); \
  template OutputFields OutputFields::of_points<E>(const E::Parameters&, const double*,            \
                                                   std::span<const LocalIndex>);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
