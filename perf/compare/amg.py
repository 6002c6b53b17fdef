#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""amg.py --json FILE [--program PATH] [--other NAME=PROGRAM] [--plots FOLDER] [--full] [--quick]

Times this project's multigrid beside hypre's on the same systems, cores and tolerances, and judges the goals of
perf/README.md. Every repetition runs all solvers one after the other on every layout, so that both sides of a ratio meet the
same minutes; a ratio is the median over repetitions. A run sets up and solves twice, and its time is that of the second. Then
the techniques of ours are taken away one at a time. The default stops starting repetitions when --minutes are over. --full
runs all presets, GAMG and more problems, and goes on from FILE.runs when it was interrupted. --quick is for tests: toy sizes,
one repetition. --other measures the hypre of another build of trireme-amg as well, such as Debian's with Open MPI: its rows
stand beside the others and count for no goal.

FILE gets goals [{id, case, value, goal, met}], every run's report, the machine and hypre's build switches. The exit code is 0
when all was measured, whatever the goals say, and 1 when nothing could be.
"""
import argparse
import json
import os
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from amg_ablation import measure_ablations, print_ablations, rows_of  # noqa: E402
from amg_cases import CASES, LAYOUTS, MORE_CASES, solvers_of  # noqa: E402
from amg_goals import Measured, goals_of, ok, total  # noqa: E402
from amg_plots import draw  # noqa: E402
from program_runs import Store, find_program, run_program, triad_bandwidth, use_project_python  # noqa: E402

KEPT_FIELDS = ("converged", "reason", "iterations", "residual", "operator_complexity", "grid_complexity", "nnz_ap", "fom",
               "hierarchy_hash", "time", "memory", "levels", "matrix", "hypre", "libraries", "build", "commit", "exit_code",
               "error", "resetup", "machine", "repetitions")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", required=True, help="file of the results")
    parser.add_argument("--program", default=None, help="trireme-amg; default: that of build/release, or of PATH")
    parser.add_argument("--launch", default="mpiexec", help="launcher, to which -n RANKS is added")
    parser.add_argument("--other", action="append", default=[], metavar="NAME=PROGRAM", help="another build's hypre")
    parser.add_argument("--other-launch", default=None, help="its launcher; default: --launch")
    parser.add_argument("--plots", default=None, metavar="FOLDER", help="where pictures go; default: none")
    parser.add_argument("--repetitions", type=int, default=None, help="default 3, with --quick 1")
    parser.add_argument("--minutes", type=float, default=12, help="no repetition is begun after this; not with --full")
    parser.add_argument("--cases", default="", help="comma-separated names; default: all")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def words_of(case, solver, quick):
    words = [*case.settings, f"generate.n={case.quick_n if quick else case.n}", f"solver.kind={solver.kind}", "solver.repeat=2"]
    if solver.sets_up_again:
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


def measure_cases(cases, arguments, programs, store, deadline):
    """programs: {"": ours, name: another build, ...}. A repetition goes through all cases before the next begins."""
    others = [name for name in programs if name]
    measured = []
    for case in cases:
        solvers = solvers_of(case, arguments.full, others)
        runs = {(solver.name, layout.name): [] for solver in solvers for layout in LAYOUTS}
        measured.append(Measured(case, solvers, LAYOUTS, runs))
    for repetition in range(arguments.repetitions or (1 if arguments.quick else 3)):
        for one in measured:
            if repetition > 0 and deadline and time.monotonic() > deadline:
                print(f"  {one.case.name}: the time is over after {repetition} repetitions", flush=True)
            else:
                repeat_case(one, repetition, False, arguments, programs, store)
    for one in measured:
        if deadline and time.monotonic() > deadline:
            print(f"  {one.case.name}: no time for one core alone", flush=True)
        else:
            repeat_case(one, 0, True, arguments, programs, store)
    return measured


def repeat_case(measured, repetition, once, arguments, programs, store):
    """On the layouts that are run once, or on the others."""
    case = measured.case
    for layout in measured.layouts:
        if layout.once != once:
            continue
        for solver in measured.solvers:
            key = json.dumps([case.name, arguments.quick, solver.name, layout.name, repetition])
            words = words_of(case, solver, arguments.quick)
            launch = arguments.other_launch if solver.build and arguments.other_launch else arguments.launch
            run = store.get(key, lambda w=words, x=layout, p=programs[solver.build], l=launch: trimmed(run_program(p, l, x, w)))
            measured.runs[solver.name, layout.name].append(run)
            if "error" not in run:
                print(f"  {case.name}, {layout.name}, {solver.name}: set-up {run['time']['setup']:.3f} s, "
                      f"solve {run['time']['solve']:.3f} s, {run['iterations']} iterations", flush=True)


def trimmed(report):
    return {key: report[key] for key in KEPT_FIELDS if key in report}


def print_phases(measured):
    """Where the set-up of ours spends its time, on its best layout."""
    for solver in measured.named("ours"):
        series = [[run for run in measured.runs[solver.name, layout.name] if ok(run)] for layout in measured.layouts]
        series = [good for good in series if good and good[0]["time"].get("phases")]
        if not series:
            continue
        good = min(series, key=lambda runs: median(run["time"]["setup"] for run in runs))
        names = sorted({name for run in good for name in run["time"]["phases"]} - {"hierarchy"})
        print(f"  set-up of {solver.name}: " + ", ".join(
            f"{name} {median(run['time']['phases'].get(name, 0) for run in good):.3f}" for name in names) + " s")


def first_setup(run):
    """The first set-up of a process, which also pays for memory that it never held before."""
    return run["repetitions"][0]["setup"]


def print_table(measured, triad):
    case = measured.case
    print(f"\n{case.name} (medians of {measured.repetitions()})")
    print(f"  {'solver':<18} {'layout':<19} {'set-up':>8} {'solve':>8} {'total':>8} {'first':>8} {'its':>4} "
          f"{'ms/it':>7} {'complexity':>10} {'GB/s':>6} {'of triad':>8}  note")
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
                  f"{median(first_setup(r) for r in good):8.3f} {one['iterations']:4d} "
                  f"{1e3 * solve / max(one['iterations'], 1):7.1f} {complexity:>10} {(rate or 0) / 1e9:6.1f} "
                  f"{100 * (rate or 0) / bandwidth if bandwidth else 0:7.0f}%  {note}")
    print_phases(measured)
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
    programs = {"": find_program("trireme-amg", arguments.program)}
    for other in arguments.other:
        name, _, path = other.partition("=")
        if not name or not os.access(path, os.X_OK):
            sys.exit(f"amg.py: --other {other} names no program -> give it as NAME=PATH of another build's trireme-amg")
        programs[name] = path
    started = time.monotonic()
    deadline = None if arguments.full else started + 60 * arguments.minutes
    wanted = [name.strip() for name in arguments.cases.split(",") if name.strip()]
    cases = [case for case in (CASES + MORE_CASES if arguments.full else CASES) if not wanted or case.name in wanted]
    if not cases:
        sys.exit(f"amg.py: no case is named {arguments.cases} -> {', '.join(c.name for c in CASES + MORE_CASES)}")
    store = Store(arguments.json + ".runs" if arguments.full else None)
    triad = {threads: triad_bandwidth(threads, 100000 if arguments.quick else 20000000) for threads in (1, 2)}
    print("STREAM triad: " + ", ".join(f"{t} threads {(b or 0) / 1e9:.1f} GB/s" for t, b in triad.items()), flush=True)
    results = measure_cases(cases, arguments, programs, store, deadline)

    def run_ablation(key, words, layout, before_start):
        return store.get(json.dumps(key),
                         lambda: trimmed(run_program(programs[""], arguments.launch, layout, words, before_start)))

    ablations = {}
    for case in cases:
        if "amg.total" in case.goals:
            series = measure_ablations(case, arguments.quick, arguments.repetitions or (1 if arguments.quick else 3),
                                       lambda: deadline and time.monotonic() > deadline, run_ablation)
            ablations[case.name] = {"repetitions": len(series[0][1]), "rows": rows_of(series)}
            print(f"  {case.name}: each technique off in turn: measured", flush=True)
    for measured in results:
        print_table(measured, triad)
    for name, ablation in ablations.items():
        print_ablations(name, ablation["rows"], ablation["repetitions"])
    print()
    switches = print_switches(results)
    goals = [goal for measured in results for goal in goals_of(measured)]
    print_goals(goals)
    rows = [{"case": measured.case.name, "solver": name, "layout": layout, "runs": series}
            for measured in results for (name, layout), series in measured.runs.items()]
    document = {"program": "perf/compare/amg.py", "quick": arguments.quick, "full": arguments.full,
                "seconds": time.monotonic() - started, "triad_bytes_per_second": {str(t): b for t, b in triad.items()},
                "hypre": switches, "goals": goals, "rows": rows, "ablations": ablations}
    Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if arguments.plots:
        for path in draw(results, ablations, arguments.plots):
            print(f"picture: {path}")
    measured_something = any("error" not in run for row in rows for run in row["runs"])
    return 0 if measured_something else 1


if __name__ == "__main__":
    sys.exit(main())
