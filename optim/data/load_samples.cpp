// SPDX-License-Identifier: Apache-2.0
#include "optim/data/load_samples.hpp"

#include "optim/data/text_share.hpp"
#include "optim/read/file_bytes.hpp"
#include "optim/read/idx.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {

RawSamples read_libsvm(const comm::Communicator& comm, const std::string& path, IndexBase base) {
  const TextShare share = read_text_share(comm, path);
  LibsvmRows parsed =
      comm::CollectiveGuard(comm).run([&] { return parse_libsvm(share.text, path, share.first_line, base); });
  // One row with an index 0 decides for the whole file.
  const bool from_zero =
      base == IndexBase::zero || (base == IndexBase::automatic && comm::any_of(comm, parsed.has_index_zero));
  if (!from_zero)
    for (std::int64_t& column : parsed.rows.columns) --column;
  return std::move(parsed.rows);
}

Samples load_libsvm(const comm::Communicator& comm, const std::string& path, IndexBase base,
                    const DealOptions& options) {
  return deal_samples(comm, read_libsvm(comm, path, base), options, path);
}

RawSamples read_idx(const comm::Communicator& comm, const std::string& images, const std::string& labels) {
  RawSamples all;
  comm::run_on_root(comm, [&] {
    all =
        rows_of_images(parse_idx(file_bytes(images), images), parse_idx(file_bytes(labels), labels), images);
  });
  const auto n_ranks = comm.size();
  GlobalIndex n = all.n_rows();
  comm::broadcast_value(comm, n);
  std::vector<GlobalIndex> row_counts, entry_counts;
  std::vector<std::int64_t> lengths;
  if (comm.is_root()) {
    for (int rank = 0; rank < n_ranks; ++rank) {
      const auto [begin, end] = threads::thread_range(n, rank, n_ranks);
      row_counts.push_back(end - begin);
      entry_counts.push_back(all.offsets[static_cast<std::size_t>(end)] -
                             all.offsets[static_cast<std::size_t>(begin)]);
    }
    for (std::size_t row = 0; row < all.labels.size(); ++row)
      lengths.push_back(all.offsets[row + 1] - all.offsets[row]);
  }
  RawSamples mine;
  mine.n_features = all.n_features;
  mine.labels = comm::scatter_from_root(comm, all.labels, row_counts);
  for (const std::int64_t length : comm::scatter_from_root(comm, lengths, row_counts))
    mine.offsets.push_back(mine.offsets.back() + length);
  mine.columns = comm::scatter_from_root(comm, all.columns, entry_counts);
  mine.values = comm::scatter_from_root(comm, all.values, entry_counts);
  return mine;
}

}  // namespace trireme::optim
