// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/message_counts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/regroup.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg {
namespace {

using Offsets = std::vector<GlobalIndex>;

// Exchanges of the ghosts that a cycle makes on a level: after the sweep from zero for the residual, before
// the sweep up; and before each transfer.
constexpr int matrix_exchanges = 2, transfer_exchanges = 1;

ExchangeCount count(const CsrView& matrix, const Offsets& rows, const Offsets& columns) {
  std::vector<std::vector<GlobalIndex>> ghosts(rows.size() - 1);
  for (std::size_t part = 0; part < ghosts.size(); ++part) {
    std::vector<GlobalIndex> foreign;
    const auto begin = matrix.offsets[static_cast<std::size_t>(rows[part])],
               end = matrix.offsets[static_cast<std::size_t>(rows[part + 1])];
    for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k)
      if (const GlobalIndex id = matrix.columns[k]; id < columns[part] || id >= columns[part + 1])
        foreign.push_back(id);
    ghosts[part] = sorted_unique(std::move(foreign));
  }
  ExchangeCount counted;
  for (const comm::ExchangePlan& plan : comm::build_exchange_plans(columns, ghosts)) {
    counted.messages += plan.messages();
    counted.values += plan.bytes_per_exchange(1);
    counted.most_messages = std::max(counted.most_messages, plan.messages());
  }
  return counted;
}

// The coarse points of each part, in the order of their fine rows.
Offsets coarse_offsets(std::span<const PointType> points, const Offsets& rows) {
  Offsets offsets{0};
  for (std::size_t part = 0; part + 1 < rows.size(); ++part)
    offsets.push_back(offsets.back() + std::count(points.begin() + rows[part],
                                                  points.begin() + rows[part + 1], PointType::coarse));
  return offsets;
}

void add(CycleMessages& cycle, const ExchangeCount& exchange, int times) {
  cycle.messages += times * exchange.messages;
  cycle.values += times * exchange.values;
  cycle.most_messages += times * exchange.most_messages;
}

}  // namespace

CycleMessages count_cycle_messages(const SetupHierarchy& hierarchy, std::vector<GlobalIndex> offsets,
                                   GlobalIndex process_eq_limit) {
  CycleMessages cycle;
  const auto& levels = hierarchy.levels;
  if (levels.front().matrix.comm->size() > 1)
    throw Error(ErrorKind::input, "messages are counted for a hierarchy of one rank",
                fmt::format("this one has {}", levels.front().matrix.comm->size()));
  cycle.reductions = offsets.size() > 2 ? 1 : 0;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const SetupLevel& level = levels[l];
    LevelMessages counted;
    for (std::size_t part = 0; part + 1 < offsets.size(); ++part)
      counted.parts += offsets[part + 1] > offsets[part] ? 1 : 0;
    if (l + 1 == levels.size()) {
      cycle.levels.push_back(counted);
      break;
    }
    if (level.points.size() != static_cast<std::size_t>(level.matrix.n_rows()))
      throw Error(ErrorKind::input, "messages are counted for classical hierarchies",
                  "aggregates on the border of parts would be other ones");
    counted.matrix = count(level.matrix.diagonal, offsets, offsets);
    Offsets next = coarse_offsets(level.points, offsets);
    if (const auto merged = merged_partition(Partition{next, 0}, process_eq_limit)) next = merged->offsets;
    counted.interpolation = count(level.interpolation.diagonal.view(), offsets, next);
    counted.restriction = count(level.restriction.diagonal.view(), next, offsets);
    add(cycle, counted.matrix, matrix_exchanges);
    add(cycle, counted.interpolation, transfer_exchanges);
    add(cycle, counted.restriction, transfer_exchanges);
    cycle.levels.push_back(counted);
    offsets = std::move(next);
  }
  return cycle;
}

}  // namespace trireme::amg
