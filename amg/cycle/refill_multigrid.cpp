// SPDX-License-Identifier: Apache-2.0
// The solve phase for other values: from a hierarchy with the patterns of the one that was packed.
#include <type_traits>

#include "amg/cycle/multigrid_cycle.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {

template <class Value>
void MultigridCycle<Value>::refill(const SetupHierarchy& hierarchy, std::size_t changed_interpolations) {
  const auto& setup = hierarchy.levels;
  const comm::CollectiveGuard guard(comm_);
  if constexpr (std::is_same_v<Value, float>) matrix_scale_ = scale_of(setup.front().matrix);
  guard.run([&] {
    for (MultigridLevel<Value>& level : levels_) {
      RowOrder& order = level.order;
      order.new_of_old.resize(order.old_of_new.size());
      threads::parallel_for(level.n_rows,
                            [&](LocalIndex row) { order.new_of_old[order.old_of_new[row]] = row; });
    }
  });
  for (std::size_t l = 0; l < setup.size(); ++l) {
    MultigridLevel<Value>& level = levels_[l];
    const MatrixView& matrix = setup[l].matrix;
    const bool coarsest = l + 1 == setup.size();
    if (level.direct) {
      level.direct.emplace(matrix, matrix_scale_);
    } else {
      guard.run([&] {
        level.a->refill(matrix, level.order, matrix_scale_);
        level.diagonals.emplace(*level.a);
      });
      add_smoothers(l, options_, matrix.rows->begin(), coarsest);
    }
    if (coarsest || l >= changed_interpolations) continue;
    const RowOrder& next = levels_[l + 1].order;
    guard.run([&] {
      level.interpolation->refill(setup[l].interpolation.view(), level.order.old_of_new);
      level.restriction->refill(setup[l].restriction.view(), next.old_of_new);
    });
  }
  for (MultigridLevel<Value>& level : levels_) level.order.new_of_old = {};
  reset_seconds();
}

template void MultigridCycle<double>::refill(const SetupHierarchy&, std::size_t);
template void MultigridCycle<float>::refill(const SetupHierarchy&, std::size_t);

}  // namespace trireme::amg
