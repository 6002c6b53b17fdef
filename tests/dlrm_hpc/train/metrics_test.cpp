// SPDX-License-Identifier: Apache-2.0
// Metrics over any division of samples into ranks against their definitions over all pairs.
#include "dlrm_hpc/train/metrics.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/counter_hash.hpp"
#include "tests/dlrm_hpc/world.hpp"

namespace trireme::dlrm {
namespace {

TEST(Metrics, AgreeWithTheirDefinitions) {
  for (const int n : {2, 7, 500})
    for (const bool ties : {false, true}) {
      std::vector<float> logits, labels, mine, my_labels;
      for (int s = 0; s < n; ++s) {
        float logit = static_cast<float>(3 * symmetric_hash(1, s, 0));
        if (ties) logit = std::round(logit);
        logits.push_back(logit);
        labels.push_back(s == 0 ? 1 : s == 1 ? 0 : symmetric_hash(2, s, 0) + 0.2 * logit > 0.3 ? 1 : 0);
        // Not evenly: rank 0 has none when there are others.
        if (world().size() == 1 || 1 + s % (world().size() - 1) == world().rank()) {
          mine.push_back(logit);
          my_labels.push_back(labels.back());
        }
      }
      const Metrics metrics = measure(world(), mine, my_labels, {});
      double pairs = 0, loss = 0, predicted = 0, positives = 0, correct = 0;
      for (int i = 0; i < n; ++i) {
        const double p = 1 / (1 + std::exp(-static_cast<double>(logits[i])));
        positives += labels[i];
        predicted += p;
        correct += (p >= 0.5) == (labels[i] > 0);
        loss -= labels[i] > 0 ? std::log(p) : std::log(1 - p);
        for (int j = 0; j < n; ++j)
          if (labels[i] > 0 && labels[j] == 0)
            pairs += logits[i] > logits[j] ? 1 : logits[i] == logits[j] ? 0.5 : 0;
      }
      const double share = positives / n;
      EXPECT_EQ(metrics.samples, n);
      EXPECT_DOUBLE_EQ(metrics.auc, pairs / (positives * (n - positives)));
      EXPECT_NEAR(metrics.log_loss, loss / n, 1e-12);
      EXPECT_NEAR(metrics.loss, loss / n, 1e-12);
      EXPECT_DOUBLE_EQ(metrics.accuracy, correct / n);
      EXPECT_NEAR(metrics.calibration, predicted / positives, 1e-12);
      EXPECT_NEAR(metrics.normalized_entropy,
                  loss / n / -(share * std::log(share) + (1 - share) * std::log(1 - share)), 1e-12);
    }
}

TEST(Metrics, SeeWhatIsNoNumber) {
  const std::vector<float> logits = {1, std::nanf("")}, labels = {0, 1};
  const bool mine = world().rank() == world().size() - 1;
  EXPECT_FALSE(
      measure(world(), mine ? logits : std::vector<float>(), mine ? labels : std::vector<float>(), {})
          .finite);
}

}  // namespace
}  // namespace trireme::dlrm
