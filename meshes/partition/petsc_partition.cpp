// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/petsc_partition.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <limits>
#include <memory>

#include <petscmat.h>

#include "solvers/base/assert.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::mesh {
namespace {

#ifdef PETSC_HAVE_PARMETIS
constexpr bool have_parmetis = true;
#else
constexpr bool have_parmetis = false;
#endif
#ifdef PETSC_HAVE_PTSCOTCH
constexpr bool have_ptscotch = true;
#else
constexpr bool have_ptscotch = false;
#endif

// PETSc hands its integers to PT-Scotch as they are. Some builds (Debian's PETSc with 64-bit integers) pair
// it with a PT-Scotch of another width, which then never returns; the library itself is the only one that can
// tell.
bool ptscotch_integers_fit() {
  using Size = int (*)();
  const auto size_of_number = reinterpret_cast<Size>(dlsym(RTLD_DEFAULT, "SCOTCH_numSizeof"));
  return size_of_number == nullptr || size_of_number() == static_cast<int>(sizeof(PetscInt));
}

// A PETSc object that is destroyed on every way out; the error of a destruction has nobody to hear it.
template <class T, PetscErrorCode (*destroy)(T*)>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { static_cast<void>(destroy(&object_)); }
  operator T() const { return object_; }
  T* out() { return &object_; }

 private:
  T object_ = nullptr;
};

// Memory of PETSc's allocator, which PETSc frees once it has taken the array over.
struct PetscDeleter {
  void operator()(PetscInt* values) const { static_cast<void>(PetscFree(values)); }
};
using PetscArray = std::unique_ptr<PetscInt[], PetscDeleter>;

PetscArray petsc_copy(const std::vector<GlobalIndex>& values) {
  PetscInt* copy = nullptr;
  petsc::check(PetscMalloc1(values.size(), &copy));
  std::copy(values.begin(), values.end(), copy);
  return PetscArray(copy);
}

// On ranks that all have rows; n: of all ranks.
std::vector<int> apply(const comm::Communicator& comm, const VertexGraph& graph, GlobalIndex n, int n_parts,
                       Partitioner partitioner) {
  std::vector<GlobalIndex> weight(static_cast<std::size_t>(graph.n_rows()));
  for (std::size_t v = 0; v < weight.size(); ++v)
    weight[v] = graph.row_offsets[v + 1] - graph.row_offsets[v] + 1;

  Owned<Mat, MatDestroy> adjacency;
  Owned<MatPartitioning, MatPartitioningDestroy> partitioning;
  Owned<IS, ISDestroy> assignment;
  PetscArray offsets = petsc_copy(graph.row_offsets), columns = petsc_copy(graph.columns);
  petsc::check(MatCreateMPIAdj(comm.handle(), static_cast<PetscInt>(graph.n_rows()), static_cast<PetscInt>(n),
                               offsets.get(), columns.get(), nullptr, adjacency.out()));
  static_cast<void>(offsets.release());
  static_cast<void>(columns.release());
  petsc::check(MatPartitioningCreate(comm.handle(), partitioning.out()));
  petsc::check(MatPartitioningSetAdjacency(partitioning, adjacency));
  petsc::check(MatPartitioningSetType(partitioning, partitioner == Partitioner::parmetis
                                                        ? MATPARTITIONINGPARMETIS
                                                        : MATPARTITIONINGPTSCOTCH));
  petsc::check(MatPartitioningSetNParts(partitioning, n_parts));
  PetscArray weights = petsc_copy(weight);
  petsc::check(MatPartitioningSetVertexWeights(partitioning, weights.get()));
  static_cast<void>(weights.release());
  petsc::check(MatPartitioningApply(partitioning, assignment.out()));

  const PetscInt* part = nullptr;
  petsc::check(ISGetIndices(assignment, &part));
  std::vector<int> parts(part, part + graph.n_rows());
  petsc::check(ISRestoreIndices(assignment, &part));
  return parts;
}

}  // namespace

bool petsc_has(Partitioner partitioner) {
  return partitioner == Partitioner::parmetis   ? have_parmetis
         : partitioner == Partitioner::ptscotch ? have_ptscotch && ptscotch_integers_fit()
                                                : false;
}

void check_petsc_index(GlobalIndex largest, GlobalIndex limit) {
  TRIREME_VALIDATE(largest <= limit, ErrorKind::input,
                   "the graph of the mesh is too large for the partitioners of this PETSc",
                   std::to_string(largest) + " vertices or entries on a rank; its integers end at " +
                       std::to_string(limit),
                   "use a PETSc with 64-bit integers, or set mesh.partitioner to metis or contiguous");
}

std::vector<int> petsc_partition(const comm::Communicator& comm, const VertexGraph& graph, int n_parts,
                                 Partitioner partitioner) {
  if (!petsc_has(partitioner)) {
    const std::string name = partitioner == Partitioner::parmetis ? "parmetis" : "ptscotch";
    throw Error(ErrorKind::input, "mesh.partitioner is " + name + ", which is not available",
                "the PETSc in use was configured without it, or with one of another integer width",
                "set mesh.partitioner to metis, or use a PETSc with --download-" + name);
  }
  const GlobalIndex n = comm::all_sum(comm, graph.n_rows());
  const comm::CollectiveGuard guard(comm);
  guard.run([&] {
    const auto n_entries = static_cast<GlobalIndex>(graph.columns.size());
    check_petsc_index(std::max(n, n_entries), std::numeric_limits<PetscInt>::max());
  });
  const bool has_rows = graph.n_rows() > 0;
  if (comm::all_of(comm, has_rows)) return apply(comm, graph, n, n_parts, partitioner);
  // Ranks ascend in the smaller communicator, so rows keep their numbers.
  const comm::Communicator with_rows = comm.split(has_rows ? 1 : 0, comm.rank());
  return guard.run(
      [&] { return has_rows ? apply(with_rows, graph, n, n_parts, partitioner) : std::vector<int>{}; });
}

}  // namespace trireme::mesh
