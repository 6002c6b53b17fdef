// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/transfer.hpp"

#include <algorithm>

#include "meshes/partition/send_items.hpp"
#include "meshes/transfer/cell_weights.hpp"
#include "meshes/transfer/clipped_extrapolation.hpp"
#include "meshes/transfer/nearest_vertex.hpp"
#include "meshes/transfer/regions.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// A point this little outside a tetrahedron, in barycentric coordinates, is in it; boxes of cells are widened
// by more than that.
constexpr double inside_tolerance = 1e-9;
constexpr double box_margin = 1e-8;

// A coarse cell on its way to the regions that it touches.
struct PlacedCell {
  CellCorners corners;
  std::array<GlobalIndex, 8> numbers;
  CellType type;
  int region;
};

// A fine vertex on its way to its region.
struct FineVertex {
  Point place;
  LocalIndex fine;
  int rank;
};

// What its region found: a cell's vertices and their weights, or one vertex (size 1) that is the nearest.
struct Location {
  std::array<GlobalIndex, 8> numbers;
  std::array<double, 8> weights;
  LocalIndex fine;
  int rank, size;
};

Box widened_box(const PlacedCell& cell) {
  Box box;
  for (int i = 0; i < cell_size(cell.type); ++i) box.add(cell.corners[static_cast<std::size_t>(i)]);
  const double margin = box_margin * length(difference(box.high, box.low));
  for (std::size_t d = 0; d < 3; ++d) {
    box.low[d] -= margin;
    box.high[d] += margin;
  }
  return box;
}

std::vector<PlacedCell> cells_by_region(const comm::Communicator& comm, const Regions& regions,
                                        const FlowMesh& mesh) {
  std::vector<PlacedCell> cells;
  for (LocalIndex c = 0; c < mesh.n_cells(); ++c) {
    PlacedCell cell{{}, {}, mesh.cell_types[static_cast<std::size_t>(c)], 0};
    const LocalIndex* vertex = mesh.cell_vertices.data() + mesh.cell_offsets[static_cast<std::size_t>(c)];
    for (std::size_t i = 0; i < static_cast<std::size_t>(cell_size(cell.type)); ++i) {
      cell.corners[i] = mesh.place(vertex[i]);
      cell.numbers[i] = mesh.global_id[static_cast<std::size_t>(vertex[i])];
    }
    regions.for_each_touched(widened_box(cell), [&](int rank) {
      cell.region = rank;
      cells.push_back(cell);
    });
  }
  return send_items(comm, std::span<const PlacedCell>(cells),
                    [](const PlacedCell& cell) { return cell.region; })
      .values;
}

// The deepest cell around a point; of equally deep ones (a point on a common face) that with the smallest
// coordinates, which do not depend on the distribution as numbers would.
bool locate(const BoxTree& tree, const std::vector<PlacedCell>& cells, const FineVertex& vertex,
            Location& location) {
  const PlacedCell* best_cell = nullptr;
  CellWeights best;
  tree.for_each_holding(vertex.place, [&](LocalIndex at) {
    const PlacedCell& cell = cells[static_cast<std::size_t>(at)];
    const CellWeights here = weights_in_cell(cell.type, cell.corners, vertex.place);
    if (here.depth < -inside_tolerance || (best_cell && here.depth < best.depth)) return;
    if (best_cell && here.depth == best.depth && best_cell->corners <= cell.corners) return;
    best_cell = &cell;
    best = here;
  });
  if (!best_cell) return false;
  location.size = cell_size(best_cell->type);
  location.numbers = best_cell->numbers;
  // Weights that rounding made negative would leave the range of the values.
  double total = 0;
  for (double& weight : best.weights) total += weight = std::max(weight, 0.0);
  for (std::size_t i = 0; i < 8; ++i) location.weights[i] = best.weights[i] / total;
  return true;
}

