// SPDX-License-Identifier: Apache-2.0
// The setters and getters of trireme_amg.h.
#include <algorithm>

#include <fmt/format.h>

#include "amg/hypre/amg_handle.hpp"
#include "amg/hypre/hypre_numbers.hpp"
#include "amg/hypre/parcsr_import.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::amg::hypre {
namespace {

// Beyond int, a value that every range refuses too.
int to_int(HYPRE_Int value) {
  return static_cast<int>(std::clamp<GlobalIndex>(value, -1, std::numeric_limits<int>::max()));
}

// change(AmgHandle&) on a copy of the options, taken over only when they are in range.
template <class F>
HYPRE_Int set(HYPRE_Solver solver, F&& change) noexcept {
  return guarded(2, [&] {
    AmgHandle& amg = handle_of(solver);
    SetupOptions setup = amg.setup_options;
    CycleOptions cycle = amg.cycle_options;
    change(setup, cycle);
    setup.validate();
    cycle.validate();
    amg.setup_options = setup;
    amg.cycle_options = cycle;
  });
}

template <class T, class F>
HYPRE_Int get(HYPRE_Solver solver, T* value, F&& read) noexcept {
  return guarded(2, [&] {
    const AmgHandle& amg = handle_of(solver);
    if (value == nullptr) throw ArgumentError(2, "there is no place for the value");
    *value = static_cast<T>(read(amg));
  });
}

// value out of words 0, 1, ...
template <class E>
E choose(const char* what, HYPRE_Int value, HYPRE_Int first, std::initializer_list<E> choices) {
  const auto n = static_cast<HYPRE_Int>(choices.size());
  if (value < first || value >= first + n)
    throw Error(ErrorKind::input, fmt::format("{} {} does not exist", what, value),
                fmt::format("there are {} to {}", first, first + n - 1));
  return choices.begin()[value - first];
}

void require(bool holds, const char* what, double value, const char* allowed) {
  if (!holds)
    throw Error(ErrorKind::input, fmt::format("{} is {}", what, value),
                fmt::format("it must be {}", allowed));
}

void set_relaxation(CycleOptions& cycle, HYPRE_Int type, HYPRE_Int k) {
  if (k == 1)
    cycle.relax_type_down = smoother_of_number(type);
  else if (k == 2)
    cycle.relax_type_up = smoother_of_number(type);
  else if (k == 3)
    cycle.relax_type_coarse = coarse_solver_of_number(type);
  else
    throw ArgumentError(3, fmt::format("k is {}", k), "1 is down, 2 up, 3 the coarsest level");
}

void set_sweeps(CycleOptions& cycle, HYPRE_Int sweeps, HYPRE_Int k) {
  if (k == 1)
    cycle.grid_sweeps_down = to_int(sweeps);
  else if (k == 2)
    cycle.grid_sweeps_up = to_int(sweeps);
  else if (k == 3)
    cycle.grid_sweeps_coarse = to_int(sweeps);
  else
    throw ArgumentError(3, fmt::format("k is {}", k), "1 is down, 2 up, 3 the coarsest level");
}

NearNullSpace copy_of(HYPRE_Int num_vectors, HYPRE_ParVector* vectors) {
  if (vectors == nullptr) throw ArgumentError(3, "the vectors are a null pointer");
  NearNullSpace space;
  space.count = to_int(num_vectors);
  const auto count = static_cast<std::size_t>(num_vectors);
  for (std::size_t v = 0; v < count; ++v) {
    if (vectors[v] == nullptr) throw ArgumentError(3, fmt::format("vector {} is a null pointer", v));
    const auto values = values_of(vectors[v]);
    if (v == 0) space.values.resize(values.size() * count);
    if (values.size() * count != space.values.size())
      throw ArgumentError(3, fmt::format("vector {} has another size than the first", v));
    for (std::size_t row = 0; row < values.size(); ++row) space.values[row * count + v] = values[row];
  }
  return space;
}

}  // namespace
}  // namespace trireme::amg::hypre

using namespace trireme;
using namespace trireme::amg;
using namespace trireme::amg::hypre;

HYPRE_Int TriremeAMG_SetFamily(HYPRE_Solver solver, HYPRE_Int family) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) {
    setup.family = choose("family", family, TRIREME_AMG_CLASSICAL, {Family::classical, Family::aggregation});
  });
}

