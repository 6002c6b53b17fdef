// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/section_curves.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace trireme::flow {

namespace {

// A chain of segments: points[i] and points[i + 1] are joined by steps[i]; closed when the last point is the
// first again.
struct Chain {
  std::vector<std::size_t> points;  // rows of the values
  std::vector<double> upward;       // [points - 1]
  bool closed() const { return points.size() > 2 && points.front() == points.back(); }
};

class Tracer {
 public:
  explicit Tracer(std::span<const CutSegment> segments) : segments_(segments), order_(segments.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](std::size_t a, std::size_t b) { return segments[a].ends < segments[b].ends; });
    for (const std::size_t s : order_) {
      for (std::size_t end = 0; end < 2; ++end) {
        Joint& joint = joints_[segments[s].ends[end]];
        if (joint.segments.empty()) joint.row = 2 * s + end;
        joint.segments.push_back(s);
      }
    }
    used_.assign(segments.size(), 0);
  }

  // Open chains first, from their ends; then what is left is closed.
  std::vector<Chain> chains() {
    std::vector<Chain> result;
    for (const auto& [point, joint] : joints_) {
      if (joint.segments.size() % 2 == 1 && next_of(joint) != none) result.push_back(walk(point));
    }
    for (const std::size_t s : order_) {
      if (!used_[s]) result.push_back(walk(segments_[s].ends[0]));
    }
    return result;
  }

 private:
  struct Joint {
    std::vector<std::size_t> segments;
    std::size_t row = 0;
  };
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t next_of(const Joint& joint) const {
    const auto at =
        std::find_if(joint.segments.begin(), joint.segments.end(), [&](std::size_t s) { return !used_[s]; });
    return at == joint.segments.end() ? none : *at;
  }

  Chain walk(CutPoint point) {
    Chain chain;
    chain.points.push_back(joints_.at(point).row);
    for (std::size_t s = next_of(joints_.at(point)); s != none; s = next_of(joints_.at(point))) {
      used_[s] = 1;
      point = segments_[s].ends[0] == point ? segments_[s].ends[1] : segments_[s].ends[0];
      chain.points.push_back(joints_.at(point).row);
      chain.upward.push_back(segments_[s].upward);
    }
    return chain;
  }

  std::span<const CutSegment> segments_;
  std::vector<std::size_t> order_;
  std::map<CutPoint, Joint> joints_;
  std::vector<std::uint8_t> used_;
};

// The part of a chain from position `from` to `to`, forwards or backwards; in a closed chain across its
// start.
struct Part {
  std::vector<std::size_t> points;
  double upward = 0;
};

Part part_of(const Chain& chain, std::size_t from, std::size_t to, int direction) {
  Part part;
  const std::size_t n_steps = chain.upward.size();
  part.points.push_back(chain.points[from]);
  for (std::size_t at = from; at != to;) {
    const std::size_t step = direction > 0 ? at % n_steps : (at + n_steps - 1) % n_steps;
    part.upward += chain.upward[step];
    at = direction > 0 ? step + 1 : step;
    if (chain.closed()) at %= n_steps;
    part.points.push_back(chain.points[at]);
  }
  return part;
}

}  // namespace

std::vector<SectionCurve> trace_section(std::span<const CutSegment> segments, std::span<const double> values,
                                        std::size_t stride) {
  const auto x = [&](std::size_t row) { return values[stride * row]; };
  const auto further_up = [&](std::size_t a, std::size_t b) { return x(a) < x(b); };
  std::vector<Chain> chains = Tracer(segments).chains();
  const auto nose = [&](const Chain& chain) {
    return std::min_element(chain.points.begin(), chain.points.end(), further_up) - chain.points.begin();
  };
  std::stable_sort(chains.begin(), chains.end(), [&](const Chain& a, const Chain& b) {
    return x(a.points[static_cast<std::size_t>(nose(a))]) < x(b.points[static_cast<std::size_t>(nose(b))]);
  });

  std::vector<SectionCurve> curves;
  for (std::size_t contour = 0; contour < chains.size(); ++contour) {
    const Chain& chain = chains[contour];
    const std::size_t last = chain.points.size() - 1;
    const auto leading = static_cast<std::size_t>(nose(chain));
    const auto trailing = static_cast<std::size_t>(
        std::max_element(chain.points.begin(), chain.points.end(), further_up) - chain.points.begin());
    std::vector<Part> parts;
    if (chain.closed()) {
      parts = {part_of(chain, leading, trailing, 1), part_of(chain, leading, trailing, -1)};
    } else {
      if (leading != last) parts.push_back(part_of(chain, leading, last, 1));
      if (leading != 0) parts.push_back(part_of(chain, leading, 0, -1));
    }
    const double leading_edge = x(chain.points[leading]);
    const double chord = x(chain.points[trailing]) - leading_edge;
    if (parts.size() == 2 && parts[0].upward < parts[1].upward) std::swap(parts[0], parts[1]);
    for (Part& part : parts) {
      const bool upper = parts.size() == 2 ? &part == parts.data() : part.upward >= 0;
      curves.push_back({static_cast<int>(contour),
                        upper ? SectionCurve::Side::upper : SectionCurve::Side::lower, leading_edge, chord,
                        std::move(part.points)});
    }
  }
  return curves;
}

}  // namespace trireme::flow
