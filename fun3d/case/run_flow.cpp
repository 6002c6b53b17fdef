// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/run_flow.hpp"

#include "fun3d/case/flow_run.hpp"
#include "fun3d/case/output_folder.hpp"
#include "fun3d/case/performance_report.hpp"
#include "fun3d/case/solver_types.hpp"
#include "fun3d/case/start_messages.hpp"
#include "solvers/base/huge_pages.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"

namespace trireme::flow {

using program::Context;
using program::ExitCode;

namespace {

// visit(E{}) with the equation set of the deck.
template <class Visitor>
ExitCode with_equation_set(EquationChoice choice, Visitor&& visit) {
  switch (choice) {
    case EquationChoice::incompressible_euler:
      return visit(IncompressibleEuler{});
    case EquationChoice::compressible_euler:
      return visit(CompressibleEuler{});
  }
  return ExitCode::internal;
}

void check_options(Context& context, const FlowCase& flow_case) {
  flow_case.validate();
  warn_of_ignored_options(context, flow_case);
  petsc::check(petsc::register_types());
  check_solver_types(flow_case.linear_solver);
}

}  // namespace

ExitCode run_flow(Context& context, const FlowCase& flow_case) {
  check_options(context, flow_case);
  if (!flow_case.performance.huge_pages) forbid_huge_pages();
  say_defaults_are_solved(context, flow_case);
  comm::run_on_root(context.comm, [&] { make_output_folder(flow_case.output); });
  if (flow_case.output.report == Report::performance) PerformanceReport::start_logging();
  return with_equation_set(flow_case.flow.equations,
                           [&]<class E>(E) { return FlowRun<E>(context, flow_case).solve(); });
}

ExitCode check_flow(Context& context, const FlowCase& flow_case) {
  check_options(context, flow_case);
  comm::run_on_root(context.comm, [&] { require_output_folder(flow_case.output); });
  return with_equation_set(flow_case.flow.equations, [&]<class E>(E) {
    FlowRun<E>(context, flow_case).check();
    return ExitCode::done;
  });
}

}  // namespace trireme::flow
