// SPDX-License-Identifier: Apache-2.0
// The cycles V, W, F and K in one precision (Briggs, Henson, McCormick, "A Multigrid Tutorial"; for K: Notay,
// Vassilevski, "Recursive Krylov-based multigrid cycles", Numer. Linear Algebra Appl. 15, 2008,
// doi 10.1002/nla.542). Made by make_multigrid.
#pragma once

#include <vector>

#include "amg/cycle/multigrid.hpp"
#include "amg/cycle/multigrid_level.hpp"

namespace trireme::amg {

// Value: double or float.
template <class Value>
class MultigridCycle final : public Multigrid {
 public:
  // Collective. See make_multigrid.
  MultigridCycle(const SetupHierarchy& hierarchy, const CycleOptions& options);

  void apply(std::span<const double> r, std::span<double> z) override;
  // Implemented in refill_multigrid.cpp.
  void refill(const SetupHierarchy& hierarchy, std::size_t changed_interpolations) override;
  std::size_t n_levels() const override { return levels_.size(); }
  std::vector<double> level_seconds() const override;
  void reset_seconds() override;
  std::size_t bytes() const override;
  bool direct_on_coarsest() const override { return levels_.back().direct.has_value(); }
  LocalIndex null_dimension() const override;

 private:
  enum class Guess { zero, given };

  // Implemented in pack_hierarchy.cpp.
  void pack(const SetupHierarchy& hierarchy, const CycleOptions& options);
  void add_smoothers(std::size_t l, const CycleOptions& options, GlobalIndex global_begin, bool coarsest);
  // Brings the largest diagonal entry of the finest matrix to [1, 2), a power of two. Collective.
  static double scale_of(const MatrixView& matrix);

  // Improves levels_[l].x for levels_[l].b.
  void run(std::size_t l, CycleType type, Guess guess);
  void solve_next(std::size_t next, CycleType type);
  void solve_coarsest(MultigridLevel<Value>& level, Guess guess);
  void solve_by_conjugate_gradients(std::size_t l);

  comm::Communicator comm_;
  CycleOptions options_;
  CycleType type_;
  double matrix_scale_ = 1;  // a power of two, by which the matrices of all levels are multiplied
  std::vector<MultigridLevel<Value>> levels_;
};

}  // namespace trireme::amg
