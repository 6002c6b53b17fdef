// SPDX-License-Identifier: Apache-2.0
// A Laplacian on n^3 points in hypre's ParCSR form, for C programs that test the door to hypre. Ranks own
// slices of the rows, in equal shares.
#pragma once

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>
#include <stdlib.h>

#include <mpi.h>

typedef struct {
  HYPRE_IJMatrix ij_matrix;
  HYPRE_IJVector ij_b, ij_x, ij_exact, ij_work;
  HYPRE_ParCSRMatrix A;
  HYPRE_ParVector b, x, exact, work;
  HYPRE_BigInt begin, end, n_rows;
} LatticeSystem;

// points: 7 or 27. The diagonal comes last in its row: hypre puts it first.
static inline int lattice_row(HYPRE_BigInt row, HYPRE_BigInt n, int points, HYPRE_BigInt* columns,
                              double* values) {
  const HYPRE_BigInt at[3] = {row % n, row / n % n, row / (n * n)};
  int count = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int steps = abs(dx) + abs(dy) + abs(dz);
        if (steps == 0 || (points == 7 && steps > 1)) continue;
        const HYPRE_BigInt to[3] = {at[0] + dx, at[1] + dy, at[2] + dz};
        if (to[0] < 0 || to[0] >= n || to[1] < 0 || to[1] >= n || to[2] < 0 || to[2] >= n) continue;
        columns[count] = to[0] + n * (to[1] + n * to[2]);
        values[count++] = -1;
      }
  columns[count] = row;
  values[count++] = points - 1;
  return count;
}

static inline HYPRE_ParVector lattice_vector(MPI_Comm comm, const LatticeSystem* s, HYPRE_IJVector* ij) {
  void* vector = NULL;
  HYPRE_IJVectorCreate(comm, s->begin, s->end - 1, ij);
  HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(*ij);
  HYPRE_IJVectorAssemble(*ij);
  HYPRE_IJVectorGetObject(*ij, &vector);
  return (HYPRE_ParVector)vector;
}

static inline HYPRE_BigInt lattice_share_begin(HYPRE_BigInt n_rows, int rank, int size) {
  const HYPRE_BigInt rest = n_rows % size;
  return n_rows / size * rank + (rank < rest ? rank : rest);
}

// b = A exact with some smooth and rough `exact`; x = 0. The share of rank 1 of three or more may be empty.
enum Shares { equal_shares, second_rank_empty };
static inline LatticeSystem make_lattice_system(MPI_Comm comm, HYPRE_BigInt n, int points,
                                                enum Shares shares) {
  LatticeSystem s;
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  s.n_rows = n * n * n;
  s.begin = lattice_share_begin(s.n_rows, rank, size);
  s.end = lattice_share_begin(s.n_rows, rank + 1, size);
  if (shares == second_rank_empty && size > 2) {
    const HYPRE_BigInt border = lattice_share_begin(s.n_rows, 2, size);
    if (rank <= 1) s.end = border;
    if (rank == 1) s.begin = border;
  }
  HYPRE_IJMatrixCreate(comm, s.begin, s.end - 1, s.begin, s.end - 1, &s.ij_matrix);
  HYPRE_IJMatrixSetObjectType(s.ij_matrix, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(s.ij_matrix);
  for (HYPRE_BigInt row = s.begin; row < s.end; ++row) {
    HYPRE_BigInt columns[27];
    double values[27];
    HYPRE_Int count = lattice_row(row, n, points, columns, values);
    HYPRE_IJMatrixSetValues(s.ij_matrix, 1, &count, &row, columns, values);
  }
  HYPRE_IJMatrixAssemble(s.ij_matrix);
  void* matrix = NULL;
  HYPRE_IJMatrixGetObject(s.ij_matrix, &matrix);
  s.A = (HYPRE_ParCSRMatrix)matrix;
  s.b = lattice_vector(comm, &s, &s.ij_b);
  s.x = lattice_vector(comm, &s, &s.ij_x);
  s.exact = lattice_vector(comm, &s, &s.ij_exact);
  s.work = lattice_vector(comm, &s, &s.ij_work);
  for (HYPRE_BigInt row = s.begin; row < s.end; ++row) {
    const double value = 1 + (double)(row % n) / (double)n + (double)(row * 7919 % 31) / 31.0;
    HYPRE_IJVectorSetValues(s.ij_exact, 1, &row, &value);
  }
  HYPRE_ParCSRMatrixMatvec(1, s.A, s.exact, 0, s.b);
  HYPRE_ParVectorSetConstantValues(s.x, 0);
  return s;
}

static inline void destroy_lattice_system(LatticeSystem* s) {
  HYPRE_IJMatrixDestroy(s->ij_matrix);
  HYPRE_IJVectorDestroy(s->ij_b);
  HYPRE_IJVectorDestroy(s->ij_x);
  HYPRE_IJVectorDestroy(s->ij_exact);
  HYPRE_IJVectorDestroy(s->ij_work);
}
