// SPDX-License-Identifier: Apache-2.0
// Layers, interaction and loss against twins in double precision, and gradients against differences.
#include <cmath>

#include <gtest/gtest.h>

#include "dlrm_hpc/kernels/blas_product.hpp"
#include "dlrm_hpc/kernels/click_loss.hpp"
#include "dlrm_hpc/kernels/cross_layer.hpp"
#include "dlrm_hpc/kernels/curvature.hpp"
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

std::vector<double> random_doubles(std::size_t n, std::uint64_t seed) {
  const auto values = random_floats(n, seed);
  return {values.begin(), values.end()};
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], 1e-12 * (1 + std::fabs(b[k]))) << k;
}

TEST(CurvatureKernels, LayersAsTheirTwins) {
  for (const auto& [inputs, outputs] :
       {std::pair<std::size_t, std::size_t>{13, 40}, {1, 1}, {3, 17}, {30, 1}})
    for (const std::size_t n : {1ul, 5ul, 32ul})
      for (const Activation activation : {Activation::relu, Activation::none}) {
        const LayerShape shape{inputs, outputs, activation};
        const auto w = random_doubles(shape.parameters(), 1), v = random_doubles(shape.parameters(), 2),
                   x = random_doubles(n * inputs, 3), rx = random_doubles(n * inputs, 4);
        std::vector<double> y(n * outputs, 9), y_twin(n * outputs, 8), ry = y, ry_twin = y_twin;
        curvature_forward(shape, w.data(), x.data(), n, y.data());
        curvature_forward_reference(shape, w.data(), x.data(), n, y_twin.data());
        expect_same(y, y_twin);
        for (const double* const along : {rx.data(), static_cast<const double*>(nullptr)}) {
          curvature_forward_along(shape, w.data(), v.data(), x.data(), along, y.data(), n, ry.data());
          curvature_forward_along_reference(shape, w.data(), v.data(), x.data(), along, y.data(), n,
                                            ry_twin.data());
          expect_same(ry, ry_twin);
          auto dy = random_doubles(n * outputs, 5), dy_twin = dy;
          auto rdy = random_doubles(n * outputs, 6), rdy_twin = rdy;
          std::vector<double> dp(shape.parameters(), 0.5), dp_twin = dp, rdp = dp, rdp_twin = dp;
          std::vector<double> dx(n * inputs, 4), dx_twin(n * inputs, 3), rdx = dx, rdx_twin = dx_twin;
          curvature_backward(shape, w.data(), x.data(), y.data(), n, dy.data(), dp.data(), dx.data());
          curvature_backward_reference(shape, w.data(), x.data(), y.data(), n, dy_twin.data(), dp_twin.data(),
                                       dx_twin.data());
          expect_same(dy, dy_twin);
          expect_same(dp, dp_twin);
          expect_same(dx, dx_twin);
          curvature_backward_along(shape, w.data(), v.data(), x.data(), along, y.data(), n, dy.data(),
                                   rdy.data(), rdp.data(), rdx.data());
          curvature_backward_along_reference(shape, w.data(), v.data(), x.data(), along, y.data(), n,
                                             dy.data(), rdy_twin.data(), rdp_twin.data(), rdx_twin.data());
          expect_same(rdy, rdy_twin);
          expect_same(rdp, rdp_twin);
          expect_same(rdx, rdx_twin);
        }
      }
}

// The interaction is quadratic, so that central differences are exact but for rounding.
TEST(CurvatureKernels, InteractionAsItsTwinAndItsDifferences) {
  const std::size_t n = 3, n_vectors = 5, width = 4, out = interaction_values(n_vectors, width);
  const auto z = random_doubles(n * n_vectors * width, 1), rz = random_doubles(z.size(), 2),
             g = random_doubles(n * out, 3), rg = random_doubles(n * out, 4);
  const auto moved = [](const std::vector<double>& at, const std::vector<double>& along, double step) {
    std::vector<double> result(at);
    for (std::size_t k = 0; k < at.size(); ++k) result[k] += step * along[k];
    return result;
  };
  const auto difference = [&](const std::vector<double>& plus, const std::vector<double>& minus) {
    return moved(plus, minus, -1);
  };
  const auto values = [&](double step) {
    std::vector<double> y(n * out);
    curvature_interact(moved(z, rz, step).data(), n, n_vectors, width, y.data());
    return y;
  };
  const auto gradients = [&](double step) {
    std::vector<double> dz(z.size());
    curvature_interact_backward(moved(z, rz, step).data(), moved(g, rg, step).data(), n, n_vectors, width,
                                dz.data());
    return dz;
  };
  const std::vector<float> z_floats(z.begin(), z.end()), g_floats(g.begin(), g.end());
  std::vector<float> y_floats(n * out), dz_floats(z.size());
  interact_reference(z_floats.data(), n_vectors * width, n, n_vectors, width, y_floats.data(), out);
  interact_backward_reference(z_floats.data(), n_vectors * width, g_floats.data(), out, n, n_vectors, width,
                              dz_floats.data(), n_vectors * width);
  const auto y = values(0), dz = gradients(0);
  expect_near({y.begin(), y.end()}, y_floats, 1e-6);
  expect_near({dz.begin(), dz.end()}, dz_floats, 1e-6);
  std::vector<double> ry(n * out), rdz(z.size());
  curvature_interact_along(z.data(), rz.data(), n, n_vectors, width, ry.data());
  curvature_interact_backward_along(z.data(), rz.data(), g.data(), rg.data(), n, n_vectors, width,
                                    rdz.data());
  expect_same(difference(values(0.5), values(-0.5)), ry);
  expect_same(difference(gradients(0.5), gradients(-0.5)), rdz);
}

