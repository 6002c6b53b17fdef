// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/cf_product.hpp"

namespace trireme::amg::kernels {

void cf_product_rows_reference(const CsrView& r, const PartedColumns& a, const CsrView& p, double* product) {
  for (LocalIndex coarse = 0; coarse < r.n_rows(); ++coarse) {
    double* const row = product + static_cast<std::size_t>(coarse) * static_cast<std::size_t>(p.n_columns);
    for (LocalIndex k = r.offsets[coarse]; k < r.offsets[coarse + 1]; ++k) {
      const LocalIndex fine = r.columns[k];
      for (LocalIndex e = a.coarse.offsets[fine]; e < a.coarse.offsets[fine + 1]; ++e)
        row[a.coarse.columns[e]] += r.values[k] * a.coarse.values[e];
      for (LocalIndex e = a.fine.offsets[fine]; e < a.fine.offsets[fine + 1]; ++e)
        for (LocalIndex w = p.offsets[a.fine.columns[e]]; w < p.offsets[a.fine.columns[e] + 1]; ++w)
          row[p.columns[w]] += r.values[k] * a.fine.values[e] * p.values[w];
    }
  }
}

}  // namespace trireme::amg::kernels
