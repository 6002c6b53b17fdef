// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/collective_guard.hpp"

#include <new>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::comm {

std::string CollectiveGuard::describe(std::exception_ptr exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    return error_text("out of memory", "an allocation failed",
                      "use more nodes, fewer ranks on each, or a smaller case");
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

void CollectiveGuard::vote(const Failure& failure) const {
  const int lowest = all_min(comm_, failure.failed ? comm_.rank() : comm_.size());
  if (lowest == comm_.size()) return;
  ErrorKind kind = failure.kind;
  std::string text = failure.text;
  broadcast_value(comm_, kind, lowest);
  broadcast(comm_, text, lowest);
  if (!all_of(comm_, failure.failed && failure.text == text))
    text = "rank " + std::to_string(lowest) + ": " + text;
  throw AgreedError(kind, std::move(text), comm_.handle());
}

}  // namespace trireme::comm
