// SPDX-License-Identifier: Apache-2.0
#include "optim/data/load_samples.hpp"

#include "optim/data/text_share.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

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

}  // namespace trireme::optim
