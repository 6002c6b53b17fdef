// SPDX-License-Identifier: Apache-2.0
#include "optim/pblbfgs/lbfgs_memory.hpp"

#include "optim/problem/replicated_vector.hpp"

namespace trireme::optim {
namespace {

// Powell's damping: y becomes theta y + (1 - theta) B s with y's = 0.2 s'B s.
constexpr double damped_share = 0.2;

}  // namespace

std::vector<double> LbfgsMemory::times(std::span<const double> v) const {
  std::vector<double> q(v.begin(), v.end());
  if (pairs_.empty()) return q;
  std::vector<double> alpha(pairs_.size());
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    alpha[i] = dot(pairs_[i].s, q) / pairs_[i].s_dot_y;
    add_scaled(-alpha[i], pairs_[i].y, q);
  }
  const Pair& newest = pairs_.back();
  const double scale = newest.s_dot_y / dot(newest.y, newest.y);
  for (double& entry : q) entry *= scale;
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    add_scaled(alpha[i] - dot(pairs_[i].y, q) / pairs_[i].s_dot_y, pairs_[i].s, q);
  return q;
}

bool LbfgsMemory::update(std::vector<double> s, std::vector<double> y, std::span<const double> b_s,
                         const PblbfgsOptions& options) {
  double s_dot_y = dot(s, y);
  // Without pairs B is the identity, which says nothing of the problem's scale: any positive curvature is
  // better then.
  const double s_b_s = pairs_.empty() ? 0 : dot(s, b_s);
  if (options.damping && s_b_s > 0 && s_dot_y < damped_share * s_b_s) {
    const double theta = (1 - damped_share) * s_b_s / (s_b_s - s_dot_y);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = theta * y[i] + (1 - theta) * b_s[i];
    s_dot_y = dot(s, y);
  }
  const double least =
      options.curvature == CurvatureRule::relative ? options.eps * s_b_s : options.eps * dot(s, s);
  // Written so that NaN is refused.
  if (!(s_dot_y > 0) || !(s_dot_y >= least) || !std::isfinite(dot(y, y))) return false;
  pairs_.push_back({std::move(s), std::move(y), s_dot_y});
  if (pairs_.size() > history_) pairs_.pop_front();
  return true;
}

void LbfgsMemory::restore(std::vector<std::pair<std::vector<double>, std::vector<double>>> pairs) {
  pairs_.clear();
  for (auto& [s, y] : pairs) {
    const double s_dot_y = dot(s, y);
    pairs_.push_back({std::move(s), std::move(y), s_dot_y});
  }
}

}  // namespace trireme::optim
