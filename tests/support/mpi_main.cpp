// SPDX-License-Identifier: Apache-2.0
// main() of every test that runs under mpiexec: PETSc (and so MPI) is up for the whole run, only rank 0 reports passes,
// every rank reports failures, and all ranks return the same verdict.
#include <mpi.h>
#include <petscsys.h>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (PetscInitialize(&argc, &argv, nullptr, nullptr)) return 1;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) delete listeners.Release(listeners.default_result_printer());
  const int failed_here = RUN_ALL_TESTS();
  int failed = 0;
  MPI_Allreduce(&failed_here, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (failed_here != 0 && rank != 0) std::fprintf(stderr, "[rank %d] had failures\n", rank);
  PetscFinalize();
  MPI_Finalize();
  return failed;
}
