// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/multigrid_cycle.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <type_traits>

#include "amg/kernels/level_vector.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

using Clock = std::chrono::steady_clock;

// Adds the time since its start to `seconds` at its end.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(Clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  Clock::time_point start_;
};

// The power of two that brings a positive finite number into [1, 2); 1 for others.
double scale_to_one(double magnitude) {
  return magnitude > 0 && std::isfinite(magnitude) ? std::ldexp(1.0, -std::ilogb(magnitude)) : 1.0;
}

template <class Value>
std::span<Value> owned(Array<Value>& vector, LocalIndex n) {
  return std::span<Value>(vector).first(static_cast<std::size_t>(n));
}

}  // namespace

template <class Value>
void MultigridCycle<Value>::apply(std::span<const double> r, std::span<double> z) {
  MultigridLevel<Value>& finest = levels_.front();
  // A single-precision number below 1e-38 would lose its digits, so the vector is brought to about 1. Powers
  // of two change no bit of the result.
  double vector_scale = 1;
  if constexpr (std::is_same_v<Value, float>)
    vector_scale = scale_to_one(comm::all_max(comm_, largest_magnitude(r)));
  {
    const Stopwatch watch(finest.seconds);
    gather_packed(std::span<const LocalIndex>(finest.order.old_of_new), vector_scale, r.data(),
                  finest.b.data());
  }
  run(0, type_, Guess::zero);
  const Stopwatch watch(finest.seconds);
  scatter_packed(std::span<const LocalIndex>(finest.order.old_of_new), matrix_scale_ / vector_scale,
                 finest.x.data(), z.data());
}

template <class Value>
void MultigridCycle<Value>::run(std::size_t l, CycleType type, Guess guess) {
  MultigridLevel<Value>& level = levels_[l];
  if (l + 1 == levels_.size()) return solve_coarsest(level, guess);
  MultigridLevel<Value>& next = levels_[l + 1];
  Value *const x = level.x.data(), *const b = level.b.data(), *const r = level.r.data();
  {
    const Stopwatch watch(level.seconds);
    if (guess == Guess::zero) {
      level.down->smooth_from_zero(b, x, r, Smoother<Value>::Then::residual);
    } else {
      level.down->smooth(b, x, r);
      level.a->residual(b, x, r);
    }
    level.restriction->multiply(level.r, next.b.data());
  }
  solve_next(l + 1, type);
  const Stopwatch watch(level.seconds);
  level.interpolation->multiply_add(next.x, x);
  level.up->smooth(b, x, r);
}

template <class Value>
void MultigridCycle<Value>::solve_next(std::size_t next, CycleType type) {
  const bool solved_exactly = levels_[next].direct.has_value();
  if (type == CycleType::k && !solved_exactly && next + 1 < levels_.size())
    return solve_by_conjugate_gradients(next);
  run(next, type, Guess::zero);
  if (solved_exactly) return;
  if (type == CycleType::w) run(next, CycleType::w, Guess::given);
  if (type == CycleType::f) run(next, CycleType::v, Guess::given);
}

template <class Value>
void MultigridCycle<Value>::solve_coarsest(MultigridLevel<Value>& level, Guess guess) {
  const Stopwatch watch(level.seconds);
  if (level.direct) {
    // The coarsest level's packed order is its own.
    std::ranges::copy(owned(level.b, level.n_rows), level.direct_b.begin());
    level.direct->solve(level.direct_b, level.direct_x);
    for (std::size_t i = 0; i < level.direct_x.size(); ++i)
      level.x[i] = static_cast<Value>(level.direct_x[i]);
  } else if (guess == Guess::zero) {
    level.down->smooth_from_zero(level.b.data(), level.x.data(), level.r.data(),
                                 Smoother<Value>::Then::nothing);
  } else {
    level.down->smooth(level.b.data(), level.x.data(), level.r.data());
  }
}

// Notay, Vassilevski 2008, algorithm 3.2 with FCG, names as there: at most two steps, the second left out
// where the first has reduced the residual to a quarter.
template <class Value>
void MultigridCycle<Value>::solve_by_conjugate_gradients(std::size_t l) {
  MultigridLevel<Value>& level = levels_[l];
  LevelOperator<Value>& a = *level.a;
  const auto x = owned(level.x, level.n_rows), b = owned(level.b, level.n_rows);
  const auto c = std::span<Value>(level.direction), v = std::span<Value>(level.product);

  run(l, CycleType::k, Guess::zero);
  double rho1 = 0, alpha1 = 0;
  {
    const Stopwatch watch(level.seconds);
    const double norm = a.dot(b.data(), b.data());
    a.multiply(level.x.data(), v.data());
    rho1 = a.dot(x.data(), v.data());
    alpha1 = a.dot(x.data(), b.data());
    // Not positive definite here: one plain cycle is what there is.
    if (!(rho1 > 0) || !std::isfinite(alpha1)) return;
    combine(c, Value(0), Value(1), x.data());
    combine(b, Value(1), static_cast<Value>(-alpha1 / rho1), v.data());
    if (a.dot(b.data(), b.data()) <= 0.0625 * norm) {
      combine(x, Value(0), static_cast<Value>(alpha1 / rho1), c.data());
      return;
    }
  }
  run(l, CycleType::k, Guess::zero);
  const Stopwatch watch(level.seconds);
  Value* const w = level.r.data();
  a.multiply(level.x.data(), w);
  const double gamma = a.dot(x.data(), v.data()), beta = a.dot(x.data(), w);
  const double alpha2 = a.dot(x.data(), b.data()), rho2 = beta - gamma * gamma / rho1;
  if (!(rho2 > 0) || !std::isfinite(alpha2)) {
    combine(x, Value(0), static_cast<Value>(alpha1 / rho1), c.data());
    return;
  }
  combine(x, static_cast<Value>(alpha2 / rho2),
          static_cast<Value>(alpha1 / rho1 - gamma * alpha2 / (rho1 * rho2)), c.data());
}

template <class Value>
std::vector<double> MultigridCycle<Value>::level_seconds() const {
  std::vector<double> seconds;
  for (const auto& level : levels_) seconds.push_back(level.seconds);
  return seconds;
}

template <class Value>
void MultigridCycle<Value>::reset_seconds() {
  for (auto& level : levels_) level.seconds = 0;
}

template <class Value>
std::size_t MultigridCycle<Value>::bytes() const {
  std::size_t bytes = 0;
  for (const auto& level : levels_) bytes += level.bytes();
  return bytes;
}

template <class Value>
LocalIndex MultigridCycle<Value>::null_dimension() const {
  return levels_.back().direct ? levels_.back().direct->null_dimension() : 0;
}

template class MultigridCycle<double>;
template class MultigridCycle<float>;

}  // namespace trireme::amg
