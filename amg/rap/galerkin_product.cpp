// SPDX-License-Identifier: Apache-2.0
#include "amg/rap/galerkin_product.hpp"

#include <algorithm>

#include "amg/kernels/cf_product.hpp"
#include "amg/kernels/product.hpp"
#include "amg/matrix/assemble.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/local_rows.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "amg/matrix/row_parts.hpp"
#include "amg/rap/extended_interpolation.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/scan.hpp"

namespace trireme::amg {
namespace {

LocalIndex chunked_parts(const ChunkedRows& chunked) {
  return static_cast<LocalIndex>(chunked.bounds.size()) - 1;
}

// The columns of a level's matrix parted into those of coarse points and the others.
struct PartedMatrix {
  Csr coarse, fine;
  kernels::PartedColumns view() const { return {coarse.view(), fine.view()}; }
};

void allocate(Csr& part, LocalIndex n_columns) {
  part.n_columns = n_columns;
  part.offsets.back() = 0;
  const auto n = static_cast<std::size_t>(threads::exclusive_scan(std::span<LocalIndex>(part.offsets)));
  part.columns.resize(n);
  part.values.resize(n);
}

// p: a row for each local column of the matrix.
PartedMatrix part_matrix(const MatrixView& matrix, const CsrView& p) {
  const LocalRows a(matrix);
  Array<LocalIndex> place(static_cast<std::size_t>(p.n_rows()));
  threads::parallel_for(p.n_rows(), [&](LocalIndex row) {
    const LocalIndex first = p.offsets[row];
    place[row] = p.offsets[row + 1] == first + 1 && p.values[first] == 1 ? p.columns[first] : -1;
  });
  PartedMatrix parted;
  for (Csr* part : {&parted.coarse, &parted.fine})
    part->offsets.resize(static_cast<std::size_t>(a.n_rows) + 1);
  const auto bounds = row_parts(matrix.diagonal.offsets);
  for_row_parts(bounds, [&](int, LocalIndex begin, LocalIndex end) {
    kernels::count_coarse_entries(a, place.data(), begin, end, parted.coarse.offsets.data(),
                                  parted.fine.offsets.data());
  });
  allocate(parted.coarse, p.n_columns);
  allocate(parted.fine, p.n_rows());
  const kernels::PartedTarget target{parted.coarse.offsets.data(), parted.fine.offsets.data(),
                                     parted.coarse.columns.data(), parted.fine.columns.data(),
                                     parted.coarse.values.data(),  parted.fine.values.data()};
  for_row_parts(bounds, [&](int, LocalIndex begin, LocalIndex end) {
    kernels::part_columns(a, place.data(), begin, end, target);
  });
  return parted;
}

// The factors of R (A P) or of (R A) P, with the numbering of coarse columns as it is now.
class Products {
 public:
  Products(const MatrixView& matrix, const ExtendedInterpolation& p, ProductForm form,
           RowWorkspace& workspace)
      : matrix_(matrix), p_(p), form_(form), workspace_(workspace) {
    prepare();
  }

  // r: a row for each row of the result. The result stays in the workspace until it is used again.
  ChunkedRows rows(const CsrView& r, const kernels::Contributions& contributions) {
    if (form_ == ProductForm::row_fused)
      return compute(r.offsets, [&](ThreadWorkspace& thread) {
        return [&, r_a = thread.inner.prepare(matrix_.n_rows() + matrix_.n_ghosts()), a = LocalRows(matrix_),
                p = p_.rows(), sum = thread.outer.prepare(p_.rows().n_columns)](
                   LocalIndex row, LocalIndex end, kernels::RowSink& sink) mutable {
          return kernels::triple_product_rows(r, a, p, contributions, row, end, r_a, sum, sink);
        };
      });
    if (form_ == ProductForm::cf_permuted)
      return compute(r.offsets, [&](ThreadWorkspace& thread) {
        return [&, r_a = thread.inner.prepare(parted_.fine.n_columns), a = parted_.view(), p = p_.rows(),
                sum = thread.outer.prepare(p_.rows().n_columns)](LocalIndex row, LocalIndex end,
                                                                 kernels::RowSink& sink) mutable {
          return kernels::cf_product_rows(r, a, p, contributions, row, end, r_a, sum, sink);
        };
      });
    const Array<LocalIndex> no_ghosts(r.offsets.size(), 0);
    return compute(r.offsets, [&](ThreadWorkspace& thread) {
      return [&, left = LocalRows(r, no_ghosts), sum = thread.outer.prepare(a_p_.n_columns)](
                 LocalIndex row, LocalIndex end, kernels::RowSink& sink) mutable {
        return kernels::multiply_rows(left, a_p_.view(), contributions, row, end, sum, sink);
      };
    });
  }

