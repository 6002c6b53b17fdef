// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/run_record.hpp"

#include <algorithm>
#include <utility>

#include "solvers/io/atomic_write.hpp"
#include "solvers/log/build_identity.hpp"
#include "solvers/log/library_versions.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::log {

namespace {

using nlohmann::json;

json::json_pointer pointer(const std::string& path) {
  std::string slashed = "/" + path;
  std::replace(slashed.begin(), slashed.end(), '.', '/');
  return json::json_pointer(slashed);
}

json to_json(const options::Value& value) {
  switch (value.kind) {
    case options::Value::Kind::missing:
      return nullptr;
    case options::Value::Kind::scalar: {
      if (value.quoted) return value.text;
      const json parsed = json::parse(value.text, nullptr, false);
      return parsed.is_discarded() ? json(value.text) : parsed;
    }
    case options::Value::Kind::list: {
      json list = json::array();
      for (const auto& item : value.items) list.push_back(to_json(item));
      return list;
    }
    case options::Value::Kind::map: {
      json map = json::object();
      for (const auto& entry : value.entries) map[entry.key] = to_json(entry.value);
      return map;
    }
  }
  return nullptr;
}

}  // namespace

RunRecord::RunRecord(const std::string& program) : root_(json::object()) {
  root_["program"] = program;
}

void RunRecord::set(const std::string& path, json value) {
  root_[pointer(path)] = std::move(value);
}

const json& RunRecord::at(const std::string& path) const {
  static const json nothing;
  const auto where = pointer(path);
  return root_.contains(where) ? root_.at(where) : nothing;
}

bool RunRecord::has(const std::string& path) const {
  return root_.contains(pointer(path));
}

void RunRecord::append(const std::string& path, json value) {
  root_[pointer(path)].push_back(std::move(value));
}

void RunRecord::set_build() {
  const BuildIdentity build = build_identity();
  set("version", build.version);
  set("commit", build.commit);
  set("build", {{"type", build.build_type}, {"compiler", build.compiler}, {"flags", build.flags}});
}

void RunRecord::set_deck(const options::Schema& schema) {
  json deck = json::object(), origins = json::object();
  for (const auto& option : schema.options()) {
    deck[pointer(option.key)] = to_json(option.current());
    if (option.origin != "default") origins[option.key] = option.origin;
  }
  set("deck", std::move(deck));
  set("deck_origin", std::move(origins));
}

void RunRecord::set_libraries() {
  json versions = json::object();
  for (const auto& [name, version] : library_versions()) versions[name] = version;
  set("libraries", std::move(versions));
}

void RunRecord::set_petsc_options() {
  set("petsc_options", petsc_options());
}

void RunRecord::set_machine(const comm::Communicator& comm) {
  set("ranks", comm.size());
  set("threads", threads::max_threads());
  const Machine machine = this_machine();
  json places = json::array();
  for (const auto& place : rank_places(comm)) {
    places.push_back({{"rank", place.rank},
                      {"host", place.hostname},
                      {"cores", place.allowed_cores},
                      {"cpus", place.cpus},
                      {"oversubscribed", place.oversubscribed}});
  }
  set("machine", {{"hostname", machine.hostname},
                  {"cpu", machine.cpu},
                  {"logical_cpus", machine.logical_cpus},
                  {"memory_gib", machine.memory_gib},
                  {"places", std::move(places)}});
}

// Bytes that are no UTF-8 (a path may hold any) are replaced instead of refused: a record must always come
// out.
std::string RunRecord::text() const {
  return root_.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

void RunRecord::write(const std::string& path) const {
  io::atomic_write(path, text());
}

}  // namespace trireme::log
