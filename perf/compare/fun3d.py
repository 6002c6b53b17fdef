#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fun3d.py --json FILE [--plots FOLDER] [--peer NAME=COMMAND] [--full] [--quick]

What each technique of the flow solver is worth: a staircase from the reference path (scalar, edges as read, unknowns apart,
one thread, double precision, PETSc's ILU) to everything on, for whole solves on about 20,000 vertices and for single kernels
on about 20,000 and 150,000, each kernel against its bound. Every repetition runs all steps one after the other, so that both
sides of a ratio meet the same minutes; a ratio is the median over repetitions. The default begins no repetition after
--minutes. --full also solves on 150,000 vertices and at Mach 0.84, runs kernels on 600,000 and 1.2 million, and goes on from
FILE.runs when it was interrupted. --quick is for tests: toy meshes, one repetition.

--peer NAME=COMMAND times another solver on the same meshes: a shell command in which {mesh} is an .su2 or own file, {ranks} and
{threads} the layout; its wall time is its column, which stays empty without one. Meshes are those of TRIREME_DATA or --data,
else generated. FILE gets goals [{id, case, value, goal, met}], all reports and the machine. The exit code is 0 when all was
measured, whatever the goals say, and 1 when nothing could be.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from fun3d_cases import (FACTOR_STEPS, KERNEL_STEPS, QUIET_WORDS, SOLVE_WORDS, THREADS, VECTOR_STEPS, Layout, Mesh,  # noqa: E402
                         mesh_of, staircase)
from fun3d_goals import (Kernels, Solves, compressible_goals, kernel_goals, ok, goal, solve_goals)  # noqa: E402
from fun3d_plots import draw  # noqa: E402
from program_runs import Store, find_program, program_or_none, run_program, triad_bandwidth, use_project_python  # noqa: E402

KEPT_FIELDS = ("converged", "reason", "steps", "linear_iterations", "drop", "forces", "time", "memory", "mesh", "performance",
               "ranks", "threads", "machine", "build", "commit", "exit_code", "error", "messages")
TRANSONIC_WORDS = ("flow.equations=compressible_euler", "flow.mach=0.8395", "flow.angle_of_attack=3.06", "flow.up_axis=y",
                   "limiter.type=venkatakrishnan", "pseudo_time.residual_drop=1e8", "pseudo_time.max_steps=300",
                   "linear_solver.factor_precision=single")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", required=True, help="file of the results")
    parser.add_argument("--program", default=None, help="trireme-fun3d; default: that of build/release, or of PATH")
    parser.add_argument("--kernels", default=None, help="flow_kernels; default: beside the program (built with -DTRIREME_PERF=ON)")
    parser.add_argument("--launch", default="mpiexec", help="launcher, to which -n RANKS is added")
    parser.add_argument("--data", default=os.environ.get("TRIREME_DATA", ""), help="folder of the data, default $TRIREME_DATA")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND", help="another solver on the same mesh")
    parser.add_argument("--plots", default=None, metavar="FOLDER", help="where pictures go; default: none")
    parser.add_argument("--repetitions", type=int, default=None, help="default 3, with --quick 1")
    parser.add_argument("--minutes", type=float, default=11, help="no repetition is begun after this; not with --full")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


class Study:
    def __init__(self, arguments):
        self.arguments = arguments
        self.program = find_program("trireme-fun3d", arguments.program)
        beside = str(Path(self.program).parent / "flow_kernels")
        self.kernel_program = program_or_none("flow_kernels", arguments.kernels or beside)
        if not self.kernel_program:
            print("no kernels: flow_kernels is not built -> cmake --preset release -DTRIREME_PERF=ON && cmake --build --preset release")
        self.deadline = None if arguments.full else time.monotonic() + 60 * arguments.minutes
        self.repetitions = arguments.repetitions or (1 if arguments.quick else 3)
        self.store = Store(arguments.json + ".runs" if arguments.full else None)
        self.peers = {}
        for peer in arguments.peer:
            name, _, command = peer.partition("=")
            if not name or not command:
                sys.exit(f"fun3d.py: --peer {peer} has no command -> give it as NAME=COMMAND")
            self.peers[name] = command
        self.folder = tempfile.TemporaryDirectory(prefix="trireme_fun3d_compare_")
        self.mesh_files = {}

    def late(self, fraction=1.0):
        """Whether that part of the time allowed is over."""
        if self.deadline is None:
            return False
        return time.monotonic() > self.deadline - (1 - fraction) * 60 * self.arguments.minutes

    def solve(self, key, mesh, words, layout):
        directory = f"output.directory={self.folder.name}/out"
        everything = [*mesh.words, *words, *QUIET_WORDS, directory]
        return self.store.get(json.dumps(key), lambda: trimmed(run_program(self.program, self.arguments.launch, layout, everything)))

    def kernels(self, key, mesh, pattern, compressible=False):
        """{benchmark name: counters and seconds} of one run; {} where it failed."""
        def measure():
            report = Path(self.folder.name) / "kernels.json"
            report.unlink(missing_ok=True)
            command = [self.kernel_program, mesh.argument, *(["compressible"] if compressible else []),
                       f"--benchmark_filter={pattern}", f"--benchmark_min_time={0.001 if self.arguments.quick else 0.1}",
                       f"--benchmark_out={report}", "--benchmark_out_format=json"]
            environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
            try:
                job = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1800)
            except subprocess.TimeoutExpired:
                print(f"  kernels on {mesh.name}: no end within 1800 s")
                return {}
            if job.returncode != 0 or not report.is_file():
                print(f"  kernels on {mesh.name}: {(job.stderr.strip().splitlines() or ['no message'])[-1]}")
                return {}
            found = {}
            for entry in json.loads(report.read_text()).get("benchmarks", []):
                if entry.get("error_occurred") or entry.get("run_type") == "aggregate":
                    continue
                scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[entry["time_unit"]]
                kept = ("units", "bytes", "flops", "krylov_iterations", "parallelism", "dependency_levels")
                found[entry["name"].removesuffix("/real_time")] = {
                    "seconds": scale * entry["real_time"], **{name: entry[name] for name in kept if name in entry}}
            return found
        return self.store.get(json.dumps(key), measure) if self.kernel_program else {}

    def mesh_file(self, mesh):
        """The mesh as a file for peers, made by trireme-mesh; None where that fails."""
        if mesh.name not in self.mesh_files:
            target = Path(self.folder.name) / f"{mesh.name.replace(' ', '_')}.su2"
            tool = Path(self.program).parent / "trireme-mesh"
            source = next((word.partition("=")[2] for word in mesh.words if word.startswith("mesh.file=")), None)
            more = [word for word in mesh.words if not word.startswith("mesh.file=")]
            if source:
                command = [str(tool), "refine", source, str(target), *more]
            else:
                command = [str(tool), "generate", str(target), *more]
            if not os.access(tool, os.X_OK):
                print(f"  no mesh for peers: {tool} is not built")
                self.mesh_files[mesh.name] = None
                return None
            job = subprocess.run(command, capture_output=True, text=True)
            if job.returncode != 0:
                print(f"  no mesh for peers: {(job.stderr.strip().splitlines() or ['no message'])[-1]}")
            self.mesh_files[mesh.name] = str(target) if job.returncode == 0 and target.is_file() else None
        return self.mesh_files[mesh.name]

    def peer(self, key, name, mesh, layout):
        def measure():
            file = self.mesh_file(mesh)
            if not file:
                return {"error": "no mesh file"}
            command = self.peers[name].replace("{mesh}", file).replace("{ranks}", str(layout.ranks))
            command = command.replace("{threads}", str(layout.threads))
            begin = time.monotonic()
            try:
                job = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=3600, cwd=self.folder.name,
                                     env={**os.environ, "OMP_NUM_THREADS": str(layout.threads)})
            except subprocess.TimeoutExpired:
                return {"error": "no end within an hour"}
            if job.returncode != 0:
                return {"error": (job.stderr.strip().splitlines() or [f"exit code {job.returncode}"])[-1]}
            return {"seconds": time.monotonic() - begin}
        return self.store.get(json.dumps(key), measure)


