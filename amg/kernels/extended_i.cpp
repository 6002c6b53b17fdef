// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/extended_i.hpp"

namespace trireme::amg::kernels {
namespace {

// The entry of `column` in row `row` of the columns [begin, end), 0 where there is none. The loop has no
// exit, so that it runs on whole registers.
LocalIndex find_column(const LocalIndex* columns, LocalIndex begin, LocalIndex end, LocalIndex column) {
  LocalIndex found = 0;
  for (LocalIndex k = begin; k < end; ++k) found |= columns[k] == column ? k + 1 : 0;
  return found - 1;
}

// The same, where the entry that points back is at `position` of its own row. In rows of one length that are
// sorted, all or all but a diagonal in front, a symmetric pattern has the entries of both rows mirrored.
LocalIndex find_back(const LocalIndex* columns, LocalIndex begin, LocalIndex end, LocalIndex column,
                     LocalIndex position) {
  const LocalIndex mirrored = end - 1 - position;
  if (mirrored >= begin && columns[mirrored] == column) return mirrored;
  if (mirrored + 1 >= begin && mirrored + 1 < end && columns[mirrored + 1] == column) return mirrored + 1;
  return find_column(columns, begin, end, column);
}

class RowOfExtended {
 public:
  RowOfExtended(const ExtendedInput& input, ConnectionBack back, ExtendedScratch& scratch)
      : in_(input), with_back_(back == ConnectionBack::with), scratch_(scratch), weights_(scratch.weights) {}

  // Leaves the row's weights in the accumulator, and returns d_i.
  double form(LocalIndex i) {
    i_ = i;
    d_i_ = 0;
    sort_entries();
    if (with_back_) find_entries_back();
    // 2. Strong fine neighbours without weak links to coarse points: d_ik does not depend on C_i^.
    LocalIndex with_weak = 0;
    for (LocalIndex f = 0; f < n_fine_; ++f) {
      const LocalIndex k = scratch_.fine[f];
      const LinkRow links = links_of(k);
      const double a_ik = scratch_.fine_values[f];
      if (links.end == links.strong_end) {
        distribute(k, scratch_.fine_positions[f], a_ik, links, links.strong_sum);
      } else {
        for (LocalIndex l = links.begin; l < links.strong_end; ++l) weights_.add(links.columns[l], 0.0);
        scratch_.fine[with_weak] = k;
        scratch_.fine_positions[with_weak] = scratch_.fine_positions[f];
        scratch_.fine_values[with_weak++] = a_ik;
      }
    }
    // 3. The others, now that C_i^ is complete.
    for (LocalIndex f = 0; f < with_weak; ++f) {
      const LinkRow links = links_of(scratch_.fine[f]);
      double sum = links.strong_sum;
      for (LocalIndex l = links.strong_end; l < links.end; ++l)
        if (weights_.has(links.columns[l])) sum += links.values[l];
      distribute(scratch_.fine[f], scratch_.fine_positions[f], scratch_.fine_values[f], links, sum);
    }
    // 4. Weak coarse neighbours.
    for (LocalIndex w = 0; w < n_weak_; ++w) {
      if (weights_.has(scratch_.weak_columns[w]))
        weights_.add(scratch_.weak_columns[w], scratch_.weak_values[w]);
      else
        d_i_ += scratch_.weak_values[w];
    }
    return d_i_;
  }

  RowAccumulator& weights() { return weights_; }

 private:
  struct LinkRow {
    LocalIndex begin, strong_end, end;
    double strong_sum;
    const LocalIndex* columns;
    const double* values;
  };

  // 1. Strong coarse neighbours begin C_i^; strong fine and weak coarse ones are kept for later; weak fine
  // ones go to d_i.
  void sort_entries() {
    n_fine_ = n_weak_ = 0;
    LocalIndex position = 0;
    const LocalIndex* next = in_.strong->columns.data() + in_.strong->begin[i_];
    const LocalIndex* const last = in_.strong->columns.data() + in_.strong->end[i_];
    in_.matrix.for_entries(i_, [&](LocalIndex column, double value) {
      const bool is_strong = next != last && *next == column;
      next += is_strong;
      const PointType type = in_.types[column];
      if (type == PointType::fine) {
        if (is_strong) {
          scratch_.fine[n_fine_] = column;
          scratch_.fine_positions[n_fine_] = position;
          if (column < in_.matrix.n_rows)
            __builtin_prefetch(in_.matrix.columns + in_.matrix.offsets[column + 1] - 1 - position);
          scratch_.fine_values[n_fine_++] = value;
        } else {
          d_i_ += value;  // a_ii too
        }
      } else if (type == PointType::coarse) {
        if (is_strong) {
          weights_.add(in_.coarse_place[column], value);
        } else {
          scratch_.weak_columns[n_weak_] = in_.coarse_place[column];
          scratch_.weak_values[n_weak_++] = value;
        }
      }
      ++position;
    });
  }