  // Forms what is stored beside the factors: again when the numbering has been widened.
  void prepare() {
    if (form_ == ProductForm::unfused) form_a_p();
    if (form_ == ProductForm::cf_permuted) parted_ = part_matrix(matrix_, p_.rows());
  }

 private:
  void form_a_p() {
    a_p_ = assemble_local(
        p_.rows().n_columns, compute(matrix_.diagonal.offsets, [&](ThreadWorkspace& thread) {
          return [&, a = LocalRows(matrix_), p = p_.rows(), sum = thread.outer.prepare(p_.rows().n_columns)](
                     LocalIndex row, LocalIndex end, kernels::RowSink& sink) mutable {
            return kernels::multiply_rows(a, p, {}, row, end, sum, sink);
          };
        }));
  }

  // make_kernel(thread) returns the kernel that a thread runs on its part of the rows.
  template <class MakeKernel>
  ChunkedRows compute(std::span<const LocalIndex> offsets, MakeKernel&& make_kernel) {
    ChunkedRows chunked;
    chunked.bounds = row_parts(offsets);
    chunked.counts.resize(offsets.size() - 1);
    chunked.workspace = &workspace_;
    const LocalIndex n_columns = p_.rows().n_columns;
    for_row_parts(chunked.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace_[static_cast<std::size_t>(part)];
      // Room that is not used is never touched, so it costs address space only.
      thread.chunk.restart(
          2 * static_cast<std::size_t>(matrix_.diagonal.n_nonzeros() / chunked_parts(chunked)) +
          static_cast<std::size_t>(n_columns));
      auto kernel = make_kernel(thread);
      fill_chunk(thread.chunk, begin, end, n_columns, chunked.counts.data(),
                 [&](LocalIndex row, kernels::RowSink& sink) { return kernel(row, end, sink); });
    });
    return chunked;
  }

  const MatrixView& matrix_;
  const ExtendedInterpolation& p_;
  ProductForm form_;
  RowWorkspace& workspace_;
  Csr a_p_;
  PartedMatrix parted_;
};

// Contributions to coarse rows of this rank, from all others.
struct ForeignContributions {
  Array<LocalIndex> offsets;  // [coarse rows + 1]
  std::vector<GlobalIndex> columns;
  Array<double> values;
};

void pack_rows(const Csr& rows, std::size_t begin, std::size_t end, std::span<const GlobalIndex> ids,
               const ColumnNumbering& numbering, PackedMessage& message) {
  std::vector<GlobalIndex> columns;
  message.put(static_cast<LocalIndex>(end - begin));
  message.put(ids.subspan(begin, end - begin));
  message.put(std::span<const LocalIndex>(rows.offsets).subspan(begin, end - begin + 1));
  const auto first = static_cast<std::size_t>(rows.offsets[begin]),
             last = static_cast<std::size_t>(rows.offsets[end]);
  for (std::size_t k = first; k < last; ++k) columns.push_back(numbering.global(rows.columns[k]));
  message.put(std::span<const GlobalIndex>(columns));
  message.put(std::span<const double>(rows.values).subspan(first, last - first));
}

// A neighbour's contributions, as packed above.
struct ReceivedRows {
  std::vector<GlobalIndex> ids, columns;
  std::vector<LocalIndex> offsets;
  std::vector<double> values;