def trimmed(report):
    kept = {key: report[key] for key in KEPT_FIELDS if key in report}
    if isinstance(kept.get("forces"), dict):
        kept["forces"] = {key: value for key, value in kept["forces"].items() if key in ("lift", "drag", "moment")}
    return kept


def measure_solves(study, mesh, repetitions, part):
    """part: of the allowed time, after which no repetition is begun."""
    steps = staircase()
    runs = {step.name: [] for step, _ in steps}
    peers = {name: [] for name in study.peers}
    for repetition in range(repetitions):
        if repetition > 0 and study.late(part):
            print(f"  solves on {mesh.name}: the time is over after {repetition} repetitions", flush=True)
            break
        for step, words in steps:
            run = study.solve(["solve", mesh.name, study.arguments.quick, step.name, repetition], mesh,
                              [*SOLVE_WORDS, *(f"{key}={value}" for key, value in words.items())], step.layout)
            runs[step.name].append(run)
            said = (f"{run['time']['solve']:.2f} s, {run['linear_iterations']} iterations" if ok(run)
                    else run.get("error", run.get("reason", "")))
            print(f"  {mesh.name}, {step.name}: {said}", flush=True)
        for name in study.peers:
            peers[name].append(study.peer(["peer", name, mesh.name, repetition], name, mesh, Layout("2 ranks", 2, 1)))
    return Solves(mesh, steps, runs), peers


