#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sweep_flow.py [--program trireme-fun3d] [--launch "mpirun -n 2"] [--naca FILE] [--csv FILE] [key=value ...]

Solves compressible flow over a range of Mach numbers and angles of attack, all with the same options, and shows which
cases converge: the generated ONERA M6 wing at 8 Mach numbers from 0.3 to 2 and angles 0, 3.06 and 6 degrees, the
NACA 0012 aerofoil at the same Mach numbers and angles 1.25 and 6 degrees, 40 cases in all. --naca names the aerofoil's
mesh; without it the aerofoil is generated. Every key=value goes to the solver; no case has options of its own.

One line a case: drop of the residual, steps, rejected steps, linear iterations, seconds, lift, drag, how it ended. With
--csv the same as a table. Exits with 1 when fewer than --needed cases converge.
"""
import argparse
import csv
import json
import os
import shlex
import subprocess
import sys
import tempfile

MACH_NUMBERS = [0.3, 0.5, 0.7, 0.8395, 0.95, 1.1, 1.5, 2.0]
OWN_ANGLES = {"m6": [0.0, 3.06, 6.0], "naca0012": [1.25, 6.0]}
COLUMNS = ["body", "mach", "angle", "converged", "drop", "steps", "rejections", "linear_iterations", "seconds", "lift", "drag",
           "reason"]


def words(text):
    chosen = text.split(",")
    if not set(chosen) <= set(OWN_ANGLES):
        raise argparse.ArgumentTypeError(f"'{text}' (known: {', '.join(OWN_ANGLES)})")
    return chosen


def numbers(text):
    return [float(part) for part in text.split(",")]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="trireme-fun3d")
    parser.add_argument("--launch", default="mpirun -n 2", help="how a run is started")
    parser.add_argument("--naca", help="mesh file of the aerofoil in place of the generated one")
    parser.add_argument("--vertices", type=int, default=7000, help="of a generated mesh")
    parser.add_argument("--bodies", type=words, default=list(OWN_ANGLES), help="m6,naca0012")
    parser.add_argument("--mach", type=numbers, default=MACH_NUMBERS, help="0.3,0.5,...")
    parser.add_argument("--angles", type=numbers, help="in place of each body's own, degrees")
    parser.add_argument("--needed", type=int, help="cases that must converge, all if not given")
    parser.add_argument("--csv", help="table of the results")
    parser.add_argument("settings", nargs="*", metavar="key=value", help="options of the solver, for every case")
    return parser.parse_args()


def settings_of(body, arguments):
    """The mesh of a body and what is told of it; nothing that depends on Mach number or angle."""
    if body == "m6":
        return ["mesh.generate.kind=onera_m6", f"mesh.generate.target_vertices={arguments.vertices}"]
    if arguments.naca:
        return [f"mesh.file={os.path.abspath(arguments.naca)}"]
    return ["mesh.generate.kind=naca4", f"mesh.generate.target_vertices={arguments.vertices}"]


def solve(body, mach, angle, arguments, folder):
    report = os.path.join(folder, "report.json")
    if os.path.exists(report):
        os.remove(report)
    command = shlex.split(arguments.launch) + [arguments.program, "flow.equations=compressible_euler", f"flow.mach={mach}",
                                               f"flow.angle_of_attack={angle}", "limiter.type=venkatakrishnan",
                                               f"output.directory={folder}", "output.volume=false", "output.surface=false",
                                               "output.pressure_csv=false", "--json-report", report]
    command += settings_of(body, arguments) + arguments.settings
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    row = {"body": body, "mach": mach, "angle": angle, "converged": ended.returncode == 0}
    try:
        with open(report) as file:
            result = json.load(file)
        row.update({name: result.get(name) for name in ("drop", "steps", "rejections", "linear_iterations", "reason")})
        row["seconds"] = result.get("time", {}).get("total")
        row["lift"], row["drag"] = (result.get("forces", {}).get(name) for name in ("lift", "drag"))
    except (OSError, ValueError):
        row["reason"] = " ".join(ended.stdout.strip().splitlines()[-1:]) or f"exit code {ended.returncode}"
    return row


def text_of(row):
    def number(name, pattern):
        return format(row[name], pattern) if isinstance(row.get(name), (int, float)) else "-"

    return (f"{row['body']:>9} {row['mach']:>7} {row['angle']:>6} {'yes' if row['converged'] else 'NO':>5} "
            f"{number('drop', '9.2e'):>9} {number('steps', 'd'):>5} {number('rejections', 'd'):>4} "
            f"{number('linear_iterations', 'd'):>6} {number('seconds', '.1f'):>7} {number('lift', '.5f'):>9} "
            f"{number('drag', '.5f'):>9}  {row.get('reason') or ''}")


def main():
    arguments = parse_arguments()
    cases = [(body, mach, angle) for body in arguments.bodies for angle in arguments.angles or OWN_ANGLES[body]
             for mach in arguments.mach]
    print("     body    Mach  angle  conv      drop steps  rej linear seconds      lift      drag  end", flush=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for body, mach, angle in cases:
            rows.append(solve(body, mach, angle, arguments, folder))
            print(text_of(rows[-1]), flush=True)
    if arguments.csv:
        with open(arguments.csv, "w", newline="") as file:
            table = csv.DictWriter(file, COLUMNS, restval="")
            table.writeheader()
            table.writerows(rows)
    converged = sum(row["converged"] for row in rows)
    needed = len(rows) if arguments.needed is None else arguments.needed
    print(f"{converged} of {len(rows)} cases converged ({needed} needed)")
    return 0 if converged >= needed else 1


if __name__ == "__main__":
    sys.exit(main())
