// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/fallback_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace trireme::flow {

void report_fallback(program::Context& context, const FallbackReport& report) {
  context.record.set("fallback.vertices", report.n_vertices);
  if (report.worst.empty()) return;
  nlohmann::json worst = nlohmann::json::array();
  for (const FallbackVertex& vertex : report.worst) {
    worst.push_back({{"id", vertex.original_id},
                     {"coordinates", vertex.coordinates},
                     {"edges", vertex.edges},
                     {"least_ratio", vertex.least_ratio}});
  }
  context.record.set("fallback.worst", worst);
  const FallbackVertex& first = report.worst.front();
  context.log.warn(fmt::format(
      "at {} vertices extrapolation gave no positive density or pressure, and fluxes are of first order; the "
      "worst is vertex {} at ({:.6g}, {:.6g}, {:.6g}), where a value fell to {:.3g} of the vertex's",
      report.n_vertices, first.original_id, first.coordinates[0], first.coordinates[1], first.coordinates[2],
      first.least_ratio));
}

}  // namespace trireme::flow
