// SPDX-License-Identifier: Apache-2.0
// Options of progressive-batching L-BFGS: Bollapragada, Mudigere, Nocedal, Shi, Tang, "A progressive batching
// L-BFGS method for machine learning", ICML 2018 (arXiv 1802.05374). The defaults are this project's form of
// it.
#pragma once

namespace trireme::optim {

enum class BatchMode {
  multi_batch,   // consecutive batches share a part, from whose gradients the curvature pairs are made
  full_overlap,  // both gradients of a pair are over the whole batch: two gradients an iteration
};
enum class BatchSearch {
  overlap,  // of multi-batch: the first step is judged on the samples shared with the next batch
  batch,    // every step on the whole batch, the paper's
};
enum class CurvatureRule {
  relative,  // y's > eps s'B s, which does not depend on the scale of the data
  absolute,  // y's > eps ||s||^2, the paper's
};

struct PblbfgsOptions {
  double theta = 0.9;        // of the inner-product quasi-Newton test, above 0
  double test_share = 0.25;  // of a batch, but 128 samples at least, whose gradients' variance is measured
  int s0 = 512;              // samples of the first batch
  double overlap = 0.25;     // of multi-batch, at most 0.5
  BatchMode mode = BatchMode::multi_batch;
  BatchSearch search = BatchSearch::overlap;
  CurvatureRule curvature = CurvatureRule::relative;
  double eps = 1e-2;
  bool damping = false;  // Powell's: pairs are bent rather than refused
  int history = 10;
  double growth = 2;        // of a batch over which the loss no longer falls; 1: none
  int growth_patience = 2;  // iterations without a fall by growth_fall before that
  double growth_fall = 1e-2;
  double handover = 0.3;  // share of all samples from which on the batch is all of them

  // Throws Error (input) for values out of range. Local.
  void validate() const;
};

}  // namespace trireme::optim
