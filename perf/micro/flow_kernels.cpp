// SPDX-License-Identifier: Apache-2.0
// Google Benchmark of the flow's kernels on one rank, in every variant:
//
//   flow_kernels VERTICES|MESH[:REFINE] [compressible] [--benchmark_...]
//
// VERTICES: of a generated M6 half wing; MESH: a file, refined REFINE times. The state is the free stream
// with a smooth disturbance. Names are KERNEL/VARIANT; variants of edge kernels are steps of a staircase,
// each with all techniques of those before. Counters: units (edges or blocks of a call), bytes and flops of a
// call as fun3d/kernels/kernel_costs.hpp counts them. PETSc's own factors work on the same matrix. Run by
// perf/compare/fun3d.py.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <petscksp.h>

#include "fun3d/case/boundary_options.hpp"
#include "fun3d/case/flow_options.hpp"
#include "fun3d/discretization/jacobian.hpp"
#include "fun3d/kernels/kernel_costs.hpp"
#include "fun3d/nonlinear/jacobian_matrix.hpp"
#include "meshes/partition/load_flow_mesh.hpp"
#include "solvers/base/array.hpp"
#include "solvers/ilu/core/block_ilu.hpp"
#include "solvers/ilu/pc_iluomp.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/thread_count.hpp"

namespace {

using namespace trireme;
using namespace trireme::flow;
using petsc::check;

struct Case {
  mesh::MeshOptions mesh;
  bool compressible = false;
};
Case the_case;

// One step of the staircase of edge kernels.
struct Variant {
  const char* name;
  mesh::Ordering ordering;
  PerformanceOptions options;
  int threads;
};

std::vector<Variant> variants() {
  std::vector<Variant> steps;
  Variant now{"reference", mesh::Ordering::natural, {}, 1};
  now.options.layout = StateLayout::segregated;
  now.options.simd = EdgeLanes::scalar;
  now.options.edge_order = EdgeOrder::as_read;
  now.options.gradient_loop = GradientLoop::edges;
  const auto step = [&](const char* name, const std::function<void()>& change) {
    change();
    now.name = name;
    steps.push_back(now);
  };
  step("reference", [] {});
  step("interlaced", [&] { now.options.layout = StateLayout::interlaced; });
  step("rcm", [&] { now.ordering = mesh::Ordering::rcm; });
  step("sorted_edges", [&] { now.options.edge_order = EdgeOrder::sorted; });
  step("simd", [&] { now.options.simd = EdgeLanes::native; });
  step("vertex_gradients", [&] { now.options.gradient_loop = GradientLoop::vertices; });
  const Variant serial = now;
  step("threads_2", [&] { now.threads = 2; });
  const Variant threaded = now;
  // Beside the staircase.
  now = serial;
  step("grouped", [&] { now.options.edge_order = EdgeOrder::grouped; });
  now = serial;
  step("prefetch_16", [&] { now.options.prefetch = 16; });
  for (const auto& way : {std::pair{"threads_2_colouring", ThreadStrategy::colouring},
                          std::pair{"threads_2_private", ThreadStrategy::private_copies},
                          std::pair{"threads_2_atomic", ThreadStrategy::atomic}}) {
    now = threaded;
    step(way.first, [&] { now.options.threads = way.second; });
  }
  return steps;
}

const comm::Communicator& self() {
  static const comm::Communicator comm = comm::Communicator::self();
  return comm;
}

std::shared_ptr<const mesh::FlowMesh> mesh_in(mesh::Ordering ordering) {
  static std::map<mesh::Ordering, std::shared_ptr<const mesh::FlowMesh>> meshes;
  auto& mesh = meshes[ordering];
  if (!mesh) {
    mesh::MeshOptions options = the_case.mesh;
    options.partition.ordering = ordering;
    std::ostringstream nowhere;
    log::Logger log(self(), nowhere);
    mesh = std::make_shared<const mesh::FlowMesh>(mesh::load_flow_mesh(self(), options, log));
  }
  return mesh;
}

template <class E>
typename E::Parameters parameters() {
  FlowOptions flow;
  flow.mach = 0.84;
  flow.angle_of_attack = 3;
  return parameters_of<E>(flow);
}

// A first-order Jacobian with room for its blocks.
template <class E>
struct FilledJacobian {
  FilledJacobian(const MeshPlan& plan, const typename E::Parameters& parameters)
      : jacobian(plan, parameters, false) {
    const std::size_t entries = static_cast<std::size_t>(E::n_unknowns) * E::n_unknowns;
    own.resize(jacobian.pattern().own_columns().size() * entries);
    ghosts.resize(jacobian.pattern().ghost_columns().size() * entries);
  }
  void fill(const double* state, const Array<double>& wave_speed_sums) {
    jacobian.fill(state, wave_speed_sums, 100.0, own.data(), ghosts.data());
  }
  Jacobian<E> jacobian;
  Array<double> own, ghosts;
};

// All that a variant needs; the Jacobian is made by whom it measures.
template <class E>
struct Fields {
  Fields(const Variant& variant)
      : mesh(mesh_in(variant.ordering)),
        conditions(resolve_boundaries(mesh->marker_names, {})),
        plan(self(), mesh, conditions, GradientWeights::unweighted, variant.options),
        limiter(limiter_options()),
        residual(self(), plan, parameters<E>(), Order::second, {}, limiter) {
    const auto free = E::free_stream(residual.parameters());
    for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
      const double* x = &mesh->coordinates[3 * static_cast<std::size_t>(vertex)];
      const double wave = 1 + 0.05 * std::sin(x[0] + 2 * x[1] - x[2]);
      for (const double value : free) q.push_back(value * wave + 0.01 * (wave - 1));
    }
    result.resize(q.size());
    sums.resize(static_cast<std::size_t>(mesh->n_owned));
    residual.evaluate(q, result);
  }

