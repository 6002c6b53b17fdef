// SPDX-License-Identifier: Apache-2.0
// Who sends which entries to whom, for vectors whose entries are owned by contiguous ranges of a global
// numbering. Built once by meshes and matrices, then read by HaloExchange. Plans for P parts can be built in
// one process, so that messages and bytes of large runs are counted without running them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::comm {

// A rank with which entries are exchanged in at least one direction.
struct Neighbour {
  int rank;
  LocalIndex send_begin, send_end;        // its part of send_indices()
  LocalIndex receive_begin, receive_end;  // its part of the ghosts
};

// What the ghosts of a rank may be.
enum class GhostIds {
  foreign,  // entries of other ranks, each once
  images,   // any entries, own ones included, each any number of times: periodic images
};

// Immutable. Ghost k is stored at n_owned + k in arrays that hold both; ghosts ascend in global id, so each
// owner's are contiguous. Neighbours ascend in rank, and what is sent to one ascends in global id.
class ExchangePlan {
 public:
  ExchangePlan() = default;
  // neighbours: `rank` itself may be among them.
  ExchangePlan(int rank, LocalIndex n_owned, LocalIndex n_ghost, std::vector<Neighbour> neighbours,
               std::vector<LocalIndex> send_indices);

  LocalIndex n_owned() const noexcept { return n_owned_; }
  LocalIndex n_ghost() const noexcept { return n_ghost_; }
  LocalIndex n_local() const noexcept { return n_owned_ + n_ghost_; }
  std::span<const Neighbour> neighbours() const noexcept { return neighbours_; }

  // Own entries that are ghosts of this rank too: copied, never sent.
  const std::optional<Neighbour>& own_images() const noexcept { return own_images_; }

  // Owned entries in the order in which they are sent, grouped by rank (with own_images() at its place); an
  // entry may occur several times.
  std::span<const LocalIndex> send_indices() const noexcept { return send_indices_; }

  // Messages this rank sends in a forward exchange (and receives in a reverse one).
  int messages() const noexcept { return messages_; }

  // Bytes this rank sends in a forward exchange of values of `value_bytes` (all of a block together).
  GlobalIndex bytes_per_exchange(GlobalIndex value_bytes) const noexcept {
    const LocalIndex copies = own_images_ ? own_images_->send_end - own_images_->send_begin : 0;
    return (static_cast<GlobalIndex>(send_indices_.size()) - copies) * value_bytes;
  }

 private:
  LocalIndex n_owned_ = 0, n_ghost_ = 0;
  int messages_ = 0;
  std::vector<Neighbour> neighbours_;
  std::optional<Neighbour> own_images_;
  std::vector<LocalIndex> send_indices_;
};

// This rank owns [owned_begin, owned_begin + n_owned), ranks own ascending ranges without gaps (some may be
// empty), and needs the values of ghost_ids: ascending, and what `kind` says. Throws the same Error (input)
// on every rank if that does not hold. Collective. Cost: tables of the rank count, and one exchange of the
// ghost ids.
ExchangePlan build_exchange_plan(const Communicator& comm, GlobalIndex owned_begin, LocalIndex n_owned,
                                 std::span<const GlobalIndex> ghost_ids, GhostIds kind = GhostIds::foreign);

// The plans of all P parts. owner_offsets [P + 1]: part p owns [owner_offsets[p], owner_offsets[p + 1]);
// ghost_ids [P]: foreign, as above. Local.
std::vector<ExchangePlan> build_exchange_plans(std::span<const GlobalIndex> owner_offsets,
                                               const std::vector<std::vector<GlobalIndex>>& ghost_ids);

}  // namespace trireme::comm
