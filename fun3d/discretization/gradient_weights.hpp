// SPDX-License-Identifier: Apache-2.0
// How the least-squares gradients weigh the edges of a vertex. Unweighted is exact for linear fields and
// damps more; inverse distance follows curved, stretched meshes better.
#pragma once

namespace trireme::flow {

enum class GradientWeights { unweighted, inverse_distance };

}  // namespace trireme::flow
