// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/run_finder.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::amg {
namespace {

// Zeros that fill a run up must not outweigh the column numbers that it saves.
constexpr double largest_fill = 1.3;
constexpr double most_zeros = 8;
constexpr std::size_t most_distances = 128;
constexpr LocalIndex samples = 64;

// Whether two rows of a part are the same but for their place.
bool repeats(const CsrView& part, LocalIndex first, LocalIndex row, LocalIndex shift) {
  const LocalIndex begin = part.offsets[first], length = part.offsets[first + 1] - begin;
  if (part.offsets[row + 1] - part.offsets[row] != length) return false;
  const LocalIndex* const columns = part.columns.data() + begin;
  const LocalIndex* const others = part.columns.data() + part.offsets[row];
  LocalIndex differences = 0;
  for (LocalIndex k = 0; k < length; ++k) differences |= others[k] - columns[k] - shift;
  return differences == 0;
}

}  // namespace

// Also on the same side of the block's border: an entry must not be outside for some rows and inside for
// others.
bool RunFinder::repeat_first(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) const {
  const auto is_inside = [&](LocalIndex column) { return column >= block_begin && column < block_end; };
  for (LocalIndex e = matrix_->diagonal.offsets[first]; e < matrix_->diagonal.offsets[first + 1]; ++e) {
    const LocalIndex column = matrix_->diagonal.columns[e];
    if (is_inside(column) != is_inside(column + run_rows - 1)) return false;
  }
  for (LocalIndex lane = 1; lane < run_rows; ++lane)
    if (!repeats(matrix_->diagonal, first, first + lane, lane) ||
        !repeats(matrix_->off_diagonal, first, first + lane, lane))
      return false;
  return true;
}

// Rows come sorted, or nearly.
void RunFinder::Part::put(int lane, Entry entry) {
  auto& row = rows[lane];
  row.push_back(entry);
  for (auto at = row.size() - 1; at > 0 && row[at - 1].distance > row[at].distance; --at)
    std::swap(row[at - 1], row[at]);
}

bool RunFinder::Part::has_repeats() const {
  for (const auto& row : rows)
    for (std::size_t k = 1; k < row.size(); ++k)
      if (row[k].distance == row[k - 1].distance) return true;
  return false;
}

bool RunFinder::Part::merge() {
  distances.clear();
  std::size_t n_entries = 0;
  for (const auto& row : rows) {
    n_entries += row.size();
    if (std::ranges::equal(row, distances, {}, &Entry::distance)) continue;
    merged.clear();
    auto next = distances.begin();
    for (const Entry& entry : row) {
      for (; next != distances.end() && *next < entry.distance; ++next) merged.push_back(*next);
      if (next != distances.end() && *next == entry.distance) ++next;
      merged.push_back(entry.distance);
    }
    merged.insert(merged.end(), next, distances.end());
    distances.swap(merged);
    if (distances.size() > most_distances) return false;
  }
  return static_cast<double>(distances.size() * run_rows) <=
         largest_fill * static_cast<double>(n_entries) + most_zeros;
}

void RunFinder::read_row(LocalIndex block_begin, LocalIndex block_end, LocalIndex row, int lane) {
  const auto stride_of = [&](const CsrView& part) {
    return repeat_ ? part.offsets[row + 1] - part.offsets[row] : 0;
  };
  const CsrView &own = matrix_->diagonal, &ghosts = matrix_->off_diagonal;
  const double* diagonal = nullptr;
  for (LocalIndex e = own.offsets[row]; e < own.offsets[row + 1]; ++e) {
    const LocalIndex column = own.columns[e];
    const bool is_inside = column >= block_begin && column < block_end;
    if (column == row)
      diagonal = &own.values[e];
    else
      (is_inside ? inside_ : outside_).put(lane, {column - row, stride_of(own), &own.values[e]});
  }
  for (LocalIndex e = ghosts.offsets[row]; e < ghosts.offsets[row + 1]; ++e)
    outside_.put(lane, {matrix_->n_rows() + ghosts.columns[e] - row, stride_of(ghosts), &ghosts.values[e]});
  if (!repeat_) {
    diagonal_[lane] = diagonal == nullptr ? 0 : *diagonal;
  } else {
    for (LocalIndex k = 0; k < run_rows; ++k)
      diagonal_[k] = diagonal == nullptr ? 0 : diagonal[k * stride_of(own)];
  }
}

void RunFinder::read_rows(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) {
  for (Part* part : {&inside_, &outside_})
    for (auto& row : part->rows) row.clear();
  repeat_ = repeat_first(block_begin, block_end, first);
  for (int lane = 0; lane < (repeat_ ? 1 : run_rows); ++lane)
    read_row(block_begin, block_end, first + lane, lane);
}

