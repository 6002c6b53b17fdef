// SPDX-License-Identifier: Apache-2.0
// Turns interlaced unknowns into the named point fields of an output file: unknowns called NAME_x, NAME_y,
// NAME_z become the vector NAME, the others scalars; the pressure coefficient and the equation set's derived
// quantities are added. Called by the volume, surface and section writers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fun3d/physics/equation_sets.hpp"
#include "solvers/io/vtkhdf_writer.hpp"

namespace trireme::flow {

// The scalars that follow from a state: pressure_coefficient, then E::derived_names.
template <class E>
std::vector<std::string> surface_quantity_names();
// out: as many as there are names.
template <class E>
void surface_quantities(const typename E::Parameters& parameters, const State<E::n_unknowns>& q, double* out);

// The values behind a file's fields, and the fields that point at them.
class OutputFields {
 public:
  // state [n_vertices, N]; vertices: which of them are points of the file, in the file's order. Local.
  template <class E>
  static OutputFields of_points(const typename E::Parameters& parameters, const double* state,
                                std::span<const LocalIndex> vertices);

  // Adds one value a point.
  void add_point_field(const std::string& name, std::vector<double> values);
  // Adds one value a cell.
  void add_cell_field(const std::string& name, std::vector<double> values);

  // Valid as long as this object.
  std::vector<io::VtkHdfField> fields() const;

 private:
  struct Field {
    std::string name;
    int components = 1;
    std::vector<double> values;
    io::VtkHdfField::Location location = io::VtkHdfField::Location::point;
  };
  std::vector<Field> fields_;
};

}  // namespace trireme::flow
