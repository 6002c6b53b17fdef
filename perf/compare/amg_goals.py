# SPDX-License-Identifier: Apache-2.0
"""From measured repetitions to the goals: ratios of interleaved pairs, and which of them count."""
from statistics import median

ITERATIONS_SLACK, ITERATIONS_FACTOR = 1, 1.1
COMPLEXITY_FACTOR = 1.05
RESIDUAL_FACTOR = 1.05  # of the tolerance; Krylov methods stop by a residual they update

LOWER_IS_BETTER = {"amg.threads", "amg.memory"}


def why_not_counted(run, matched, tolerance):
    """Empty when our run keeps to the rules against the run of its matched preset; matched None: of no preset."""
    if "error" in run:
        return run["error"]
    if not run["converged"] or run["residual"] is None or run["residual"] > RESIDUAL_FACTOR * tolerance:
        return f"true residual {run['residual']}"
    if matched is None:
        return ""
    if "error" in matched:
        return "the matched preset failed: " + matched["error"]
    allowed = max(matched["iterations"] + ITERATIONS_SLACK, ITERATIONS_FACTOR * matched["iterations"])
    if run["iterations"] > allowed:
        return f"{run['iterations']} iterations, matched preset {matched['iterations']}"
    ours, theirs = run["operator_complexity"], matched["operator_complexity"]
    if ours is None or theirs is None:
        return "operator complexity is not known"
    if ours > COMPLEXITY_FACTOR * theirs:
        return f"operator complexity {ours:.3f}, matched preset {theirs:.3f}"
    return ""


def ok(run):
    return "error" not in run and run["converged"]


def total(run):
    return run["time"]["setup"] + run["time"]["solve"]


QUANTITIES = {
    "setup": lambda run: run["time"]["setup"],
    "solve": lambda run: run["time"]["solve"],
    "total": total,
}


class Measured:
    """runs[(solver name, layout name)] = list of reports, one a repetition."""

    def __init__(self, case, solvers, layouts, runs):
        self.case, self.solvers, self.layouts, self.runs = case, solvers, layouts, runs

    def repetitions(self):
        return max(len(values) for values in self.runs.values())

    def ran(self, solver, layout, repetition):
        return len(self.runs[solver.name, layout.name]) > repetition

    def counted(self, solver, layout, repetition):
        if not self.ran(solver, layout, repetition):
            return "not run"
        run = self.runs[solver.name, layout.name][repetition]
        if not solver.matched:
            return why_not_counted(run, None, self.case.tolerance)
        matched = self.runs.get((f"hypre {solver.matched}", layout.name))
        return why_not_counted(run, matched[repetition] if matched else {"error": "not run"}, self.case.tolerance)

    def best(self, quantity, repetition, solvers, pick=min):
        """Over solvers and layouts; ours only where they count. None when there is none."""
        found = []
        for solver in solvers:
            for layout in self.layouts:
                if not self.ran(solver, layout, repetition):
                    continue
                run = self.runs[solver.name, layout.name][repetition]
                if ok(run) and not (solver.ours and self.counted(solver, layout, repetition)):
                    value = quantity(run)
                    if value is not None:
                        found.append(value)
        return pick(found) if found else None

    def named(self, *parts):
        return [s for s in self.solvers if any(part in s.name for part in parts)]

    def ratio(self, numerator, denominator):
        """Median over repetitions of numerator(r) / denominator(r); None when one is missing."""
        values = []
        for repetition in range(self.repetitions()):
            above, below = numerator(repetition), denominator(repetition)
            if above is not None and below:
                values.append(above / below)
        return median(values) if values else None


def goal_value(measured, goal):
    """The value of one goal, or None where this run could not measure it."""
    # The same algorithm as the matched preset, in both precisions; the better family counts for the total alone.
    hypre, ours = measured.named("hypre"), [s for s in measured.named("ours") if s.matched]
    best = measured.best
    if goal == "amg.setup":
        return measured.ratio(lambda r: best(QUANTITIES["setup"], r, hypre), lambda r: best(QUANTITIES["setup"], r, ours))
    if goal == "amg.total":
        return measured.ratio(lambda r: best(total, r, hypre), lambda r: best(total, r, measured.named("ours")))
    if goal in ("amg.solve64", "amg.solve32"):
        quantity = QUANTITIES["solve"]
        mine = measured.named("ours fp64" if goal.endswith("64") else "ours fp32")
        return measured.ratio(lambda r: best(quantity, r, hypre), lambda r: best(quantity, r, mine))
    if goal in ("amg.resetup", "amg.resetup_kept"):
        seconds = "resetup_kept" if goal.endswith("kept") else "resetup"
        return measured.ratio(lambda r: best(QUANTITIES["setup"], r, hypre),
                              lambda r: best(lambda run: run["time"].get(seconds), r, ours))
    if goal == "amg.fom":
        figure = lambda run: run["fom"][measured.case.fom]  # noqa: E731
        return measured.ratio(lambda r: best(figure, r, ours, max), lambda r: best(figure, r, hypre, max))
    if goal == "amg.threads":
        def of_layout(ranks, threads):
            one = Measured(measured.case, measured.solvers,
                           [x for x in measured.layouts if (x.ranks, x.threads) == (ranks, threads)], measured.runs)
            return lambda r: one.best(total, r, ours)
        return measured.ratio(of_layout(1, 2), of_layout(2, 1))
    if goal == "amg.memory":
        memory = lambda run: run["memory"].get("hierarchy_bytes")  # noqa: E731
        kept = [s for s in hypre if s.name.endswith(("pmis17", "_p1", "_p2"))] or hypre
        return measured.ratio(lambda r: best(memory, r, ours), lambda r: best(memory, r, kept))
    raise KeyError(goal)


def goals_of(measured):
    """[{id, case, value, goal, met, why}] of one case."""
    entries = []
    for goal, wanted in sorted(measured.case.goals.items()):
        value = goal_value(measured, goal)
        met = value is not None and (value <= wanted if goal in LOWER_IS_BETTER else value >= wanted)
        entry = {"id": goal, "case": measured.case.name, "value": value, "goal": wanted, "met": met}
        if value is None:
            reasons = [measured.counted(s, x, 0) for s in measured.named("ours") for x in measured.layouts]
            entry["why"] = next((reason for reason in reasons if reason not in ("", "not run")), "not reported by the runs")
        entries.append(entry)
    return entries