  static LimiterOptions limiter_options() {
    LimiterOptions options;
    if (E::n_unknowns == 5) options.type = LimiterKind::venkatakrishnan;
    return options;
  }

  std::shared_ptr<const mesh::FlowMesh> mesh;
  std::vector<BoundaryCondition> conditions;
  MeshPlan plan;
  LimiterOptions limiter;
  Residual<E> residual;
  Array<double> q, result, sums;
  std::unique_ptr<FilledJacobian<E>> jacobian;
};

// Those of the variants used last: setting up takes longer than measuring, but large meshes leave no room for
// all.
template <class E>
auto& kept_fields() {
  static std::list<std::pair<std::string, std::unique_ptr<Fields<E>>>> kept;
  return kept;
}

template <class E>
Fields<E>& fields_of(const Variant& variant) {
  auto& kept = kept_fields<E>();
  for (auto it = kept.begin(); it != kept.end(); ++it) {
    if (it->first != variant.name) continue;
    kept.splice(kept.begin(), kept, it);
    return *kept.front().second;
  }
  const std::size_t room =
      std::max<std::size_t>(1, 2'400'000 / static_cast<std::size_t>(mesh_in(variant.ordering)->n_owned + 1));
  while (kept.size() >= room) kept.pop_back();
  kept.emplace_front(variant.name, std::make_unique<Fields<E>>(variant));
  return *kept.front().second;
}

void count(benchmark::State& state, double units, double bytes, double flops) {
  state.counters["units"] = units;
  state.counters["bytes"] = bytes;
  state.counters["flops"] = flops;
}

template <class E>
void count_edges(benchmark::State& state, const Fields<E>& fields, const KernelCost& cost) {
  const double edges = fields.mesh->n_edges(), vertices = fields.mesh->n_owned;
  count(state, edges, cost.bytes(edges, vertices), cost.flops(edges, vertices));
}

