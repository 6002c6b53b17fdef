// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/communicator.hpp"

#include "solvers/base/assert.hpp"

namespace trireme::comm {
namespace {
// MPI guarantees tags up to 32767; the low ones are for messages that nothing else can be mistaken for.
constexpr int first_tag = 1000;
static_assert(first_tag + Communicator::tag_count - 1 <= 32767);

MPI_Comm duplicate(MPI_Comm parent) {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(parent, &copy);
  return copy;
}
}  // namespace

Communicator::Shared::Shared(MPI_Comm owned) : handle(owned) {
  MPI_Comm_set_errhandler(handle, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_rank(handle, &rank);
  MPI_Comm_size(handle, &size);
}

Communicator::Shared::~Shared() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) MPI_Comm_free(&handle);
}

Communicator::Communicator(MPI_Comm parent) : shared_(std::make_shared<Shared>(duplicate(parent))) {}

Communicator Communicator::self() {
  return Communicator(MPI_COMM_SELF);
}

Communicator Communicator::split(int color, int key) const {
  TRIREME_EXPECT(color >= 0);
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(handle(), color, key, &part);
  return Communicator(std::make_shared<Shared>(part));
}

Communicator Communicator::split_by_node() const {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(handle(), MPI_COMM_TYPE_SHARED, rank(), MPI_INFO_NULL, &node);
  return Communicator(std::make_shared<Shared>(node));
}

bool Communicator::has_ranks_of(MPI_Comm other) const {
  int result = MPI_UNEQUAL;
  MPI_Comm_compare(handle(), other, &result);
  return result == MPI_IDENT || result == MPI_CONGRUENT;
}

void Communicator::barrier() const {
  MPI_Barrier(handle());
}

int Communicator::next_tag() const {
  const int tag = first_tag + shared_->next_tag;
  shared_->next_tag = (shared_->next_tag + 1) % tag_count;
  return tag;
}

}  // namespace trireme::comm
