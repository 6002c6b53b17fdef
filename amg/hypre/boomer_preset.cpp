// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/boomer_preset.hpp"

#include "solvers/base/error.hpp"
#include "solvers/options/nearest_key.hpp"

namespace trireme::amg::hypre {
namespace {

BoomerPreset named(const char* name, int coarsen_type, int interpolation_type, bool keep_transpose) {
  BoomerPreset made;
  made.name = name;
  made.coarsen_type = coarsen_type;
  made.interpolation_type = interpolation_type;
  made.keep_transpose = keep_transpose;
  return made;
}

std::vector<BoomerPreset> all_presets() {
  constexpr int hmis = 10, pmis = 8, loops = 6, products = 17;
  std::vector<BoomerPreset> all{
      named("hmis6", hmis, loops, false),        named("pmis6", pmis, loops, false),
      named("hmis17", hmis, products, false),    named("pmis17", pmis, products, true),
      named("amg2023_p1", hmis, products, true), named("amg2023_p2", hmis, products, true)};
  all.back().aggressive_levels = 1;
  all.back().max_row_sum = 1;
  return all;
}

}  // namespace

const std::vector<BoomerPreset>& presets() {
  static const std::vector<BoomerPreset> all = all_presets();
  return all;
}

const BoomerPreset& preset(const std::string& name) {
  std::vector<std::string> names;
  std::string listed;
  for (const BoomerPreset& one : presets()) {
    if (one.name == name) return one;
    names.push_back(one.name);
    listed += (listed.empty() ? "" : ", ") + one.name;
  }
  throw Error(ErrorKind::input, "'" + name + "' is no preset of hypre", "there are " + listed,
              "did you mean '" + options::nearest_key(name, names) + "'?");
}

}  // namespace trireme::amg::hypre
