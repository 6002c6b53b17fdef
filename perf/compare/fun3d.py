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
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from fun3d_cases import THREADS, Mesh, mesh_of  # noqa: E402
from fun3d_goals import compressible_goals, goal, kernel_goals, ok, solve_goals  # noqa: E402
from fun3d_plots import draw  # noqa: E402
from fun3d_study import Study, measure_kernels, measure_solves  # noqa: E402
from fun3d_tables import kernel_seconds, kernel_staircase, print_goals, print_kernels, print_solves  # noqa: E402
from program_runs import triad_bandwidth, use_project_python  # noqa: E402

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
    (of_compressible,) = measure_kernels(
        study, [large], ["^(residual|jacobian)/(reference|sorted_edges|simd|vertex_gradients|threads_2)/"], True)
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