  LinkRow links_of(LocalIndex k) const {
    const bool own = k < in_.matrix.n_rows;
    const CoarseLinks& links = own ? *in_.links : *in_.ghost_links;
    const LocalIndex row = own ? k : k - in_.matrix.n_rows;
    return {links.begin[row],      links.strong_end[row], links.end[row],
            links.strong_sum[row], links.columns.data(),  links.values.data()};
  }

  // Replaces the positions of the a_ik in row i by those of the a_ki in theirs, -1 where there is none. All
  // are found before any is read, so that their values are on the way while the others are looked for.
  void find_entries_back() {
    const LocalRows& a = in_.matrix;
    for (LocalIndex f = 0; f < n_fine_; ++f) {
      const LocalIndex k = scratch_.fine[f];
      LocalIndex& position = scratch_.fine_positions[f];
      if (k < a.n_rows) {
        position = find_back(a.columns, a.offsets[k], a.offsets[k + 1], i_, position);
        if (position >= 0) __builtin_prefetch(a.values + position);
      } else {
        const LocalIndex* const offsets = in_.ghost_back.offsets.data() + (k - a.n_rows);
        position = find_column(in_.ghost_back.columns.data(), offsets[0], offsets[1], i_);
      }
    }
  }

  // a~_ki, at this position of the matrix or of the ghosts' rows.
  double entry_back(LocalIndex k, LocalIndex position) const {
    if (position < 0) return 0.0;
    if (k >= in_.matrix.n_rows) return in_.ghost_back.values[static_cast<std::size_t>(position)];
    const double value = in_.matrix.values[position];
    return (in_.diagonal[k] < 0 ? value > 0 : value < 0) ? value : 0.0;
  }

  // links_sum: sum of a~_kl over C_i^, whose members among the weak links are in the accumulator already.
  void distribute(LocalIndex k, LocalIndex position, double a_ik, const LinkRow& links, double links_sum) {
    const double back = with_back_ ? entry_back(k, position) : 0.0;
    const double d_ik = links_sum + back;
    if (d_ik == 0) {
      d_i_ += a_ik;
      return;
    }
    const double share = a_ik / d_ik;
    for (LocalIndex l = links.begin; l < links.strong_end; ++l)
      weights_.add(links.columns[l], share * links.values[l]);
    for (LocalIndex l = links.strong_end; l < links.end; ++l)
      if (weights_.has(links.columns[l])) weights_.add(links.columns[l], share * links.values[l]);
    d_i_ += share * back;
  }

  const ExtendedInput& in_;
  bool with_back_;
  ExtendedScratch& scratch_;
  RowAccumulator weights_;
  LocalIndex i_ = 0, n_fine_ = 0, n_weak_ = 0;
  double d_i_ = 0;
};

}  // namespace

LocalIndex extended_rows(const ExtendedInput& input, ConnectionBack back, const RowTruncation& truncation,
                         const ColumnNumbering& numbering, LocalIndex row_begin, LocalIndex row_end,
                         ExtendedScratch& scratch, RowSink& sink) {
  RowOfExtended row(input, back, scratch);
  RowAccumulator& weights = row.weights();
  for (LocalIndex i = row_begin; i < row_end; ++i) {
    if (input.types[i] == PointType::coarse) {
      weights.add(input.coarse_place[i], 1.0);
    } else if (input.types[i] == PointType::fine) {
      const double d_i = row.form(i);
      if (d_i == 0) {
        weights.clear();
      } else {
        const double scale = -1 / d_i;
        for (LocalIndex k = 0; k < weights.count; ++k) weights.values[k] *= scale;
        truncate_row(truncation, numbering, scratch.largest, weights);
      }
    }
    const bool has_room = sink.has_room(weights.count);
    if (has_room) sink.put(i, weights, weights.count);
    weights.clear();
    if (!has_room) return i;
  }
  return row_end;
}

bool refill_extended_rows(const ExtendedInput& input, ConnectionBack back, const KeptWeights& kept,
                          LocalIndex row_begin, LocalIndex row_end, ExtendedScratch& scratch,
                          LocalIndex* order) {
  RowOfExtended row(input, back, scratch);
  RowAccumulator& weights = row.weights();
  bool usable = true;
  for (LocalIndex i = row_begin; i < row_end; ++i) {
    if (input.types[i] != PointType::fine || kept.n_entries(i) == 0) continue;
    const double d_i = row.form(i);
    const double scale = d_i == 0 ? 0 : -1 / d_i;
    for (LocalIndex k = 0; k < weights.count; ++k) weights.values[k] *= scale;
    if (!keep_weights(kept, i, weights, order)) usable = false;
    weights.clear();
  }
  return usable;
}

}  // namespace trireme::amg::kernels
