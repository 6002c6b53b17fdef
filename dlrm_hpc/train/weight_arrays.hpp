// SPDX-License-Identifier: Apache-2.0
// Trained weights as arrays of numpy, named as in the state of DLRM's reference program (Naumov et al., arXiv
// 1906.00091): emb_l.T.weight [rows, width] of table T; bot_l.N.weight [outputs, inputs] and bot_l.N.bias
// [outputs] of the bottom network, with N = 0, 2, 4 ... since activations count; top_l the same. Models with
// the dcn interaction have the names of the second MLPerf recommendation benchmark's program (torchrec's
// DLRM_DCN), which may begin with `model.` where they are read:
//   sparse_arch.embedding_bag_collection.embedding_bags.t_cat_T.weight of table T,
//   dense_arch.model._mlp.N._linear.weight and .bias of layer N of the bottom network,
//   inter_arch.crossnet.W_kernels.N [features, rank], .V_kernels.N [rank, features], .bias.N [features],
//   over_arch.model.0._mlp.N._linear.weight and .bias of layer N of the top network, but over_arch.model.1 of
//   its last.
// Called by trireme-dlrm export and import. Collective; the root's memory: one table.
#pragma once

#include <string>

#include "dlrm_hpc/train/step_engine.hpp"

namespace trireme::dlrm {

// Throws Error(io) on all ranks.
void write_weight_arrays(const std::string& path, StepEngine& engine);

// Weights of the engine become those of the file, which has at least these arrays, of these shapes, in any
// number type. Throws Error(input) on all ranks.
void read_weight_arrays(const std::string& path, StepEngine& engine);

}  // namespace trireme::dlrm