def measure_kernels(study, meshes, patterns, compressible=False):
    """[Kernels], one a mesh; a repetition visits all meshes. patterns: which benchmarks, one a mesh."""
    runs = [[] for _ in meshes]
    for repetition in range(study.repetitions):
        if repetition > 0 and study.late():
            print(f"  kernels: the time is over after {repetition} repetitions", flush=True)
            break
        for mesh, pattern, found in zip(meshes, patterns, runs):
            key = ["kernels", mesh.name, study.arguments.quick, pattern, compressible, repetition]
            found.append(study.kernels(key, mesh, pattern, compressible))
            print(f"  kernels on {mesh.name}{', compressible' if compressible else ''}: {len(found[-1])} measured", flush=True)
    return [Kernels(mesh, found) for mesh, found in zip(meshes, runs)]


def kernel_seconds(solves, step_name):
    """{kernel: seconds} of a step's solves, medians; `other` is the rest."""
    good = [run for run in solves.runs[step_name] if ok(run) and run.get("performance")]
    if not good:
        return {}
    names = {row["kernel"] for run in good for row in run["performance"].get("kernels", [])}
    found = {}
    for name in names:
        found[name] = median(sum(row["seconds"] for row in run["performance"]["kernels"] if row["kernel"] == name) for run in good)
    kept = {name: found.pop(name) for name in ("flux", "gradient", "jacobian", "ilu", "trsv", "vectors") if name in found}
    kept["other"] = max(solves.seconds(step_name) - sum(kept.values()), 0.0)
    return kept


def text(value, form):
    return format(value, form) if value is not None else "-"


def print_solves(solves, peers):
    kernels = ("flux", "gradient", "jacobian", "ilu", "trsv", "vectors", "other")
    repetitions = max((len(series) for series in solves.runs.values()), default=0)
    print(f"\nSolves on {solves.mesh.name}, each step with all techniques of those before; seconds, medians of {repetitions}")
    print(f"  {'step':<30} {'layout':<19} {'solve':>8} {'x':>6} {'its':>5} " + "".join(f"{name:>9}" for name in kernels) + "  note")
    for index, (step, _) in enumerate(solves.steps):
        seconds = solves.seconds(step.name)
        if seconds is None:
            print(f"  {step.name:<30} {step.layout.name:<19} {solves.note(index)[:100]}")
            continue
        shares = kernel_seconds(solves, step.name)
        run = next(run for run in solves.runs[step.name] if ok(run))
        print(f"  {step.name:<30} {step.layout.name:<19} {seconds:8.3f} {text(solves.ratio('reference', step.name), '6.2f'):>6} "
              f"{run['linear_iterations']:5d} " + "".join(f"{shares.get(name, 0):9.3f}" for name in kernels)
              + f"  {solves.note(index)}")
    for name, series in peers.items():
        good = [run["seconds"] for run in series if "seconds" in run]
        print(f"  {name:<30} {'2 cores, wall time':<19} " + (f"{median(good):8.3f}" if good else series[0]["error"] if series else "-"))


