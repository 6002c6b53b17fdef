// SPDX-License-Identifier: Apache-2.0
// Layers, interaction and loss against twins in double precision, and gradients against differences.
#include <cmath>

#include <gtest/gtest.h>

#include "dlrm_hpc/kernels/click_loss.hpp"
#include "dlrm_hpc/kernels/dense_layer.hpp"
#include "dlrm_hpc/kernels/interaction.hpp"
#include "tests/dlrm_hpc/kernels/random_values.hpp"

namespace trireme::dlrm::kernels {
namespace {

void expect_near(const std::vector<float>& a, const std::vector<float>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], tolerance * (1 + std::fabs(b[k]))) << k;
}

TEST(LayerKernels, LayersAsTheirTwins) {
  for (const auto& [inputs, outputs] : {std::pair<std::size_t, std::size_t>{13, 512},
                                        {1, 1},
                                        {3, 17},
                                        {16, 33},
                                        {17, 1},
                                        {64, 1},
                                        {40, 16},
                                        {130, 70}})
    for (const std::size_t n : {0ul, 1ul, 5ul, 64ul})
      for (const Activation activation : {Activation::relu, Activation::none}) {
        const LayerShape shape{inputs, outputs, activation};
        const std::size_t x_stride = inputs + 3, y_stride = outputs + 2;
        const auto parameters = random_floats(shape.parameters(), 1), x = random_floats(n * x_stride, 2);
        std::vector<float> scratch(layer_scratch(shape) + 1), y(n * y_stride, 9), y_twin = y;
        layer_forward(shape, parameters.data(), x.data(), x_stride, n, y.data(), y_stride, scratch.data());
        layer_forward_reference(shape, parameters.data(), x.data(), x_stride, n, y_twin.data(), y_stride);
        expect_near(y, y_twin, 1e-5);
        auto dy = random_floats(n * y_stride, 3), dy_twin = dy;
        std::vector<float> dp(shape.parameters(), 5), dp_twin = dp, dx(n * x_stride, 4), dx_twin = dx;
        layer_backward(shape, parameters.data(), x.data(), x_stride, y_twin.data(), y_stride, n, dy.data(),
                       y_stride, dp.data(), dx.data(), x_stride, scratch.data());
        layer_backward_reference(shape, parameters.data(), x.data(), x_stride, y_twin.data(), y_stride, n,
                                 dy_twin.data(), y_stride, dp_twin.data(), dx_twin.data(), x_stride);
        expect_near(dy, dy_twin, 0);
        expect_near(dp, dp_twin, 2e-5);
        expect_near(dx, dx_twin, 2e-5);
      }
}

TEST(LayerKernels, InteractionAsItsTwin) {
  for (const std::size_t n_vectors : {1ul, 2ul, 9ul, 16ul, 17ul, 27ul, 40ul})
    for (const std::size_t width : {1ul, 3ul, 16ul, 17ul, 64ul}) {
      const std::size_t n = 3, stride = n_vectors * width + 1, out = interaction_values(n_vectors, width) + 2;
      const auto z = random_floats(n * stride, 1), d_out = random_floats(n * out, 2);
      std::vector<float> scratch(interaction_scratch(n_vectors, width));
      std::vector<float> y(n * out, 1), y_twin = y, dz(n * stride, 1), dz_twin = dz;
      interact(z.data(), stride, n, n_vectors, width, y.data(), out, scratch.data());
      interact_reference(z.data(), stride, n, n_vectors, width, y_twin.data(), out);
      expect_near(y, y_twin, 1e-5);
      interact_backward(z.data(), stride, d_out.data(), out, n, n_vectors, width, dz.data(), stride,
                        scratch.data());
      interact_backward_reference(z.data(), stride, d_out.data(), out, n, n_vectors, width, dz_twin.data(),
                                  stride);
      expect_near(dz, dz_twin, 1e-5);
    }
}

TEST(LayerKernels, LossAsItsTwinAndItsDifferences) {
  for (const LossKind kind : {LossKind::binary_cross_entropy, LossKind::squared_error}) {
    const LossShape shape{kind, 0.5f, 2.0f};
    std::vector<float> logits = {-30, -3, -0.5, 0, 0.25, 2, 25, 1}, labels = {0, 1, 0, 1, 0, 1, 1, 0.75f};
    std::vector<float> d(logits.size()), d_twin(logits.size()), none(logits.size());
    const double loss = loss_and_gradient(shape, logits.data(), labels.data(), logits.size(), 0.5f, d.data());
    EXPECT_NEAR(
        loss,
        loss_and_gradient_reference(shape, logits.data(), labels.data(), logits.size(), 0.5f, d_twin.data()),
        1e-9);
    expect_near(d, d_twin, 1e-6);
    for (std::size_t k = 0; k < logits.size(); ++k) {
      const float step = 0x1p-7f, at = logits[k];
      double values[2];
      for (const int side : {0, 1}) {
        logits[k] = at + (side ? step : -step);
        values[side] = loss_and_gradient(shape, logits.data(), labels.data(), logits.size(), 1, none.data());
      }
      logits[k] = at;
      EXPECT_NEAR(2 * d[k], (values[1] - values[0]) / (2 * step), 2e-4);
    }
  }
  // Where the prediction is 0 or 1 to every digit the loss is the logit, not infinity.
  const float logit = 800, label = 0;
  float d = 0;
  EXPECT_DOUBLE_EQ(loss_and_gradient({}, &logit, &label, 1, 1, &d), 800);
  EXPECT_FLOAT_EQ(d, 1);
}

TEST(LayerKernels, TheBlasMultiplies) {
  std::vector<float> x(256 * 512), w(512 * 256), y(256 * 256);
  const BlasTrial trial = try_blas(x.data(), w.data(), y.data());
  EXPECT_FALSE(trial.wrong);
  EXPECT_GT(trial.gflops, 0);
  EXPECT_NE(std::string(blas_name()).find("OpenBLAS"), std::string::npos);
}

}  // namespace
}  // namespace trireme::dlrm::kernels
