// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/match_periodic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "meshes/core/point_text.hpp"
#include "meshes/partition/id_index.hpp"
#include "meshes/partition/send_items.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

enum Side : std::int32_t { first = 0, second = 1 };

// A point of a marker, at the rank that holds it.
struct SidePoint {
  GlobalIndex id;
  double shortest_edge;
  std::int32_t side;
};

// A point where the two markers meet: those of the second are moved back by the translation.
struct Candidate {
  double along;  // position across the strips
  Point place;
  GlobalIndex id;
};
struct Question {
  Candidate candidate;
  double tolerance;
  std::int32_t strip;
};
struct Answer {
  PeriodicLink link;
  double distance;
};

// Aligned with no plane of a usual mesh, so that strips across it divide the points of any plane.
constexpr Point strip_direction{0.618, 0.474, 0.627};

constexpr char advice[] = "pair markers of which one is the other displaced, with equal meshes on them";

[[noreturn]] void refuse(const std::string& problem, const std::string& why) {
  throw Error(ErrorKind::input, problem, why, advice);
}

std::string name_of(const DistributedMesh& mesh, const PeriodicPair& pair, std::int32_t side) {
  return mesh.marker_names[static_cast<std::size_t>(side == first ? pair.first : pair.second)];
}

// Calls visit(side, rim) for this rank's facets of the pair.
template <class F>
void for_each_facet(const DistributedMesh& mesh, const PeriodicPair& pair, F&& visit) {
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    const std::int32_t marker = mesh.facet_marker[f];
    if (marker != pair.first && marker != pair.second) continue;
    const auto begin = static_cast<std::size_t>(mesh.facet_offsets[f]),
               end = static_cast<std::size_t>(mesh.facet_offsets[f + 1]);
    visit(marker == pair.first ? first : second, std::span(mesh.facet_vertices).subspan(begin, end - begin));
  }
}

// The points of both markers that this rank's range holds, ascending by (side, id), each with its shortest
// edge.
std::vector<SidePoint> points_of_sides(const comm::Communicator& comm, const RangeDirectory& points,
                                       const DistributedMesh& mesh, const PeriodicPair& pair) {
  const IdIndex index = comm::CollectiveGuard(comm).run([&] {
    std::vector<GlobalIndex> met;
    for_each_facet(mesh, pair, [&](Side, std::span<const GlobalIndex> rim) {
      met.insert(met.end(), rim.begin(), rim.end());
    });
    return IdIndex(distinct_ids(std::move(met)));
  });
  const auto places =
      points.look_up(std::span<const Point>(mesh.points), std::span<const GlobalIndex>(index.ids()));
  std::vector<SidePoint> seen;
  for_each_facet(mesh, pair, [&](Side side, std::span<const GlobalIndex> rim) {
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const GlobalIndex a = rim[i], b = rim[(i + 1) % rim.size()];
      const double edge = length(difference(places[static_cast<std::size_t>(index.position(a))],
                                            places[static_cast<std::size_t>(index.position(b))]));
      seen.push_back({a, edge, side});
      seen.push_back({b, edge, side});
    }
  });
  auto held = send_items(comm, std::span<const SidePoint>(seen), [&](const SidePoint& p) {
                return points.holder(p.id);
              }).values;
  std::sort(held.begin(), held.end(), [](const SidePoint& a, const SidePoint& b) {
    return std::tie(a.side, a.id, a.shortest_edge) < std::tie(b.side, b.id, b.shortest_edge);
  });
  const auto same = [](const SidePoint& a, const SidePoint& b) { return a.side == b.side && a.id == b.id; };
  held.erase(std::unique(held.begin(), held.end(), same), held.end());
  return held;
}

// Lower and upper corner of each side's box, over all ranks.
struct Boxes {
  std::array<Point, 2> low, high;
};

Boxes boxes_of(const comm::Communicator& comm, const RangeDirectory& points, const DistributedMesh& mesh,
               const std::vector<SidePoint>& held) {
  std::array<double, 6> low, high;
  low.fill(HUGE_VAL);
  high.fill(-HUGE_VAL);
  for (const SidePoint& point : held) {
    const Point& x = mesh.points[static_cast<std::size_t>(point.id - points.begin())];
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t at = 3 * static_cast<std::size_t>(point.side) + d;
      low[at] = std::min(low[at], x[d]);
      high[at] = std::max(high[at], x[d]);
    }
  }
  comm::all_min_in_place(comm, std::span<double>(low));
  comm::all_max_in_place(comm, std::span<double>(high));
  return {{Point{low[0], low[1], low[2]}, Point{low[3], low[4], low[5]}},
          {Point{high[0], high[1], high[2]}, Point{high[3], high[4], high[5]}}};
}