TEST(LayerKernels, ProductsAsTheirTwins) {
  for (const Factor a_form : {Factor::plain, Factor::transposed})
    for (const Factor b_form : {Factor::plain, Factor::transposed})
      for (const int beta : {0, 1}) {
        const std::size_t rows = 5, columns = 7, depth = 19, a_stride = 21, b_stride = 23, c_stride = 9;
        const auto a = random_floats(depth * a_stride, 1), b = random_floats(depth * b_stride, 2);
        std::vector<float> c = random_floats(rows * c_stride, 3), c_twin = c;
        const auto run = [&](const auto& multiply, const auto* left, const auto* right, auto* result) {
          multiply(a_form, b_form, rows, columns, depth, left, a_stride, right, b_stride, beta, result,
                   c_stride);
        };
        const auto fast = [](auto... arguments) { blas_product(arguments...); };
        const auto slow = [](auto... arguments) { blas_product_reference(arguments...); };
        run(fast, a.data(), b.data(), c.data());
        run(slow, a.data(), b.data(), c_twin.data());
        expect_near(c, c_twin, 1e-5);
        const std::vector<double> a_double(a.begin(), a.end()), b_double(b.begin(), b.end());
        std::vector<double> c_double(c.size(), 0.5), c_double_twin = c_double;
        run(fast, a_double.data(), b_double.data(), c_double.data());
        run(slow, a_double.data(), b_double.data(), c_double_twin.data());
        expect_same(c_double, c_double_twin);
      }
}

// All that a cross layer has on n samples.
template <class T>
struct CrossArrays {
  CrossArrays(const CrossShape& shape, std::size_t n, std::uint64_t seed) {
    const auto random = [&](std::size_t values) {
      const auto numbers = random_floats(values, seed++);
      return std::vector<T>(numbers.begin(), numbers.end());
    };
    const std::size_t features = n * shape.features;
    for (std::vector<T>* values : {&x0, &x, &dy, &d_x0}) *values = random(features);
    for (std::vector<T>* values : {&scaled, &y, &d_scaled, &dx}) values->resize(features);
    low.resize(n * shape.rank);
    d_low.resize(n * shape.rank);
  }
  CrossValues<T> values() {
    return {x0.data(), x.data(),     low.data(),      scaled.data(), y.data(),
            dy.data(), d_low.data(), d_scaled.data(), d_x0.data(),   dx.data()};
  }
  std::vector<T> x0, x, low, scaled, y, dy, d_low, d_scaled, d_x0, dx;
};

TEST(CrossKernels, LayersAsTheirTwins) {
  for (const CrossShape& shape :
       {CrossShape{1, 1}, CrossShape{36, 3}, CrossShape{17, 20}, CrossShape{70, 16}})
    for (const std::size_t n : {0ul, 1ul, 5ul})
      for (const Into into : {Into::fresh, Into::sum}) {
        const auto w = random_doubles(shape.parameters(), 1), v = random_doubles(shape.parameters(), 2);
        CrossArrays<double> at(shape, n, 3), at_twin = at, along(shape, n, 13), along_twin = along;
        std::vector<double> dw(shape.parameters(), 0.5), dw_twin = dw, rw = dw, rw_twin = dw;
        cross_forward(shape, w.data(), n, at.values());
        cross_forward_reference(shape, w.data(), n, at_twin.values());
        expect_same(at.low, at_twin.low);
        expect_same(at.scaled, at_twin.scaled);
        expect_same(at.y, at_twin.y);
        cross_backward(shape, w.data(), n, at.values(), dw.data(), into);
        cross_backward_reference(shape, w.data(), n, at_twin.values(), dw_twin.data(), into);
        expect_same(dw, dw_twin);
        expect_same(at.d_low, at_twin.d_low);
        expect_same(at.d_scaled, at_twin.d_scaled);
        expect_same(at.d_x0, at_twin.d_x0);
        expect_same(at.dx, at_twin.dx);
        cross_forward_along(shape, w.data(), v.data(), n, at.values(), along.values());
        cross_forward_along_reference(shape, w.data(), v.data(), n, at_twin.values(), along_twin.values());
        expect_same(along.low, along_twin.low);
        expect_same(along.scaled, along_twin.scaled);
        expect_same(along.y, along_twin.y);
        cross_backward_along(shape, w.data(), v.data(), n, at.values(), along.values(), rw.data());
        cross_backward_along_reference(shape, w.data(), v.data(), n, at_twin.values(), along_twin.values(),
                                       rw_twin.data());
        expect_same(rw, rw_twin);
        expect_same(along.d_x0, along_twin.d_x0);
        expect_same(along.dx, along_twin.dx);

        // In single precision, with the gradient in place, as training does it.
        CrossArrays<float> single(shape, n, 3);
        const std::vector<float> w_single(w.begin(), w.end());
        std::vector<float> dw_single(shape.parameters(), 0.5f);
        CrossValues<float> in_place = single.values();
        in_place.dx = single.dy.data();
        cross_forward(shape, w_single.data(), n, in_place);
        cross_backward(shape, w_single.data(), n, in_place, dw_single.data(), into);
        expect_near(single.y, {at_twin.y.begin(), at_twin.y.end()}, 2e-5);
        expect_near(single.d_x0, {at_twin.d_x0.begin(), at_twin.d_x0.end()}, 2e-5);
        expect_near(single.dy, {at_twin.dx.begin(), at_twin.dx.end()}, 2e-5);
        expect_near(dw_single, {dw_twin.begin(), dw_twin.end()}, 2e-5);
      }
}

