#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""amg.py --json FILE [--program PATH] [--full] [--quick]

Times this project's multigrid beside hypre's on the same systems, cores and tolerances, and judges the goals of
perf/README.md. Every repetition runs all solvers one after the other on every layout, so that both sides of a ratio meet the
same minutes; a ratio is the median over repetitions. The default takes about 12 minutes on two idle cores and stops starting
repetitions when --minutes are over. --full runs all presets, GAMG and more problems, and goes on from FILE.runs when it was
interrupted. --quick is for tests: toy sizes, one repetition.

FILE gets goals [{id, case, value, goal, met}], every run's report, the machine and hypre's build switches. The exit code is 0
when all was measured, whatever the goals say, and 1 when nothing could be.
"""
import argparse
import json
import os
import shutil
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from amg_cases import CASES, LAYOUTS, MORE_CASES, solvers_of  # noqa: E402
from amg_goals import Measured, goals_of, ok, total  # noqa: E402
from program_runs import Store, run_program, triad_bandwidth, use_project_python  # noqa: E402

ROOT = Path(__file__).parents[2]
KEPT_FIELDS = ("converged", "reason", "iterations", "residual", "operator_complexity", "grid_complexity", "nnz_ap", "fom",
               "hierarchy_hash", "time", "memory", "levels", "matrix", "hypre", "libraries", "build", "commit", "exit_code",
               "error", "resetup", "machine")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", required=True, help="file of the results")
    parser.add_argument("--program", default=None, help="trireme-amg; default: that of build/release, or of PATH")
    parser.add_argument("--launch", default="mpiexec", help="launcher, to which -n RANKS is added")
    parser.add_argument("--repetitions", type=int, default=None, help="default 3, with --quick 1")
    parser.add_argument("--minutes", type=float, default=12, help="no repetition is begun after this; not with --full")
    parser.add_argument("--cases", default="", help="comma-separated names; default: all")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def find_program(wanted):
    for candidate in (wanted, str(ROOT / "build/release/bin/trireme-amg"), shutil.which("trireme-amg")):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    sys.exit("amg.py: trireme-amg is not built -> cmake --build --preset release, or give --program PATH")


def words_of(case, solver, quick):
    words = [*case.settings, f"generate.n={case.quick_n if quick else case.n}", f"solver.kind={solver.kind}"]
    if solver.ours:
        words.append("solver.resetup=true")
    return words + list(solver.options)


def effective_bytes(run):
    """Bytes of matrices that one iteration of V(1,1) reads in double precision (the same count for every solver: A three times
    a level, P and its transpose once, A once more for the Krylov method; 12 bytes an entry), per second."""
    if not ok(run) or not run.get("levels") or not run["time"]["solve"]:
        return None
    matrices = sum(level["nonzeros"] for level in run["levels"])
    transfers = sum(level["interpolation_nonzeros"] for level in run["levels"])
    entries = 3 * matrices + 2 * transfers + run["levels"][0]["nonzeros"]
    return 12 * entries * run["iterations"] / run["time"]["solve"]


def measure_case(case, arguments, program, store, deadline):
    solvers = solvers_of(case, arguments.full)
    repetitions = arguments.repetitions or (1 if arguments.quick else 3)
    runs = {(solver.name, layout.name): [] for solver in solvers for layout in LAYOUTS}
    for repetition in range(repetitions):
        if repetition > 0 and deadline and time.monotonic() > deadline:
            print(f"  {case.name}: the time is over after {repetition} repetitions", flush=True)
            break
        for layout in LAYOUTS:
            for solver in solvers:
                key = json.dumps([case.name, arguments.quick, solver.name, layout.name, repetition])
                words = words_of(case, solver, arguments.quick)
                run = store.get(key, lambda w=words, x=layout: trimmed(run_program(program, arguments.launch, x, w)))
                runs[solver.name, layout.name].append(run)
                if "error" not in run:
                    print(f"  {case.name}, {layout.name}, {solver.name}: set-up {run['time']['setup']:.3f} s, "
                          f"solve {run['time']['solve']:.3f} s, {run['iterations']} iterations", flush=True)
    return Measured(case, solvers, LAYOUTS, runs)


def trimmed(report):
    return {key: report[key] for key in KEPT_FIELDS if key in report}


def print_table(measured, triad):
    case = measured.case
    print(f"\n{case.name} (medians of {measured.repetitions()})")
    print(f"  {'solver':<18} {'layout':<19} {'set-up':>8} {'solve':>8} {'total':>8} {'its':>4} {'ms/it':>7} {'complexity':>10} "
          f"{'GB/s':>6} {'of triad':>8}  note")
    for solver in measured.solvers:
        for layout in measured.layouts:
            series = measured.runs[solver.name, layout.name]
            good = [run for run in series if ok(run)]
            if not good:
                error = series[0].get("error", series[0].get("reason", "")) if series else "not run"
                print(f"  {solver.name:<18} {layout.name:<19} {error[:90]}")
                continue
            setup, solve = median(r["time"]["setup"] for r in good), median(r["time"]["solve"] for r in good)
            one = good[0]
            rate, bandwidth = effective_bytes(one), triad.get(layout.ranks * layout.threads)
            complexity = f"{one['operator_complexity']:.3f}" if one["operator_complexity"] else "-"
            note = measured.counted(solver, layout, 0) if solver.ours else ""
            print(f"  {solver.name:<18} {layout.name:<19} {setup:8.3f} {solve:8.3f} {median(total(r) for r in good):8.3f} "
                  f"{one['iterations']:4d} {1e3 * solve / max(one['iterations'], 1):7.1f} {complexity:>10} "
                  f"{(rate or 0) / 1e9:6.1f} {100 * (rate or 0) / bandwidth if bandwidth else 0:7.0f}%  {note}")
    if case.fom:
        for solver in measured.solvers:
            values = [measured.best(lambda run: run["fom"][case.fom], r, [solver], max) for r in range(measured.repetitions())]
            values = [value for value in values if value]
            if values:
                print(f"  figure of merit {case.fom}, {solver.name}: {median(values):.4g}")


def print_goals(goals):
    print(f"\n{'goal':<18} {'case':<12} {'measured':>9} {'wanted':>7}  met")
    for goal in goals:
        value = f"{goal['value']:.2f}" if goal["value"] is not None else "-"
        print(f"{goal['id']:<18} {goal['case']:<12} {value:>9} {goal['goal']:>7}  {'yes' if goal['met'] else 'no'}"
              f"{'  ' + goal['why'] if 'why' in goal else ''}")


def print_switches(results):
    """hypre's build decides what a ratio is worth."""
    for measured in results:
        for series in measured.runs.values():
            for run in series:
                if run.get("hypre"):
                    switches = run["hypre"]
                    print(f"{switches['version']}: HYPRE_USING_OPENMP {switches['openmp']}, HOPSCOTCH {switches['hopscotch']}, "
                          f"PERSISTENT_COMM {switches['persistent_communication']}")
                    return switches
    print("no run told of hypre's build")
    return None


