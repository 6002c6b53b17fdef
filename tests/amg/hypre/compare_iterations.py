#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the iterations of hypre's PCG with TriremeAMG, in a C program, with those of PETSc's CG with -pc_type trireme.

Both solve the same generated systems on the same ranks and threads; they may differ by one iteration.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SIZES = {7: 20, 27: 16}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    if done.returncode != 0:
        print(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
        sys.exit(1)
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--program", "--trireme-amg", "--mpiexec", "--ranks"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()
    launch = [arguments.mpiexec, "-n", arguments.ranks]
    failed = False
    for points, n in SIZES.items():
        output = run([*launch, arguments.program, "iterations", str(points), str(n)])
        ours = int(re.search(r"^iterations (\d+)", output, re.M).group(1))
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            run([*launch, arguments.trireme_amg, f"problem=laplace_{points}", f"generate.n={n}", "--json-report", str(report)])
            petsc = json.loads(report.read_text())["iterations"]
        print(f"{points} points, n {n}: {ours} iterations with hypre's PCG, {petsc} with PETSc's CG")
        failed = failed or abs(ours - petsc) > 1 or petsc < 3
        if not re.search(r"^ +0 +\d+ ", output, re.M):
            print("the hierarchy was not printed")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
