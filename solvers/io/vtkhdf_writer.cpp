// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/vtkhdf_writer.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/hdf5_file.hpp"

namespace trireme::io {

namespace {

struct Counts {
  GlobalIndex points = 0, cells = 0, connectivity = 0;
};

Counts count(const VtkHdfGrid& grid) {
  return {static_cast<GlobalIndex>(grid.points.size() / 3), static_cast<GlobalIndex>(grid.types.size()),
          static_cast<GlobalIndex>(grid.connectivity.size())};
}

void check(const std::string& path, const VtkHdfGrid& grid, const std::vector<VtkHdfField>& fields) {
  const Counts n = count(grid);
  const auto refuse = [&path](const std::string& what) {
    throw Error(ErrorKind::internal, fmt::format("{}: {} does not fit the grid", path, what));
  };
  if (grid.points.size() % 3 != 0) refuse("the list of points");
  if (!grid.types.empty() && static_cast<GlobalIndex>(grid.offsets.size()) != n.cells + 1)
    refuse("the list of offsets");
  if (!grid.types.empty() && (grid.offsets.front() != 0 || grid.offsets.back() != n.connectivity)) {
    refuse("the range of offsets");
  }
  for (const LocalIndex point : grid.connectivity) {
    if (point < 0 || point >= n.points) refuse(fmt::format("point {}", point));
  }
  for (const auto& field : fields) {
    const GlobalIndex rows = field.location == VtkHdfField::Location::point ? n.points : n.cells;
    if (static_cast<GlobalIndex>(field.values.size()) != rows * field.components) {
      refuse(fmt::format("field '{}'", field.name));
    }
  }
}

// Tables that are dealt out by rank: this rank's rows begin behind those of the lower ranks.
class RankOrderedTables {
 public:
  explicit RankOrderedTables(Hdf5File& file) : file_(file) {}

  template <class T>
  void write(const std::string& name, std::span<const T> values, int columns) {
    const auto rows = static_cast<GlobalIndex>(values.size()) / columns;
    const GlobalIndex begin = comm::exclusive_scan_sum(file_.comm(), rows);
    file_.write_rows<T>("VTKHDF/" + name, values, columns, begin, comm::all_sum(file_.comm(), rows));
  }
  void write_count(const std::string& name, GlobalIndex value, bool has_partition) {
    write<std::int64_t>(name, std::span<const std::int64_t>(&value, has_partition ? 1 : 0), 1);
  }

 private:
  Hdf5File& file_;
};

template <class T>
std::vector<std::int64_t> wide(std::span<const T> values) {
  return {values.begin(), values.end()};
}

}  // namespace

void write_unstructured_grid(const std::string& path, const comm::Communicator& comm, const VtkHdfGrid& grid,
                             const std::vector<VtkHdfField>& fields) {
  comm::CollectiveGuard(comm).run([&] { check(path, grid, fields); });
  Hdf5File file = Hdf5File::create(path, comm);
  file.create_group("VTKHDF");
  constexpr std::array<std::int64_t, 2> version = {1, 0};
  file.write_attribute("VTKHDF", "Version", std::span<const std::int64_t>(version));
  file.write_attribute("VTKHDF", "Type", std::string("UnstructuredGrid"));
  file.create_group("VTKHDF/PointData");
  file.create_group("VTKHDF/CellData");

  // A rank without points is no partition; an empty file still has one, since readers expect it.
  const Counts n = count(grid);
  const bool all_empty = comm::all_sum(comm, n.points) == 0;
  const bool has_partition = n.points > 0 || (all_empty && comm.is_root());
  RankOrderedTables tables(file);
  tables.write_count("NumberOfPoints", n.points, has_partition);
  tables.write_count("NumberOfCells", n.cells, has_partition);
  tables.write_count("NumberOfConnectivityIds", n.connectivity, has_partition);
  tables.write<double>("Points", grid.points, 3);
  tables.write<std::int64_t>("Connectivity", wide(grid.connectivity), 1);
  std::vector<std::int64_t> offsets = wide(grid.offsets);
  if (offsets.empty()) offsets.push_back(0);
  if (!has_partition) offsets.clear();
  tables.write<std::int64_t>("Offsets", offsets, 1);
  tables.write<std::uint8_t>("Types", grid.types, 1);
  for (const auto& field : fields) {
    const char* group = field.location == VtkHdfField::Location::point ? "PointData/" : "CellData/";
    tables.write<double>(group + field.name, field.values, field.components);
  }
  file.close();
}

}  // namespace trireme::io
