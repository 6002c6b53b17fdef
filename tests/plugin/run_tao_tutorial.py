#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles one unmodified TAO tutorial and runs it with TAO's own type and with ours, loaded by -dll_append.

Both must converge, and their last objective values must agree (to 1e-6, relative above 1).
Two tutorials ask more of a type: rosenbrock3, that a solve which is interrupted every five iterations takes as many as one
which is not, given TaoSetRecycleHistory; rosenbrock2 the same given TaoLMVMRecycle, which speaks to TAO's lmvm and blmvm
alone, so that pblbfgs, like TAO's bqnls, cannot pass (dance passes, since it needs no history).
burgers_spectral is left out: an evaluation integrates in time, and to a tolerance that says anything TAO's types run for
minutes too; PETSc itself stops it after five iterations.
Exit code 0: they do; 1: not; 77: PETSc's examples are not installed (where CI is set: 1).
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys

from run_tutorial import compile_tutorial, fail

OURS = ("dance", "pblbfgs")

# Options of both runs, TAO's type, ranks, our types.
TUTORIALS = {
    "rosenbrock1": (["-tao_gatol", "1e-7"], "nls", (1,), OURS),
    "rosenbrock2": ([], "lmvm", (1,), ("dance",)),
    "rosenbrock3": ([], "bqnls", (1,), OURS),
    "eptorsion1": (["-tao_gatol", "1e-7"], "nls", (1,), OURS),
    "eptorsion2": (["-tao_gatol", "1e-7"], "nls", (1, 2), OURS),
    "eptorsion3": (["-tao_gatol", "1e-7"], "nls", (1,), OURS),
    "minsurf1": (["-tao_gatol", "1e-7"], "nls", (1,), OURS),
    "minsurf2": (["-tao_gatol", "1e-7"], "nls", (1, 2), OURS),
    "spectraladjointassimilation": (["-tao_gatol", "1e-5"], "bqnls", (1,), OURS),
}


def run(arguments, program, ranks, options, petsc_options):
    environment = {**os.environ, "PETSC_OPTIONS": petsc_options, "OMP_NUM_THREADS": "1"}
    command = [arguments.mpiexec, "-n", str(ranks), str(program), *options, "-tao_monitor", "-tao_converged_reason"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=arguments.work, timeout=240)
    output = done.stdout + done.stderr
    if done.returncode != 0 or "PETSC ERROR" in output:
        fail(f"{shlex.join(command)}\nPETSC_OPTIONS={petsc_options}\nexit code {done.returncode}\n{output[-4000:]}")
    values = re.findall(r"Function value: ([-+.\deE]+|0\.)", output)
    reasons = re.findall(r"solve (?:converged|did not converge) due to (\w+)", output, re.I)  # some solve in rounds
    if not values or not reasons:
        fail(f"{shlex.join(command)}: no monitor or reason in\n{output[-2000:]}")
    return float(values[-1]), reasons[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    if sys.argv[1:] == ["--list"]:
        print(";".join(TUTORIALS), end="")
        return
    parser.add_argument("name", choices=sorted(TUTORIALS))
    for option in ("--examples", "--library", "--mpiexec", "--cc"):
        parser.add_argument(option, required=True)
    parser.add_argument("--flags", default="")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    source = pathlib.Path(arguments.examples) / "tao/unconstrained/tutorials" / f"{arguments.name}.c"
    if not source.is_file():
        print(f"no PETSc examples ({source} is missing) -> install libpetsc3.18-dev-examples or set TRIREME_PETSC_EXAMPLES")
        sys.exit(1 if os.environ.get("CI") else 77)
    arguments.work.mkdir(parents=True, exist_ok=True)
    program = compile_tutorial(arguments, arguments, source)  # a namespace with a name, as a tutorial has

    options, stock, all_ranks, ours_here = TUTORIALS[arguments.name]
    for ranks in all_ranks:
        expected, reason = run(arguments, program, ranks, [*options, "-tao_type", stock], "")
        if reason.startswith("DIVERGED"):
            fail(f"{arguments.name} np {ranks}: TAO's {stock} does not converge ({reason}), which proves nothing")
        for ours in ours_here:
            found, our_reason = run(arguments, program, ranks, [*options, "-tao_type", ours], f"-dll_append {arguments.library}")
            print(f"{arguments.name} np {ranks}: {stock} {expected:.10g}, {ours} {found:.10g} ({our_reason})")
            if our_reason.startswith("DIVERGED") or not abs(found - expected) <= 1e-6 * max(1.0, abs(expected)):
                fail(f"{ours} ends at {found} ({our_reason}), {stock} at {expected}")


if __name__ == "__main__":
    main()
