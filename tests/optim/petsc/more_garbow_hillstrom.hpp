// SPDX-License-Identifier: Apache-2.0
// Test problems of J. J. More, B. S. Garbow, K. E. Hillstrom, "Testing unconstrained optimization software",
// ACM TOMS 7 (1981): sums of squares of residuals, with their standard starts and known minima.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace trireme::optim::test {

// A number with its derivative along one direction.
struct Dual {
  double v = 0, d = 0;
  Dual() = default;
  Dual(double value) : v(value) {}
  Dual(double value, double derivative) : v(value), d(derivative) {}
};
inline Dual operator+(Dual a, Dual b) {
  return {a.v + b.v, a.d + b.d};
}
inline Dual operator-(Dual a, Dual b) {
  return {a.v - b.v, a.d - b.d};
}
inline Dual operator-(Dual a) {
  return {-a.v, -a.d};
}
inline Dual operator*(Dual a, Dual b) {
  return {a.v * b.v, a.d * b.v + a.v * b.d};
}
inline Dual operator/(Dual a, Dual b) {
  return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v};
}
inline Dual exp(Dual a) {
  return {std::exp(a.v), a.d * std::exp(a.v)};
}
inline Dual sqrt(Dual a) {
  return {std::sqrt(a.v), a.d / (2 * std::sqrt(a.v))};
}
inline Dual sin(Dual a) {
  return {std::sin(a.v), a.d * std::cos(a.v)};
}
inline Dual cos(Dual a) {
  return {std::cos(a.v), -a.d * std::sin(a.v)};
}
inline Dual atan(Dual a) {
  return {std::atan(a.v), a.d / (1 + a.v * a.v)};
}

using Duals = std::vector<Dual>;

struct TestProblem {
  std::string name;
  std::vector<double> start;
  std::vector<double> minima;  // values of local minima to which methods may go
  std::function<Duals(const Duals&)> residuals;
};

