// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/product.hpp"

namespace trireme::amg::kernels {

void multiply_rows_reference(const LocalRows& a, const CsrView& b, double* product) {
  for (LocalIndex i = 0; i < a.n_rows; ++i)
    a.for_entries(i, [&](LocalIndex k, double a_ik) {
      for (LocalIndex e = b.offsets[k]; e < b.offsets[k + 1]; ++e)
        product[static_cast<std::size_t>(i) * static_cast<std::size_t>(b.n_columns) +
                static_cast<std::size_t>(b.columns[e])] += a_ik * b.values[e];
    });
}

void triple_product_rows_reference(const CsrView& r, const LocalRows& a, const CsrView& p, double* product) {
  for (LocalIndex coarse = 0; coarse < r.n_rows(); ++coarse)
    for (LocalIndex k = r.offsets[coarse]; k < r.offsets[coarse + 1]; ++k)
      a.for_entries(r.columns[k], [&](LocalIndex fine, double value) {
        for (LocalIndex e = p.offsets[fine]; e < p.offsets[fine + 1]; ++e)
          product[static_cast<std::size_t>(coarse) * static_cast<std::size_t>(p.n_columns) +
                  static_cast<std::size_t>(p.columns[e])] += r.values[k] * value * p.values[e];
      });
}

}  // namespace trireme::amg::kernels