def main():
    use_project_python(sys.argv)
    arguments = parse_arguments()
    program = find_program(arguments.program)
    started = time.monotonic()
    deadline = None if arguments.full else started + 60 * arguments.minutes
    wanted = [name.strip() for name in arguments.cases.split(",") if name.strip()]
    cases = [case for case in (CASES + MORE_CASES if arguments.full else CASES) if not wanted or case.name in wanted]
    if not cases:
        sys.exit(f"amg.py: no case is named {arguments.cases} -> {', '.join(c.name for c in CASES + MORE_CASES)}")
    store = Store(arguments.json + ".runs" if arguments.full else None)
    triad = {threads: triad_bandwidth(threads, 100000 if arguments.quick else 20000000) for threads in (1, 2)}
    print("STREAM triad: " + ", ".join(f"{t} threads {(b or 0) / 1e9:.1f} GB/s" for t, b in triad.items()), flush=True)
    results = [measure_case(case, arguments, program, store, deadline) for case in cases]
    for measured in results:
        print_table(measured, triad)
    print()
    switches = print_switches(results)
    goals = [goal for measured in results for goal in goals_of(measured)]
    print_goals(goals)
    rows = [{"case": measured.case.name, "solver": name, "layout": layout, "runs": series}
            for measured in results for (name, layout), series in measured.runs.items()]
    document = {"program": "perf/compare/amg.py", "quick": arguments.quick, "full": arguments.full,
                "seconds": time.monotonic() - started, "triad_bytes_per_second": {str(t): b for t, b in triad.items()},
                "hypre": switches, "goals": goals, "rows": rows}
    Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    measured_something = any("error" not in run for row in rows for run in row["runs"])
    return 0 if measured_something else 1


if __name__ == "__main__":
    sys.exit(main())
