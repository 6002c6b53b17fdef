#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare_amg_test.py SOURCE PROGRAM MPIEXEC: perf/compare/amg.py at toy size leaves a file of the promised shape, and its
goals follow from the runs as perf/README.md says."""
import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path

source, program, mpiexec = sys.argv[1:]
sys.path.insert(0, str(Path(source) / "perf/compare"))
sys.dont_write_bytecode = True
from amg_ablation import ABLATIONS, rows_of  # noqa: E402
from amg_cases import CASES, LAYOUTS, solvers_of  # noqa: E402
from amg_goals import Measured, goal_value, goals_of, why_not_counted  # noqa: E402


def expect(condition, text):
    if not condition:
        sys.exit(f"compare_amg_test: {text}")


def made_run(setup, solve, iterations=10, complexity=1.2, residual=9e-9, memory=100.0):
    return {"converged": True, "residual": residual, "iterations": iterations, "operator_complexity": complexity,
            "time": {"setup": setup, "solve": solve, "resetup": 0.1, "resetup_kept": 0.05}, "memory": {"hierarchy_bytes": memory},
            "fom": {"p1": 1 / (setup + solve), "p2": 1 / (setup + 3 * solve)}}


def check_goals():
    """Ratios of made-up runs, known beforehand."""
    case = CASES[0]
    solvers = solvers_of(case, False)
    runs = {}
    for solver in solvers:
        for layout in LAYOUTS:
            factor = 2.0 if solver.ours else 4.0
            runs[solver.name, layout.name] = [made_run(factor, factor / 4, memory=50.0 if solver.ours else 100.0)] * 3
    runs["hypre hmis17", "2 ranks"] = [made_run(3.0, 1.0)] * 3
    runs["ours agg fp32", "2 ranks"] = [made_run(0.5, 1.5, iterations=20, complexity=1.05, memory=10.0)] * 3
    measured = Measured(case, solvers, LAYOUTS, runs)
    expect(goal_value(measured, "amg.setup") == 1.5, "the best preset and layout of hypre is the bar")
    expect(goal_value(measured, "amg.solve64") == 2.0, "solve ratio")
    expect(goal_value(measured, "amg.total") == 2.0, "total ratio, of the better family")
    expect(goal_value(measured, "amg.threads") == 1.0, "threads ratio")
    expect(goal_value(measured, "amg.memory") == 0.5, "memory ratio")
    expect(goal_value(measured, "amg.resetup") == 30.0, "re-setup ratio")
    expect(goal_value(measured, "amg.resetup_kept") == 60.0, "re-setup ratio with weights kept")
    expect({goal["id"] for goal in goals_of(measured)} == set(case.goals), "one entry for each goal")

    matched = made_run(1, 1)
    expect(why_not_counted(made_run(1, 1, iterations=11), matched, 1e-8) == "", "one iteration more is allowed")
    expect("12 iterations" in why_not_counted(made_run(1, 1, iterations=12), matched, 1e-8), "two are not")
    expect("complexity" in why_not_counted(made_run(1, 1, complexity=1.3), matched, 1e-8), "complexity within 5 %")
    expect("residual" in why_not_counted(made_run(1, 1, residual=1e-7), matched, 1e-8), "the true residual counts")
    slow = copy.deepcopy(runs)
    for layout in LAYOUTS:
        for name in ("ours fp64", "ours fp32"):
            slow[name, layout.name] = [made_run(0.1, 0.1, iterations=40)] * 3
        for name in ("ours agg fp64", "ours agg fp32"):
            slow[name, layout.name] = [made_run(0.1, 0.1, residual=1e-7)] * 3
    entries = goals_of(Measured(case, solvers, LAYOUTS, slow))
    expect(all(not entry["met"] for entry in entries), "rows that do not keep to the rules do not count")


def check_ablations():
    """Factors are those of pairs within a repetition."""
    base = [made_run(2.0, 1.0), made_run(4.0, 1.0), made_run(2.0, 1.0)]
    without = [made_run(6.0, 1.0), made_run(6.0, 2.0), made_run(6.0, 3.0)]
    rows = rows_of([(ABLATIONS[0], base), (ABLATIONS[1], without), (ABLATIONS[2], [{"error": "no"}] * 3)])
    expect(rows[0]["setup_factor"] == 1.0, "everything on is the unit")
    expect((rows[1]["setup_factor"], rows[1]["solve_factor"]) == (3.0, 2.0), f"factors are {rows[1]}")
    expect(rows[2] == {"name": ABLATIONS[2].name, "error": "no"}, f"a failed row is {rows[2]}")


def check_file():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "amg.json"
        job = subprocess.run([sys.executable, f"{source}/perf/compare/amg.py", "--json", str(path), "--quick", "--program",
                              program, "--launch", mpiexec], capture_output=True, text=True)
        expect(job.returncode == 0, f"exit code {job.returncode}\n{job.stdout}{job.stderr}")
        result = json.loads(path.read_text())
    for part in ("HYPRE_USING_OPENMP", "HOPSCOTCH", "PERSISTENT_COMM", "STREAM triad"):
        expect(part in job.stdout, f"{part} is not printed")
    ids = {(goal["id"], goal["case"]) for goal in result["goals"]}
    expect(ids == {(goal, case.name) for case in CASES for goal in case.goals}, f"goals are {ids}")
    for goal in result["goals"]:
        expect({"id", "case", "value", "goal", "met"} <= set(goal), f"a goal lacks a field: {goal}")
    expect(set(result["ablations"]) == {"27-pt", "7-pt"}, "the large cases have ablations")
    for ablation in result["ablations"].values():
        expect(len(ablation["rows"]) == len(ABLATIONS) and all("error" not in row for row in ablation["rows"]),
               f"an ablation failed: {ablation}")
        expect(ablation["rows"][0]["total_factor"] == 1, "everything on is the unit")
    expect(len(result["rows"]) == sum(len(solvers_of(case, False)) * len(LAYOUTS) for case in CASES), "rows are missing")
    for row in result["rows"]:
        if row["solver"].startswith("hypre"):
            run = row["runs"][0]
            expect(run.get("converged") is True, f"hypre did not converge: {row}")
            expect(run["nnz_ap"] > 0 and run["fom"]["p1"] > 0 and run["operator_complexity"] > 1, f"no figures in {row}")


check_goals()
check_ablations()
check_file()
print("passed")
