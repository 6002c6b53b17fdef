// SPDX-License-Identifier: Apache-2.0
// The JSON record of a run: what was run, by which build, on which machine, with which options, and how it
// ended. Program fills in what every program shares; bodies add their results. Local to the rank unless said;
// only rank 0's is written.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "solvers/comm/communicator.hpp"
#include "solvers/log/machine.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::log {

class RunRecord {
 public:
  explicit RunRecord(const std::string& program);

  // `path` is dotted: set("time.total", 3.2) gives {"time": {"total": 3.2}}. Replaces what was there. Numbers
  // that are not finite are written as null, which is all JSON has for them.
  void set(const std::string& path, nlohmann::json value);
  // Null when nothing was set.
  const nlohmann::json& at(const std::string& path) const;
  bool has(const std::string& path) const;

  // Appends to the list at `path`.
  void append(const std::string& path, nlohmann::json value);

  void set_build();  // version, commit, build.*
  void set_deck(
      const options::Schema& schema);  // deck: every option as resolved, deck_origin: what was not default
  void set_libraries();                // libraries.{mpi,petsc,hypre,hdf5}; PETSc must be up
  void set_petsc_options();            // petsc_options; PETSc must be up
  void set_machine(const comm::Communicator& comm);  // ranks, threads, machine.*; collective

  std::string text() const;
  // Atomic. Throws Error(io). Call on one rank.
  void write(const std::string& path) const;

 private:
  nlohmann::json root_;
};

}  // namespace trireme::log