def print_kernels(kernels, triad, peak_note=""):
    if not kernels.runs:
        print(f"\nKernels on {kernels.mesh.name}: not measured")
        return
    print(f"\nKernels on {kernels.mesh.name}, medians of {len(kernels.runs)}{peak_note}")
    print(f"  {'kernel':<34} {'ms':>9} {'ns a unit':>10} {'bytes a unit':>13} {'flops a unit':>13} {'GB/s':>7} {'Gflop/s':>8} {'of triad':>9} "
          f"{'x':>6} {'levels':>7} {'parallel':>9} {'its':>4}")
    for name, row in kernels.runs[0].items():
        seconds, units = kernels.seconds(name), row.get("units") or 1
        threads = 2 if name.split("/")[1].endswith("_2") or "_2_" in name.split("/")[1] else 1
        rate = row.get("bytes", 0) / seconds
        kernel, _, variant = name.partition("/")
        base = f"{kernel}/petsc" + ("/" + variant.split("/")[1] if "/" in variant else "")
        base = base if base in row_names(kernels) else f"{kernel}/reference"
        share = 100 * rate / triad[threads] if triad.get(threads) else 0
        print(f"  {name:<34} {1e3 * seconds:9.3f} {1e9 * seconds / units:10.3f} {row.get('bytes', 0) / units:13.1f} "
              f"{row.get('flops', 0) / units:13.1f} {1e-9 * rate:7.2f} {1e-9 * row.get('flops', 0) / seconds:8.2f} {share:8.0f}% "
              f"{text(kernels.ratio(base, name), '6.2f'):>6} {row.get('dependency_levels', 0):7.0f} {row.get('parallelism', 0):9.1f} "
              f"{row.get('krylov_iterations', 0):4.0f}")


def row_names(kernels):
    return kernels.runs[0].keys()


def kernel_staircase(kernels):
    """[(label, times as fast as the reference)] for the plot."""
    rows = []
    for kernel, steps, tail in (("gradient", KERNEL_STEPS, ""), ("flux", KERNEL_STEPS, ""), ("residual", KERNEL_STEPS, ""),
                                ("ilu", FACTOR_STEPS, "/ilu0"), ("trsv", FACTOR_STEPS, "/ilu0"), ("vectors", VECTOR_STEPS, "")):
        first = next(iter(steps))
        for variant, label in steps.items():
            factor = kernels.ratio(f"{kernel}/{first}{tail}", f"{kernel}/{variant}{tail}")
            if factor is not None:
                rows.append((f"{kernel}, {label}", factor))
    return rows


def print_goals(goals):
    print(f"\n{'goal':<28} {'case':<36} {'measured':>9} {'wanted':>8}  met")
    for each in goals:
        wanted = ("<= " if each.get("less_is_better") else ">= ") + f"{each['goal']:g}"
        print(f"{each['id']:<28} {each['case']:<36} {text(each['value'], '.2f'):>9} {wanted:>8}  "
              f"{'yes' if each['met'] else 'no'}{' (an aim)' if each.get('aim') else ''}{'  ' + each['why'] if 'why' in each else ''}")


def counters():
    """The tool that reads hardware counters here, '' without one."""
    return next((tool for tool in ("likwid-perfctr", "papi_avail") if shutil.which(tool)), "")


