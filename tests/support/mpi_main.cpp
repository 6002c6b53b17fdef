// SPDX-License-Identifier: Apache-2.0
// main() of every test that runs under mpiexec: PETSc (and so MPI) is up for the whole run, rank 0 reports as
// usual, the other ranks print their failures with their rank, and all ranks return the same verdict: 0, 1
// for a failure anywhere, or 77 (ctest's "skipped") when every test was skipped.
#include <cstdio>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <mpi.h>
#include <petscsys.h>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/core_sharing.hpp"
#include "solvers/comm/reduction.hpp"

namespace {

// Prints only failures, one write each, so that the lines of several ranks do not mix.
class RankFailurePrinter : public ::testing::EmptyTestEventListener {
 public:
  explicit RankFailurePrinter(int rank) : rank_(rank) {}

 private:
  // GoogleTest holds its lock while it reports a result, so the test's name must be known before.
  void OnTestStart(const ::testing::TestInfo& test) override {
    test_ = std::string(test.test_suite_name()) + "." + test.name() + ": ";
  }

  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::string text = "[rank " + std::to_string(rank_) + "] " + test_;
    if (result.file_name()) text += result.file_name() + (":" + std::to_string(result.line_number()) + ": ");
    text += std::string(result.message()) + "\n";
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
  }

  int rank_;
  std::string test_;
};

// PETSc's own handler ends every rank but the first with exit code 0, ten seconds after an error on a
// communicator of several ranks: a failed test would pass. This one tells and returns.
PetscErrorCode report_petsc_error(MPI_Comm, int line, const char* function, const char* file,
                                  PetscErrorCode code, PetscErrorType type, const char* message, void*) {
  if (type == PETSC_ERROR_INITIAL)
    std::fprintf(stderr, "PETSc error %d in %s at %s:%d: %s\n", static_cast<int>(code), function, file, line,
                 message != nullptr ? message : "");
  return code;
}

int run_tests(const trireme::comm::Communicator& comm) {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (!comm.is_root()) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new RankFailurePrinter(comm.rank()));
  }
  const int failed_here = RUN_ALL_TESTS();
  const auto& unit = *::testing::UnitTest::GetInstance();
  const int ran_here = unit.test_to_run_count() - unit.skipped_test_count();
  const int failed_ranks = all_sum(comm, failed_here != 0 ? 1 : 0);
  if (comm.is_root() && failed_ranks > 0)
    std::fprintf(stderr, "tests failed on %d of %d ranks\n", failed_ranks, comm.size());
  if (failed_ranks > 0) return 1;
  return all_sum(comm, ran_here) == 0 && unit.skipped_test_count() > 0 ? 77 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (PetscInitialize(&argc, &argv, nullptr, nullptr)) return 1;
  if (PetscPushErrorHandler(report_petsc_error, nullptr)) return 1;
  std::optional<trireme::comm::Communicator> comm(PETSC_COMM_WORLD);
  trireme::comm::share_cores(*comm);
  const int verdict = run_tests(*comm);
  comm.reset();
  PetscFinalize();
  MPI_Finalize();
  return verdict;
}
