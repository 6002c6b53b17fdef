// SPDX-License-Identifier: Apache-2.0
// The layout that the VTKHDF description asks for; read_vtkhdf.py has VTK itself read the same grid.
#include "solvers/io/vtkhdf_writer.hpp"

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "tests/solvers/io/temporary_folder.hpp"
#include "tests/solvers/io/vtkhdf_sample.hpp"

namespace trireme::io {
namespace {

class VtkHdfWriter : public ::testing::Test {
 protected:
  template <class T>
  std::vector<T> whole(Hdf5File& file, const std::string& name, int columns) {
    return file.read_rows<T>("VTKHDF/" + name, 0, file.rows("VTKHDF/" + name), columns);
  }
  comm::Communicator world_{MPI_COMM_WORLD};
  test::TemporaryFolder folder_{world_};
  std::string path_ = folder_.file("grid.vtkhdf");
};

TEST_F(VtkHdfWriter, PartitionsFollowTheRanksThatHavePoints) {
  const auto sample = test::sample_grid(world_);
  write_unstructured_grid(path_, world_, sample.grid(), sample.fields());
  auto file = Hdf5File::open(path_, world_);
  EXPECT_EQ(file.read_text_attribute("VTKHDF", "Type"), "UnstructuredGrid");

  std::vector<std::int64_t> points, cells;
  for (const std::size_t n : comm::all_gather_value(world_, sample.points.size() / 3)) {
    if (n > 0) points.push_back(static_cast<std::int64_t>(n));
  }
  for (const std::size_t n : comm::all_gather_value(world_, sample.types.size())) {
    if (n > 0) cells.push_back(static_cast<std::int64_t>(n));
  }
  EXPECT_EQ(whole<std::int64_t>(file, "NumberOfPoints", 1), points);
  EXPECT_EQ(whole<std::int64_t>(file, "NumberOfCells", 1), cells);
  EXPECT_EQ(whole<double>(file, "Points", 3), comm::all_gather(world_, sample.points));
  EXPECT_EQ(whole<double>(file, "PointData/velocity", 3), comm::all_gather(world_, sample.velocity));
  EXPECT_EQ(whole<double>(file, "CellData/unit", 1), comm::all_gather(world_, sample.unit_of_cell));
  EXPECT_EQ(whole<std::uint8_t>(file, "Types", 1), comm::all_gather(world_, sample.types));
  const auto total_cells = std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
  EXPECT_EQ(file.rows("VTKHDF/Offsets"), total_cells + static_cast<std::int64_t>(cells.size()));
}

TEST_F(VtkHdfWriter, AGridWithoutAnythingIsWritten) {
  write_unstructured_grid(path_, world_, {}, {});
  auto file = Hdf5File::open(path_, world_);
  EXPECT_EQ(whole<std::int64_t>(file, "NumberOfPoints", 1), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(whole<std::int64_t>(file, "Offsets", 1), (std::vector<std::int64_t>{0}));
}

TEST_F(VtkHdfWriter, MisfitsOnOneRankAreRefusedOnAll) {
  const int last = world_.size() - 1;
  auto wrong = test::sample_grid(world_);
  if (world_.rank() == last) wrong.connectivity.back() = 1000;
  EXPECT_THROW(write_unstructured_grid(path_, world_, wrong.grid(), {}), Error);
  auto short_field = test::sample_grid(world_);
  if (world_.rank() == last) short_field.unit_of_cell.pop_back();
  EXPECT_THROW(write_unstructured_grid(path_, world_, short_field.grid(), short_field.fields()), Error);
}

}  // namespace
}  // namespace trireme::io