template <class E>
void register_edge_kernels() {
  constexpr int N = E::n_unknowns;
  using Run = std::function<void(Fields<E>&)>;
  const auto add = [](const std::string& kernel, const Variant& variant, const KernelCost& cost, Run run) {
    benchmark::RegisterBenchmark((kernel + "/" + variant.name).c_str(),
                                 [=](benchmark::State& state) {
                                   const threads::ThreadCountScope threads(variant.threads);
                                   Fields<E>& fields = fields_of<E>(variant);
                                   run(fields);
                                   for (auto _ : state) run(fields);
                                   count_edges(state, fields, cost);
                                 })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  };
  const auto p = parameters<E>();
  const KernelCost gradient = gradient_cost<N>(), flux = flux_cost<E>(p, true);
  const KernelCost gradients = N == 5 ? gradient + limiter_cost<N>() : gradient;
  const KernelCost whole = gradients + flux;
  for (const Variant& variant : variants()) {
    add(N == 5 ? "gradient_and_limiter" : "gradient", variant, gradients,
        [](Fields<E>& f) { f.residual.evaluate_gradients(f.q); });
    add("flux", variant, flux, [](Fields<E>& f) { f.residual.evaluate_edge_fluxes(f.result); });
    add("residual", variant, whole, [](Fields<E>& f) { f.residual.evaluate(f.q, f.result); });
    const std::string name = variant.name;
    const bool at_ends = name == "reference" || name == "vertex_gradients" || name == "threads_2";
    if (at_ends)
      add("wave_speeds", variant, wave_speed_cost<N>(),
          [](Fields<E>& f) { f.residual.wave_speed_sums(f.q, f.sums); });
    // Its state is always interlaced.
    if (at_ends || name == "rcm" || name == "sorted_edges" || name == "simd") {
      add("jacobian", variant, jacobian_cost<E>(p), [](Fields<E>& f) {
        if (!f.jacobian) {
          f.jacobian = std::make_unique<FilledJacobian<E>>(f.plan, f.residual.parameters());
          f.residual.wave_speed_sums(f.q, f.sums);
        }
        f.jacobian->fill(f.residual.local_state(), f.sums);
      });
    }
  }
}

// The first-order Jacobian of the fastest serial variant at CFL 100, as PETSc's stock matrix.
template <class E>
struct Matrix {
  explicit Matrix(mesh::Ordering ordering)
      : fields({"matrix", ordering, {}, 1}),
        filled(fields.plan, fields.residual.parameters()),
        matrix(self(), *fields.mesh, filled.jacobian, MATSEQBAIJ) {
    fields.residual.wave_speed_sums(fields.q, fields.sums);
    matrix.refill(fields.residual.local_state(), fields.sums, 100.0);
    filled.fill(fields.residual.local_state(), fields.sums);
    check(MatCreateVecs(matrix.mat(), x.receive(), b.receive()));
    check(VecSet(b.get(), 1.0));
  }
  Fields<E> fields;
  FilledJacobian<E> filled;
  JacobianMatrix<E> matrix;
  PetscHandle<Vec, VecDestroy> x, b;
};

// Of the factors, which are measured when the edge kernels are: what those kept makes room.
template <class E>
Matrix<E>& the_matrix() {
  static std::unique_ptr<Matrix<E>> matrix;
  if (!matrix) {
    kept_fields<E>().clear();
    matrix = std::make_unique<Matrix<E>>(mesh::Ordering::rcm);
  }
  return *matrix;
}