  explicit ReceivedRows(MessageReader reader) {
    const auto n = static_cast<std::size_t>(reader.take<LocalIndex>());
    ids.resize(n);
    offsets.resize(n + 1);
    reader.take(std::span(ids));
    reader.take(std::span(offsets));
    columns.resize(static_cast<std::size_t>(offsets.back() - offsets.front()));
    values.resize(columns.size());
    reader.take(std::span(columns));
    reader.take(std::span(values));
  }
};

// A row's entries: those of lower ranks first.
ForeignContributions gather_by_row(const Partition& coarse, std::span<const ReceivedRows> messages) {
  ForeignContributions gathered;
  gathered.offsets.resize(static_cast<std::size_t>(coarse.n_owned()) + 1);
  std::fill(gathered.offsets.begin(), gathered.offsets.end(), 0);
  const auto for_rows = [&](auto&& f) {
    for (const ReceivedRows& message : messages)
      for (std::size_t i = 0; i < message.ids.size(); ++i)
        f(message, static_cast<std::size_t>(message.ids[i] - coarse.begin()),
          static_cast<std::size_t>(message.offsets[i] - message.offsets[0]),
          static_cast<std::size_t>(message.offsets[i + 1] - message.offsets[0]));
  };
  for_rows([&](const ReceivedRows&, std::size_t row, std::size_t begin, std::size_t end) {
    gathered.offsets[row + 1] += static_cast<LocalIndex>(end - begin);
  });
  for (std::size_t row = 0; row + 1 < gathered.offsets.size(); ++row)
    gathered.offsets[row + 1] += gathered.offsets[row];
  gathered.columns.resize(static_cast<std::size_t>(gathered.offsets.back()));
  gathered.values.resize(gathered.columns.size());
  std::vector<LocalIndex> next(gathered.offsets.begin(), gathered.offsets.end() - 1);
  for_rows([&](const ReceivedRows& message, std::size_t row, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const auto place = static_cast<std::size_t>(next[row]++);
      gathered.columns[place] = message.columns[k];
      gathered.values[place] = message.values[k];
    }
  });
  return gathered;
}

// Sends what this rank has of other ranks' coarse rows. rows: in the order of p.ghost_columns.
ForeignContributions exchange_contributions(const MatrixView& p, const Csr& rows,
                                            const ColumnNumbering& numbering) {
  const comm::CollectiveGuard guard(*p.comm);
  std::vector<PackedMessage> messages(static_cast<std::size_t>(p.comm->size()));
  guard.run([&] {
    for (const comm::Neighbour& neighbour : p.plan->neighbours())
      if (neighbour.receive_end > neighbour.receive_begin)
        pack_rows(rows, static_cast<std::size_t>(neighbour.receive_begin),
                  static_cast<std::size_t>(neighbour.receive_end), p.ghost_columns, numbering,
                  messages[static_cast<std::size_t>(neighbour.rank)]);
  });
  const auto received = exchange_messages(*p.comm, messages);
  return guard.run([&] {
    std::vector<ReceivedRows> parts;
    for (int rank = 0; rank < received.n_ranks(); ++rank)
      if (const auto reader = received.from(rank); !reader.at_end()) parts.emplace_back(reader);
    return gather_by_row(*p.columns, parts);
  });
}

}  // namespace

DistributedMatrix galerkin_product(const MatrixView& matrix, const MatrixView& p, const CsrView& r_owned,
                                   const CsrView& r_ghosts, ProductForm form, RowWorkspace& workspace) {
  const comm::CollectiveGuard guard(*matrix.comm);
  ExtendedInterpolation extended(matrix, p);
  Products products = guard.run([&] { return Products(matrix, extended, form, workspace); });

  if (matrix.comm->size() == 1)
    return assemble(*matrix.comm, p.columns, p.columns, {}, products.rows(r_owned, {}));

  // 1. The part of other ranks' coarse rows, which they add to theirs.
  const Csr partial =
      guard.run([&] { return assemble_local(extended.rows().n_columns, products.rows(r_ghosts, {})); });
  const ForeignContributions foreign =
      exchange_contributions(p, partial, ColumnNumbering(*p.columns, extended.ghosts()));

  // 2. This rank's coarse rows.
  const ChunkedRows rows = guard.run([&] {
    extended.widen(foreign.columns);
    products.prepare();
    const ColumnNumbering numbering(*p.columns, extended.ghosts());
    Array<LocalIndex> columns(foreign.columns.size());
    threads::parallel_for(columns.size(),
                          [&](std::size_t k) { columns[k] = numbering.local(foreign.columns[k]); });
    return products.rows(r_owned, {numbering.n_local(), foreign.offsets, columns, foreign.values});
  });
  return assemble(*matrix.comm, p.columns, p.columns, extended.ghosts(), rows);
}

}  // namespace trireme::amg