// The translation, once the two sides have passed what can be told of them as wholes. The same on every rank.
Point translation_between(const comm::Communicator& comm, const RangeDirectory& points,
                          const DistributedMesh& mesh, const PeriodicPair& pair,
                          const std::vector<SidePoint>& held) {
  std::array<GlobalIndex, 2> counts{};
  double longest = 0;
  for (const SidePoint& point : held) {
    ++counts[static_cast<std::size_t>(point.side)];
    longest = std::max(longest, point.shortest_edge);
  }
  comm::all_sum_in_place(comm, std::span<GlobalIndex>(counts));
  longest = comm::all_max(comm, longest);
  const Boxes boxes = boxes_of(comm, points, mesh, held);
  const std::string problem = "the markers " + pair.name + " are not periodic";
  for (const std::int32_t side : {first, second})
    if (counts[static_cast<std::size_t>(side)] == 0)
      refuse(problem, name_of(mesh, pair, side) + " has no facets");
  const Point below = difference(boxes.low[second], boxes.low[first]);
  const Point above = difference(boxes.high[second], boxes.high[first]);
  const Point size_a = difference(boxes.high[first], boxes.low[first]);
  const Point size_b = difference(boxes.high[second], boxes.low[second]);
  if (length(difference(below, above)) > 2 * periodic_tolerance * longest) {
    refuse(problem, fmt::format("{} extends over ({:.9g}, {:.9g}, {:.9g}), {} over ({:.9g}, {:.9g}, {:.9g})",
                                name_of(mesh, pair, first), size_a[0], size_a[1], size_a[2],
                                name_of(mesh, pair, second), size_b[0], size_b[1], size_b[2]));
  }
  if (counts[first] != counts[second]) {
    refuse(problem, fmt::format("{} has {} points, {} has {}", name_of(mesh, pair, first), counts[first],
                                name_of(mesh, pair, second), counts[second]));
  }
  return midpoint(below, above);
}

// Answers to the questions that came to this rank's strip: the nearest candidate within the tolerance, the
// smaller id of equally near ones.
std::vector<Answer> answer(std::vector<Candidate> candidates, const std::vector<Question>& questions) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.along, a.id) < std::tie(b.along, b.id);
  });
  std::vector<Answer> answers;
  for (const Question& question : questions) {
    const Candidate& asked = question.candidate;
    auto near = std::lower_bound(candidates.begin(), candidates.end(), asked.along - question.tolerance,
                                 [](const Candidate& c, double along) { return c.along < along; });
    Answer best{{asked.id, -1}, question.tolerance};
    for (; near != candidates.end() && near->along <= asked.along + question.tolerance; ++near) {
      const double distance = length(difference(near->place, asked.place));
      if (distance < best.distance || (distance == best.distance && best.link.partner < 0) ||
          (distance == best.distance && near->id < best.link.partner))
        best = {{asked.id, near->id}, distance};
    }
    if (best.link.partner >= 0) answers.push_back(best);
  }
  return answers;
}

// The best answer to each of this rank's questions, ascending in point.
std::vector<Answer> meet_in_strips(const comm::Communicator& comm, const RangeDirectory& points,
                                   const DistributedMesh& mesh, const std::vector<SidePoint>& held,
                                   const Point& translation) {
  const double scale = 1 / length(strip_direction);
  std::vector<Candidate> candidates;
  std::vector<Question> questions;
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const SidePoint& point : held) {
    Point x = mesh.points[static_cast<std::size_t>(point.id - points.begin())];
    if (point.side == second) x = difference(x, translation);
    const double along = scale * dot(strip_direction, x);
    if (point.side == second) {
      questions.push_back({{along, x, point.id}, periodic_tolerance * point.shortest_edge, 0});
    } else {
      candidates.push_back({along, x, point.id});
      low = std::min(low, along);
      high = std::max(high, along);
    }
  }
  low = comm::all_min(comm, low);
  high = comm::all_max(comm, high);
  const auto strip_of = [&](double along) {
    const double part = high > low ? (along - low) / (high - low) * comm.size() : 0;
    return static_cast<std::int32_t>(std::clamp(part, 0.0, static_cast<double>(comm.size() - 1)));
  };
  std::vector<Question> asked;
  for (Question question : questions) {
    const std::int32_t last = strip_of(question.candidate.along + question.tolerance);
    for (std::int32_t strip = strip_of(question.candidate.along - question.tolerance); strip <= last;
         ++strip) {
      question.strip = strip;
      asked.push_back(question);
    }
  }
  auto here = send_items(comm, std::span<const Candidate>(candidates),
                         [&](const Candidate& c) { return strip_of(c.along); });
  const auto questions_here =
      send_items(comm, std::span<const Question>(asked), [](const Question& q) { return q.strip; });
  const auto answers = answer(std::move(here.values), questions_here.values);
  auto mine = send_items(comm, std::span<const Answer>(answers), [&](const Answer& a) {
                return points.holder(a.link.point);
              }).values;
  std::sort(mine.begin(), mine.end(), [](const Answer& a, const Answer& b) {
    return std::tie(a.link.point, a.distance, a.link.partner) <
           std::tie(b.link.point, b.distance, b.link.partner);
  });
  const auto same = [](const Answer& a, const Answer& b) { return a.link.point == b.link.point; };
  mine.erase(std::unique(mine.begin(), mine.end(), same), mine.end());
  return mine;
}

