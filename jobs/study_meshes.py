#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""study_meshes.py DECK --vertices 20000,60000,150000 [--program trireme-fun3d] [--launch "mpirun -n 2"] [--csv FILE]
                [--areas AREA,...] [key=value ...]

Solves one deck on generated meshes of growing size and shows how lift and drag converge: each mesh's figures, the change
from the mesh before, and the values extrapolated to an infinitely fine mesh. With h = vertices^(-1/3), the last three
meshes are fitted by C(h) = C0 + a h^p, p between 0.5 and 3; where the changes do not shrink in one direction, as near
convergence, second order is taken for granted and the last two meshes are fitted. --areas repeats the last mesh's and
the extrapolated coefficients for other reference areas, since published figures rest on different ones.

Exits with 1 when a run does not converge or the changes do not shrink.
"""
import argparse
import csv
import json
import os
import shlex
import subprocess
import sys
import tempfile

COLUMNS = ["vertices", "h", "steps", "linear_iterations", "drop", "seconds", "lift", "drag"]
COEFFICIENTS = ("lift", "drag")
ORDERS = (0.5, 3.0)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deck")
    parser.add_argument("--vertices", type=lambda text: [int(part) for part in text.split(",")],
                        default=[20000, 60000, 150000], help="of the generated meshes, ascending")
    parser.add_argument("--program", default="trireme-fun3d")
    parser.add_argument("--launch", default="mpirun -n 2", help="how a run is started")
    parser.add_argument("--areas", type=lambda text: [float(part) for part in text.split(",")], default=[],
                        help="further reference areas")
    parser.add_argument("--csv", help="table of the results")
    parser.add_argument("settings", nargs="*", metavar="key=value", help="options of the solver, for every mesh")
    arguments = parser.parse_intermixed_args()
    if len(arguments.vertices) < 2 or sorted(set(arguments.vertices)) != arguments.vertices:
        parser.error(f"--vertices {arguments.vertices}: two or more numbers in ascending order are needed")
    return arguments


def solve(vertices, arguments, folder):
    """One row of the table, or None with the program's last words printed."""
    report = os.path.join(folder, f"{vertices}.json")
    command = shlex.split(arguments.launch) + [
        arguments.program, arguments.deck, f"mesh.generate.target_vertices={vertices}", f"output.directory={folder}",
        "output.volume=false", "output.surface=false", "output.pressure_csv=false", "--json-report", report]
    ended = subprocess.run(command + arguments.settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ended.returncode != 0:
        print(f"{vertices} vertices: exit code {ended.returncode}")
        print("\n".join(ended.stdout.strip().splitlines()[-5:]))
        return None
    with open(report) as file:
        result = json.load(file)
    row = {name: result[name] for name in ("steps", "linear_iterations", "drop")}
    row.update({name: result["forces"][name] for name in COEFFICIENTS})
    row["vertices"] = result["mesh"]["vertices"]
    row["h"] = row["vertices"] ** (-1 / 3)
    row["seconds"] = result["time"]["total"]
    row["area"] = result["forces"]["reference"]["area"]
    return row


def observed_order(h, values):
    """p of C0 + a h^p through three points by bisection; None where no order in ORDERS fits."""
    first, second = values[1] - values[0], values[2] - values[1]
    if first * second <= 0 or abs(second) >= abs(first):
        return None

    def excess(order):
        return (h[0] ** order - h[1] ** order) / (h[1] ** order - h[2] ** order) - first / second

    low, high = ORDERS
    if excess(low) * excess(high) > 0:
        return None
    for _ in range(60):
        middle = 0.5 * (low + high)
        if excess(low) * excess(middle) <= 0:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def extrapolated(h, values):
    """(value at h = 0, order, whether the order was observed)."""
    order = observed_order(h[-3:], values[-3:]) if len(values) >= 3 else None
    power = 2.0 if order is None else order
    slope = (values[-1] - values[-2]) / (h[-2] ** power - h[-1] ** power)
    return values[-1] + slope * h[-1] ** power, power, order is not None


def shrinks(values):
    changes = [abs(b - a) for a, b in zip(values, values[1:])]
    return all(later <= earlier for earlier, later in zip(changes, changes[1:]))


def show(rows):
    print(" vertices  steps linear      drop seconds      lift    change      drag    change")
    for before, row in zip([None] + rows, rows):
        parts = []
        for name in COEFFICIENTS:
            change = "-" if before is None else format(row[name] - before[name], "+.5f")
            parts.append(f"{row[name]:9.5f} {change:>9}")
        print(f"{row['vertices']:9d} {row['steps']:6d} {row['linear_iterations']:6d} {row['drop']:9.2e} "
              f"{row['seconds']:7.1f} " + " ".join(parts))


def show_limits(rows, areas):
    h = [row["h"] for row in rows]
    limits = {}
    for name in COEFFICIENTS:
        value, order, observed = extrapolated(h, [row[name] for row in rows])
        limits[name] = value
        print(f"{name} on an infinitely fine mesh: {value:.5f} (order {order:.2f}, {'observed' if observed else 'assumed'})")
    area = rows[-1]["area"]
    for other in [area] + areas:
        scale = area / other
        figures = "; ".join(f"{name} {rows[-1][name] * scale:.5f}, extrapolated {limits[name] * scale:.5f}"
                            for name in COEFFICIENTS)
        print(f"reference area {other:g}: {figures}")


def main():
    arguments = parse_arguments()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for vertices in arguments.vertices:
            row = solve(vertices, arguments, folder)
            if row is None:
                return 1
            rows.append(row)
    show(rows)
    show_limits(rows, arguments.areas)
    if arguments.csv:
        with open(arguments.csv, "w", newline="") as file:
            table = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
            table.writeheader()
            table.writerows(rows)
    growing = [name for name in COEFFICIENTS if not shrinks([row[name] for row in rows])]
    if growing:
        print(f"the changes of {' and '.join(growing)} do not shrink from mesh to mesh (the meshes are too coarse to be "
              "judged by) -> take finer ones")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