// Of the scalar product of y with fixed numbers: gradients by what was put in, and how they change along v.
TEST(CrossKernels, GradientsAndTheirDerivativesAsDifferences) {
  const CrossShape shape{7, 3};
  const std::size_t n = 2;
  const auto w = random_doubles(shape.parameters(), 1), v = random_doubles(shape.parameters(), 2);
  const CrossArrays<double> start(shape, n, 3), direction(shape, n, 13);
  struct Result {
    double value = 0;
    std::vector<double> dw, d_x0, dx;
  };
  const auto at_step = [&](double step) {
    CrossArrays<double> at = start;
    std::vector<double> moved(w);
    const auto move = [step](std::vector<double>& to, const std::vector<double>& along) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] += step * along[k];
    };
    move(moved, v);
    move(at.x0, direction.x0);
    move(at.x, direction.x);
    move(at.dy, direction.dy);
    std::fill(at.d_x0.begin(), at.d_x0.end(), 0.0);
    Result result;
    cross_forward_reference(shape, moved.data(), n, at.values());
    result.dw.resize(shape.parameters());
    cross_backward_reference(shape, moved.data(), n, at.values(), result.dw.data(), Into::fresh);
    for (std::size_t k = 0; k < at.y.size(); ++k) result.value += start.dy[k] * at.y[k];
    result.d_x0 = at.d_x0;
    result.dx = at.dx;
    return result;
  };
  const double step = 1e-5;
  const Result middle = at_step(0), plus = at_step(step), minus = at_step(-step);
  double slope = 0;
  const auto add = [&](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t k = 0; k < a.size(); ++k) slope += a[k] * b[k];
  };
  add(middle.dw, v);
  add(middle.d_x0, direction.x0);
  add(middle.dx, direction.x);
  EXPECT_NEAR(slope, (plus.value - minus.value) / (2 * step), 1e-8 * (1 + std::fabs(slope)));

  CrossArrays<double> at = start, along = direction;
  std::vector<double> dw(shape.parameters()), rw(shape.parameters());
  std::fill(along.d_x0.begin(), along.d_x0.end(), 0.0);
  cross_forward_reference(shape, w.data(), n, at.values());
  cross_backward_reference(shape, w.data(), n, at.values(), dw.data(), Into::fresh);
  cross_forward_along_reference(shape, w.data(), v.data(), n, at.values(), along.values());
  cross_backward_along_reference(shape, w.data(), v.data(), n, at.values(), along.values(), rw.data());
  const auto expect_differences = [&](const std::vector<double>& derivative, const std::vector<double>& right,
                                      const std::vector<double>& left) {
    for (std::size_t k = 0; k < derivative.size(); ++k)
      ASSERT_NEAR(derivative[k], (right[k] - left[k]) / (2 * step), 1e-7 * (1 + std::fabs(derivative[k])))
          << k;
  };
  expect_differences(rw, plus.dw, minus.dw);
  expect_differences(along.d_x0, plus.d_x0, minus.d_x0);
  expect_differences(along.dx, plus.dx, minus.dx);
}

TEST(CurvatureKernels, SecondDerivativesOfLossesAsDifferences) {
  for (const LossKind kind : {LossKind::binary_cross_entropy, LossKind::squared_error})
    for (const double logit : {-3.0, -0.2, 0.0, 1.5})
      for (const double label : {0.0, 0.25, 1.0}) {
        const LossShape shape{kind, 0.5f, 2.0f};
        const double step = 1e-5;
        const LossTerms terms = loss_terms(shape, logit, label),
                        plus = loss_terms(shape, logit + step, label),
                        minus = loss_terms(shape, logit - step, label);
        EXPECT_NEAR(terms.first, (plus.loss - minus.loss) / (2 * step), 1e-9);
        EXPECT_NEAR(terms.second, (plus.first - minus.first) / (2 * step), 1e-9);
        const double p = logistic(logit), weight = label < 0.5 ? 0.5 : 2.0;
        EXPECT_NEAR(
            terms.gauss_newton,
            kind == LossKind::binary_cross_entropy ? terms.second : 2 * weight * std::pow(p * (1 - p), 2),
            1e-12);
      }
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