HYPRE_Int TriremeAMG_SetPrecision(HYPRE_Solver solver, HYPRE_Int precision) {
  return set(solver, [&](SetupOptions&, CycleOptions& cycle) {
    cycle.precision = choose("precision", precision, TRIREME_AMG_DOUBLE, {Precision::fp64, Precision::fp32});
  });
}

HYPRE_Int TriremeAMG_SetStrongThreshold(HYPRE_Solver solver, HYPRE_Real strong_threshold) {
  return set(solver,
             [&](SetupOptions& setup, CycleOptions&) { setup.strength_threshold = strong_threshold; });
}

HYPRE_Int TriremeAMG_SetMaxRowSum(HYPRE_Solver solver, HYPRE_Real max_row_sum) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) { setup.max_row_sum = max_row_sum; });
}

HYPRE_Int TriremeAMG_SetCoarsenType(HYPRE_Solver solver, HYPRE_Int coarsen_type) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) {
    setup.coarsening = coarsening_of_number(coarsen_type);
  });
}

HYPRE_Int TriremeAMG_SetAggNumLevels(HYPRE_Solver solver, HYPRE_Int agg_num_levels) {
  return set(solver,
             [&](SetupOptions& setup, CycleOptions&) { setup.aggressive.levels = to_int(agg_num_levels); });
}

HYPRE_Int TriremeAMG_SetNumPaths(HYPRE_Solver solver, HYPRE_Int num_paths) {
  return set(solver,
             [&](SetupOptions& setup, CycleOptions&) { setup.aggressive.num_paths = to_int(num_paths); });
}

HYPRE_Int TriremeAMG_SetAggInterpType(HYPRE_Solver solver, HYPRE_Int agg_interp_type) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) {
    setup.aggressive.interpolation = aggressive_interpolation_of_number(agg_interp_type);
  });
}

HYPRE_Int TriremeAMG_SetInterpType(HYPRE_Solver solver, HYPRE_Int interp_type) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) {
    setup.interpolation = interpolation_of_number(interp_type);
  });
}

HYPRE_Int TriremeAMG_SetPMaxElmts(HYPRE_Solver solver, HYPRE_Int P_max_elmts) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) { setup.max_per_row = to_int(P_max_elmts); });
}

HYPRE_Int TriremeAMG_SetTruncFactor(HYPRE_Solver solver, HYPRE_Real trunc_factor) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) { setup.truncation = trunc_factor; });
}

HYPRE_Int TriremeAMG_SetNumFunctions(HYPRE_Solver solver, HYPRE_Int num_functions) {
  return guarded(2, [&] {
    AmgHandle& amg = handle_of(solver);
    require(num_functions >= 1, "num_functions", static_cast<double>(num_functions), "1 or more");
    amg.node.block_size = to_int(num_functions);
  });
}

HYPRE_Int TriremeAMG_SetInterpVectors(HYPRE_Solver solver, HYPRE_Int num_vectors, HYPRE_ParVector* vectors) {
  return guarded(3, [&] {
    AmgHandle& amg = handle_of(solver);
    if (num_vectors < 0)
      throw ArgumentError(2, fmt::format("num_vectors is {}", num_vectors), "it must be 0 or more");
    if (num_vectors == 0)
      amg.node.space.reset();
    else
      amg.node.space = copy_of(num_vectors, vectors);
  });
}

HYPRE_Int TriremeAMG_SetMaxLevels(HYPRE_Solver solver, HYPRE_Int max_levels) {
  return set(solver, [&](SetupOptions& setup, CycleOptions&) { setup.max_levels = to_int(max_levels); });
}

HYPRE_Int TriremeAMG_SetMaxCoarseSize(HYPRE_Solver solver, HYPRE_Int max_coarse_size) {
  return set(solver,
             [&](SetupOptions& setup, CycleOptions&) { setup.coarse_size = to_int(max_coarse_size); });
}

HYPRE_Int TriremeAMG_SetOption(HYPRE_Solver solver, const char* key_and_value) {
  return set(solver, [&](SetupOptions& setup, CycleOptions& cycle) {
    if (key_and_value == nullptr) throw ArgumentError(2, "the option is a null pointer");
    options::Schema schema;
    setup.describe(schema);
    cycle.describe(schema);
    schema.set(key_and_value, "TriremeAMG_SetOption");
  });
}

