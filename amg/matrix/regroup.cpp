// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/regroup.hpp"

#include <algorithm>
#include <utility>

#include "amg/matrix/ghost_numbering.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg {
namespace {

// Of the matrix's local columns the global numbers.
std::vector<GlobalIndex> global_columns(const DistributedMatrix& matrix) {
  std::vector<GlobalIndex> ids;
  for (GlobalIndex id = matrix.columns->begin(); id < matrix.columns->end(); ++id) ids.push_back(id);
  ids.insert(ids.end(), matrix.ghost_columns.begin(), matrix.ghost_columns.end());
  return ids;
}

class Split {
 public:
  Split(const DistributedMatrix& matrix, const Partition& columns)
      : from_(matrix), begin_(columns.begin()), end_(columns.end()), ids_(global_columns(matrix)) {}

  std::vector<GlobalIndex> ghosts() const {
    std::vector<GlobalIndex> foreign;
    const std::size_t n_owned = static_cast<std::size_t>(from_.columns->n_owned());
    std::vector<char> used(ids_.size(), 0);
    for (const LocalIndex column : from_.diagonal.columns) used[static_cast<std::size_t>(column)] = 1;
    for (const LocalIndex column : from_.off_diagonal.columns)
      used[n_owned + static_cast<std::size_t>(column)] = 1;
    for (std::size_t column = 0; column < ids_.size(); ++column)
      if (used[column] != 0 && !owns(ids_[column])) foreign.push_back(ids_[column]);
    return sorted_unique(std::move(foreign));
  }

  void fill(DistributedMatrix& to) const {
    to.diagonal.n_columns = static_cast<LocalIndex>(end_ - begin_);
    to.off_diagonal.n_columns = static_cast<LocalIndex>(to.ghost_columns.size());
    const ColumnNumbering numbering(*to.columns, to.ghost_columns);
    const LocalIndex n_owned = to.diagonal.n_columns, n_rows = from_.rows->n_owned();
    for (LocalIndex row = 0; row < n_rows; ++row) {
      const auto put = [&](GlobalIndex id, double value) {
        const LocalIndex column = numbering.local(id);
        Csr& part = column < n_owned ? to.diagonal : to.off_diagonal;
        part.columns.push_back(column < n_owned ? column : column - n_owned);
        part.values.push_back(value);
      };
      for_part(from_.diagonal, row, 0, put);
      for_part(from_.off_diagonal, row, static_cast<std::size_t>(from_.columns->n_owned()), put);
      for (Csr* part : {&to.diagonal, &to.off_diagonal})
        part->offsets.push_back(static_cast<LocalIndex>(part->columns.size()));
    }
  }

 private:
  bool owns(GlobalIndex id) const { return id >= begin_ && id < end_; }
  template <class F>
  void for_part(const Csr& part, LocalIndex row, std::size_t first, F&& put) const {
    for (LocalIndex k = part.offsets[row]; k < part.offsets[row + 1]; ++k)
      put(ids_[first + static_cast<std::size_t>(part.columns[k])], part.values[k]);
  }

  const DistributedMatrix& from_;
  GlobalIndex begin_, end_;
  std::vector<GlobalIndex> ids_;
};

}  // namespace

std::shared_ptr<const Partition> merged_partition(const Partition& partition, GlobalIndex rows_per_rank) {
  const std::size_t ranks = partition.offsets.size() - 1;
  std::vector<std::size_t> active;
  for (std::size_t rank = 0; rank < ranks; ++rank)
    if (partition.offsets[rank + 1] > partition.offsets[rank]) active.push_back(rank);
  if (rows_per_rank <= 0 || active.size() < 2) return nullptr;
  const GlobalIndex wanted =
      std::max<GlobalIndex>(1, (partition.n_global() + rows_per_rank - 1) / rows_per_rank);
  const auto step = static_cast<std::size_t>(static_cast<GlobalIndex>(active.size()) / wanted);
  if (step < 2) return nullptr;
  auto merged = std::make_shared<Partition>();
  merged->rank = partition.rank;
  merged->offsets.assign(ranks + 1, partition.n_global());
  // From the back: a rank that does not lead begins, and ends, where the next leader begins.
  GlobalIndex next = partition.n_global();
  std::size_t place = active.size();
  for (std::size_t rank = ranks; rank-- > 0;) {
    if (place > 0 && active[place - 1] == rank) {
      --place;
      if (place % step == 0) next = partition.offsets[rank];
    }
    merged->offsets[rank] = next;
  }
  merged->offsets.front() = 0;
  return merged;
}

DistributedMatrix with_column_owners(const DistributedMatrix& matrix,
                                     const std::shared_ptr<const Partition>& columns) {
  const comm::CollectiveGuard guard(*matrix.comm);
  DistributedMatrix result;
  guard.run([&] {
    result.comm = matrix.comm;
    result.rows = matrix.rows;
    result.columns = columns;
    const Split split(matrix, *columns);
    result.ghost_columns = split.ghosts();
    split.fill(result);
  });
  result.plan = std::make_shared<const comm::ExchangePlan>(
      comm::build_exchange_plan(*matrix.comm, columns->begin(), columns->n_owned(), result.ghost_columns));
  return result;
}

}  // namespace trireme::amg
