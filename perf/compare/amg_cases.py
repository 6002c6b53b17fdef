# SPDX-License-Identifier: Apache-2.0
"""What perf/compare/amg.py measures: cases, solvers and layouts. No measuring here."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Layout:
    name: str
    ranks: int
    threads: int
    once: bool = False        # a row to look at, which is never the best: run once, after the others


LAYOUTS = (Layout("1 rank", 1, 1, once=True), Layout("1 rank x 2 threads", 1, 2), Layout("2 ranks", 2, 1))


@dataclass(frozen=True)
class Solver:
    """One way to solve. `matched` names the hypre preset whose iterations and complexity ours must keep to; empty for ours of
    another family, which is judged by the time to the same true residual alone."""
    name: str
    kind: str
    options: tuple = ()
    matched: str = ""
    build: str = ""           # name of another build's program, see amg.py --other

    @property
    def ours(self):
        return self.kind == "trireme"

    @property
    def sets_up_again(self):
        """Whether its re-setups are timed too, which takes longer than all else of a run."""
        return self.ours and self.matched and SINGLE[0] not in self.options


@dataclass(frozen=True)
class Case:
    name: str
    settings: tuple           # key=value of trireme-amg
    n: int                    # points in each direction
    quick_n: int
    presets: tuple            # the fastest two of hypre
    matched: str              # the preset whose iterations and complexity ours must keep to
    ours: tuple               # PETSc options of ours
    tolerance: float
    fom: str = ""             # "p1" or "p2": which figure of merit is a goal
    goals: dict = field(default_factory=dict, hash=False, compare=False)


SINGLE = ("-pc_trireme_precision", "single")
# PMIS and extended+i, as preset pmis17, which ours is matched with. Gauss-Seidel becomes Jacobi between 4 blocks of a rank:
# hypre's do so between threads, of which there are 2 at most here; the default of 16 is for more threads.
CLASSICAL = ("-pc_trireme_type", "classical", "-pc_trireme_smoother_blocks", "4")
AGGREGATION = ("-pc_trireme_type", "aggregation")

COMMON_GOALS = {"amg.solve64": 1.3, "amg.solve32": 1.7, "amg.resetup": 3.0, "amg.resetup_kept": 4.0, "amg.threads": 1.1,
                "amg.memory": 0.65}

CASES = (
    Case("27-pt", ("problem=laplace_27",), 96, 12, ("pmis17", "hmis17"), "pmis17", CLASSICAL, 1e-8,
         goals={**COMMON_GOALS, "amg.setup": 1.8, "amg.total": 1.7}),
    Case("7-pt", ("problem=laplace_7",), 128, 14, ("hmis17", "pmis17"), "pmis17", CLASSICAL, 1e-8,
         goals={**COMMON_GOALS, "amg.setup": 1.5, "amg.total": 1.6}),
    Case("AMG2023 P1", ("problem=amg2023_27", "solver.krylov=gmres", "solver.relative_tolerance=1e-12"), 64, 12,
         ("amg2023_p1", "pmis17"), "pmis17", CLASSICAL, 1e-12, fom="p1", goals={"amg.fom": 1.7}),
    Case("AMG2023 P2", ("problem=laplace_7",), 80, 14, ("amg2023_p2", "hmis17"), "pmis17", CLASSICAL, 1e-8, fom="p2",
         goals={"amg.fom": 1.6}),
)

ALL_PRESETS = ("hmis6", "pmis6", "hmis17", "pmis17", "amg2023_p1", "petsc")
# Beyond the default cases: no goals, for --full.
MORE_CASES = (
    Case("jumps", ("problem=jumps",), 64, 12, ALL_PRESETS, "pmis17", CLASSICAL, 1e-8),
    Case("anisotropic", ("problem=anisotropic",), 96, 12, ALL_PRESETS, "pmis17", CLASSICAL, 1e-8),
    Case("tetrahedra", ("problem=tetrahedra",), 64, 12, ALL_PRESETS, "pmis17", CLASSICAL, 1e-8),
    Case("elasticity", ("problem=elasticity",), 24, 6, ALL_PRESETS, "pmis17", CLASSICAL, 1e-8),
)


def solvers_of(case, full, others=()):
    """Ours and the peers, in the order in which a repetition runs them. others: names of other builds, whose hypre runs too."""
    found = [Solver("ours fp64", "trireme", case.ours, case.matched),
             Solver("ours fp32", "trireme", case.ours + SINGLE, case.matched)]
    if full or "amg.total" in case.goals:
        found.append(Solver("ours agg fp32", "trireme", AGGREGATION + SINGLE))
    if full:
        found.append(Solver("ours agg fp64", "trireme", AGGREGATION))
    presets = case.presets + (case.matched,) + (ALL_PRESETS if full else ())
    found += [Solver(f"hypre {name}", f"hypre:{name}") for name in dict.fromkeys(presets)]
    if full:
        found.append(Solver("gamg", "gamg"))
    found += [Solver(f"{name}: {preset}", f"hypre:{preset}", build=name) for name in others for preset in dict.fromkeys(presets)]
    return found
