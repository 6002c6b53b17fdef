// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/train_options.hpp"

#include <algorithm>

namespace trireme::dlrm {

void DataOptions::describe(options::Schema& schema) {
  schema.section("data", "Files of samples as trireme-dlrm prepare writes them.");
  schema.add("train", train, "samples to train on");
  schema.add("test", test, "samples to measure on; empty: none");
  schema.section("", "");
}

void TrainOptions::describe(options::Schema& schema) {
  schema.section("train", "Steps of training.");
  schema.add("batch", batch,
             "samples of a step, over all ranks; the last step of an epoch takes what is left", {.min = 1});
  schema.add("test_batch", test_batch, "samples predicted at a time, over all ranks", {.min = 1});
  schema.add("epochs", epochs, "passes over the samples", {.min = 1});
  schema.add("max_steps", max_steps,
             "steps, or iterations of dance and pblbfgs, after which training ends; 0: those of all epochs",
             {.min = 0});
  schema.add("test_every", test_every, "steps between measurements on data.test; 0: at each epoch's end",
             {.min = 0});
  schema.add(
      "patience", patience,
      "measurements in a row without a better area under the curve after which training ends; 0: never",
      {.min = 0});
  schema.add("shuffle", shuffle, "takes the samples of each epoch in another order");
  schema.add("shuffle_seed", shuffle_seed, "of these orders", {.min = 0});
  schema.section("", "");
}

void ParallelOptions::describe(options::Schema& schema) {
  schema.section("parallel", "How a step is computed.");
  schema.add(
      "block_samples", block_samples,
      "samples that go through the layers at a time, and the unit in which they are dealt out to ranks and "
      "threads; results depend on it, and on neither ranks nor threads; 0: half the batch, but 64 to "
      "512",
      {.min = 0, .max = 65536});
  schema.add_choice("wire", wire,
                    {{"fp32", WireFormat::fp32}, {"fp16", WireFormat::fp16}, {"bf16", WireFormat::bf16}},
                    "precision of pooled vectors and their gradients on their way between ranks");
  schema.add_choice("rows", rows,
                    {{"fp32", kernels::RowFormat::fp32},
                     {"split_bf16", kernels::RowFormat::split_bf16},
                     {"fp16", kernels::RowFormat::fp16}},
                    "how tables are kept: floats; bfloat16 with the lower halves of floats as state of the "
                    "optimizer; halves, rounded stochastically when they are updated");
  schema.section("", "");
}

std::int64_t ParallelOptions::samples_of_block(std::int64_t batch) const {
  return block_samples > 0 ? block_samples : std::clamp<std::int64_t>(batch / 2, 64, 512);
}

void OutputOptions::describe(options::Schema& schema) {
  schema.section("output", "What a run writes, and what it goes on from.");
  schema.add("history", history, "CSV of every measurement; empty: none");
  schema.add("plan", plan, "YAML of the plan in use; empty: none");
  schema.add("checkpoint", checkpoint,
             "HDF5 of everything a run needs to go on, written at its end; empty: none");
  schema.add("checkpoint_every", checkpoint_every,
             "steps, or iterations, between checkpoints; 0: at the end only", {.min = 0});
  schema.add("restart", restart,
             "a checkpoint to go on from, written on any number of ranks with any plan; predict needs one");
  schema.add("predictions", predictions,
             "CSV of label and prediction of each sample, for predict; empty: none");
  schema.add(
      "arrays", arrays,
      "npz of all weights with the names of DLRM's reference program, or with dcn of MLPerf's second one, "
      "which export writes and import reads");
  schema.section("", "");
}

}  // namespace trireme::dlrm
