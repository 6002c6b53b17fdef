// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/off_rank_rows.hpp"

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/local_rows.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {

namespace {

// For each rank the rows that it asks for: their lengths, then all columns, then all values.
std::vector<PackedMessage> pack_rows(const MatrixView& matrix, const comm::ExchangePlan& plan) {
  const LocalRows rows(matrix);
  const ColumnNumbering numbering(*matrix.columns, matrix.ghost_columns);
  std::vector<PackedMessage> messages(static_cast<std::size_t>(matrix.comm->size()));
  std::vector<GlobalIndex> columns;
  std::vector<double> values;
  for (const comm::Neighbour& neighbour : plan.neighbours()) {
    auto& message = messages[static_cast<std::size_t>(neighbour.rank)];
    const auto asked =
        plan.send_indices().subspan(static_cast<std::size_t>(neighbour.send_begin),
                                    static_cast<std::size_t>(neighbour.send_end - neighbour.send_begin));
    columns.clear();
    values.clear();
    for (const LocalIndex row : asked) {
      message.put(rows.n_entries(row));
      rows.for_entries(row, [&](LocalIndex column, double value) {
        columns.push_back(numbering.global(column));
        values.push_back(value);
      });
    }
    message.put(std::span<const GlobalIndex>(columns));
    message.put(std::span<const double>(values));
  }
  return messages;
}

OffRankRows unpack_rows(const comm::ExchangePlan& plan, const ReceivedMessages& received) {
  OffRankRows fetched;
  fetched.offsets.resize(static_cast<std::size_t>(plan.n_ghost()) + 1);
  fetched.offsets[0] = 0;
  for (const comm::Neighbour& neighbour : plan.neighbours()) {
    auto reader = received.from(neighbour.rank);
    const auto begin = static_cast<std::size_t>(neighbour.receive_begin),
               end = static_cast<std::size_t>(neighbour.receive_end);
    for (std::size_t ghost = begin; ghost < end; ++ghost)
      fetched.offsets[ghost + 1] = fetched.offsets[ghost] + reader.take<LocalIndex>();
    const auto first = static_cast<std::size_t>(fetched.offsets[begin]);
    fetched.columns.resize(static_cast<std::size_t>(fetched.offsets[end]));
    fetched.values.resize(fetched.columns.size());
    reader.take(std::span(fetched.columns).subspan(first));
    reader.take(std::span(fetched.values).subspan(first));
  }
  return fetched;
}

}  // namespace

OffRankRows fetch_rows(const MatrixView& matrix, const comm::ExchangePlan& plan) {
  const comm::CollectiveGuard guard(*matrix.comm);
  const auto messages = guard.run([&] { return pack_rows(matrix, plan); });
  const auto received = exchange_messages(*matrix.comm, messages);
  return guard.run([&] { return unpack_rows(plan, received); });
}

}  // namespace trireme::amg
