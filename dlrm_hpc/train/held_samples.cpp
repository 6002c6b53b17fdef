// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/held_samples.hpp"

#include <algorithm>

#include "solvers/base/as_size.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::dlrm {
namespace {

std::ptrdiff_t as_offset(std::size_t n) {
  return static_cast<std::ptrdiff_t>(n);
}

HeldSamples empty_samples(const StepEngine& engine, const Dataset& data) {
  HeldSamples held{PieceLayout(data.samples(), engine.comm().size()), {}, engine.tables()};
  held.pieces.resize(as_size(held.layout.n_pieces(engine.comm().rank())));
  return held;
}

}  // namespace

HeldSamples hold_vectors(StepEngine& engine, const Dataset& data, const Permutation& order,
                         GlobalIndex batch) {
  const comm::Communicator& comm = engine.comm();
  HeldSamples held = empty_samples(engine, data);
  const PieceLayout& layout = held.layout;
  const std::size_t n_dense = engine.model().n_dense(), width = engine.model().width(),
                    row = engine.model().vectors_row(), packed = 1 + n_dense + row - width;
  Batch samples;
  std::vector<float> vectors;
  for (GlobalIndex first = 0; first < data.samples(); first += batch) {
    const GlobalIndex n = std::min(batch, data.samples() - first);
    engine.stage(data, &order, first, n);
    const GlobalIndex begin = first + engine.staged_layout().sample_begin(comm.rank());
    engine.pool(samples, vectors);
    std::vector<float> send;
    std::vector<GlobalIndex> counts;
    for (int rank = 0; rank < comm.size(); ++rank) {
      const std::size_t before = send.size();
      for (std::size_t s = 0; s < samples.n; ++s) {
        if (layout.rank_of_position(begin + static_cast<GlobalIndex>(s)) != rank) continue;
        const auto at = [s](const std::vector<float>& values, std::size_t stride) {
          return values.begin() + static_cast<std::ptrdiff_t>(s * stride);
        };
        send.push_back(samples.labels[s]);
        send.insert(send.end(), at(samples.dense, n_dense), at(samples.dense, n_dense) + as_offset(n_dense));
        send.insert(send.end(), at(vectors, row) + as_offset(width), at(vectors, row) + as_offset(row));
      }
      counts.push_back(static_cast<GlobalIndex>(send.size() - before));
    }
    // Ranks hold ascending runs of the batch's samples, so what comes in is in the order of positions.
    const std::vector<float> received = comm::all_to_all_v(comm, send, counts).values;
    const float* from = received.data();
    for (GlobalIndex position = first; position < first + n; ++position) {
      if (layout.rank_of_position(position) != comm.rank()) continue;
      HeldPiece& piece = held.pieces[as_size(layout.piece_of_chunk(position / PieceLayout::chunk_samples) -
                                             layout.first_piece(comm.rank()))];
      piece.labels.push_back(*from);
      piece.dense.insert(piece.dense.end(), from + 1, from + 1 + n_dense);
      piece.vectors.insert(piece.vectors.end(), from + 1 + n_dense, from + packed);
      from += packed;
    }
  }
  return held;
}

HeldSamples hold_ids(StepEngine& engine, const ModelOptions& model, const Dataset& data,
                     const Permutation& order) {
  const comm::Communicator& comm = engine.comm();
  HeldSamples held = empty_samples(engine, data);
  const std::vector<IdMap> maps = id_maps_of(model, data.schema());
  comm::CollectiveGuard(comm).run([&] {
    Batch batch;
    for (std::size_t p = 0; p < held.pieces.size(); ++p) {
      HeldPiece& piece = held.pieces[p];
      piece.bags.resize(maps.size());
      held.layout.for_each_run(
          held.layout.first_piece(comm.rank()) + static_cast<GlobalIndex>(p), 0, data.samples(),
          [&](GlobalIndex begin, GlobalIndex end) {
            read_batch(data, &order, begin, as_size(end - begin), batch);
            piece.labels.insert(piece.labels.end(), batch.labels.begin(), batch.labels.end());
            piece.dense.insert(piece.dense.end(), batch.dense.begin(), batch.dense.end());
            for (std::size_t t = 0; t < maps.size(); ++t) {
              HeldBags& bags = piece.bags[t];
              for (const std::int64_t id : batch.ids[t]) bags.rows.push_back(maps[t].row(id));
              bags.weights.insert(bags.weights.end(), batch.weights[t].begin(), batch.weights[t].end());
              const std::int64_t base = bags.offsets.back();
              for (std::size_t s = 1; s <= batch.n; ++s) bags.offsets.push_back(base + batch.offsets[t][s]);
            }
          });
    }
  });
  return held;
}

}  // namespace trireme::dlrm