// Every point of the second side must have found a partner, every one of the first side must have been found
// once.
void check_links(const comm::Communicator& comm, const RangeDirectory& points, const DistributedMesh& mesh,
                 const PeriodicPair& pair, const std::vector<SidePoint>& held, const PeriodicMatch& match) {
  const auto place_of = [&](GlobalIndex id) {
    return point_text(id, mesh.points[static_cast<std::size_t>(id - points.begin())]);
  };
  const comm::CollectiveGuard guard(comm);
  guard.run([&] {
    auto link = match.links.begin();
    for (const SidePoint& point : held) {
      if (point.side != second) continue;
      if (link != match.links.end() && link->point == point.id) {
        ++link;
        continue;
      }
      const Point& t = match.translation;
      refuse(place_of(point.id) + " of marker " + name_of(mesh, pair, second) + " has no partner on marker " +
                 name_of(mesh, pair, first),
             fmt::format("none lies within {:.3g} of its place after going back by ({:.9g}, {:.9g}, {:.9g})",
                         periodic_tolerance * point.shortest_edge, t[0], t[1], t[2]));
    }
  });
  auto found = send_items(comm, std::span<const PeriodicLink>(match.links), [&](const PeriodicLink& link) {
                 return points.holder(link.partner);
               }).values;
  std::sort(found.begin(), found.end(), [](const PeriodicLink& a, const PeriodicLink& b) {
    return std::tie(a.partner, a.point) < std::tie(b.partner, b.point);
  });
  guard.run([&] {
    for (std::size_t k = 1; k < found.size(); ++k) {
      if (found[k].partner != found[k - 1].partner) continue;
      refuse(place_of(found[k].partner) + " of marker " + name_of(mesh, pair, first) +
                 " has two partners on marker " + name_of(mesh, pair, second),
             fmt::format("points {} and {}", found[k - 1].point, found[k].point));
    }
  });
}

// Corners of a facet as ids of the first side, ascending; -1 for the fourth of a triangle.
struct FacetUse {
  std::array<GlobalIndex, 4> corners;
  std::array<GlobalIndex, 3> original;  // three corners on its own side
  std::int32_t side;
};

void check_facets(const comm::Communicator& comm, const RangeDirectory& points, const DistributedMesh& mesh,
                  const PeriodicPair& pair, const PeriodicMatch& match) {
  std::vector<GlobalIndex> partner_of(static_cast<std::size_t>(points.local_size()), -1);
  for (const PeriodicLink& link : match.links)
    partner_of[static_cast<std::size_t>(link.point - points.begin())] = link.partner;
  const IdIndex index = comm::CollectiveGuard(comm).run([&] {
    std::vector<GlobalIndex> met;
    for_each_facet(mesh, pair, [&](Side side, std::span<const GlobalIndex> rim) {
      if (side == second) met.insert(met.end(), rim.begin(), rim.end());
    });
    return IdIndex(distinct_ids(std::move(met)));
  });
  const auto partners =
      points.look_up(std::span<const GlobalIndex>(partner_of), std::span<const GlobalIndex>(index.ids()));
  std::vector<FacetUse> uses;
  for_each_facet(mesh, pair, [&](Side side, std::span<const GlobalIndex> rim) {
    FacetUse use{{-1, -1, -1, -1}, {rim[0], rim[1], rim[2]}, side};
    for (std::size_t i = 0; i < rim.size(); ++i)
      use.corners[i] = side == first ? rim[i] : partners[static_cast<std::size_t>(index.position(rim[i]))];
    std::sort(use.corners.begin(), use.corners.end());
    uses.push_back(use);
  });
  auto here = send_items(comm, std::span<const FacetUse>(uses), [&](const FacetUse& use) {
                return points.holder(use.corners[3]);
              }).values;
  std::sort(here.begin(), here.end(), [](const FacetUse& a, const FacetUse& b) {
    return std::tie(a.corners, a.side, a.original) < std::tie(b.corners, b.side, b.original);
  });
  comm::CollectiveGuard(comm).run([&] {
    for (std::size_t k = 0; k < here.size(); k += 2) {
      if (k + 1 < here.size() && here[k].corners == here[k + 1].corners && here[k].side != here[k + 1].side)
        continue;
      const auto& at = here[k].original;
      refuse(fmt::format("the facet at points {}, {}, {} of marker {} has no partner on marker {}", at[0],
                         at[1], at[2], name_of(mesh, pair, here[k].side),
                         name_of(mesh, pair, here[k].side == first ? second : first)),
             "its corners have, but they are joined in another way");
    }
  });
}

}  // namespace

PeriodicMatch match_periodic(const comm::Communicator& comm, const RangeDirectory& points,
                             const DistributedMesh& mesh, const PeriodicPair& pair) {
  const auto held = points_of_sides(comm, points, mesh, pair);
  PeriodicMatch match;
  match.translation = translation_between(comm, points, mesh, pair, held);
  for (const Answer& found : meet_in_strips(comm, points, mesh, held, match.translation))
    match.links.push_back(found.link);
  check_links(comm, points, mesh, pair, held, match);
  check_facets(comm, points, mesh, pair, match);
  return match;
}

}  // namespace trireme::mesh
