// SPDX-License-Identifier: Apache-2.0
// The `omp` Vec type against VECSEQ/VECMPI: operations, duplicates, borrowed arrays, views and loads,
// sub-vectors.
#include "solvers/vec/vec_omp.hpp"

#include <cmath>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>
#include <petscvec.h>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/petsc/shared_communicator.hpp"

namespace trireme::vec {
namespace {

using petsc::check;

class VecOmp : public ::testing::Test {
 protected:
  void SetUp() override {
    check(petsc::register_types());
    check(VecCreate(PETSC_COMM_WORLD, &omp_));
    check(VecSetSizes(omp_, local_size(), PETSC_DETERMINE));
    check(VecSetBlockSize(omp_, 3));
    check(VecSetType(omp_, type_omp));
    check(VecCreate(PETSC_COMM_WORLD, &stock_));
    check(VecSetSizes(stock_, local_size(), PETSC_DETERMINE));
    check(VecSetBlockSize(stock_, 3));
    check(VecSetType(stock_, VECSTANDARD));
    fill(omp_, 1);
    fill(stock_, 1);
  }
  void TearDown() override {
    check(VecDestroy(&omp_));
    check(VecDestroy(&stock_));
  }

  // Rank 1 is empty.
  static PetscInt local_size() {
    const int rank = PetscGlobalRank;
    return rank == 1 ? 0 : 6000 + 3 * rank;
  }

  static void fill(Vec v, int seed) {
    PetscInt begin = 0, end = 0;
    check(VecGetOwnershipRange(v, &begin, &end));
    const petsc::WriteView view(v);
    for (PetscInt i = begin; i < end; ++i)
      view.span()[static_cast<std::size_t>(i - begin)] =
          std::sin(0.7 * static_cast<double>(i) + seed) + 0.1 * seed;
  }

  static Vec like(Vec v, int seed) {
    Vec w = nullptr;
    check(VecDuplicate(v, &w));
    fill(w, seed);
    return w;
  }

  static double difference(Vec a, Vec b) {
    const petsc::ReadView x(a), y(b);
    double mine = 0;
    for (std::size_t i = 0; i < x.span().size(); ++i)
      mine = std::max(mine, std::abs(x.span()[i] - y.span()[i]));
    return comm::all_max(*petsc::shared_communicator(PETSC_COMM_WORLD), mine);
  }

  static std::string type_of(Vec v) {
    VecType type = nullptr;
    check(VecGetType(v, &type));
    return type;
  }

  static std::string expected_type() { return PetscGlobalSize == 1 ? type_seqomp : type_mpiomp; }