def main():
    use_project_python(sys.argv)
    arguments = parse_arguments()
    started = time.monotonic()
    study = Study(arguments)
    quick = arguments.quick
    triad = {threads: triad_bandwidth(threads, 100000 if quick else 20000000) for threads in (1, 2)}
    print("STREAM triad: " + ", ".join(f"{t} threads {(b or 0) / 1e9:.1f} GB/s" for t, b in triad.items()), flush=True)
    print(f"hardware counters: {counters() or 'neither LIKWID nor PAPI is here'}", flush=True)
    if quick:
        small, large = Mesh("generated 1500", ("mesh.generate.target_vertices=1500",), "1500"), \
            Mesh("generated 2500", ("mesh.generate.target_vertices=2500",), "2500")
    else:
        small, large = mesh_of(arguments.data, 1, 20000), mesh_of(arguments.data, 2, 150000)

    solves, peers = measure_solves(study, small, study.repetitions, 0.55)
    edges = "^(gradient|flux|residual|vectors|jacobian|wave_speeds)/"
    factors = {"small": "|^(ilu|trsv)/.*/ilu0|^(ilu|trsv)/(petsc|fp32_p2p_2)/ilu[12]", "large": "|^(ilu|trsv)/.*/ilu0"}
    everything = arguments.full or quick
    of_small, of_large = measure_kernels(study, [small, large], [".*" if everything else edges + factors[size] for size in factors])
    (of_compressible,) = measure_kernels(study, [large], ["residual/(reference|vertex_gradients|threads_2)/"], True)
    all_solves, all_peers = [solves], [peers]
    more_kernels = []
    goals = kernel_goals(of_small, of_large, triad) + compressible_goals(of_compressible)
    goals += solve_goals(solves, 2.5, of_small.nanoseconds("residual/reference"))
    if arguments.full:
        larger, larger_peers = measure_solves(study, large, study.repetitions, 1.0)
        all_solves.append(larger)
        all_peers.append(larger_peers)
        goals += solve_goals(larger, 40, of_small.nanoseconds("residual/reference"))
        transonic = [study.solve(["transonic", r, quick], Mesh("generated", (f"mesh.generate.target_vertices={2500 if quick else 150000}",), ""),
                                 TRANSONIC_WORDS, THREADS) for r in range(study.repetitions)]
        good = [run["time"]["solve"] for run in transonic if ok(run)]
        goals.append(goal("fun3d.transonic", "M6, 150k vertices, seconds", median(good) if good else None, 240, True, True,
                          transonic[0].get("error", transonic[0].get("reason", "")) if not good else ""))
        if not quick:
            for vertices in (600000, 1200000):
                (found,) = measure_kernels(study, [Mesh(f"generated {vertices}", (), str(vertices))], [edges + factors["large"]])
                more_kernels.append(found)

    for each, their_peers in zip(all_solves, all_peers):
        print_solves(each, their_peers)
    for kernels in (of_small, of_large, *more_kernels):
        print_kernels(kernels, triad)
    print_kernels(of_compressible, triad, ", compressible with Venkatakrishnan's limiter")
    print_goals(goals)
    document = {"program": "perf/compare/fun3d.py", "quick": quick, "full": arguments.full, "seconds": time.monotonic() - started,
                "triad_bytes_per_second": {str(t): b for t, b in triad.items()}, "counters": counters(), "goals": goals,
                "solves": [{"mesh": each.mesh.name, "step": name, "runs": series}
                           for each in all_solves for name, series in each.runs.items()],
                "peers": [{"mesh": each.mesh.name, "peer": name, "runs": series}
                          for each, found in zip(all_solves, all_peers) for name, series in found.items()],
                "kernels": [{"mesh": each.mesh.name, "equations": equations, "runs": each.runs}
                            for each, equations in [(k, "incompressible_euler") for k in (of_small, of_large, *more_kernels)]
                            + [(of_compressible, "compressible_euler")]]}
    Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if arguments.plots:
        stairs = [(kernels, kernel_staircase(kernels)) for kernels in (of_small, of_large, *more_kernels)]
        for path in draw(all_solves, stairs, kernel_seconds, arguments.plots):
            print(f"picture: {path}")
    measured = any(ok(run) for each in all_solves for series in each.runs.values() for run in series) or of_small.runs
    return 0 if measured else 1


if __name__ == "__main__":
    sys.exit(main())
