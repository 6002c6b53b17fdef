// SPDX-License-Identifier: Apache-2.0
// Exceptions become PETSc errors with their text, PETSc errors become exceptions of the right kind.
#include "solvers/petsc/error_bridge.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <petscksp.h>

#include "solvers/base/error.hpp"

namespace trireme::petsc {
namespace {

// Collects what PETSc's error handler is told.
struct Told {
  PetscErrorCode code{};
  std::string message;
  std::string file;
};

PetscErrorCode listen(MPI_Comm, int, const char*, const char* file, PetscErrorCode code, PetscErrorType type,
                      const char* message, void* context) {
  auto* told = static_cast<Told*>(context);
  if (type == PETSC_ERROR_INITIAL) *told = {code, message, file};
  return code;
}

class ErrorBridge : public ::testing::Test {
 protected:
  void SetUp() override { check(PetscPushErrorHandler(listen, &told_)); }
  void TearDown() override { check(PetscPopErrorHandler()); }
  Told told_;
};

TEST_F(ErrorBridge, PassesCodesOfBodiesThatDoNotThrow) {
  EXPECT_EQ(to_petsc([] { return success; }), success);
  EXPECT_EQ(to_petsc([] { return PetscErrorCode(PETSC_ERR_ARG_SIZ); }), PETSC_ERR_ARG_SIZ);
  EXPECT_EQ(told_.message, "") << "the body has told of its own error";
}

TEST_F(ErrorBridge, TurnsExceptionsIntoErrorsWithTheirText) {
  EXPECT_EQ(to_petsc([]() -> PetscErrorCode {
              throw Error(ErrorKind::io, "no such file", "it is missing", "make one");
            }),
            PETSC_ERR_FILE_UNEXPECTED);
  EXPECT_EQ(told_.message, "no such file (it is missing) -> make one");
  EXPECT_NE(told_.file.find("error_bridge_test.cpp"), std::string::npos);
  EXPECT_EQ(to_petsc([]() -> PetscErrorCode { throw Error(ErrorKind::numerical, "NaN"); }), PETSC_ERR_FP);
  EXPECT_EQ(to_petsc([]() -> PetscErrorCode { throw std::bad_alloc(); }), PETSC_ERR_MEM);
  EXPECT_EQ(to_petsc([]() -> PetscErrorCode { throw std::runtime_error("100% wrong"); }), PETSC_ERR_LIB);
  EXPECT_EQ(told_.message, "100% wrong") << "text is not a format";
  EXPECT_EQ(to_petsc([]() -> PetscErrorCode { throw 7; }), PETSC_ERR_LIB);
}

TEST_F(ErrorBridge, ThrowsByKind) {
  const auto kind_of = [](int code) {
    try {
      check(static_cast<PetscErrorCode>(code));
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("error_bridge_test.cpp"), std::string::npos);
      return error.kind();
    }
    ADD_FAILURE() << "code " << code << " did not throw";
    return ErrorKind::stopped;
  };
  EXPECT_EQ(kind_of(PETSC_ERR_MAT_LU_ZRPVT), ErrorKind::numerical);
  EXPECT_EQ(kind_of(PETSC_ERR_FILE_OPEN), ErrorKind::io);
  EXPECT_EQ(kind_of(PETSC_ERR_MEM), ErrorKind::internal);
  EXPECT_EQ(kind_of(PETSC_ERR_ARG_WRONG), ErrorKind::input);
  for (const int code : {PETSC_ERR_LIB, PETSC_ERR_ORDER, PETSC_ERR_ARG_WRONGSTATE, PETSC_ERR_ARG_CORRUPT, -1})
    EXPECT_EQ(kind_of(code), ErrorKind::internal) << "code " << code << " is no fault of the user";
  EXPECT_NO_THROW(check(success));
}

TEST_F(ErrorBridge, KeepsTheKindOnTheWayThroughPetsc) {
  const auto kind_after = [](auto&& body) {
    try {
      check(to_petsc(body));
    } catch (const Error& error) {
      return error.kind();
    }
    ADD_FAILURE() << "did not throw";
    return ErrorKind::stopped;
  };
  for (const ErrorKind kind :
       {ErrorKind::internal, ErrorKind::input, ErrorKind::limit, ErrorKind::numerical, ErrorKind::io})
    EXPECT_EQ(kind_after([kind]() -> PetscErrorCode { throw Error(kind, "a problem"); }), kind);
  EXPECT_EQ(kind_after([]() -> PetscErrorCode { throw std::runtime_error("foreign"); }), ErrorKind::internal);
  EXPECT_EQ(kind_after([]() -> PetscErrorCode { throw 7; }), ErrorKind::internal);
  EXPECT_EQ(kind_after([]() -> PetscErrorCode { throw std::bad_alloc(); }), ErrorKind::internal);
}

// A preconditioner that throws, called by PETSc's C code in the middle of a solve.
PetscErrorCode apply_and_throw(PC, Vec, Vec) {
  return to_petsc([]() -> PetscErrorCode { throw std::runtime_error("this preconditioner throws"); });
}

TEST_F(ErrorBridge, CrossesPetscsFrames) {
  Mat a = nullptr;
  Vec x = nullptr, b = nullptr;
  KSP ksp = nullptr;
  PC pc = nullptr;
  check(MatCreateAIJ(PETSC_COMM_SELF, 3, 3, 3, 3, 1, nullptr, 0, nullptr, &a));
  for (PetscInt i = 0; i < 3; ++i) check(MatSetValue(a, i, i, 1, INSERT_VALUES));
  check(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
  check(MatCreateVecs(a, &x, &b));
  check(VecSet(b, 1));
  check(KSPCreate(PETSC_COMM_SELF, &ksp));
  check(KSPSetOperators(ksp, a, a));
  check(KSPGetPC(ksp, &pc));
  check(PCSetType(pc, PCSHELL));
  check(PCShellSetApply(pc, apply_and_throw));
  EXPECT_THROW(check(KSPSolve(ksp, b, x)), Error);
  EXPECT_EQ(told_.message, "this preconditioner throws");
  check(KSPDestroy(&ksp));
  check(VecDestroy(&x));
  check(VecDestroy(&b));
  check(MatDestroy(&a));
}

}  // namespace
}  // namespace trireme::petsc