bool RunFinder::try_rows(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) {
  // Rows of very different lengths are told without looking at their columns.
  const auto length = [&](LocalIndex row) {
    return matrix_->diagonal.offsets[row + 1] - matrix_->diagonal.offsets[row];
  };
  const LocalIndex here = length(first), there = length(first + run_rows - 1);
  if (2 * std::min(here, there) < std::max(here, there)) return false;

  read_rows(block_begin, block_end, first);
  if (inside_.has_repeats() || outside_.has_repeats()) return false;
  if (repeat_) {
    for (Part* part : {&inside_, &outside_}) {
      part->distances.clear();
      for (const Entry& entry : part->rows[0]) part->distances.push_back(entry.distance);
      if (part->distances.size() > most_distances) return false;
    }
  } else if (!inside_.merge() || !outside_.merge()) {
    return false;
  }
  return !inside_.distances.empty() && lies_in(block_begin, block_end, first) && is_weakly_coupled_inside();
}

bool RunFinder::try_again(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) {
  read_rows(block_begin, block_end, first);
  return is_weakly_coupled_inside();
}

// Every column of every distance, also those where a row has no entry.
bool RunFinder::lies_in(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) const {
  const LocalIndex last = first + run_rows - 1, n_local = matrix_->n_rows() + matrix_->n_ghosts();
  if (first + inside_.distances.front() < block_begin || last + inside_.distances.back() >= block_end)
    return false;
  const auto& outer = outside_.distances;
  return outer.empty() || (first + outer.front() >= 0 && last + outer.back() < n_local);
}

// The condition of DiagonalRule::l1_hybrid for leaving the diagonal as it is.
bool RunFinder::is_weakly_coupled_inside() const {
  for (int lane = 0; lane < run_rows; ++lane) {
    const auto magnitude = [&](const Entry& entry) { return std::abs(entry.value[lane * entry.stride]); };
    double left_out = 0;
    for (const Entry& entry : entries(inside_, lane))
      if (lane + entry.distance >= 0 && lane + entry.distance < run_rows) left_out += magnitude(entry);
    for (const Entry& entry : entries(outside_, lane)) left_out += magnitude(entry);
    if (!(3 * left_out <= 2.0001 * std::abs(diagonal_[lane]))) return false;
  }
  return true;
}

// entries: those from the first distance on.
template <class Value>
void RunFinder::write_lane(std::span<const LocalIndex> distances, std::span<const Entry> entries, int lane,
                           double scale, Value* values) const {
  auto entry = entries.begin();
  for (const LocalIndex distance : distances) {
    const bool is_there = entry != entries.end() && entry->distance == distance;
    values[lane] = is_there ? static_cast<Value>(scale * entry->value[lane * entry->stride]) : Value(0);
    entry += is_there;
    values += run_rows;
  }
}

template <class Value>
void RunFinder::write_lower(std::span<const LocalIndex> distances, double scale, Value* values) const {
  for (int lane = 0; lane < run_rows; ++lane)
    write_lane(distances, entries(inside_, lane), lane, scale, values);
}

template <class Value>
void RunFinder::write_upper(std::span<const LocalIndex> distances, double scale, Value* values) const {
  for (int lane = 0; lane < run_rows; ++lane) {
    const auto row = entries(inside_, lane);
    const auto first = std::ranges::lower_bound(row, 0, {}, &Entry::distance);
    write_lane(distances, row.subspan(static_cast<std::size_t>(first - row.begin())), lane, scale, values);
  }
}

template <class Value>
void RunFinder::write_outer(std::span<const LocalIndex> distances, double scale, Value* values) const {
  for (int lane = 0; lane < run_rows; ++lane)
    write_lane(distances, entries(outside_, lane), lane, scale, values);
}

#define TRIREME_INSTANTIATE(Value)                                                         \
  template void RunFinder::write_lower(std::span<const LocalIndex>, double, Value*) const; \
  template void RunFinder::write_upper(std::span<const LocalIndex>, double, Value*) const; \
  template void RunFinder::write_outer(std::span<const LocalIndex>, double, Value*) const;
TRIREME_INSTANTIATE(double)
TRIREME_INSTANTIATE(float)
#undef TRIREME_INSTANTIATE

bool is_mostly_runs(const MatrixView& matrix) {
  const LocalIndex n = matrix.n_rows(), possible = n / run_rows;
  if (possible == 0) return false;
  const LocalIndex tried = std::min(samples, possible);
  RunFinder finder(matrix);
  LocalIndex found = 0;
  for (LocalIndex k = 0; k < tried; ++k) {
    const auto at = static_cast<LocalIndex>(GlobalIndex{possible} * k / tried);
    found += finder.try_rows(0, n, at * run_rows);
  }
  return 2 * found > tried;
}

}  // namespace trireme::amg
