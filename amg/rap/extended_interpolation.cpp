// SPDX-License-Identifier: Apache-2.0
#include "amg/rap/extended_interpolation.hpp"

#include <algorithm>

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/local_rows.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {

ExtendedInterpolation::ExtendedInterpolation(const MatrixView& matrix, const MatrixView& p)
    : coarse_(*p.columns), borrowed_(p.diagonal), is_merged_(matrix.comm->size() > 1) {
  if (!is_merged_) return;
  const OffRankRows fetched = fetch_rows(p, *matrix.plan);
  comm::CollectiveGuard(*matrix.comm).run([&] { merge(p, fetched); });
}

void ExtendedInterpolation::merge(const MatrixView& p, const OffRankRows& fetched) {
  std::vector<GlobalIndex> ids(p.ghost_columns.begin(), p.ghost_columns.end());
  std::copy_if(fetched.columns.begin(), fetched.columns.end(), std::back_inserter(ids),
               [&](GlobalIndex id) { return id < coarse_.begin() || id >= coarse_.end(); });
  ghosts_ = sorted_unique(std::move(ids));

  const LocalRows own(p);
  const ColumnNumbering p_numbering(coarse_, p.ghost_columns), numbering(coarse_, ghosts_);
  std::vector<LocalIndex> place_of_p_ghost;
  for (const GlobalIndex id : p.ghost_columns) place_of_p_ghost.push_back(numbering.local(id));
  const auto n_own = static_cast<std::size_t>(own.n_rows);
  const std::size_t own_entries = p.diagonal.values.size() + p.off_diagonal.values.size();
  merged_.n_columns = numbering.n_local();
  merged_.offsets.resize(n_own + fetched.offsets.size());
  merged_.columns.resize(own_entries + fetched.columns.size());
  merged_.values.resize(merged_.columns.size());
  threads::parallel_for(own.n_rows, [&](LocalIndex row) {
    auto place =
        static_cast<std::size_t>(own.offsets[row]) + static_cast<std::size_t>(own.ghost_offsets[row]);
    merged_.offsets[static_cast<std::size_t>(row)] = static_cast<LocalIndex>(place);
    own.for_entries(row, [&](LocalIndex column, double value) {
      merged_.columns[place] =
          column < p_numbering.n_owned()
              ? column
              : place_of_p_ghost[static_cast<std::size_t>(column - p_numbering.n_owned())];
      merged_.values[place++] = value;
    });
  });
  for (std::size_t ghost = 0; ghost < fetched.offsets.size(); ++ghost)
    merged_.offsets[n_own + ghost] = static_cast<LocalIndex>(own_entries) + fetched.offsets[ghost];
  for (std::size_t k = 0; k < fetched.columns.size(); ++k) {
    merged_.columns[own_entries + k] = numbering.local(fetched.columns[k]);
    merged_.values[own_entries + k] = fetched.values[k];
  }
}

CsrView ExtendedInterpolation::rows() const noexcept {
  return is_merged_ ? merged_.view() : borrowed_;
}

void ExtendedInterpolation::widen(std::vector<GlobalIndex> more) {
  std::erase_if(more, [&](GlobalIndex id) { return id >= coarse_.begin() && id < coarse_.end(); });
  more.insert(more.end(), ghosts_.begin(), ghosts_.end());
  auto wider = sorted_unique(std::move(more));
  if (wider.size() == ghosts_.size()) return;
  const ColumnNumbering numbering(coarse_, wider);
  std::vector<LocalIndex> place;
  for (const GlobalIndex id : ghosts_) place.push_back(numbering.local(id));
  const LocalIndex n_owned = numbering.n_owned();
  threads::parallel_for(merged_.columns.size(), [&](std::size_t k) {
    LocalIndex& column = merged_.columns[k];
    if (column >= n_owned) column = place[static_cast<std::size_t>(column - n_owned)];
  });
  merged_.n_columns = numbering.n_local();
  ghosts_ = std::move(wider);
}

}  // namespace trireme::amg