  Vec omp_ = nullptr, stock_ = nullptr;
};

TEST_F(VecOmp, IsNamedAndStartsAtZero) {
  EXPECT_EQ(type_of(omp_), expected_type());
  Vec fresh = nullptr;
  check(VecDuplicate(omp_, &fresh));
  PetscReal norm = 1;
  check(VecNorm(fresh, NORM_INFINITY, &norm));
  EXPECT_EQ(norm, 0);
  PetscInt block_size = 0;
  check(VecGetBlockSize(fresh, &block_size));
  EXPECT_EQ(block_size, 3);
  check(VecDestroy(&fresh));
}

// Wherever it is: a maximum over ranks by comparisons would lose it on some.
TEST_F(VecOmp, KeepsNotANumberInMaxima) {
  Vec ones = like(omp_, 2);
  check(VecSet(ones, 1));
  for (int rank = 0; rank < PetscGlobalSize; ++rank) {
    SCOPED_TRACE(rank);
    fill(omp_, 1);
    {
      const petsc::WriteView view(omp_);
      if (rank == PetscGlobalRank && !view.span().empty()) view.span()[0] = std::nan("");
    }
    const bool expected = rank != 1;  // which is empty
    PetscReal norm = 0, quotient = 0;
    check(VecNorm(omp_, NORM_INFINITY, &norm));
    EXPECT_EQ(std::isnan(norm), expected);
    check(VecMaxPointwiseDivide(omp_, ones, &quotient));
    EXPECT_EQ(std::isnan(quotient), expected);
  }
  check(VecDestroy(&ones));
}

// Runs every operation of the table on both types and compares.
TEST_F(VecOmp, ComputesWhatStockVectorsCompute) {
  std::vector<double> numbers[2];
  Vec results[2][3];
  int which = 0;
  for (Vec x : {omp_, stock_}) {
    auto& out = numbers[which];
    Vec y = like(x, 2), z = like(x, 3), w = like(x, 4);
    const auto real = [&](auto function, auto... arguments) {
      PetscReal value = 0;
      check(function(arguments..., &value));
      out.push_back(value);
    };
    real(VecDot, x, y);
    real(VecTDot, x, y);
    real(VecNorm, x, NORM_1);
    real(VecNorm, x, NORM_2);
    real(VecNorm, x, NORM_INFINITY);
    real(VecSum, x);
    real(VecMean, x);
    real(VecMaxPointwiseDivide, x, y);
    PetscReal both[2] = {};
    check(VecNorm(x, NORM_1_AND_2, both));
    out.insert(out.end(), both, both + 2);
    Vec several[] = {y, z, w};
    PetscScalar dots[3];
    check(VecMDot(x, 3, several, dots));
    out.insert(out.end(), dots, dots + 3);
    check(VecMTDot(x, 3, several, dots));
    out.insert(out.end(), dots, dots + 3);
    PetscReal square = 0;
    check(VecDotNorm2(x, y, dots, &square));
    out.insert(out.end(), {dots[0], square});
    for (const auto extremum : {VecMax, VecMin}) {
      PetscInt where = -7;
      PetscReal value = 0;
      check(extremum(x, &where, &value));
      out.insert(out.end(), {value, static_cast<double>(where)});
      check(extremum(x, nullptr, &value));
      out.push_back(value);
    }
    // Split-phase reductions use the local entries of the table.
    PetscScalar dot = 0;
    PetscReal norm = 0;
    check(VecDotBegin(x, y, &dot));
    check(VecNormBegin(y, NORM_2, &norm));
    check(VecDotEnd(x, y, &dot));
    check(VecNormEnd(y, NORM_2, &norm));
    out.insert(out.end(), {dot, norm});

    check(VecAXPY(y, 0.3, x));
    check(VecAYPX(y, -0.2, z));
    check(VecAXPBY(y, 1.5, 0.25, w));
    check(VecAXPBY(w, 2.0, 0.0, x));
    check(VecWAXPY(w, -1.25, x, y));
    check(VecAXPBYPCZ(z, 0.5, -2, 0.75, x, w));
    const PetscScalar alphas[] = {1, -0.5};
    Vec inputs[] = {w, z};
    check(VecMAXPY(y, 2, alphas, inputs));
    check(VecPointwiseMult(w, w, y));
    check(VecPointwiseDivide(z, w, x));
    check(VecPointwiseMax(y, y, x));
    check(VecPointwiseMin(y, y, z));
    check(VecPointwiseMaxAbs(w, y, x));
    check(VecReciprocal(w));
    check(VecShift(w, 0.5));
    check(VecAbs(w));
    check(VecSqrtAbs(w));
    check(VecSwap(w, z));
    check(VecScale(z, -2));
    check(VecExp(z));
    check(VecLog(z));
    results[which][0] = y;
    results[which][1] = z;
    results[which][2] = w;
    ++which;
  }
  ASSERT_EQ(numbers[0].size(), numbers[1].size());
  for (std::size_t k = 0; k < numbers[0].size(); ++k)
    EXPECT_NEAR(numbers[0][k], numbers[1][k], 1e-11 * (1 + std::abs(numbers[1][k]))) << "value " << k;
  for (int k = 0; k < 3; ++k) {
    EXPECT_LT(difference(results[0][k], results[1][k]), 1e-9) << "vector " << k;
    EXPECT_EQ(type_of(results[0][k]), expected_type());
    check(VecDestroy(&results[0][k]));
    check(VecDestroy(&results[1][k]));
  }
}

TEST_F(VecOmp, DuplicatesOfDuplicatesKeepTypeAndArrays) {
  Vec* several = nullptr;
  check(VecDuplicateVecs(omp_, 3, &several));
  Vec again = nullptr;
  check(VecDuplicate(several[2], &again));
  EXPECT_EQ(type_of(again), expected_type());
  std::vector<double> mine(static_cast<std::size_t>(local_size()), 2.0);
  check(VecPlaceArray(again, mine.data()));
  check(VecScale(again, 3));
  PetscReal norm = 0;
  check(VecNorm(again, NORM_INFINITY, &norm));
  EXPECT_EQ(norm, 6);
  check(VecResetArray(again));
  check(VecNorm(again, NORM_INFINITY, &norm));
  EXPECT_EQ(norm, 0);
  if (!mine.empty()) {
    EXPECT_EQ(mine.front(), 6);
  }

  PetscScalar* replacement = nullptr;
  check(PetscMalloc1(local_size(), &replacement));
  for (PetscInt i = 0; i < local_size(); ++i) replacement[i] = -4;
  check(VecReplaceArray(again, replacement));
  check(VecNorm(again, NORM_INFINITY, &norm));
  EXPECT_EQ(norm, 4);
  check(VecDestroy(&again));
  check(VecDestroyVecs(3, &several));
}

TEST_F(VecOmp, AssemblesOffRankValues) {
  PetscInt size = 0;
  check(VecGetSize(omp_, &size));
  check(VecSet(omp_, 0));
  const PetscInt where = size - 1, block = 0;
  const PetscScalar value = 1, values[] = {1, 2, 3};
  check(VecSetValues(omp_, 1, &where, &value, ADD_VALUES));
  check(VecSetValuesBlocked(omp_, 1, &block, values, ADD_VALUES));
  check(VecAssemblyBegin(omp_));
  check(VecAssemblyEnd(omp_));
  PetscScalar sum = 0;
  check(VecSum(omp_, &sum));
  EXPECT_EQ(sum, 7.0 * PetscGlobalSize);
}

TEST_F(VecOmp, GivesItsLocalPart) {
  Vec local = nullptr;
  check(VecCreateLocalVector(omp_, &local));
  EXPECT_EQ(type_of(local), type_seqomp);
  check(VecGetLocalVector(omp_, local));
  check(VecSet(local, 1));
  check(VecRestoreLocalVector(omp_, local));
  check(VecDestroy(&local));
  PetscScalar sum = 0;
  PetscInt size = 0;
  check(VecSum(omp_, &sum));
  check(VecGetSize(omp_, &size));
  EXPECT_EQ(sum, static_cast<double>(size));
}

TEST_F(VecOmp, WorksThroughSubVectors) {
  PetscInt begin = 0, end = 0;
  check(VecGetOwnershipRange(omp_, &begin, &end));
  IS every_third = nullptr, first_half = nullptr;
  check(ISCreateStride(PETSC_COMM_WORLD, (end - begin) / 3, begin, 3, &every_third));
  check(ISCreateStride(PETSC_COMM_WORLD, (end - begin) / 2, begin, 1, &first_half));
  check(VecSet(omp_, 0));
  for (IS set : {every_third, first_half}) {
    Vec sub = nullptr;
    check(VecGetSubVector(omp_, set, &sub));
    check(VecShift(sub, 1));
    check(VecRestoreSubVector(omp_, set, &sub));
  }
  PetscInt thirds = 0, halves = 0;
  check(ISGetSize(every_third, &thirds));
  check(ISGetSize(first_half, &halves));
  PetscScalar sum = 0;
  check(VecSum(omp_, &sum));
  EXPECT_EQ(sum, static_cast<double>(thirds + halves));
  check(ISDestroy(&every_third));
  check(ISDestroy(&first_half));
}

TEST_F(VecOmp, LoadsWhatItWrote) {
  char name[] = "/tmp/trireme_vec_omp_XXXXXX";
  if (PetscGlobalRank == 0) ::close(::mkstemp(name));
  const comm::Communicator world(PETSC_COMM_WORLD);
  std::string file = name;
  comm::broadcast(world, file);
  PetscViewer viewer = nullptr;
  check(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file.c_str(), FILE_MODE_WRITE, &viewer));
  check(VecView(omp_, viewer));
  check(PetscViewerDestroy(&viewer));
  // Once into sizes that are known, once into a vector that takes its size from the file.
  Vec loaded = nullptr, unsized = nullptr;
  check(VecDuplicate(omp_, &loaded));
  check(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file.c_str(), FILE_MODE_READ, &viewer));
  check(VecLoad(loaded, viewer));
  check(PetscViewerDestroy(&viewer));
  EXPECT_EQ(difference(loaded, omp_), 0);
  check(VecCreate(PETSC_COMM_WORLD, &unsized));
  check(VecSetType(unsized, type_omp));
  check(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file.c_str(), FILE_MODE_READ, &viewer));
  check(VecLoad(unsized, viewer));
  check(PetscViewerDestroy(&viewer));
  EXPECT_EQ(type_of(unsized), expected_type());
  PetscReal a = 0, b = 0;
  check(VecNorm(unsized, NORM_INFINITY, &a));
  check(VecNorm(omp_, NORM_INFINITY, &b));
  EXPECT_EQ(a, b);
  check(VecDestroy(&loaded));
  check(VecDestroy(&unsized));
  if (PetscGlobalRank == 0) ::unlink(file.c_str());
}

TEST_F(VecOmp, MixesWithStockVectors) {
  Vec other = like(stock_, 5);
  check(VecCopy(stock_, omp_));
  check(VecAXPY(omp_, 2, other));
  check(VecAXPY(stock_, 2, other));
  EXPECT_LT(difference(omp_, stock_), 1e-14);
  PetscScalar a = 0, b = 0;
  check(VecDot(omp_, other, &a));
  check(VecDot(other, omp_, &b));
  EXPECT_NEAR(a, b, 1e-10);
  check(VecDestroy(&other));
}

}  // namespace
}  // namespace trireme::vec