// PETSc's own ILU(levels), and how many iterations of GMRES(30) to 1e-2 it takes.
template <class E>
struct StockFactor {
  explicit StockFactor(int levels) {
    Matrix<E>& m = the_matrix<E>();
    check(KSPCreate(PETSC_COMM_SELF, ksp.receive()));
    check(KSPSetOperators(ksp.get(), m.matrix.mat(), m.matrix.mat()));
    check(KSPSetTolerances(ksp.get(), 1e-2, PETSC_DEFAULT, PETSC_DEFAULT, 500));
    check(KSPGetPC(ksp.get(), &pc));
    check(PCSetType(pc, PCILU));
    check(PCFactorSetLevels(pc, levels));
    check(KSPSolve(ksp.get(), m.b.get(), m.x.get()));
    check(KSPGetIterationNumber(ksp.get(), &iterations));
    check(PCFactorGetMatrix(pc, &factor));
    MatInfo info{};
    check(MatGetInfo(factor, MAT_LOCAL, &info));
    blocks = info.nz_used / (E::n_unknowns * E::n_unknowns);
  }
  void refactor() {
    MatFactorInfo info{};
    check(MatFactorInfoInitialize(&info));
    check(MatLUFactorNumeric(factor, the_matrix<E>().matrix.mat(), &info));
  }
  PetscHandle<KSP, KSPDestroy> ksp;
  PC pc = nullptr;
  Mat factor = nullptr;
  PetscInt iterations = 0;
  double blocks = 0;
};

struct FactorVariant {
  const char* name;
  ilu::ScheduleKind schedule;
  int threads;
  bool single;
};

template <class E, class Value>
void run_ours(benchmark::State& state, const FactorVariant& variant, int levels, bool factor) {
  constexpr int N = E::n_unknowns;
  const threads::ThreadCountScope threads(variant.threads);
  Matrix<E>& m = the_matrix<E>();
  const BlockPattern& pattern = m.filled.jacobian.pattern();
  const auto plan =
      ilu::make_ilu_plan({pattern.own_offsets(), pattern.own_columns()}, N, {},
                         {.levels = levels, .schedule = variant.schedule, .threads = variant.threads});
  ilu::BlockIlu<Value> factors(plan);
  if (factors.factor(m.filled.own)) return state.SkipWithError("zero pivot");
  Array<double> b(m.fields.q.size(), 1.0), x(b.size());
  factors.solve(b, x);
  for (auto _ : state) {
    if (factor) {
      benchmark::DoNotOptimize(factors.factor(m.filled.own));
    } else {
      factors.solve(b, x);
    }
  }
  const auto blocks = static_cast<double>(plan->factor_blocks()), rows = static_cast<double>(plan->rows());
  count(state, blocks,
        factor ? factor_bytes(static_cast<double>(pattern.own_columns().size()), blocks, N, sizeof(Value))
               : solve_bytes(blocks, rows, N, sizeof(Value)),
        factor ? 0 : solve_flops(blocks, rows, N));
  state.counters["parallelism"] = plan->statistics.lower_parallelism;
  state.counters["dependency_levels"] = plan->statistics.lower_levels;
}

