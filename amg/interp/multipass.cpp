// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/multipass.hpp"

#include <unordered_map>
#include <vector>

#include "amg/interp/truncated.hpp"
#include "amg/kernels/multipass.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

// Coarse points that rows name: those of this rank from 0, others in the order in which they came up.
class OpenNumbering {
 public:
  explicit OpenNumbering(const CoarsePoints& coarse) : owned_(*coarse.partition, {}) {
    for (const GlobalIndex id : coarse.ghosts) local(id);
  }
  LocalIndex n_local() const { return owned_.n_local() + static_cast<LocalIndex>(ids_.size()); }
  LocalIndex local(GlobalIndex id) {
    if (owned_.owns(id)) return owned_.local(id);
    const auto [place, is_new] = places_.try_emplace(id, n_local());
    if (is_new) ids_.push_back(id);
    return place->second;
  }
  GlobalIndex global(LocalIndex column) const {
    return column < owned_.n_owned() ? owned_.global(column)
                                     : ids_[static_cast<std::size_t>(column - owned_.n_owned())];
  }
  const std::vector<GlobalIndex>& others() const { return ids_; }

 private:
  ColumnNumbering owned_;
  std::vector<GlobalIndex> ids_;
  std::unordered_map<GlobalIndex, LocalIndex> places_;
};

// Rows of owned points and of ghosts, written in any order.
struct RowStore {
  Array<LocalIndex> begin, end;  // [n_local]
  std::vector<LocalIndex> columns;
  std::vector<double> values;

  explicit RowStore(std::size_t n) : begin(n, 0), end(n, 0) {}
  kernels::RowStoreView view() const { return {begin.data(), end.data(), columns.data(), values.data()}; }

  void begin_row(std::size_t row) { begin[row] = end[row] = static_cast<LocalIndex>(columns.size()); }
  void add_to(std::size_t row, LocalIndex column, double value) {
    columns.push_back(column);
    values.push_back(value);
    end[row] = static_cast<LocalIndex>(columns.size());
  }
};

