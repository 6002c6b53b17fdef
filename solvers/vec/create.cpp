// SPDX-License-Identifier: Apache-2.0
// Making `seqomp` and `mpiomp` vectors. The base type is made on an empty layout, so that PETSc neither
// allocates nor touches the array; then the true layout is put back and the array is allocated and zeroed by
// the threads.
#include <petsc/private/vecimpl.h>

#include "solvers/base/huge_pages.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/vec/kernels/updates.hpp"
#include "solvers/vec/operations.hpp"
#include "solvers/vec/vec_omp.hpp"

namespace trireme::vec {
namespace {

using petsc::success;
using petsc::to_petsc;

// What the data of PETSc's array-based vectors begins with.
struct ArrayHeader {
  VECHEADER
};

PetscErrorCode vec_duplicate(Vec v, Vec* copy);
PetscErrorCode vec_create_local(Vec v, Vec* local);

void install_operations(Vec v) {
  install_reductions(v->ops);
  install_updates(v->ops);
  install_entrywise(v->ops);
  v->ops->duplicate = vec_duplicate;
  v->ops->createlocalvector = vec_create_local;
}

// A layout of no entries that needs no communication to set up.
PetscErrorCode create_empty_layout(MPI_Comm comm, PetscInt block_size, PetscLayout* layout) {
  PetscFunctionBegin;
  PetscCall(PetscLayoutCreate(comm, layout));
  (*layout)->n = (*layout)->oldn = 0;
  (*layout)->N = (*layout)->oldN = 0;
  (*layout)->rstart = (*layout)->rend = 0;
  (*layout)->bs = (*layout)->oldbs = block_size;
  (*layout)->setupcalled = PETSC_TRUE;
  PetscFunctionReturn(success);
}

PetscErrorCode allocate(Vec v) {
  PetscFunctionBegin;
  PetscScalar* array = nullptr;
  const PetscInt n = v->map->n;
  PetscCall(PetscMalloc1(n, &array));
  advise_huge_pages(array, static_cast<std::size_t>(n) * sizeof(PetscScalar));
  PetscCall(to_petsc([&] {
    set({array, static_cast<std::size_t>(n)}, 0.0);
    return success;
  }));
  auto* header = static_cast<ArrayHeader*>(v->data);
  header->array = header->array_allocated = array;
  PetscFunctionReturn(success);
}

PetscErrorCode create(Vec v, VecType base_type, VecType type) {
  PetscFunctionBegin;
  PetscCall(PetscLayoutSetUp(v->map));
  PetscLayout layout = v->map, empty = nullptr;
  PetscCall(create_empty_layout(PetscObjectComm(reinterpret_cast<PetscObject>(v)), layout->bs, &empty));
  v->map = empty;
  // A vector that was of the base type before (PCBJACOBI's are) still says so, and PETSc would keep it as it
  // is.
  PetscCall(PetscObjectChangeTypeName(reinterpret_cast<PetscObject>(v), ""));
  const PetscErrorCode code = VecSetType(v, base_type);
  v->map = layout;
  PetscCall(code);
  PetscCall(PetscLayoutDestroy(&empty));
  // With no entries PETSc's allocation is a null pointer or a few bytes.
  PetscCall(PetscFree(static_cast<ArrayHeader*>(v->data)->array_allocated));
  PetscCall(allocate(v));
  install_operations(v);
  PetscCall(PetscObjectChangeTypeName(reinterpret_cast<PetscObject>(v), type));
  PetscFunctionReturn(success);
}

PetscErrorCode create_seq(Vec v) {
  PetscFunctionBegin;
  PetscCall(create(v, VECSEQ, type_seqomp));
  PetscFunctionReturn(success);
}

PetscErrorCode create_mpi(Vec v) {
  PetscFunctionBegin;
  PetscCall(create(v, VECMPI, type_mpiomp));
  PetscFunctionReturn(success);
}

PetscErrorCode create_by_size(Vec v) {
  PetscFunctionBegin;
  PetscCall(VecSetType(v, v->map->size == 1 ? type_seqomp : type_mpiomp));
  PetscFunctionReturn(success);
}

// As PETSc's duplicates: same type, shared layout, attached objects, stash settings and the views that a DM
// has set; the entries are zeros. The table is copied, so that operations replaced on v are replaced on the
// copy.
PetscErrorCode vec_duplicate(Vec v, Vec* copy) {
  PetscFunctionBegin;
  auto* object = reinterpret_cast<PetscObject>(v);
  PetscCall(VecCreate(PetscObjectComm(object), copy));
  PetscCall(PetscLayoutReference(v->map, &(*copy)->map));
  PetscCall(VecSetType(*copy, object->type_name));
  PetscCall(PetscMemcpy((*copy)->ops, v->ops, sizeof(*v->ops)));
  (*copy)->stash.donotstash = v->stash.donotstash;
  (*copy)->stash.ignorenegidx = v->stash.ignorenegidx;
  (*copy)->bstash.bs = v->bstash.bs;
  auto* copied = reinterpret_cast<PetscObject>(*copy);
  PetscCall(PetscObjectListDuplicate(object->olist, &copied->olist));
  PetscCall(PetscFunctionListDuplicate(object->qlist, &copied->qlist));
  PetscFunctionReturn(success);
}

// The vector that VecGetLocalVector fills with this rank's entries; it borrows their array.
PetscErrorCode vec_create_local(Vec v, Vec* local) {
  PetscFunctionBegin;
  PetscCall(VecCreate(PETSC_COMM_SELF, local));
  PetscCall(VecSetSizes(*local, v->map->n, v->map->n));
  PetscCall(VecSetBlockSize(*local, PetscAbs(v->map->bs)));
  PetscCall(VecSetType(*local, type_seqomp));
  PetscFunctionReturn(success);
}

}  // namespace

PetscErrorCode register_vec_omp() {
  PetscFunctionBegin;
  PetscCall(VecRegister(type_omp, create_by_size));
  PetscCall(VecRegister(type_seqomp, create_seq));
  PetscCall(VecRegister(type_mpiomp, create_mpi));
  PetscFunctionReturn(success);
}

}  // namespace trireme::vec
