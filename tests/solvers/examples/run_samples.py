#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the sample runs in the header of an example on a given number of ranks, and looks at what they print.

A sample run is a comment line `[NAME="VALUE" ...] mpiexec -n P PROGRAM ...`. Each must converge to the exact solution. With
--petsc it must also use every option it was given, and name the types that its options ask for.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

LARGEST_ERROR = 1e-7


def sample_runs(source, program):
    pattern = re.compile(rf'^//\s+((?:\w+="[^"]*" )*mpiexec -n \d+ {re.escape(program)}\b.*)$', re.M)
    return pattern.findall(source.read_text())


def split_run(line, arguments):
    """(environment of the run, its command): the launcher, the ranks, the program and the library as they are here."""
    library = re.sub(r"\.so.*", ".so", arguments.library.name)
    words = [word.replace(library, str(arguments.library)) for word in shlex.split(line)]
    first = words.index("mpiexec")
    settings = dict(word.split("=", 1) for word in words[:first])
    command = [arguments.mpiexec, "-n", str(arguments.ranks), str(arguments.program), *words[first + 4:]]
    if arguments.petsc:
        command.append("-options_left")
    return settings, command


def expected_types(options, ranks):
    """Patterns of what the output must hold, by the options of the run."""
    layout = "seq" if ranks == 1 else "mpi"
    chosen = dict(re.findall(r"-((?:sub_)?(?:vec|mat|pc|ksp|tao)_type) (\w+)", options))
    types = {"vec_type": r"^vector type: {}{}\b", "mat_type": r"^ +type: {}{}\b"}
    patterns = [types[key].format(layout, chosen[key]) for key in types if key in chosen]
    patterns += [rf"^ +type: {name}\b" for key, name in chosen.items() if key not in types]
    return patterns


def problems(line, arguments):
    settings, command = split_run(line, arguments)
    done = subprocess.run(command, env={**os.environ, "PETSC_OPTIONS": "", **settings}, text=True, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = []
    if done.returncode != 0:
        found.append(f"exit code {done.returncode}")
    if arguments.says and arguments.says not in done.stdout:
        found.append(f"does not say '{arguments.says}'")
    end = re.search(r"^(?:CONVERGED_\w+|converged) after (\d+) iterations, error (\S+)$", done.stdout, re.M)
    if not end:
        found.append("does not say that it converged")
    elif not float(end.group(2)) <= LARGEST_ERROR:
        found.append(f"error {end.group(2)} is not below {LARGEST_ERROR}")
    options = f"{settings.get('PETSC_OPTIONS', '')} {' '.join(command)}" if arguments.petsc else ""
    found += [f"nothing matches '{p}'" for p in expected_types(options, arguments.ranks) if not re.search(p, done.stdout, re.M)]
    found += [f"unused option {name}" for name in re.findall(r"^Option left: name:(\S+)", done.stdout, re.M)]
    print(f"{'FAILED' if found else 'passed'}: {line}\n        {end.group(0) if end and not found else '; '.join(found)}")
    if found:
        print(f"{shlex.join(command)}\n{done.stdout}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--says", help="what every run must print")
    parser.add_argument("--library", type=Path, required=True, help="the one that the runs load")
    parser.add_argument("--petsc", action="store_true", help="a PETSc program, to be given PETSc's options")
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--ranks", type=int, required=True)
    arguments = parser.parse_args()
    runs = sample_runs(arguments.source, arguments.program.name)
    if len(runs) < 2:
        print(f"{arguments.source}: {len(runs)} sample runs found (2 or more are expected)")
        return 1
    return 1 if any([problems(line, arguments) for line in runs]) else 0


if __name__ == "__main__":
    sys.exit(main())
