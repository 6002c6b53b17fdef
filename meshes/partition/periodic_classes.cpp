// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/periodic_classes.hpp"

#include <string>

#include "meshes/partition/id_index.hpp"
#include "meshes/partition/send_items.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

struct Proposal {
  GlobalIndex point;
  ClassLabel label;
};

}  // namespace

std::vector<ClassLabel> label_periodic_classes(const comm::Communicator& comm, const RangeDirectory& points,
                                               std::span<const ShiftedLink> links) {
  std::vector<ClassLabel> labels(static_cast<std::size_t>(points.local_size()));
  for (std::size_t k = 0; k < labels.size(); ++k)
    labels[k] = {points.begin() + static_cast<GlobalIndex>(k), Shift{}};
  const comm::CollectiveGuard guard(comm);
  const IdIndex partners = guard.run([&] {
    std::vector<GlobalIndex> met;
    for (const ShiftedLink& link : links) met.push_back(link.link.partner);
    return IdIndex(distinct_ids(std::move(met)));
  });
  for (bool changed = true; changed;) {
    changed = false;
    // The smaller label wins; equal ones must agree on where the point is.
    const auto take = [&](GlobalIndex point, const ClassLabel& label) {
      ClassLabel& own = labels[static_cast<std::size_t>(point - points.begin())];
      if (own.first == label.first && own.shift != label.shift) {
        throw Error(ErrorKind::input,
                    "periodic markers join point " + std::to_string(point) + " to an image of itself",
                    "chains of partners that end there differ by a period",
                    "pair markers that bound one period");
      }
      if (label.first >= own.first) return;
      own = label;
      changed = true;
    };
    const auto of_partners =
        points.look_up(std::span<const ClassLabel>(labels), std::span<const GlobalIndex>(partners.ids()));
    std::vector<Proposal> proposals;
    guard.run([&] {
      for (const ShiftedLink& link : links) {
        const ClassLabel& there = of_partners[static_cast<std::size_t>(partners.position(link.link.partner))];
        take(link.link.point, {there.first, sum(there.shift, link.shift)});
        const ClassLabel& here = labels[static_cast<std::size_t>(link.link.point - points.begin())];
        proposals.push_back({link.link.partner, {here.first, difference(here.shift, link.shift)}});
      }
    });
    const auto arrived = send_items(comm, std::span<const Proposal>(proposals),
                                    [&](const Proposal& p) { return points.holder(p.point); });
    guard.run([&] {
      for (const Proposal& proposal : arrived.values) take(proposal.point, proposal.label);
    });
    changed = comm::any_of(comm, changed);
  }
  return labels;
}

}  // namespace trireme::mesh
