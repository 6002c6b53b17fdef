// SPDX-License-Identifier: Apache-2.0
// Things that belong to several vertices (cells, boundary facets, edges with their metrics) on their way to
// the ranks that own those vertices. Used by build_flow_mesh only.
#pragma once

#include <span>
#include <vector>

#include "meshes/partition/image_keys.hpp"
#include "meshes/partition/range_directory.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

// A stream of records: header word n_vertices | n_extra << 8 | tag << 16, then the vertices' keys (ids, see
// partition/image_keys.hpp), then the extra words (doubles travel by their bits). One flat array, so that a
// mesh needs one message per pair of ranks.
struct Records {
  std::vector<GlobalIndex> words;

  void add(std::span<const GlobalIndex> vertices, GlobalIndex tag, std::span<const GlobalIndex> extra = {}) {
    words.push_back(static_cast<GlobalIndex>(vertices.size()) | static_cast<GlobalIndex>(extra.size()) << 8 |
                    tag << 16);
    words.insert(words.end(), vertices.begin(), vertices.end());
    words.insert(words.end(), extra.begin(), extra.end());
  }

  // Calls visit(tag, vertices, extra) for every record, in order.
  template <class F>
  void for_each(F&& visit) const {
    for (std::size_t at = 0; at < words.size();) {
      const auto n_vertices = static_cast<std::size_t>(words[at] & 0xff);
      const auto n_extra = static_cast<std::size_t>(words[at] >> 8 & 0xff);
      const std::span record(words.data() + at + 1, n_vertices + n_extra);
      visit(words[at] >> 16, record.first(n_vertices), record.subspan(n_vertices));
      at += 1 + n_vertices + n_extra;
    }
  }
};

// Collective. Sends each record to every rank that owns one of its vertices that are at home (not displaced
// by a period); one without such vertices goes to the owner of the first. parts [points.local_size()]: the
// owner of each vertex in this rank's range. The result is ordered by sending rank and then as sent, so
// records that ranks hold in ascending number arrive in ascending number. With one rank the records come back
// as they are.
Records send_to_owners(const comm::Communicator& comm, const RangeDirectory& points, const ImageKeys& keys,
                       std::span<const int> parts, Records&& records);

}  // namespace trireme::mesh
