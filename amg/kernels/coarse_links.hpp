// SPDX-License-Identifier: Apache-2.0
// For every fine point the few entries of its row that interpolation through it needs: those of coarse points
// whose sign opposes the diagonal's, the strong ones first. Interpolation looks at them once for each strong
// fine neighbour, so leaving the other entries out (on a 27-point stencil eight of nine) saves most of its
// work. Called by extended_interpolation.
#pragma once

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/matrix/array.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

// Row i is [begin[i], end[i]) of columns and values, its strong entries end at strong_end[i]. Rows of points
// that are not fine are empty. There may be gaps between rows.
struct CoarseLinks {
  Array<LocalIndex> begin, strong_end, end;  // [n_rows]
  Array<double> strong_sum;                  // [n_rows]: of the strong entries
  Array<LocalIndex> columns;                 // coarse numbering
  Array<double> values;
};

// Rows [row_begin, row_end), written from links.columns[first] on, where there must be room for all entries
// of these rows. types and coarse_place [n_local]. diagonal [n_rows]: its sign counts, zero as positive.
void coarse_links(const LocalRows& matrix, const Pattern& strong, const PointType* types,
                  const LocalIndex* coarse_place, const double* diagonal, LocalIndex row_begin,
                  LocalIndex row_end, LocalIndex first, CoarseLinks& links);
void coarse_links_reference(const LocalRows& matrix, const Pattern& strong, const PointType* types,
                            const LocalIndex* coarse_place, const double* diagonal, LocalIndex row_begin,
                            LocalIndex row_end, LocalIndex first, CoarseLinks& links);

}  // namespace trireme::amg::kernels