template <class E>
void register_factors() {
  constexpr int N = E::n_unknowns;
  const auto name = [](const char* kernel, const std::string& variant, int levels) {
    return std::string(kernel) + "/" + variant + "/ilu" + std::to_string(levels);
  };
  for (const int levels : {0, 1, 2}) {
    for (const bool factor : {true, false}) {
      const char* kernel = factor ? "ilu" : "trsv";
      benchmark::RegisterBenchmark(
          name(kernel, "petsc", levels).c_str(),
          [=](benchmark::State& state) {
            const threads::ThreadCountScope threads(1);
            StockFactor<E> stock(levels);
            Matrix<E>& m = the_matrix<E>();
            for (auto _ : state) {
              if (factor) {
                stock.refactor();
              } else {
                check(MatSolve(stock.factor, m.b.get(), m.x.get()));
              }
            }
            const double rows = m.fields.mesh->n_owned;
            count(state, stock.blocks,
                  factor ? factor_bytes(static_cast<double>(m.filled.jacobian.pattern().own_columns().size()),
                                        stock.blocks, N, 8)
                         : solve_bytes(stock.blocks, rows, N, 8),
                  factor ? 0 : solve_flops(stock.blocks, rows, N));
            state.counters["krylov_iterations"] = static_cast<double>(stock.iterations);
          })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
      for (const FactorVariant& variant : {FactorVariant{"fp64", ilu::ScheduleKind::serial, 1, false},
                                           FactorVariant{"fp32", ilu::ScheduleKind::serial, 1, true},
                                           FactorVariant{"fp32_levels_2", ilu::ScheduleKind::levels, 2, true},
                                           FactorVariant{"fp64_p2p_2", ilu::ScheduleKind::p2p, 2, false},
                                           FactorVariant{"fp32_p2p_2", ilu::ScheduleKind::p2p, 2, true}}) {
        benchmark::RegisterBenchmark(name(kernel, variant.name, levels).c_str(),
                                     [=](benchmark::State& state) {
                                       if (variant.single) {
                                         run_ours<E, float>(state, variant, levels, factor);
                                       } else {
                                         run_ours<E, double>(state, variant, levels, factor);
                                       }
                                     })
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
}

// A step of the classical Gram-Schmidt process against 15 vectors, as GMRES does it.
template <class E>
void register_vectors() {
  struct Kind {
    const char* name;
    const char* type;
    int threads;
  };
  for (const Kind& kind : {Kind{"petsc", VECSEQ, 1}, Kind{"omp", "omp", 1}, Kind{"omp_2", "omp", 2}}) {
    benchmark::RegisterBenchmark((std::string("vectors/") + kind.name).c_str(),
                                 [=](benchmark::State& state) {
                                   constexpr int m = 15;
                                   const threads::ThreadCountScope threads(kind.threads);
                                   const LocalIndex n = mesh_in(mesh::Ordering::rcm)->n_owned * E::n_unknowns;
                                   PetscHandle<Vec, VecDestroy> vector;
                                   check(VecCreate(PETSC_COMM_SELF, vector.receive()));
                                   check(VecSetSizes(vector.get(), n, n));
                                   check(VecSetType(vector.get(), kind.type));
                                   check(VecSet(vector.get(), 1e-3));
                                   Vec* basis = nullptr;
                                   check(VecDuplicateVecs(vector.get(), m, &basis));
                                   for (int i = 0; i < m; ++i) check(VecSet(basis[i], 1e-3 * i));
                                   PetscScalar products[m];
                                   double norm = 0;
                                   for (auto _ : state) {
                                     check(VecMDot(vector.get(), m, basis, products));
                                     for (PetscScalar& product : products) product *= -1e-9;
                                     check(VecMAXPY(vector.get(), m, products, basis));
                                     check(VecNorm(vector.get(), NORM_2, &norm));
                                   }
                                   check(VecDestroyVecs(m, &basis));
                                   const double flops = (4.0 * m + 2) * n;
                                   count(state, flops, vector_bytes_per_flop * flops, flops);
                                 })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

template <class E>
void register_all() {
  register_edge_kernels<E>();
  register_factors<E>();
  register_vectors<E>();
}

void read_arguments(int argc, char** argv) {
  if (argc > 1 && argv[1][0] != '-') {
    std::string what = argv[1];
    if (what.find_first_not_of("0123456789") == std::string::npos) {
      the_case.mesh.target_vertices = std::stoll(what);
    } else {
      if (const auto colon = what.rfind(':'); colon != std::string::npos) {
        the_case.mesh.refine = std::stoi(what.substr(colon + 1));
        what.resize(colon);
      }
      the_case.mesh.file = what;
    }
  }
  for (int i = 1; i < argc; ++i) the_case.compressible |= std::string(argv[i]) == "compressible";
}

}  // namespace

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, "Benchmarks of the flow's kernels.\n"));
  int code = 0;
  try {
    check(petsc::register_types());
    benchmark::Initialize(&argc, argv);
    read_arguments(argc, argv);
    if (the_case.compressible) {
      register_all<CompressibleEuler>();
    } else {
      register_all<IncompressibleEuler>();
    }
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "flow_kernels: %s\n", error.what());
    code = 1;
  }
  // What is kept between benchmarks would be destroyed after MPI has ended, so it is left to the system.
  std::fflush(nullptr);
  if (code == 0) code = static_cast<int>(PetscFinalize());
  std::_Exit(code);
}
