// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/model/model_options.hpp"

#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::dlrm {

void ModelOptions::describe(options::Schema& schema) {
  schema.section("model",
                 "The network: a bottom one for numbers, tables for ids, their interaction, a top one.");
  const options::Range sizes{.min = 1, .max = 1e6};
  schema.add("bottom", bottom,
             "outputs of each layer of the bottom network; the last is the width of the tables", sizes);
  schema.add("top", top, "outputs of each layer of the top network; the last is 1", sizes);
  schema.add_choice("interaction", interaction,
                    {{"dot", Interaction::dot}, {"cat", Interaction::cat}, {"dcn", Interaction::dcn}},
                    "dot: scalar products of all pairs of vectors; cat: the vectors one behind another; dcn: "
                    "these through the low-rank cross layers of DCN-V2");
  schema.add("cross_layers", cross_layers, "cross layers of dcn", {.min = 1, .max = 1000});
  schema.add(
      "cross_rank", cross_rank,
      "rank of the matrices of dcn's cross layers; a quarter of (tables + 1) * width comes near to whole "
      "matrices",
      {.min = 1, .max = 1e6});
  schema.add_choice("pooling", pooling,
                    {{"sum", Pooling::sum}, {"mean", Pooling::mean}, {"max", Pooling::max}},
                    "how the rows of a bag become one vector; an empty bag gives zeros");
  schema.add_choice(
      "loss", loss,
      {{"bce", kernels::LossKind::binary_cross_entropy}, {"mse", kernels::LossKind::squared_error}},
      "binary cross entropy, or the square of prediction less label");
  schema.add("loss_weights", loss_weights, "weights of the losses of negative and of positive samples",
             {.min = 0, .length = 2});
  schema.add("hash_rows", hash_rows,
             "tables with more rows get this many, and ids are hashed onto them; 0: every id has its own row",
             {.min = 0});
  schema.add("seed", seed, "of the initial weights, which depend on nothing else", {.min = 0});
  schema.section("", "");
}

void ModelOptions::validate() const {
  for (const std::vector<double>* sizes : {&bottom, &top})
    for (const double size : *sizes)
      TRIREME_VALIDATE(size == std::floor(size), ErrorKind::input, "a layer of the model has no whole size",
                       "model.bottom and model.top are numbers of outputs", "give integers");
  TRIREME_VALIDATE(!bottom.empty(), ErrorKind::input, "model.bottom is empty",
                   "its last size is the width of the tables", "give at least one size");
  TRIREME_VALIDATE(!top.empty() && top.back() == 1, ErrorKind::input, "model.top does not end with 1",
                   "its last layer is the prediction", "append 1 to model.top");
}

kernels::LossShape ModelOptions::loss_shape() const {
  return {loss, static_cast<float>(loss_weights[0]), static_cast<float>(loss_weights[1])};
}

}  // namespace trireme::dlrm
