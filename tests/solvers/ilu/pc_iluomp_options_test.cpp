// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "solvers/ilu/pc_iluomp.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/solvers/ilu/petsc_matrix.hpp"

namespace trireme::ilu {
namespace {

using testing::box_matrix;
using testing::ExpectedErrorScope;
using testing::Options;
using testing::OptionScope;
using testing::OwnedMat;
using testing::OwnedPc;

std::string viewed(PC pc) {
  std::array<char, 4096> text{};
  PetscViewer viewer = nullptr;
  FILE* file = tmpfile();
  EXPECT_EQ(static_cast<int>(PetscViewerASCIIOpenWithFILE(PETSC_COMM_SELF, file, &viewer)), 0);
  EXPECT_EQ(static_cast<int>(PCView(pc, viewer)), 0);
  PetscViewerDestroy(&viewer);
  rewind(file);
  const std::size_t length = fread(text.data(), 1, text.size() - 1, file);
  fclose(file);
  return std::string(text.data(), length);
}

OwnedPc from_options(Mat matrix, const char* prefix = nullptr) {
  OwnedPc pc;
  const auto create = [&] {
    TRIREME_ASSERT_PETSC(petsc::register_types());
    TRIREME_ASSERT_PETSC(PCCreate(PETSC_COMM_SELF, pc.out()));
    TRIREME_ASSERT_PETSC(PCSetOptionsPrefix(pc, prefix));
    TRIREME_ASSERT_PETSC(PCSetOperators(pc, matrix, matrix));
    TRIREME_ASSERT_PETSC(PCSetFromOptions(pc));
  };
  create();
  return pc;
}

void expect_text(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' not in:\n" << text;
}

TEST(PcIluOmpOptions, reach_the_type_under_their_own_names_and_the_prefix) {
  const OptionScope options({{"-x_pc_type", "iluomp"},
                             {"-x_pc_iluomp_levels", "2"},
                             {"-x_pc_iluomp_ordering", "rcm"},
                             {"-x_pc_iluomp_schedule", "levels"},
                             {"-x_pc_iluomp_precision", "single"},
                             {"-x_pc_iluomp_shift_amount", "0.5"}});
  const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, box_matrix(4, 3, 2, 1), "seqaij");
  const OwnedPc pc = from_options(matrix, "x_");
  const std::string before = viewed(pc);
  expect_text(before, "2 levels of fill, ordering rcm");
  expect_text(before, "schedule levels, factors stored in single precision");
  expect_text(before, "shift of zero pivots 0.5");
  EXPECT_EQ(before.find("fill ratio"), std::string::npos);
  TRIREME_ASSERT_PETSC(PCSetUp(pc));
  PetscBool used = PETSC_FALSE;
  TRIREME_ASSERT_PETSC(PetscOptionsUsed(nullptr, "x_pc_iluomp_levels", &used));
  EXPECT_TRUE(used);
}

TEST(PcIluOmpOptions, reach_the_type_under_the_names_of_petscs_factorizations) {
  const OptionScope options(
      {{"-pc_type", "iluomp"}, {"-pc_factor_levels", "1"}, {"-pc_factor_mat_ordering_type", "rcm"}});
  const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, box_matrix(4, 3, 2, 1), "seqaij");
  const OwnedPc pc = from_options(matrix);
  expect_text(viewed(pc), "1 levels of fill, ordering rcm");
  PetscInt levels = 0;
  TRIREME_ASSERT_PETSC(PCFactorGetLevels(pc, &levels));
  EXPECT_EQ(levels, 1);
}

TEST(PcIluOmpOptions, of_the_setters_are_kept_where_nothing_is_given) {
  const OptionScope options(Options{{"-pc_type", "iluomp"}});
  const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, box_matrix(4, 3, 2, 1), "seqaij");
  const OwnedPc pc = from_options(matrix);
  expect_text(viewed(pc), "0 levels of fill, ordering natural");
  expect_text(viewed(pc), "schedule auto, factors stored in double precision");
  TRIREME_ASSERT_PETSC(PCIluOmpSetLevels(pc, 3));
  TRIREME_ASSERT_PETSC(PCIluOmpSetOrdering(pc, MATORDERINGND));
  TRIREME_ASSERT_PETSC(PCSetFromOptions(pc));
  expect_text(viewed(pc), "3 levels of fill, ordering nd");
}

TEST(PcIluOmpView, tells_sizes_levels_and_parallelism_of_the_factors) {
  const OptionScope options(Options{{"-pc_type", "iluomp"}});
  // In natural order the rows of a box depend on one another along its diagonals: 6 + 5 + 4 - 2 levels.
  const auto a = box_matrix(6, 5, 4, 4);
  const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, a, "seqbaij");
  const OwnedPc pc = from_options(matrix);
  TRIREME_ASSERT_PETSC(PCSetUp(pc));
  const std::string text = viewed(pc);
  expect_text(
      text, "factors: " + std::to_string(16 * a.columns.size()) + " nonzeros, block size 4, fill ratio 1.,");
  expect_text(text, "dependency levels: forward 13, backward 13; available parallelism: forward ");
  const int expected_threads = threads::oversubscribed() ? 1 : threads::max_threads();
  expect_text(text, expected_threads == 1 ? "schedule auto: serial, " : "schedule auto: p2p, ");
  expect_text(text, std::to_string(expected_threads) + " threads; 1 analyses, 1 factorizations");
  PCIluOmpStatistics s;
  TRIREME_ASSERT_PETSC(PCIluOmpGetStatistics(pc, &s));
  EXPECT_EQ(s.nonzeros, static_cast<PetscInt64>(16 * a.columns.size()));
  EXPECT_GT(s.bytes, static_cast<PetscInt64>(8 * 16 * a.columns.size()));
  EXPECT_GT(s.forward_parallelism, 2.0);
}

TEST(PcIluOmpOptions, out_of_range_are_refused) {
  const OptionScope options(Options{{"-pc_type", "iluomp"}});
  const OwnedMat matrix = testing::petsc_matrix(PETSC_COMM_SELF, box_matrix(4, 3, 2, 1), "seqaij");
  const OwnedPc pc = from_options(matrix);
  const ExpectedErrorScope expected;
  EXPECT_EQ(static_cast<int>(PCIluOmpSetLevels(pc, -1)), PETSC_ERR_ARG_OUTOFRANGE);
  expect_text(expected.text(), "levels of fill is -1 -> give 0 or more");
  EXPECT_EQ(static_cast<int>(PCIluOmpSetZeroPivot(pc, -1.0)), PETSC_ERR_ARG_OUTOFRANGE);
  EXPECT_EQ(static_cast<int>(PCIluOmpSetShiftAmount(pc, -1.0)), PETSC_ERR_ARG_OUTOFRANGE);
  EXPECT_EQ(static_cast<int>(PCIluOmpSetSchedule(pc, static_cast<PCIluOmpSchedule>(5))),
            PETSC_ERR_ARG_OUTOFRANGE);
  EXPECT_EQ(static_cast<int>(PCIluOmpSetPrecision(pc, static_cast<PCIluOmpPrecision>(2))),
            PETSC_ERR_ARG_OUTOFRANGE);
  TRIREME_ASSERT_PETSC(PCIluOmpSetOrdering(pc, "no_such_ordering"));
  EXPECT_NE(static_cast<int>(PCSetUp(pc)), 0);
}

}  // namespace
}  // namespace trireme::ilu