class Multipass {
 public:
  Multipass(const MatrixView& matrix, const StrongCouplings& couplings, std::span<const PointType> types,
            const CoarsePoints& coarse, RowWorkspace& workspace)
      : matrix_(matrix),
        couplings_(couplings),
        types_(types),
        coarse_(coarse),
        workspace_(workspace),
        numbering_(coarse),
        rows_(types.size()),
        passes_(types.size()),
        exchange_(*matrix.comm, matrix.plan, 1) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      passes_[i] = types[i] == PointType::coarse ? 0 : kernels::no_pass;
      if (types[i] == PointType::coarse) {
        rows_.begin_row(i);
        rows_.add_to(i, coarse.place[i], 1.0);
      } else if (types[i] == PointType::fine && static_cast<LocalIndex>(i) < matrix.n_rows()) {
        open_.push_back(static_cast<LocalIndex>(i));
      }
    }
  }

  // Forms the rows of all passes.
  void run() {
    for (LocalIndex pass = 1; find_points(pass); ++pass) {
      if (pass > 1) fetch_rows_of(pass - 1);
      form_rows(pass);
      exchange_.start(passes_).finish();
    }
  }

  DistributedMatrix finish(const kernels::RowTruncation& truncation) {
    const auto ghosts = sorted_unique(numbering_.others());
    const ColumnNumbering sorted(*coarse_.partition, ghosts);
    std::vector<LocalIndex> moved;
    for (const GlobalIndex id : numbering_.others()) moved.push_back(sorted.local(id));
    const LocalIndex n_owned = sorted.n_owned();
    threads::parallel_for(rows_.columns.size(), [&](std::size_t k) {
      LocalIndex& column = rows_.columns[k];
      if (column >= n_owned) column = moved[static_cast<std::size_t>(column - n_owned)];
    });
    return truncated_interpolation(*matrix_.comm, matrix_.rows, coarse_.partition, ghosts, rows_.view(),
                                   truncation, workspace_);
  }

 private:
  // points_: those of this pass. Whether any rank has some.
  bool find_points(LocalIndex pass) {
    found_.resize(open_.size());
    for_row_parts(equal_parts(open_.size()), [&](int, LocalIndex begin, LocalIndex end) {
      const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
      kernels::find_next_pass(couplings_.strong, passes_, pass - 1, std::span(open_).subspan(first, count),
                              std::span(found_).subspan(first, count));
    });
    points_.clear();
    std::size_t left = 0;
    for (std::size_t k = 0; k < open_.size(); ++k) {
      const LocalIndex point = open_[k];
      if (found_[k] != 0)
        points_.push_back(point);
      else
        open_[left++] = point;
    }
    open_.resize(left);
    return comm::all_sum(*matrix_.comm, static_cast<GlobalIndex>(points_.size())) > 0;
  }

  void form_rows(LocalIndex pass) {
    comm::CollectiveGuard(*matrix_.comm).run([&] {
      const kernels::MultipassInput input{LocalRows(matrix_), &couplings_.strong,         types_.data(),
                                          passes_.data(),     couplings_.diagonal.data(), rows_.view()};
      const auto bounds = equal_parts(points_.size());
      counts_.resize(points_.size());
      for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
        ThreadWorkspace& thread = workspace_[static_cast<std::size_t>(part)];
        auto row = thread.outer.prepare(numbering_.n_local());
        fill_chunk(thread.chunk, begin, end, numbering_.n_local(), counts_.data(),
                   [&](LocalIndex first, kernels::RowSink& sink) {
                     return kernels::multipass_rows(input, pass, points_, first, end, row, sink);
                   });
      });
      for (std::size_t part = 0; part + 1 < bounds.size(); ++part)
        take_over(bounds[part], bounds[part + 1], workspace_[part].chunk);
      for (const LocalIndex point : points_) passes_[static_cast<std::size_t>(point)] = pass;
    });
  }

  // points_[begin..end): one row of the chunk after the other.
  void take_over(LocalIndex begin, LocalIndex end, const RowChunk& chunk) {
    if (rows_.columns.size() + static_cast<std::size_t>(chunk.used) > 2147483647)
      throw Error(ErrorKind::limit, "a level has more nonzeros on one rank than 32-bit offsets can count", {},
                  "use more ranks, or -pc_trireme_agg_interp_type 2stage_extended+i");
    auto next = static_cast<LocalIndex>(rows_.columns.size());
    for (LocalIndex k = begin; k < end; ++k) {
      const auto point = static_cast<std::size_t>(points_[static_cast<std::size_t>(k)]);
      rows_.begin[point] = next;
      rows_.end[point] = next += counts_[static_cast<std::size_t>(k)];
    }
    rows_.columns.insert(rows_.columns.end(), chunk.columns.begin(), chunk.columns.begin() + chunk.used);
    rows_.values.insert(rows_.values.end(), chunk.values.begin(), chunk.values.begin() + chunk.used);
  }

  // Of the ghosts of a pass.
  void fetch_rows_of(LocalIndex pass) {
    if (matrix_.comm->size() == 1) return;
    struct Entry {
      GlobalIndex column;
      double value;
    };
    std::vector<PackedMessage> messages(static_cast<std::size_t>(matrix_.comm->size()));
    for (const comm::Neighbour& neighbour : matrix_.plan->neighbours())
      for (LocalIndex k = neighbour.send_begin; k < neighbour.send_end; ++k) {
        const auto point =
            static_cast<std::size_t>(matrix_.plan->send_indices()[static_cast<std::size_t>(k)]);
        if (passes_[point] != pass) continue;
        PackedMessage& message = messages[static_cast<std::size_t>(neighbour.rank)];
        message.put(rows_.end[point] - rows_.begin[point]);
        for (LocalIndex e = rows_.begin[point]; e < rows_.end[point]; ++e)
          message.put(Entry{numbering_.global(rows_.columns[static_cast<std::size_t>(e)]),
                            rows_.values[static_cast<std::size_t>(e)]});
      }
    const auto received = exchange_messages(*matrix_.comm, messages);
    for (const comm::Neighbour& neighbour : matrix_.plan->neighbours()) {
      auto reader = received.from(neighbour.rank);
      for (LocalIndex ghost = neighbour.receive_begin; ghost < neighbour.receive_end; ++ghost) {
        const auto row = static_cast<std::size_t>(matrix_.n_rows() + ghost);
        if (passes_[row] != pass) continue;
        rows_.begin_row(row);
        for (auto left = reader.take<LocalIndex>(); left > 0; --left) {
          const auto entry = reader.take<Entry>();
          rows_.add_to(row, numbering_.local(entry.column), entry.value);
        }
      }
    }
  }

  static std::vector<LocalIndex> equal_parts(std::size_t count) {
    const int parts = threads::max_threads();
    std::vector<LocalIndex> bounds{0};
    for (int part = 0; part < parts; ++part)
      bounds.push_back(threads::thread_range(static_cast<LocalIndex>(count), part, parts).end);
    return bounds;
  }

  const MatrixView& matrix_;
  const StrongCouplings& couplings_;
  std::span<const PointType> types_;
  const CoarsePoints& coarse_;
  RowWorkspace& workspace_;
  OpenNumbering numbering_;
  RowStore rows_;
  std::vector<LocalIndex> passes_;         // [n_local]
  std::vector<LocalIndex> open_, points_;  // fine points without a pass; those of this pass: ascending
  std::vector<std::int8_t> found_;         // [open_]
  Array<LocalIndex> counts_;               // [points_]
  comm::HaloExchange<LocalIndex> exchange_;
};

}  // namespace

DistributedMatrix multipass_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                          std::span<const PointType> types, const CoarsePoints& coarse,
                                          const kernels::RowTruncation& truncation, RowWorkspace& workspace) {
  Multipass multipass(matrix, couplings, types, coarse, workspace);
  multipass.run();
  return multipass.finish(truncation);
}

}  // namespace trireme::amg
