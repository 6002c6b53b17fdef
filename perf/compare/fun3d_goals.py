# SPDX-License-Identifier: Apache-2.0
"""From measured repetitions to the goals of perf/compare/fun3d.py: ratios within a repetition, medians over them."""
from statistics import median

REFERENCE_NS_ALLOWED = 150  # of the reference residual an edge at 20k vertices, or totals are not quoted
ITERATIONS_ALLOWED = 1.02   # between steps that change no algorithm
FORCES_ALLOWED = 1e-5       # relative, lift and drag at the end of a solve


class Kernels:
    """runs: one dict a repetition, {benchmark name: {"seconds", "units", "bytes", "flops", ...}}; {} where it failed."""

    def __init__(self, mesh, runs):
        self.mesh, self.runs = mesh, [run for run in runs if run]

    def values(self, function):
        found = []
        for run in self.runs:
            try:
                found.append(function(run))
            except (KeyError, ZeroDivisionError):
                pass
        return found

    def seconds(self, name):
        return median(self.values(lambda run: run[name]["seconds"]) or [0]) or None

    def ratio(self, slow, fast):
        """How many times faster: the median over repetitions, None where not measured."""
        found = self.values(lambda run: run[slow]["seconds"] / run[fast]["seconds"])
        return median(found) if found else None

    def nanoseconds(self, name):
        found = self.values(lambda run: 1e9 * run[name]["seconds"] / run[name]["units"])
        return median(found) if found else None

    def rate(self, name):
        found = self.values(lambda run: run[name]["bytes"] / run[name]["seconds"])
        return median(found) if found else None


def ok(run):
    return bool(run) and "error" not in run and run.get("converged")


def solve_seconds(run):
    return run["time"]["solve"]


def answers_agree(run, other):
    """Lift and drag of two solves."""
    try:
        return all(abs(run["forces"][key] - other["forces"][key]) <= FORCES_ALLOWED * abs(other["forces"][key])
                   for key in ("lift", "drag"))
    except (KeyError, TypeError):
        return False


class Solves:
    """runs[step name] = [report, one a repetition]."""

    def __init__(self, mesh, steps, runs):
        self.mesh, self.steps, self.runs = mesh, steps, runs

    def seconds(self, name):
        good = [solve_seconds(run) for run in self.runs[name] if ok(run)]
        return median(good) if good else None

    def ratio(self, slow, fast):
        pairs = [solve_seconds(a) / solve_seconds(b) for a, b in zip(self.runs[slow], self.runs[fast]) if ok(a) and ok(b)]
        return median(pairs) if pairs else None

    def note(self, index):
        """Why a step does not count; empty when it does."""
        step, _ = self.steps[index]
        good = [run for run in self.runs[step.name] if ok(run)]
        if not good:
            run = self.runs[step.name][0] if self.runs[step.name] else {}
            return run.get("error") or run.get("reason") or "not run"
        first = next((run for run in self.runs[self.steps[0][0].name] if ok(run)), None)
        if first and not answers_agree(good[0], first):
            return "other lift or drag than the reference"
        if index > 0 and not step.algorithmic:
            before = next((run for run in self.runs[self.steps[index - 1][0].name] if ok(run)), None)
            if before and not (before["linear_iterations"] / ITERATIONS_ALLOWED <= good[0]["linear_iterations"]
                               <= before["linear_iterations"] * ITERATIONS_ALLOWED):
                return f"{good[0]['linear_iterations']} iterations, before {before['linear_iterations']}"
        return ""

    def best(self):
        """(seconds, name) of the fastest way on two cores that counts."""
        found = [(self.seconds(step.name), step.name) for i, (step, _) in enumerate(self.steps)
                 if step.layout.ranks * step.layout.threads == 2 and self.seconds(step.name) and not self.note(i)]
        return min(found) if found else (None, "")


def goal(identity, case, value, wanted, less=False, aim=False, why=""):
    entry = {"id": identity, "case": case, "value": value, "goal": wanted,
             "met": value is not None and (value <= wanted if less else value >= wanted)}
    if less:
        entry["less_is_better"] = True
    if aim:
        entry["aim"] = True
    if value is None:
        entry["why"] = why or "not measured"
    return entry


def kernel_goals(small, large, triad):
    """small, large: Kernels at about 20k and 150k vertices; either may be without runs."""
    goals = []
    for kernels, aim in ((small, 40), (large, 50)):
        name = kernels.mesh.name
        goals.append(goal("fun3d.residual", name + ", x", kernels.ratio("residual/reference", "residual/vertex_gradients"), 2.7))
        goals.append(goal("fun3d.residual", name + ", ns/edge", kernels.nanoseconds("residual/vertex_gradients"), aim, True, True))
    ratio = triad[2] / triad[1] if triad.get(1) and triad.get(2) else None
    for kernel in ("flux", "gradient", "residual"):
        goals.append(goal("fun3d.threads", kernel + ", 2 over 1", large.ratio(f"{kernel}/vertex_gradients", f"{kernel}/threads_2"),
                          1.8))
    gained = large.ratio("trsv/fp32/ilu0", "trsv/fp32_p2p_2/ilu0")
    goals.append(goal("fun3d.threads", "TRSV over the triad's", gained / ratio if gained and ratio else None, 0.9))
    rate = large.rate("trsv/fp64/ilu0")
    goals.append(goal("fun3d.trsv", "share of triad", rate / triad[1] if rate and triad.get(1) else None, 0.8))
    goals.append(goal("fun3d.trsv", "fp32 over fp64", large.ratio("trsv/fp64/ilu0", "trsv/fp32/ilu0"), 1.6))
    for kernels, wanted in ((small, 1.3), (large, 1.0)):
        goals.append(goal("fun3d.trsv", "p2p over barriers, " + kernels.mesh.name,
                          kernels.ratio("trsv/fp32_levels_2/ilu0", "trsv/fp32_p2p_2/ilu0"), wanted))
    for kernels in (small, large):
        goals.append(goal("fun3d.ilu", "ILU(0) over PETSc's, " + kernels.mesh.name,
                          kernels.ratio("ilu/petsc/ilu0", "ilu/fp64/ilu0"), 2.0))
    goals.append(goal("fun3d.staircase", "residual, " + small.mesh.name,
                      small.ratio("residual/reference", "residual/threads_2"), 6.0))
    return goals


def compressible_goals(kernels):
    return [goal("fun3d.residual_compressible", kernels.mesh.name + ", ns/edge",
                 kernels.nanoseconds("residual/vertex_gradients"), 90, True, True)]


def solve_goals(solves, aim, reference_ns):
    seconds, _ = solves.best()
    goals = [goal("fun3d.solve", f"{solves.mesh.name}, seconds", seconds, aim, True, True)]
    if reference_ns is not None and reference_ns > REFERENCE_NS_ALLOWED:
        return goals + [goal("fun3d.staircase", "solve, " + solves.mesh.name, None, 4.0,
                             why=f"the reference residual takes {reference_ns:.0f} ns an edge, more than {REFERENCE_NS_ALLOWED}")]
    note = solves.note(next(i for i, (step, _) in enumerate(solves.steps) if step.name == "2 threads"))
    value = None if note else solves.ratio("reference", "2 threads")
    return goals + [goal("fun3d.staircase", "solve, " + solves.mesh.name, value, 4.0, why=note)]