inline std::vector<TestProblem> more_garbow_hillstrom() {
  std::vector<TestProblem> all;
  all.push_back({"Rosenbrock", {-1.2, 1}, {0}, [](const Duals& x) {
                   return Duals{10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]};
                 }});
  all.push_back({"Freudenstein and Roth", {0.5, -2}, {0, 48.98425367924}, [](const Duals& x) {
                   return Duals{-13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1],
                                -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1]};
                 }});
  all.push_back({"Powell badly scaled", {0, 1}, {0}, [](const Duals& x) {
                   return Duals{1e4 * x[0] * x[1] - 1.0, exp(-x[0]) + exp(-x[1]) - 1.0001};
                 }});
  all.push_back({"Beale", {1, 1}, {0}, [](const Duals& x) {
                   return Duals{1.5 - x[0] * (1.0 - x[1]), 2.25 - x[0] * (1.0 - x[1] * x[1]),
                                2.625 - x[0] * (1.0 - x[1] * x[1] * x[1])};
                 }});
  all.push_back({"Jennrich and Sampson", {0.3, 0.4}, {124.3621823556}, [](const Duals& x) {
                   Duals f;
                   for (int i = 1; i <= 10; ++i) f.push_back(2.0 + 2.0 * i - exp(i * x[0]) - exp(i * x[1]));
                   return f;
                 }});
  all.push_back(
      {"Helical valley", {-1, 0, 0}, {0}, [](const Duals& x) {
         const Dual theta = atan(x[1] / x[0]) / (2 * M_PI) + (x[0].v < 0 ? 0.5 : 0.0);
         return Duals{10.0 * (x[2] - 10.0 * theta), 10.0 * (sqrt(x[0] * x[0] + x[1] * x[1]) - 1.0), x[2]};
       }});
  all.push_back({"Bard", {1, 1, 1}, {8.214877306579e-3, 17.42869333}, [](const Duals& x) {
                   const double y[] = {.14, .18, .22, .25, .29,  .32,  .35, .39,
                                       .37, .58, .73, .96, 1.34, 2.10, 4.39};
                   Duals f;
                   for (int i = 1; i <= 15; ++i) {
                     const double u = i, v = 16 - i, w = std::fmin(u, v);
                     f.push_back(y[i - 1] - (x[0] + u / (v * x[1] + w * x[2])));
                   }
                   return f;
                 }});
  all.push_back({"Gaussian", {0.4, 1, 0}, {1.127932769619e-8}, [](const Duals& x) {
                   const double y[] = {.0009, .0044, .0175, .0540, .1295, .2420, .3521, .3989,
                                       .3521, .2420, .1295, .0540, .0175, .0044, .0009};
                   Duals f;
                   for (int i = 1; i <= 15; ++i) {
                     const double t = (8 - i) / 2.0;
                     f.push_back(x[0] * exp(-x[1] * (t - x[2]) * (t - x[2]) / 2.0) - y[i - 1]);
                   }
                   return f;
                 }});
  all.push_back({"Box three-dimensional", {0, 10, 20}, {0}, [](const Duals& x) {
                   Duals f;
                   for (int i = 1; i <= 10; ++i) {
                     const double t = 0.1 * i;
                     f.push_back(exp(-t * x[0]) - exp(-t * x[1]) - x[2] * (std::exp(-t) - std::exp(-10 * t)));
                   }
                   return f;
                 }});
  all.push_back({"Powell singular", {3, -1, 0, 1}, {0}, [](const Duals& x) {
                   return Duals{x[0] + 10.0 * x[1], std::sqrt(5.0) * (x[2] - x[3]),
                                (x[1] - 2.0 * x[2]) * (x[1] - 2.0 * x[2]),
                                std::sqrt(10.0) * (x[0] - x[3]) * (x[0] - x[3])};
                 }});
  all.push_back({"Wood", {-3, -1, -3, -1}, {0}, [](const Duals& x) {
                   return Duals{10.0 * (x[1] - x[0] * x[0]),
                                1.0 - x[0],
                                std::sqrt(90.0) * (x[3] - x[2] * x[2]),
                                1.0 - x[2],
                                std::sqrt(10.0) * (x[1] + x[3] - 2.0),
                                (x[1] - x[3]) / std::sqrt(10.0)};
                 }});
  all.push_back(
      {"Kowalik and Osborne", {.25, .39, .415, .39}, {3.075056038492e-4, 1.02734e-3}, [](const Duals& x) {
         const double y[] = {.1957, .1947, .1735, .1600, .0844, .0627, .0456, .0342, .0323, .0235, .0246};
         const double u[] = {4, 2, 1, .5, .25, .167, .125, .1, .0833, .0714, .0625};
         Duals f;
         for (int i = 0; i < 11; ++i)
           f.push_back(y[i] - x[0] * (u[i] * u[i] + u[i] * x[1]) / (u[i] * u[i] + u[i] * x[2] + x[3]));
         return f;
       }});
  all.push_back({"Brown and Dennis", {25, 5, -5, -1}, {85822.2016263563}, [](const Duals& x) {
                   Duals f;
                   for (int i = 1; i <= 20; ++i) {
                     const double t = i / 5.0;
                     const Dual a = x[0] + t * x[1] - std::exp(t),
                                b = x[2] + x[3] * std::sin(t) - std::cos(t);
                     f.push_back(a * a + b * b);
                   }
                   return f;
                 }});
  const auto sized = [](int n, auto&& value) {
    std::vector<double> x;
    for (int i = 1; i <= n; ++i) x.push_back(value(i));
    return x;
  };
  all.push_back({"Extended Rosenbrock",
                 sized(10, [](int i) { return i % 2 == 1 ? -1.2 : 1.0; }),
                 {0},
                 [](const Duals& x) {
                   Duals f;
                   for (std::size_t i = 0; i + 1 < x.size(); i += 2) {
                     f.push_back(10.0 * (x[i + 1] - x[i] * x[i]));
                     f.push_back(1.0 - x[i]);
                   }
                   return f;
                 }});
  all.push_back(
      {"Penalty I", sized(4, [](int i) { return double(i); }), {2.249977500e-5}, [](const Duals& x) {
         Duals f;
         Dual sum = -0.25;
         for (const Dual& entry : x) {
           f.push_back(std::sqrt(1e-5) * (entry - 1.0));
           sum = sum + entry * entry;
         }
         f.push_back(sum);
         return f;
       }});
  all.push_back(
      {"Variably dimensioned", sized(10, [](int i) { return 1 - i / 10.0; }), {0}, [](const Duals& x) {
         Duals f;
         Dual sum = 0;
         for (std::size_t i = 0; i < x.size(); ++i) {
           f.push_back(x[i] - 1.0);
           sum = sum + static_cast<double>(i + 1) * (x[i] - 1.0);
         }
         f.push_back(sum);
         f.push_back(sum * sum);
         return f;
       }});
  all.push_back({"Trigonometric", sized(10, [](int) { return 0.1; }), {0, 2.79506e-5}, [](const Duals& x) {
                   Duals f;
                   const auto n = static_cast<double>(x.size());
                   Dual cosines = 0;
                   for (const Dual& entry : x) cosines = cosines + cos(entry);
                   for (std::size_t i = 0; i < x.size(); ++i)
                     f.push_back(n - cosines + static_cast<double>(i + 1) * (1.0 - cos(x[i])) - sin(x[i]));
                   return f;
                 }});
  all.push_back({"Broyden tridiagonal", sized(10, [](int) { return -1.0; }), {0}, [](const Duals& x) {
                   Duals f;
                   for (std::size_t i = 0; i < x.size(); ++i)
                     f.push_back((3.0 - 2.0 * x[i]) * x[i] - (i > 0 ? x[i - 1] : Dual(0)) -
                                 2.0 * (i + 1 < x.size() ? x[i + 1] : Dual(0)) + 1.0);
                   return f;
                 }});
  return all;
}

}  // namespace trireme::optim::test
