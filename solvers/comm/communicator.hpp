// SPDX-License-Identifier: Apache-2.0
// A private MPI communicator, shared by the objects that talk through it. Every room's distributed objects
// keep one, so that their messages never meet those of the application or of another library.
#pragma once

#include <memory>

#include <mpi.h>

namespace trireme::comm {

class Communicator {
 public:
  // Duplicates `parent` (collective). The duplicate aborts the job on MPI errors, since a rank that returned
  // from a failed call would leave the others waiting. It is freed with the last copy of this object, or left
  // to MPI_Finalize.
  explicit Communicator(MPI_Comm parent);

  // This process alone.
  static Communicator self();

  // Ranks that give the same color form a communicator, ordered by key and then by rank. Collective. color >=
  // 0.
  Communicator split(int color, int key) const;

  // The ranks that share memory with this one, in this communicator's order. Collective.
  Communicator split_by_node() const;

  int rank() const noexcept { return shared_->rank; }
  int size() const noexcept { return shared_->size; }
  bool is_root() const noexcept { return shared_->rank == 0; }
  MPI_Comm handle() const noexcept { return shared_->handle; }

  // Whether `other` has the same ranks in the same order. Local.
  bool has_ranks_of(MPI_Comm other) const;

  // Collective.
  void barrier() const;

  // How many different tags next_tag() gives, before it begins anew.
  static constexpr int tag_count = 31000;

  // A message tag: one of tag_count in turn. A HaloExchange takes two and keeps them, an all-to-all (and what
  // is made of it: gathers, scatters, exchange plans) takes one a call. MPI matches messages with the same
  // tag between two ranks in the order in which each starts them, so the limit is this: of two exchanges
  // whose tags were taken a multiple of tag_count calls apart on one communicator, both may live, but ranks
  // that have both in flight together must start them in the same order. Collective in the sense that ranks
  // must call in the same order; local in cost.
  int next_tag() const;

 private:
  struct Shared {
    explicit Shared(MPI_Comm owned);
    ~Shared();
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    MPI_Comm handle;
    int rank = 0, size = 1;
    int next_tag = 0;  // below tag_count
  };
  explicit Communicator(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<Shared> shared_;
};

}  // namespace trireme::comm
