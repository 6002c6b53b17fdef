// SPDX-License-Identifier: Apache-2.0
// The upwind fluxes a deck may choose from. An equation set says which of them it has in has(FluxScheme).
#pragma once

namespace trireme::flow {

enum class FluxScheme { roe, hllc, rusanov };

}  // namespace trireme::flow
