// SPDX-License-Identifier: Apache-2.0
// What a set-up for other values of the same pattern keeps of the one before. Chosen by SetupOptions, read by
// the set-up and by the solve form.
#pragma once

namespace trireme::amg {

enum class Reuse {
  none,           // nothing: every set-up starts afresh, and needs no memory between set-ups
  structure,      // splittings or aggregates and all patterns; weights and coarse matrices are computed anew
  interpolation,  // the weights of interpolation as well, scaled with the matrix (scaled_interpolation.hpp);
                  // coarse matrices are computed anew
};

}  // namespace trireme::amg
