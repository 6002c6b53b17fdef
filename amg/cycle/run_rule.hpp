// SPDX-License-Identifier: Apache-2.0
// Whether rows that repeat one another are relaxed eight at a time (kernels/stencil_runs.hpp). Chosen by the
// cycle's options, obeyed by the choice of a row order.
#pragma once

namespace trireme::amg {

enum class RunRule { where_most_rows_do, never };

}  // namespace trireme::amg
