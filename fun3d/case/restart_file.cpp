// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/restart_file.hpp"

#include <utility>

#include <fmt/format.h>

#include "fun3d/case/case_settings.hpp"
#include "solvers/base/error.hpp"
#include "solvers/io/state_hash.hpp"

namespace trireme::flow {

namespace {
constexpr std::int64_t restart_version = 2;

std::string kind_of(std::string_view equations) {
  return "trireme-fun3d " + std::string(equations);
}

std::string lift_of(std::int64_t step) {
  return fmt::format("watched_lift_{}", step);
}
std::string drag_of(std::int64_t step) {
  return fmt::format("watched_drag_{}", step);
}

}  // namespace

RestartFile::RestartFile(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                         std::string_view equations, int n_unknowns, std::string settings)
    : comm_(comm),
      mesh_(&mesh),
      kind_(kind_of(equations)),
      n_unknowns_(n_unknowns),
      settings_(std::move(settings)) {
  const auto owned = std::span(mesh.coordinates).first(3 * static_cast<std::size_t>(mesh.n_owned));
  mesh_hash_ = io::hash_text(io::state_hash(comm, owned, 3, owned_ids()));
}

std::span<const GlobalIndex> RestartFile::owned_ids() const {
  return std::span(mesh_->original_id).first(static_cast<std::size_t>(mesh_->n_owned));
}

void RestartFile::write(const std::string& path, std::span<const double> state,
                        std::span<const double> limiter, const PseudoTransientState& loop,
                        std::span<const WatchedStep> watched, const SequencePlace& place) const {
  io::CheckpointWriter writer(path, comm_, kind_, mesh_->n_global, owned_ids());
  writer.scalar("restart_version", restart_version);
  writer.scalar("mesh_hash", mesh_hash_);
  writer.scalar("mesh_edges", mesh_->n_edges_global);
  writer.scalar("settings", settings_);
  loop.save(writer);
  writer.scalar("watched_steps", static_cast<std::int64_t>(watched.size()));
  for (std::size_t step = 0; step < watched.size(); ++step) {
    writer.scalar(lift_of(static_cast<std::int64_t>(step)), watched[step].lift);
    writer.scalar(drag_of(static_cast<std::int64_t>(step)), watched[step].drag);
  }
  place.save(writer);
  writer.field("state", state, n_unknowns_);
  if (loop.limiter_frozen) writer.field("limiter", limiter, n_unknowns_);
  writer.commit();
}

RestartData RestartFile::read(const std::string& path) const {
  io::CheckpointReader reader(path, comm_, kind_);
  if (!reader.has_scalar("restart_version")) {
    throw Error(ErrorKind::input, path + ": no run can continue from this file",
                "it holds a state without the history of its run", "use a file that this version wrote");
  }
  const std::int64_t version = reader.integer("restart_version");
  if (version != restart_version) {
    throw Error(ErrorKind::input, path + ": cannot continue from this file",
                fmt::format("it has version {}, this program reads {}", version, restart_version),
                "continue with the program that wrote it");
  }
  check_mesh(reader, path);
  RestartData data;
  data.changes = changed_settings(reader.text("settings"), settings_);
  data.loop = PseudoTransientState::load(reader, path);
  for (std::int64_t step = 0; step < reader.integer("watched_steps"); ++step)
    data.watched.push_back({reader.real(lift_of(step)), reader.real(drag_of(step))});
  data.place = SequencePlace::load(reader);
  data.state = reader.field("state", n_unknowns_, owned_ids());
  if (data.loop.limiter_frozen) data.limiter = reader.field("limiter", n_unknowns_, owned_ids());
  return data;
}

int RestartFile::finer_meshes(const comm::Communicator& comm, const std::string& path,
                              std::string_view equations) {
  return SequencePlace::load(io::CheckpointReader(path, comm, kind_of(equations))).finer;
}

void RestartFile::check_mesh(const io::CheckpointReader& reader, const std::string& path) const {
  std::string difference;
  if (reader.rows() != mesh_->n_global) {
    difference = fmt::format("it has {} vertices, the mesh of this run {}", reader.rows(), mesh_->n_global);
  } else if (reader.text("mesh_hash") != mesh_hash_) {
    difference = fmt::format("the coordinates of its vertices have the hash {}, those of this run {}",
                             reader.text("mesh_hash"), mesh_hash_);
  } else if (reader.integer("mesh_edges") != mesh_->n_edges_global) {
    difference = fmt::format("its mesh had {} edges, that of this run {}", reader.integer("mesh_edges"),
                             mesh_->n_edges_global);
  } else {
    return;
  }
  throw Error(ErrorKind::input, path + ": this state belongs to another mesh", difference,
              "give the mesh it was computed on");
}

}  // namespace trireme::flow
