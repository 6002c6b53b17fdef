// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/limiter_options.hpp"

namespace trireme::flow {

void LimiterOptions::describe(options::Schema& schema) {
  schema.section("limiter", "Limits the gradients of the second-order scheme where the flow has shocks.");
  schema.add_choice("type", type,
                    {{"none", LimiterKind::none},
                     {"barth_jespersen", LimiterKind::barth_jespersen},
                     {"venkatakrishnan", LimiterKind::venkatakrishnan}},
                    "barth_jespersen lets no extrapolated value leave the range of the neighbours; "
                    "venkatakrishnan is smooth, so that the residual converges, and spares small variations");
  schema.add(
      "venkatakrishnan_constant", venkatakrishnan_constant,
      "K of Venkatakrishnan's limiter: changes of the unknowns well below (K h / reference_length)^1.5 "
      "between vertices h apart are not limited; 0: none is spared",
      {.min = 0});
  schema.add("reference_length", reference_length,
             "length of the body in the mesh's unit, against which the mesh spacing h is measured",
             {.min = 0, .open_min = true});
  schema.add("freeze_after_drop", freeze_after_drop,
             "hold the limiter fixed for good once |R_0| / |R| exceeds this; 0: never", {.min = 0});
}

}  // namespace trireme::flow
