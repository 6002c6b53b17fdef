// SPDX-License-Identifier: Apache-2.0
// The environments against steps worked out by hand, against the equations of motion in another form, and
// against what physics conserves.
#include "optim/environment/environment.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "optim/environment/acrobot.hpp"
#include "optim/environment/cart_pole.hpp"
#include "optim/environment/mountain_car.hpp"
#include "optim/environment/pendulum.hpp"

namespace trireme::optim {
namespace {

constexpr double pi = std::numbers::pi;

// Made of a seed, in [-1, 1].
EnvironmentState some_state(int seed) {
  EnvironmentState s;
  for (std::size_t k = 0; k < s.size(); ++k) s[k] = symmetric_hash(7, seed, k);
  return s;
}

// From rest: 10 N on 1.1 kg, and the pole's own equation, give 400/41 m/s2 and -600/41 1/s2.
TEST(CartPole, TheFirstStepsAreThoseWorkedOutByHand) {
  EnvironmentState s{};
  const StepResult first = take_step(EnvironmentKind::cartpole, s, 1);
  EXPECT_EQ(first.reward, 1);
  EXPECT_FALSE(first.terminated);
  EXPECT_EQ(s[0], 0);  // explicit Euler: the place moves with the velocity of before
  EXPECT_NEAR(s[1], 8.0 / 41, 1e-15);
  EXPECT_EQ(s[2], 0);
  EXPECT_NEAR(s[3], -12.0 / 41, 1e-15);
  // The second step to the left: the pole's rate adds nothing, since sin 0 = 0.
  take_step(EnvironmentKind::cartpole, s, 0);
  EXPECT_NEAR(s[0], 0.02 * 8 / 41, 1e-16);
  EXPECT_NEAR(s[1], 0, 1e-15);
  EXPECT_NEAR(s[2], -0.02 * 12 / 41, 1e-16);
  EXPECT_NEAR(s[3], 0, 1e-15);
}

// Newton's equations of cart and rod: (M + m) x'' + m l (phi'' cos - phi'^2 sin) = F,
// 4/3 l phi'' + x'' cos = g sin.
TEST(CartPole, AccelerationsFulfilTheEquationsOfMotion) {
  for (int seed = 0; seed < 20; ++seed) {
    const EnvironmentState s = some_state(seed);
    const double sine = std::sin(s[2]), cosine = std::cos(s[2]), push = seed % 2 == 0 ? 10 : -10;
    const auto a = cart_pole::accelerations(s, push);
    EXPECT_NEAR(1.1 * a.cart + 0.1 * 0.5 * (a.angle * cosine - s[3] * s[3] * sine), push, 1e-13);
    EXPECT_NEAR(4.0 / 3 * 0.5 * a.angle + a.cart * cosine, 9.8 * sine, 1e-13);
  }
}

TEST(CartPole, EndsAtTwelveDegreesAndAtTheTracksEnd) {
  const auto ends = [](EnvironmentState s) { return take_step(EnvironmentKind::cartpole, s, 0).terminated; };
  EXPECT_FALSE(ends({2.39, 0, 0, 0}));
  EXPECT_TRUE(ends({2.39, 1, 0, 0}));
  EXPECT_FALSE(ends({0, 0, -0.209, 0}));
  EXPECT_TRUE(ends({0, 0, -0.209, -0.03}));
}

// From hanging at rest a torque of 1 gives -28/41 and 72/41 1/s2.
TEST(Acrobot, AccelerationsFulfilTheEquationsOfMotion) {
  const EnvironmentState at_rest = acrobot::derivative({}, 1);
  EXPECT_NEAR(at_rest[2], -28.0 / 41, 1e-15);
  EXPECT_NEAR(at_rest[3], 72.0 / 41, 1e-15);
  for (int seed = 0; seed < 20; ++seed) {
    EnvironmentState s = some_state(seed);
    for (double& entry : s) entry *= 3;
    const double torque = seed % 3 - 1;
    const EnvironmentState slope = acrobot::derivative(s, torque);
    // Lagrange's equations: mass matrix, forces of rotation, gravity.
    const double m11 = 2 + 0.25 + 1.25 + std::cos(s[1]), m12 = 1 + 0.25 + 0.5 * std::cos(s[1]), m22 = 1.25;
    const double h = 0.5 * std::sin(s[1]), g2 = 0.5 * 9.8 * std::sin(s[0] + s[1]),
                 g1 = 1.5 * 9.8 * std::sin(s[0]) + g2;
    EXPECT_EQ(slope[0], s[2]);
    EXPECT_EQ(slope[1], s[3]);
    EXPECT_NEAR(m11 * slope[2] + m12 * slope[3] - h * (2 * s[2] * s[3] + s[3] * s[3]) + g1, 0, 1e-12);
    EXPECT_NEAR(m12 * slope[2] + m22 * slope[3] + h * s[2] * s[2] + g2, torque, 1e-12);
  }
}

TEST(Acrobot, WithoutTorqueEnergyStays) {
  const auto energy = [](const EnvironmentState& s) {
    const double m11 = 3.5 + std::cos(s[1]), m12 = 1.25 + 0.5 * std::cos(s[1]);
    return 0.5 * m11 * s[2] * s[2] + m12 * s[2] * s[3] + 0.5 * 1.25 * s[3] * s[3] -
           1.5 * 9.8 * std::cos(s[0]) - 0.5 * 9.8 * std::cos(s[0] + s[1]);
  };
  EnvironmentState s{0.8, -0.5, 0.3, 0.2};
  const double before = energy(s);
  for (int step = 0; step < 50; ++step) take_step(EnvironmentKind::acrobot, s, 1);
  EXPECT_NEAR(energy(s), before, 0.1);                 // half a percent in ten seconds; the steps are long
  EXPECT_GT(std::fabs(s[2]) + std::fabs(s[3]), 0.01);  // it does move
}

TEST(Acrobot, EndsWithTheTipALinkAboveTheJoint) {
  EnvironmentState high{pi, 0.1, 0, 0}, low{pi / 2, 0, 0, 0};
  const StepResult above = take_step(EnvironmentKind::acrobot, high, 1);
  EXPECT_TRUE(above.terminated);
  EXPECT_EQ(above.reward, 0);
  const StepResult below = take_step(EnvironmentKind::acrobot, low, 1);
  EXPECT_FALSE(below.terminated);
  EXPECT_EQ(below.reward, -1);
  EnvironmentState around{3.1, 0, 5, 0};
  take_step(EnvironmentKind::acrobot, around, 1);
  EXPECT_LE(std::fabs(around[0]), pi);
}

// v = 0.001 - 0.0025 cos(-1.5), cos 1.5 = 0.0707372016677029.
TEST(MountainCar, TheFirstStepIsThatWorkedOutByHand) {
  EnvironmentState s{-0.5, 0};
  const StepResult result = take_step(EnvironmentKind::mountain_car, s, 2);
  EXPECT_NEAR(s[1], 0.001 - 0.0025 * 0.0707372016677029, 1e-17);
  EXPECT_NEAR(s[0], -0.49917684300416926, 1e-15);
  EXPECT_EQ(result.reward, -1);
  EXPECT_FALSE(result.terminated);
}

TEST(MountainCar, FullPowerFailsAndSwingingArrives) {
  const auto arrives = [](auto&& choose) {
    EnvironmentState s{-0.5, 0};
    for (int step = 0; step < 200; ++step)
      if (take_step(EnvironmentKind::mountain_car, s, choose(s)).terminated) return true;
    return false;
  };
  EXPECT_FALSE(arrives([](const EnvironmentState&) { return 2; }));
  EXPECT_TRUE(arrives([](const EnvironmentState& s) { return s[1] < 0 ? 0 : 2; }));
}

TEST(MountainCar, TheWallTakesTheVelocity) {
  EnvironmentState s{-1.19, -0.05};
  take_step(EnvironmentKind::mountain_car, s, 0);
  EXPECT_EQ(s[0], -1.2);
  EXPECT_EQ(s[1], 0);
}

// From upright at rest, torque 2 (3 is cut to it): 3 * 2 * 0.05 = 0.3, and 0.3 * 0.05 = 0.015.
TEST(Pendulum, TheFirstStepIsThatWorkedOutByHand) {
  for (const double torque : {2.0, 3.0}) {
    EnvironmentState s{};
    const StepResult result = take_step(EnvironmentKind::pendulum, s, torque);
    EXPECT_NEAR(s[1], 0.3, 1e-16);
    EXPECT_NEAR(s[0], 0.015, 1e-17);
    EXPECT_NEAR(result.reward, -0.004, 1e-17);
  }
  EnvironmentState turned{2 * pi + 0.1, 1};
  EXPECT_NEAR(take_step(EnvironmentKind::pendulum, turned, 0).reward, -(0.01 + 0.1), 1e-14);
}

// Semi-implicit steps keep the energy of a rod, 1/6 rate^2 + 5 cos(angle), near what it was.
TEST(Pendulum, WithoutTorqueEnergyStays) {
  EnvironmentState s{2.5, 0};
  double least = 1e9, largest = -1e9;
  for (int step = 0; step < 1000; ++step) {
    take_step(EnvironmentKind::pendulum, s, 0);
    const double energy = s[1] * s[1] / 6 + 5 * std::cos(s[0]);
    least = std::min(least, energy);
    largest = std::max(largest, energy);
  }
  EXPECT_NEAR(least, 5 * std::cos(2.5), 0.15);
  EXPECT_NEAR(largest, 5 * std::cos(2.5), 0.15);
}

TEST(Environments, ObserveWhatTheBenchmarksPublish) {
  const EnvironmentState s{0.3, -0.7, 1.5, 2.5};
  std::array<double, 6> seen{};
  observe(EnvironmentKind::acrobot, s, seen);
  EXPECT_EQ(seen,
            (std::array<double, 6>{std::cos(0.3), std::sin(0.3), std::cos(-0.7), std::sin(-0.7), 1.5, 2.5}));
  std::array<double, 3> rod{};
  observe(EnvironmentKind::pendulum, s, rod);
  EXPECT_EQ(rod, (std::array<double, 3>{std::cos(0.3), std::sin(0.3), -0.7}));
  std::array<double, 2> car{};
  observe(EnvironmentKind::mountain_car, s, car);
  EXPECT_EQ(car, (std::array<double, 2>{0.3, -0.7}));
}

TEST(RandomPlace, IsUniformAndNormal) {
  double sum = 0, normal_sum = 0, normal_squares = 0;
  constexpr int n = 4000;
  for (int k = 0; k < n; ++k) {
    const RandomPlace place{.seed = 3, .environment = k % 7, .episode = k % 11, .step = k};
    const double u = place.uniform(1), g = place.normal(20);
    EXPECT_GE(u, 0);
    EXPECT_LT(u, 1);
    sum += u;
    normal_sum += g;
    normal_squares += g * g;
  }
  EXPECT_NEAR(sum / n, 0.5, 0.02);
  EXPECT_NEAR(normal_sum / n, 0, 0.06);
  EXPECT_NEAR(normal_squares / n, 1, 0.1);
  const RandomPlace a{.seed = 3}, b{.seed = 3, .environment = 1}, c{.seed = 3, .episode = 1},
      d{.seed = 3, .step = 1}, e{.seed = 4};
  for (const RandomPlace& other : {b, c, d, e}) EXPECT_NE(a.uniform(0), other.uniform(0));
  EXPECT_NE(a.uniform(0), a.uniform(1));
}

// The torque that balances a pendulum best (of the linear quadratic regulator of its equations and costs near
// the top) answers a radian per second about as it answers 0.26 radians: what a policy sees of the two must
// be of one size.
TEST(Pendulum, APolicySeesItsRateAboutAsLargeAsItMatters) {
  const EnvironmentFacts facts = facts_of(EnvironmentKind::pendulum);
  EnvironmentState s{0.26, 1};
  std::array<double, 3> seen{};
  observe(EnvironmentKind::pendulum, s, seen);
  const double angle = seen[1] / facts.observation_scale[1], rate = seen[2] / facts.observation_scale[2];
  EXPECT_GT(rate / angle, 0.5);
  EXPECT_LT(rate / angle, 5);
}

}  // namespace
}  // namespace trireme::optim
