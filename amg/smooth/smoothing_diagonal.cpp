// SPDX-License-Identifier: Apache-2.0
#include "amg/smooth/smoothing_diagonal.hpp"

#include <cmath>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

template <class Value>
Value inverse_or_zero(Value d) {
  return d == Value(0) ? Value(0) : Value(1) / d;
}

template <class Value>
Value magnitudes(const TriangleView<Value>& side, LocalIndex row) {
  Value sum = 0;
  for (LocalIndex e = side.offsets[row]; e < side.offsets[row + 1]; ++e) sum += std::abs(side.values[e]);
  return sum;
}

template <class Value>
Value magnitudes(const OuterView<Value>& outer, LocalIndex k) {
  Value sum = 0;
  for (LocalIndex e = outer.offsets[k]; e < outer.offsets[k + 1]; ++e) sum += std::abs(outer.values[e]);
  return sum;
}

}  // namespace

template <class Value>
SmoothingDiagonal<Value> make_smoothing_diagonal(const PackedRowsView<Value>& a, DiagonalRule rule) {
  SmoothingDiagonal<Value> d;
  d.inverse.resize(static_cast<std::size_t>(a.n_rows()));
  if (rule == DiagonalRule::l1_full) {
    threads::parallel_for(a.n_rows(), [&](LocalIndex row) {
      d.inverse[row] = std::abs(a.diagonal[row]) + magnitudes(a.lower, row) + magnitudes(a.upper, row);
    });
    for (LocalIndex k = 0; k < a.runs.block_begin[a.n_blocks()]; ++k) {
      const StencilRun& run = a.runs.runs[k];
      (RunPack<Value>::load(&d.inverse[run.row]) + run_magnitudes(a.runs.lower, run, run.lower) +
       run_magnitudes(a.runs.upper, run, run.upper) + run_magnitudes(a.runs.outer, run, run.outer))
          .store(&d.inverse[run.row]);
    }
    for (LocalIndex k = 0; k < a.n_outer(); ++k) d.inverse[a.outer.rows[k]] += magnitudes(a.outer, k);
    threads::parallel_for(a.n_rows(), [&](LocalIndex row) {
      d.inverse[row] = inverse_or_zero(std::copysign(d.inverse[row], a.diagonal[row]));
    });
    return d;
  }
  threads::parallel_for(a.n_rows(),
                        [&](LocalIndex row) { d.inverse[row] = inverse_or_zero(a.diagonal[row]); });
  d.excess.assign(static_cast<std::size_t>(a.n_outer()), Value(0));
  if (rule == DiagonalRule::plain) return d;
  threads::parallel_for(a.n_outer(), [&](LocalIndex k) {
    const LocalIndex row = a.outer.rows[k];
    const Value own = a.diagonal[row], outside = magnitudes(a.outer, k);
    // Exact two thirds are frequent, on regular grids, and rounding must not decide about them.
    if (3 * outside <= Value(2.001) * std::abs(own)) return;
    d.excess[k] = std::copysign(outside / 2, own);
    d.inverse[row] = inverse_or_zero(own + d.excess[k]);
  });
  return d;
}

template SmoothingDiagonal<double> make_smoothing_diagonal(const PackedRowsView<double>&, DiagonalRule);
template SmoothingDiagonal<float> make_smoothing_diagonal(const PackedRowsView<float>&, DiagonalRule);

}  // namespace trireme::amg