const char* TriremeAMG_GetOptionHelp(void) {
  try {
    static const std::string help = [] {
      SetupOptions setup;
      CycleOptions cycle;
      options::Schema schema;
      setup.describe(schema);
      cycle.describe(schema);
      return schema.help_text();
    }();
    return help.c_str();
  } catch (...) {
    return "";
  }
}

HYPRE_Int TriremeAMG_SetRelaxType(HYPRE_Solver solver, HYPRE_Int relax_type) {
  return set(solver, [&](SetupOptions&, CycleOptions& cycle) {
    cycle.relax_type_down = cycle.relax_type_up = smoother_of_number(relax_type);
  });
}

HYPRE_Int TriremeAMG_SetCycleRelaxType(HYPRE_Solver solver, HYPRE_Int relax_type, HYPRE_Int k) {
  return set(solver, [&](SetupOptions&, CycleOptions& cycle) { set_relaxation(cycle, relax_type, k); });
}

HYPRE_Int TriremeAMG_SetNumSweeps(HYPRE_Solver solver, HYPRE_Int num_sweeps) {
  return set(solver, [&](SetupOptions&, CycleOptions& cycle) {
    cycle.grid_sweeps_down = cycle.grid_sweeps_up = to_int(num_sweeps);
  });
}

HYPRE_Int TriremeAMG_SetCycleNumSweeps(HYPRE_Solver solver, HYPRE_Int num_sweeps, HYPRE_Int k) {
  return set(solver, [&](SetupOptions&, CycleOptions& cycle) { set_sweeps(cycle, num_sweeps, k); });
}

HYPRE_Int TriremeAMG_SetCycleType(HYPRE_Solver solver, HYPRE_Int cycle_type) {
  return set(solver, [&](SetupOptions&, CycleOptions& cycle) {
    cycle.cycle_type = choose("cycle type", cycle_type, TRIREME_AMG_V_CYCLE,
                              {CycleType::v, CycleType::w, CycleType::f, CycleType::k});
  });
}

HYPRE_Int TriremeAMG_SetTol(HYPRE_Solver solver, HYPRE_Real tol) {
  return guarded(2, [&] {
    AmgHandle& amg = handle_of(solver);
    require(tol >= 0 && tol < 1, "tol", tol, "0 (no test) or a number below 1");
    amg.tolerance = tol;
  });
}

HYPRE_Int TriremeAMG_SetMaxIter(HYPRE_Solver solver, HYPRE_Int max_iter) {
  return guarded(2, [&] {
    AmgHandle& amg = handle_of(solver);
    require(max_iter >= 0, "max_iter", static_cast<double>(max_iter), "0 or more");
    amg.max_iterations = to_int(max_iter);
  });
}

HYPRE_Int TriremeAMG_SetPrintLevel(HYPRE_Solver solver, HYPRE_Int print_level) {
  return guarded(2, [&] {
    AmgHandle& amg = handle_of(solver);
    require(print_level >= 0 && print_level <= 3, "print_level", static_cast<double>(print_level),
            "from 0 to 3");
    amg.print_level = to_int(print_level);
  });
}

HYPRE_Int TriremeAMG_GetNumLevels(HYPRE_Solver solver, HYPRE_Int* num_levels) {
  return get(solver, num_levels, [](const AmgHandle& amg) { return amg.statistics.levels.size(); });
}

HYPRE_Int TriremeAMG_GetOperatorComplexity(HYPRE_Solver solver, HYPRE_Real* complexity) {
  return get(solver, complexity, [](const AmgHandle& amg) { return amg.statistics.operator_complexity; });
}

HYPRE_Int TriremeAMG_GetGridComplexity(HYPRE_Solver solver, HYPRE_Real* complexity) {
  return get(solver, complexity, [](const AmgHandle& amg) { return amg.statistics.grid_complexity; });
}

HYPRE_Int TriremeAMG_GetNumIterations(HYPRE_Solver solver, HYPRE_Int* num_iterations) {
  return get(solver, num_iterations, [](const AmgHandle& amg) { return amg.iterations; });
}

HYPRE_Int TriremeAMG_GetFinalRelativeResidualNorm(HYPRE_Solver solver, HYPRE_Real* norm) {
  return get(solver, norm, [](const AmgHandle& amg) { return amg.relative_residual; });
}
