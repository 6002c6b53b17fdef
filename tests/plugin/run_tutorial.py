#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles one unmodified PETSc tutorial, runs it with PETSc's types and with ours, and compares.

Ours come from libtrireme_solvers.so or libtrireme_amg.so, loaded by PETSC_OPTIONS="-dll_append ...", or from
libtrireme_hypre_shim.so, loaded by LD_PRELOAD. Compared are the
iterations of every solve (within 1, or as the tutorial says), the reasons of convergence, and the solution vector (to
1e-8); the solver's view must name our types.
Exit code 0: equal; 1: not; 77: PETSc's examples are not installed (where CI is set: 1).
"""
import argparse
import array
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys

import tutorials

VEC_FILE_CLASSID = 1211214


def fail(text):
    print(f"FAILED: {text}")
    sys.exit(1)


def read_vectors(path):
    """The entries of all Vecs in a file of PETSc's binary format, one behind the other. The sizes are 32 or 64 bits wide;
    which, is told by the class number that every Vec begins with."""
    data = path.read_bytes()
    (narrow,) = struct.unpack_from(">i", data, 0)
    size_format = ">i" if narrow == VEC_FILE_CLASSID else ">q"
    header = struct.calcsize(size_format)
    values = array.array("d")
    at = 0
    while at < len(data):
        (classid,) = struct.unpack_from(size_format, data, at)
        (rows,) = struct.unpack_from(size_format, data, at + header)
        at += 2 * header
        if classid != VEC_FILE_CLASSID or at + 8 * rows > len(data):
            fail(f"{path} is not made of Vecs of doubles")
        values.frombytes(data[at:at + 8 * rows])
        at += 8 * rows
    values.byteswap()
    return values


def solves(output):
    """[(reason, iterations)] of every solve that reported, in order."""
    pattern = r"solve (?:converged|did not converge) due to (\w+) iterations (\d+)"
    return [(reason, int(count)) for reason, count in re.findall(pattern, output)]


def compile_tutorial(arguments, tutorial, source):
    program = arguments.work / tutorial.name
    command = [arguments.cc, "-O1", str(source), "-o", str(program), *shlex.split(arguments.flags)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return program


def report_options(tutorial, solution):
    prefix = f"-{tutorial.prefix}{tutorial.kind}"
    options = [f"{prefix}_view", f"{prefix}_view_solution", f"binary:{solution}", f"-{tutorial.prefix}ksp_converged_reason"]
    if tutorial.kind in ("snes", "ts"):
        options.append(f"-{tutorial.prefix}snes_converged_reason")
    return options


def run(arguments, command_options, program, ranks, plug_in, extra=()):
    environment = dict(os.environ)
    library = arguments.libraries[arguments.room]
    preloaded = arguments.room == "hypre_shim"
    environment["PETSC_OPTIONS"] = f"-dll_append {library}" if plug_in and not preloaded else ""
    if plug_in and preloaded:
        environment["LD_PRELOAD"] = ":".join(filter(None, [environment.get("LD_PRELOAD"), library]))
        environment["TRIREME_SHIM_VERBOSE"] = "1"
    environment["OMP_NUM_THREADS"] = "2"
    command = [arguments.mpiexec, "-n", str(ranks), str(program), *command_options, *extra]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=arguments.work, timeout=240)
    output = done.stdout + done.stderr
    if done.returncode != 0 or "PETSC ERROR" in output:
        fail(f"{shlex.join(command)}\nPETSC_OPTIONS={environment['PETSC_OPTIONS']}\nexit code {done.returncode}\n{output[-4000:]}")
    return output


def compare_solves(expected, found, within, where):
    if not expected:
        fail(f"{where}: the stock run reports no solve")
    if any(reason.startswith("DIVERGED") for reason, _ in expected):
        fail(f"{where}: a stock solve does not converge, which proves nothing: {expected}")
    if len(expected) != len(found):
        fail(f"{where}: {len(expected)} solves with PETSc's types, {len(found)} with ours\n{expected}\n{found}")
    for (reason, count), (our_reason, our_count) in zip(expected, found):
        if reason != our_reason or abs(count - our_count) > within:
            fail(f"{where}: {reason} after {count} iterations with PETSc's types, {our_reason} after {our_count} with ours")


def compare_solutions(expected, found, where):
    if len(expected) != len(found) or len(expected) == 0:
        fail(f"{where}: solutions of {len(expected)} and {len(found)} entries")
    scale = max(1.0, max(abs(value) for value in expected))
    # Written so that a NaN fails.
    difference = max((abs(a - b) if abs(a - b) >= 0 else float("inf")) for a, b in zip(expected, found))
    if not difference <= 1e-8 * scale:
        fail(f"{where}: solutions differ by {difference:g} (largest entry {scale:g})")
    return difference


def check_logging(arguments, tutorial, program):
    """-log_view still lists the events, -options_left the one unknown option and none of ours."""
    extra = ["-log_view", "-options_left", "-trireme_not_an_option", "7"]
    output = run(arguments, [*tutorial.options, *tutorial.ours], program, 1, True, extra)
    for event in ("MatMult", "VecNorm"):
        if not re.search(rf"^{event} +\d", output, re.M):
            fail(f"{tutorial.name}: -log_view does not list {event}")
    left = re.findall(r"^Option left: name:(\S+)", output, re.M)
    if left != ["-trireme_not_an_option"]:
        fail(f"{tutorial.name}: -options_left lists {left}")


def prove(arguments, tutorial, source):
    program = compile_tutorial(arguments, tutorial, source)
    for ranks in tutorial.ranks:
        where = f"{tutorial.name} np {ranks}"
        files = [arguments.work / f"{tutorial.name}.np{ranks}.{types}.bin" for types in ("stock", "omp")]
        for file in files:
            file.unlink(missing_ok=True)
        stock = run(arguments, [*tutorial.options, *tutorial.stock, *report_options(tutorial, files[0])], program, ranks, False)
        ours = run(arguments, [*tutorial.options, *tutorial.ours, *report_options(tutorial, files[1])], program, ranks, True)
        compare_solves(solves(stock), solves(ours), tutorial.within, where)
        difference = compare_solutions(read_vectors(files[0]), read_vectors(files[1]), where)
        layout = "seq" if ranks == 1 else "mpi"
        for name in tutorial.shows:
            if not re.search(rf"type: (?:{layout})?{name}\b", ours):
                fail(f"{where}: the view does not name {name}")
        for text in tutorial.says:
            if text not in ours:
                fail(f"{where}: the run does not say '{text}'")
        print(f"{where}: {len(solves(ours))} solves, iterations {[count for _, count in solves(ours)]}, "
              f"solutions within {difference:.1e}")
    check_logging(arguments, tutorial, program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="a name in tutorials.py")
    parser.add_argument("--examples", default="", help="PETSc's examples/src folder")
    parser.add_argument("--solvers", required=True, help="libtrireme_solvers.so")
    parser.add_argument("--amg", required=True, help="libtrireme_amg.so")
    parser.add_argument("--hypre-shim", default="", help="libtrireme_hypre_shim.so")
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--cc", required=True, help="the MPI's C compiler")
    parser.add_argument("--flags", default="", help="to compile and link a PETSc program")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for programs and solutions")
    arguments = parser.parse_args()

    (tutorial,) = [entry for entry in tutorials.TUTORIALS if entry.name == arguments.name]
    arguments.libraries = {"solvers": arguments.solvers, "amg": arguments.amg, "hypre_shim": arguments.hypre_shim}
    arguments.room = tutorial.library
    source = pathlib.Path(arguments.examples or "/nonexistent") / tutorial.source
    if not source.is_file():
        print(f"no PETSc examples ({source} is missing) -> install libpetsc3.18-dev-examples or set TRIREME_PETSC_EXAMPLES")
        sys.exit(1 if os.environ.get("CI") else 77)
    if not arguments.libraries[tutorial.library]:
        print(f"this build has no library {tutorial.library} (no hypre was found)")
        sys.exit(77)
    arguments.work.mkdir(parents=True, exist_ok=True)
    prove(arguments, tutorial, source)


if __name__ == "__main__":
    main()
