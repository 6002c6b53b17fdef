# SPDX-License-Identifier: Apache-2.0
"""What perf/compare/fun3d.py measures: steps of the staircase, layouts, meshes. No measuring here."""
import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    name: str
    ranks: int
    threads: int


ONE = Layout("1 rank", 1, 1)
THREADS = Layout("1 rank x 2 threads", 1, 2)
RANKS = Layout("2 ranks", 2, 1)


@dataclass(frozen=True)
class Step:
    """One way to solve: its words are those of the step before with `changes` laid over them."""
    name: str
    changes: dict
    layout: Layout = ONE
    algorithmic: bool = False  # its iterations may differ from those of the step before


REFERENCE = {"performance.layout": "segregated", "performance.simd": "scalar", "performance.edge_order": "as_read",
             "performance.gradient_loop": "edges", "mesh.ordering": "natural", "linear_solver.matrix_type": "baij",
             "linear_solver.subdomain_solver": "ilu", "linear_solver.factor_precision": "double"}

# A vertex order is algorithmic: ILU depends on it.
STAIRCASE = (
    Step("reference", REFERENCE),
    Step("interlaced", {"performance.layout": "interlaced"}),
    Step("vertices by RCM", {"mesh.ordering": "rcm"}, algorithmic=True),
    Step("edges sorted", {"performance.edge_order": "sorted"}),
    Step("SIMD", {"performance.simd": "native"}),
    Step("gradients over vertices", {"performance.gradient_loop": "vertices"}),
    Step("own ILU and vectors", {"linear_solver.subdomain_solver": "iluomp", "linear_solver.matrix_type": "baijomp"}),
    Step("factors in fp32", {"linear_solver.factor_precision": "single"}, algorithmic=True),
    Step("2 threads", {}, THREADS),
)
# With everything on, judged by the time to the same drop.
BESIDE = (
    Step("everything, 2 ranks", {}, RANKS, True),
    Step("everything, ILU(1)", {"linear_solver.fill_levels": "1"}, THREADS, True),
    Step("everything, Eisenstat-Walker", {"linear_solver.forcing_term": "eisenstat_walker"}, THREADS, True),
)

# The steps of perf/micro/flow_kernels.cpp in the order of the staircase, with what they are called here.
KERNEL_STEPS = {"reference": "reference", "interlaced": "interlaced", "rcm": "vertices by RCM", "sorted_edges": "edges sorted",
                "simd": "SIMD", "vertex_gradients": "gradients over vertices", "threads_2": "2 threads"}
FACTOR_STEPS = {"petsc": "reference", "fp64": "own ILU and vectors", "fp32": "factors in fp32", "fp32_p2p_2": "2 threads"}
VECTOR_STEPS = {"petsc": "reference", "omp": "own ILU and vectors", "omp_2": "2 threads"}

DROP = 8.9e7
SOLVE_WORDS = ("flow.equations=incompressible_euler", "flow.beta=15", "flow.angle_of_attack=3", "flow.up_axis=y",
               "flow.gradient_weights=unweighted", "pseudo_time.cfl_initial=50", "pseudo_time.cfl_max=1e5",
               "pseudo_time.cfl_gain=1.1", "pseudo_time.max_steps=50", f"pseudo_time.residual_drop={DROP:g}",
               "pseudo_time.drop_measure=after_step", "linear_solver.relative_tolerance=0.01", "linear_solver.restart=30",
               "forces.reference_area=1", "forces.reference_length=1")
QUIET_WORDS = ("output.history=false", "output.volume=false", "output.surface=false", "output.pressure_csv=false",
               "output.state=false", "output.report=performance")


def staircase():
    """[(step, words)], the words accumulated."""
    words, found = {}, []
    for step in STAIRCASE:
        words = {**words, **step.changes}
        found.append((step, dict(words)))
    found += [(step, {**words, **step.changes}) for step in BESIDE]
    return found


@dataclass(frozen=True)
class Mesh:
    """words of trireme-fun3d, and the argument of flow_kernels."""
    name: str
    words: tuple
    argument: str


def mesh_of(data, refinements, vertices):
    """Mesh A of PETSc-FUN3D refined where it is at hand, else a generated wing of about as many vertices."""
    file = f"{data}/meshes/3d/oneram6_petscfun3d_A.su2" if data else ""
    if file and os.path.isfile(file) and refinements is not None:
        return Mesh(f"A refined {refinements}x" if refinements else "A", (f"mesh.file={file}", f"mesh.refine={refinements}"),
                    f"{file}:{refinements}")
    return Mesh(f"generated {vertices}", (f"mesh.generate.target_vertices={vertices}",), str(vertices))