// The sums of up to one of each period or its opposite, without the one that leads nowhere.
std::vector<Point> displacements(const std::vector<Point>& periods) {
  std::vector<Point> result{{0, 0, 0}};
  for (const Point& period : periods) {
    const std::size_t n = result.size();
    for (const double sign : {1.0, -1.0})
      for (std::size_t k = 0; k < n; ++k) result.push_back(sum(result[k], scaled(sign, period)));
  }
  result.erase(result.begin());
  return result;
}

// Moves to `locations` those vertices that lie in a cell once they are displaced by periods; of several
// displacements the first counts.
void locate_images(const comm::Communicator& comm, const Regions& regions, const BoxTree& tree,
                   const std::vector<PlacedCell>& cells, const std::vector<Point>& periods,
                   std::vector<FineVertex>& unplaced, std::vector<Location>& locations) {
  std::vector<bool> found(unplaced.size(), false);
  for (const Point& step : displacements(periods)) {
    std::vector<FineVertex> images;
    for (std::size_t k = 0; k < unplaced.size(); ++k)
      if (!found[k])
        images.push_back({sum(unplaced[k].place, step), static_cast<LocalIndex>(k), comm.rank()});
    images = send_items(comm, std::span<const FineVertex>(images), [&](const FineVertex& image) {
               return regions.rank_of(image.place);
             }).values;
    std::vector<Location> located;
    for (const FineVertex& image : images) {
      Location location{{}, {}, image.fine, image.rank, 0};
      if (locate(tree, cells, image, location)) located.push_back(location);
    }
    located = send_items(comm, std::span<const Location>(located), [](const Location& location) {
                return location.rank;
              }).values;
    for (Location& location : located) {
      const auto k = static_cast<std::size_t>(location.fine);
      found[k] = true;
      location.fine = unplaced[k].fine;
      location.rank = unplaced[k].rank;
      locations.push_back(location);
    }
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < unplaced.size(); ++k)
    if (!found[k]) unplaced[kept++] = unplaced[k];
  unplaced.resize(kept);
}

}  // namespace

Transfer::Transfer(const comm::Communicator& comm, const FlowMesh& coarse, const FlowMesh& fine)
    : comm_(comm), coarse_(&coarse), n_fine_(fine.n_owned), coarse_vertices_(comm, coarse.n_owned) {
  TRIREME_VALIDATE(coarse.n_global > 0 || fine.n_global == 0, ErrorKind::input,
                   "values cannot be transferred", "the coarse mesh has no vertices",
                   "give another coarse mesh");
  const Regions regions(comm,
                        std::span(coarse.coordinates).first(3 * static_cast<std::size_t>(coarse.n_owned)));
  std::vector<FineVertex> vertices;
  for (LocalIndex v = 0; v < fine.n_owned; ++v) vertices.push_back({fine.place(v), v, comm.rank()});
  vertices = send_items(comm, std::span<const FineVertex>(vertices), [&](const FineVertex& vertex) {
               return regions.rank_of(vertex.place);
             }).values;

  // In cells.
  std::vector<Location> locations;
  std::vector<FineVertex> unplaced;
  {
    const std::vector<PlacedCell> cells = cells_by_region(comm, regions, coarse);
    std::vector<Box> boxes;
    for (const PlacedCell& cell : cells) boxes.push_back(widened_box(cell));
    const BoxTree tree(std::move(boxes));
    for (const FineVertex& vertex : vertices) {
      Location location{{}, {}, vertex.fine, vertex.rank, 0};
      if (locate(tree, cells, vertex, location))
        locations.push_back(location);
      else
        unplaced.push_back(vertex);
    }
    locate_images(comm, regions, tree, cells, coarse.periods, unplaced, locations);
  }
  // At vertices.
  std::vector<Point> places;
  for (const FineVertex& vertex : unplaced) places.push_back(vertex.place);
  const auto nearest = nearest_vertices(comm, regions, coarse, places);
  for (std::size_t k = 0; k < unplaced.size(); ++k)
    locations.push_back({{nearest[k]}, {}, unplaced[k].fine, unplaced[k].rank, 1});

  locations = send_items(comm, std::span<const Location>(locations), [](const Location& location) {
                return location.rank;
              }).values;
  std::sort(locations.begin(), locations.end(),
            [](const Location& a, const Location& b) { return a.fine < b.fine; });
  for (const Location& location : locations) {
    if (location.size == 1) {
      outside_.push_back({location.numbers[0], fine.place(location.fine), location.fine});
      continue;
    }
    inside_.push_back(location.fine);
    stencil_.insert(stencil_.end(), location.numbers.begin(), location.numbers.begin() + location.size);
    weights_.insert(weights_.end(), location.weights.begin(), location.weights.begin() + location.size);
    stencil_offsets_.push_back(stencil_.size());
  }
  wanted_ = comm::CollectiveGuard(comm).run([&] { return IdIndex(distinct_ids(stencil_)); });
  n_outside_ = comm::all_sum(comm, static_cast<GlobalIndex>(outside_.size()));
}

