# SPDX-License-Identifier: Apache-2.0
"""The runs of perf/compare/fun3d.py: programs, kernels and peers, each kept so that an interrupted study goes on."""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fun3d_cases import QUIET_WORDS, SOLVE_WORDS, Layout, staircase
from fun3d_goals import Kernels, Solves, ok
from program_runs import Store, find_program, program_or_none, run_program

KEPT_FIELDS = ("converged", "reason", "steps", "linear_iterations", "drop", "forces", "time", "memory", "mesh", "performance",
               "ranks", "threads", "machine", "build", "commit", "exit_code", "error", "messages")


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
                why = (f"killed by signal {-job.returncode} (9 as a rule means that memory was not enough)" if job.returncode < 0
                       else (job.stderr.strip().splitlines() or ["no message"])[-1])
                print(f"  kernels on {mesh.name}: {why}")
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
