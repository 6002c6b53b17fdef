// SPDX-License-Identifier: Apache-2.0
// An exception on one rank must not leave the others waiting: ranks run a phase, then vote whether all of
// them got through, and all of them throw if one did not. Called around set-up and I/O phases.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "solvers/base/error.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::comm {

// What every rank of a communicator throws after a failed vote: kind and text are the same on all of them.
class AgreedError : public Error {
 public:
  AgreedError(ErrorKind kind, std::string text, MPI_Comm voters) : Error(kind, text), voters_(voters) {}
  MPI_Comm voters() const noexcept { return voters_; }

 private:
  MPI_Comm voters_;
};

// A guarded phase is local work: it must not communicate, since a rank that has thrown is on its way to the
// vote and takes part in nothing else. The one exception is nesting: a phase may run phases of a guard on the
// same communicator (a copy of the same Communicator object). A rank that throws before an inner phase then
// votes with the others' inner vote, they throw out of it, and since an AgreedError needs no second vote all
// ranks leave the outer phase together. So an AgreedError may not be swallowed inside an outer phase. Guards
// on different communicators nest only if every rank of the larger one reaches the inner phase.
class CollectiveGuard {
 public:
  explicit CollectiveGuard(Communicator comm) : comm_(std::move(comm)) {}

  // Runs local_phase() and returns what it returns. If any rank threw, every rank throws an AgreedError with
  // the kind and text of the lowest rank that did, "rank r: " before the text unless every rank failed with
  // that same text. Exceptions that are not trireme::Error become ErrorKind::internal. Collective. Cost: one
  // small all-reduce.
  template <class F>
  std::invoke_result_t<F&&> run(F&& local_phase) const {
    using Result = std::invoke_result_t<F&&>;
    Failure failure;
    if constexpr (std::is_void_v<Result>) {
      failure = attempt([&] { std::forward<F>(local_phase)(); });
      vote(failure);
    } else {
      static_assert(!std::is_reference_v<Result>, "return a value or a pointer");
      std::optional<Result> result;
      failure = attempt([&] { result.emplace(std::forward<F>(local_phase)()); });
      vote(failure);
      return std::move(*result);
    }
  }

 private:
  struct Failure {
    bool failed = false;
    ErrorKind kind = ErrorKind::internal;
    std::string text;
  };

  template <class F>
  Failure attempt(F&& phase) const {
    try {
      phase();
      return {};
    } catch (const AgreedError& error) {
      if (error.voters() == comm_.handle()) throw;
      return {true, error.kind(), error.what()};
    } catch (const Error& error) {
      return {true, error.kind(), error.what()};
    } catch (...) {
      return {true, ErrorKind::internal, describe(std::current_exception())};
    }
  }

  static std::string describe(std::exception_ptr exception);
  void vote(const Failure& failure) const;

  Communicator comm_;
};

}  // namespace trireme::comm
