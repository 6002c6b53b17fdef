// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/mapbc.hpp"

#include <algorithm>

#include "meshes/core/count_text.hpp"
#include "meshes/read/text_lines.hpp"

namespace trireme::mesh {
namespace {

struct CodeRange {
  GlobalIndex first, last;
  std::string_view stem;  // of marker names; the solver knows what wall, far_field and symmetry are
  std::string_view meaning;
};
// 3 to 5 are what grid generators wrote before FUN3D had codes of four digits.
constexpr CodeRange codes[] = {{3, 3, "far_field", "far field"},
                               {4, 4, "wall", "viscous wall"},
                               {5, 5, "wall", "inviscid wall"},
                               {3000, 3999, "wall", "inviscid wall"},
                               {4000, 4999, "wall", "viscous wall"},
                               {5000, 5025, "far_field", "far field"},
                               {5026, 5026, "outflow", "extrapolation"},
                               {5050, 5050, "far_field", "free stream"},
                               {5051, 5052, "outlet", "back pressure"},
                               {6021, 6023, "symmetry", "symmetry"},
                               {6100, 6100, "periodic", "periodic"},
                               {6661, 6663, "symmetry", "symmetry"},
                               {7011, 7011, "inlet", "total pressure and temperature"},
                               {7012, 7012, "outlet", "subsonic outflow"},
                               {7031, 7031, "outlet", "mass flow out"},
                               {7036, 7036, "inlet", "mass flow in"},
                               {7100, 7101, "inflow", "fixed inflow"}};

const CodeRange* range_of(GlobalIndex code) {
  const auto at = std::find_if(std::begin(codes), std::end(codes), [&](const CodeRange& range) {
    return range.first <= code && code <= range.last;
  });
  return at == std::end(codes) ? nullptr : at;
}

}  // namespace

BoundaryNames read_mapbc(std::string_view text, std::string_view file_name) {
  TextLines lines(text, file_name, '#');
  if (!lines.next())
    lines.fail("the file is empty", "a line with the number of boundaries is expected",
               "write it, or remove the file");
  const GlobalIndex count = lines.integer("the number of boundaries");
  BoundaryNames names;
  for (GlobalIndex found = 0; lines.next(); ++found) {
    if (found == count) {
      lines.fail(std::to_string(count) + " boundaries are announced", "a further line follows",
                 "correct the count");
    }
    const GlobalIndex tag = lines.integer("the tag of a boundary");
    const GlobalIndex code = lines.integer("the code of a boundary");
    std::string name(lines.word());
    if (name.empty()) {
      const CodeRange* range = range_of(code);
      name = std::string(range ? range->stem : "tag") + "_" + std::to_string(tag);
    }
    if (!names.try_emplace(tag, BoundaryName{name, code}).second)
      lines.fail("tag " + std::to_string(tag) + " is given twice", "a tag has one name",
                 "keep one of the two lines");
  }
  if (static_cast<GlobalIndex>(names.size()) != count) {
    lines.fail(std::to_string(count) + " boundaries are announced",
               count_text(static_cast<GlobalIndex>(names.size()), "line follows", "lines follow") +
                   ", and the file ends here",
               "correct the count");
  }
  return names;
}

std::string_view meaning_of_code(GlobalIndex code) {
  const CodeRange* range = range_of(code);
  return range ? range->meaning : std::string_view{};
}

}  // namespace trireme::mesh
