// SPDX-License-Identifier: Apache-2.0
// How good predictions are, exactly, over the samples of all ranks. Called by training and prediction.
#pragma once

#include <span>

#include "dlrm_hpc/kernels/click_loss.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::dlrm {

struct Metrics {
  GlobalIndex samples = 0, positives = 0;
  bool finite = true;             // every logit is
  double loss = 0;                // mean of the model's own
  double log_loss = 0;            // mean cross entropy, unweighted
  double auc = 0;                 // area under the ROC curve, ties counted half; NaN without both classes
  double accuracy = 0;            // at a prediction of 0.5
  double normalized_entropy = 0;  // log loss over that of predicting the share of positives
  double calibration = 0;         // sum of predictions over sum of labels
  double lowest_logit = 0, highest_logit = 0;
};

// logits, labels [samples here], possibly none; positives have labels from 0.5. Collective; the same on every
// rank. Where not all logits are finite, only `samples`, `positives` and `finite` hold.
Metrics measure(const comm::Communicator& comm, std::span<const float> logits, std::span<const float> labels,
                const kernels::LossShape& loss);

}  // namespace trireme::dlrm
