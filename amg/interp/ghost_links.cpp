// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/ghost_links.hpp"

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {
namespace {

struct RowHeader {
  LocalIndex strong, weak, back;
  double strong_sum;
};

struct LinkEntry {
  GlobalIndex column;
  double value;
};

// The row of a fine point as `reader` needs it.
void pack_row(const MatrixView& matrix, const StrongCouplings& couplings, std::span<const PointType> types,
              const ColumnNumbering& coarse, const kernels::CoarseLinks& links, std::size_t row, int reader,
              PackedMessage& message) {
  const auto r = static_cast<std::size_t>(reader);
  const GlobalIndex begin = matrix.rows->offsets[r], end = matrix.rows->offsets[r + 1];
  std::vector<LinkEntry> back;
  if (types[row] == PointType::fine)
    for (LocalIndex k = matrix.off_diagonal.offsets[row]; k < matrix.off_diagonal.offsets[row + 1]; ++k) {
      const double value = matrix.off_diagonal.values[static_cast<std::size_t>(k)];
      const GlobalIndex column = matrix.ghost_columns[static_cast<std::size_t>(
          matrix.off_diagonal.columns[static_cast<std::size_t>(k)])];
      const bool opposes = couplings.diagonal[row] < 0 ? value > 0 : value < 0;
      if (opposes && column >= begin && column < end) back.push_back({column, value});
    }
  message.put(RowHeader{links.strong_end[row] - links.begin[row], links.end[row] - links.strong_end[row],
                        static_cast<LocalIndex>(back.size()), links.strong_sum[row]});
  for (LocalIndex k = links.begin[row]; k < links.end[row]; ++k) {
    const auto place = static_cast<std::size_t>(k);
    message.put(LinkEntry{coarse.global(links.columns[place]), links.values[place]});
  }
  message.put(std::span<const LinkEntry>(back));
}

void unpack_row(const Partition& rows, MessageReader& reader, std::vector<LinkEntry>& entries,
                GhostLinks& fetched) {
  const auto header = reader.take<RowHeader>();
  auto& links = fetched.links;
  const auto first = static_cast<LocalIndex>(fetched.columns.size());
  links.begin.push_back(first);
  links.strong_end.push_back(first + header.strong);
  links.end.push_back(first + header.strong + header.weak);
  links.strong_sum.push_back(header.strong_sum);
  entries.resize(static_cast<std::size_t>(header.strong + header.weak));
  reader.take(std::span(entries));
  for (const LinkEntry& entry : entries) {
    fetched.columns.push_back(entry.column);
    links.values.push_back(entry.value);
  }
  entries.resize(static_cast<std::size_t>(header.back));
  reader.take(std::span(entries));
  for (const LinkEntry& entry : entries) {
    fetched.back.columns.push_back(static_cast<LocalIndex>(entry.column - rows.begin()));
    fetched.back.values.push_back(entry.value);
  }
  fetched.back.offsets.push_back(static_cast<LocalIndex>(fetched.back.columns.size()));
}

}  // namespace

GhostLinks fetch_ghost_links(const MatrixView& matrix, const StrongCouplings& couplings,
                             std::span<const PointType> types, const CoarsePoints& coarse,
                             const kernels::CoarseLinks& own) {
  const comm::CollectiveGuard guard(*matrix.comm);
  const ColumnNumbering numbering(*coarse.partition, coarse.ghosts);
  std::vector<PackedMessage> messages(static_cast<std::size_t>(matrix.comm->size()));
  guard.run([&] {
    for (const comm::Neighbour& neighbour : matrix.plan->neighbours())
      for (LocalIndex k = neighbour.send_begin; k < neighbour.send_end; ++k)
        pack_row(matrix, couplings, types, numbering, own,
                 static_cast<std::size_t>(matrix.plan->send_indices()[static_cast<std::size_t>(k)]),
                 neighbour.rank, messages[static_cast<std::size_t>(neighbour.rank)]);
  });
  const auto received = exchange_messages(*matrix.comm, messages);

  return guard.run([&] {
    GhostLinks fetched;
    fetched.back.n_columns = matrix.n_rows();
    std::vector<LinkEntry> entries;
    for (const comm::Neighbour& neighbour : matrix.plan->neighbours()) {
      auto reader = received.from(neighbour.rank);
      for (LocalIndex ghost = neighbour.receive_begin; ghost < neighbour.receive_end; ++ghost)
        unpack_row(*matrix.rows, reader, entries, fetched);
    }
    fetched.links.columns.resize(fetched.columns.size());
    return fetched;
  });
}

}  // namespace trireme::amg
