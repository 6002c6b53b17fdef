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

  // Collective.
  void barrier() const;

  // A message tag that no earlier call returned (of about 30000, then they repeat). Collective in the sense
  // that ranks must call in the same order; local in cost.
  int next_tag() const;

 private:
  struct Shared {
    explicit Shared(MPI_Comm owned);
    ~Shared();
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    MPI_Comm handle;
    int rank = 0, size = 1;
    int tags_given = 0;
  };
  explicit Communicator(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<Shared> shared_;
};

}  // namespace trireme::comm