std::vector<double> Transfer::interpolate(std::span<const double> coarse_values, int width) const {
  const auto w = static_cast<std::size_t>(width);
  TRIREME_EXPECT(coarse_values.size() == static_cast<std::size_t>(coarse_->n_owned) * w);
  std::vector<double> fine_values(static_cast<std::size_t>(n_fine_) * w, 0.0);

  // Inside cells.
  const auto values =
      coarse_vertices_.look_up(coarse_values, std::span<const GlobalIndex>(wanted_.ids()), width);
  for (std::size_t i = 0; i < inside_.size(); ++i) {
    double* result = fine_values.data() + static_cast<std::size_t>(inside_[i]) * w;
    for (std::size_t k = stencil_offsets_[i]; k < stencil_offsets_[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(wanted_.position(stencil_[k]));
      for (std::size_t c = 0; c < w; ++c) result[c] += weights_[k] * values[at * w + c];
    }
  }
  if (n_outside_ == 0) return fine_values;

  // Outside: the owner of the nearest vertex knows its neighbours.
  const auto owner = [&](const Outside& outside) { return coarse_vertices_.holder(outside.nearest); };
  const auto asked = send_items(comm_, std::span<const Outside>(outside_), owner);
  std::vector<PointAtVertex> points;
  for (const Outside& outside : asked.values)
    points.push_back({static_cast<LocalIndex>(outside.nearest - coarse_->owned_begin), outside.place});
  std::vector<double> local(coarse_values.begin(), coarse_values.end());
  local.resize(static_cast<std::size_t>(coarse_->n_local()) * w);
  comm::HaloExchange<double>(comm_, coarse_->halo, width).start(std::span(local)).finish();
  const auto answers = extrapolate_clipped(*coarse_, local, width, points);
  std::vector<GlobalIndex> counts = asked.counts;
  for (GlobalIndex& count : counts) count *= width;
  const auto arrived = comm::all_to_all_v(comm_, std::span<const double>(answers), counts).values;
  // Answers come back by rank, in the order asked.
  std::vector<Outside> in_order(outside_);
  std::stable_sort(in_order.begin(), in_order.end(),
                   [&](const Outside& a, const Outside& b) { return owner(a) < owner(b); });
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    std::copy_n(arrived.begin() + static_cast<std::ptrdiff_t>(i * w), w,
                fine_values.begin() + static_cast<std::ptrdiff_t>(in_order[i].fine) * width);
  }
  return fine_values;
}

std::vector<double> transfer_values(const comm::Communicator& comm, const FlowMesh& coarse,
                                    std::span<const double> coarse_values, int width, const FlowMesh& fine) {
  return Transfer(comm, coarse, fine).interpolate(coarse_values, width);
}

}  // namespace trireme::mesh
