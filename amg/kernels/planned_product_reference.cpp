// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/planned_product.hpp"
#include "amg/kernels/product.hpp"

namespace trireme::amg::kernels {

void planned_product_rows_reference(const PlannedProduct& plan, double* product) {
  triple_product_rows_reference(plan.r, plan.a, plan.p, product);
  if (plan.foreign_offsets == nullptr) return;
  const auto n_columns = static_cast<std::size_t>(plan.p.n_columns);
  for (LocalIndex row = 0; row < plan.r.n_rows(); ++row)
    for (LocalIndex k = plan.foreign_offsets[row]; k < plan.foreign_offsets[row + 1]; ++k)
      product[static_cast<std::size_t>(row) * n_columns +
              static_cast<std::size_t>(plan.foreign_columns[k])] +=
          plan.foreign_values[plan.foreign_source[k]];
}

}  // namespace trireme::amg::kernels
