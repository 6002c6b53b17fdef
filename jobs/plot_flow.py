#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plot_flow.py FOLDER [--name NAME]: pictures of a trireme-fun3d run.

From FOLDER/NAME_history.csv, NAME_surface.vtkhdf and NAME_sections.csv it draws, each as PNG and SVG beside them:
  NAME_history    residuals and CFL number over the steps, lift and drag
  NAME_cp         pressure coefficient on the upper and lower side of the body, white where the free stream's
  NAME_mach       the same of the Mach number, white where sonic (compressible flow only)
  NAME_sections   pressure coefficient along the chord at the sections that output.sections asked for

Without --name every run in the folder is drawn.
"""
import argparse
import glob
import os
import sys

from project_python import use_project_python

use_project_python("matplotlib", "h5py")
import csv  # noqa: E402

import h5py  # noqa: E402
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.colors import TwoSlopeNorm  # noqa: E402

ENDINGS = ("_history.csv", "_surface.vtkhdf", "_sections.csv")


def read_table(path):
    """Columns of a CSV file by name, units left out: arrays of numbers, or of texts where not all are numbers."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    table = {}
    for column, title in enumerate(rows[0]):
        texts = [row[column] for row in rows[1:]]
        try:
            values = np.array([float(text) for text in texts])
        except ValueError:
            values = np.array(texts)
        table[title.split(" [")[0]] = values
    return table


class Surface:
    """Triangles of all boundaries, the partitions of all ranks put together; quadrilaterals are cut in two."""

    def __init__(self, path):
        with h5py.File(path, "r") as file:
            grid = file["VTKHDF"]
            points_of_part = grid["NumberOfPoints"][:]
            entries_of_part = grid["NumberOfConnectivityIds"][:]
            cells_of_part = grid["NumberOfCells"][:]
            self.points = grid["Points"][:]
            connectivity = grid["Connectivity"][:]
            offsets = grid["Offsets"][:]
            self.fields = {name: grid["PointData"][name][:].ravel() for name in ("pressure_coefficient", "mach")
                           if name in grid["PointData"]}
            marker = grid["CellData/marker"][:].astype(int).ravel()
        first_point = np.concatenate([[0], np.cumsum(points_of_part)[:-1]])
        corners = connectivity + np.repeat(first_point, entries_of_part)
        # Every part has one offset more than cells, and counts from its own first entry.
        starts, sizes, begin, entry = [], [], 0, 0
        for cells, entries in zip(cells_of_part, entries_of_part):
            part = offsets[begin:begin + cells + 1]
            starts.append(part[:-1] + entry)
            sizes.append(np.diff(part))
            begin, entry = begin + cells + 1, entry + entries
        starts, sizes = np.concatenate(starts), np.concatenate(sizes)
        quads = sizes == 4
        first = np.stack([corners[starts + i] for i in (0, 1, 2)], axis=1)
        second = np.stack([corners[starts[quads] + i] for i in (0, 2, 3)], axis=1)
        self.triangles = np.concatenate([first, second])
        self.marker = np.concatenate([marker, marker[quads]])

    def normals(self, triangles):
        a, b, c = (self.points[triangles[:, i]] for i in range(3))
        return np.cross(b - a, c - a)


def body_triangles(surface):
    """The triangles of the body: those of markers that stay away from the box of the whole mesh and are not flat."""
    low, high = surface.points.min(axis=0), surface.points.max(axis=0)
    chosen = np.zeros(len(surface.triangles), dtype=bool)
    for marker in np.unique(surface.marker):
        of_marker = surface.marker == marker
        points = surface.points[surface.triangles[of_marker].ravel()]
        extent = points.max(axis=0) - points.min(axis=0)
        flat = extent.min() < 1e-9 * extent.max()
        reaches_out = np.sum(extent > 0.9 * (high - low)) >= 2
        if not flat and not reaches_out:
            chosen |= of_marker
    return surface.triangles[chosen]


def span_axes(points):
    """Indices of the chordwise, up and span axes: x, then the thinner and the longer of the other two."""
    extent = points.max(axis=0) - points.min(axis=0)
    return (0, 1, 2) if extent[1] < extent[2] else (0, 2, 1)


def save(figure, folder, name):
    for ending in ("png", "svg"):
        path = os.path.join(folder, f"{name}.{ending}")
        figure.savefig(path, dpi=140, bbox_inches="tight")
        print(path)
    plt.close(figure)


def draw_history(history, folder, name):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), constrained_layout=True)
    step = history["step"]
    first = history["residual"][0] if history["residual"][0] > 0 else 1.0
    left.semilogy(step + 1, history["residual_after"] / first, "o-", color="tab:blue", label="all equations")
    prefix = "residual_after_"
    for column in history:
        if column.startswith(prefix):
            left.semilogy(step + 1, history[column] / first, "-", linewidth=0.8, label=column[len(prefix):].replace("_", " "))
    left.set_xlabel("pseudo-time steps done")
    left.set_ylabel("residual / first residual")
    left.legend(fontsize="small", loc="lower left")
    left.grid(True, which="major", alpha=0.3)
    twin = left.twinx()
    twin.semilogy(step + 1, history["cfl"], "--", color="tab:gray")
    twin.set_ylabel("CFL number", color="tab:gray")
    iterations = int(history["linear_iterations"].sum())
    left.set_title(f"{len(step)} steps, {iterations} linear iterations, {history['time'][-1]:.1f} s")
    right.plot(step + 1, history["lift"], "o-", color="tab:blue", label=f"lift {history['lift'][-1]:.6g}")
    right.set_xlabel("pseudo-time steps done")
    right.set_ylabel("lift coefficient", color="tab:blue")
    right.grid(True, alpha=0.3)
    drag_axis = right.twinx()
    drag_axis.plot(step + 1, history["drag"], "s-", color="tab:red", label=f"drag {history['drag'][-1]:.6g}")
    drag_axis.set_ylabel("drag coefficient", color="tab:red")
    for axis, column in ((right, "lift"), (drag_axis, "drag")):
        # The first steps jump far; the picture is about where the coefficients settle.
        late = history[column][len(step) // 4:]
        room = 0.1 * max(late.max() - late.min(), 1e-9)
        axis.set_ylim(late.min() - room, late.max() + room)
    lines = right.get_lines() + drag_axis.get_lines()
    right.legend(lines, [line.get_label() for line in lines], loc="center right")
    save(figure, folder, f"{name}_history")


def centred_scale(values, centre):
    """Colours from the smallest to the largest value, but for stray ones, with the neutral colour at the centre."""
    low, high = np.percentile(values, 0.5), np.percentile(values, 99.5)
    room = 1e-3 * max(high - low, 1e-12)
    return TwoSlopeNorm(vcenter=centre, vmin=min(low, centre - room), vmax=max(high, centre + room))


def draw_field(surface, triangles, field, centre, label, folder, name):
    chord, up, span = span_axes(surface.points[triangles.ravel()])
    normals = surface.normals(triangles)
    # Outward for one order of the corners, inward for the other: the upper side is where the body's points are high.
    orientation = np.sign(np.sum(normals[:, up] * surface.points[triangles].mean(axis=1)[:, up]))
    values = surface.fields[field]
    scale = centred_scale(values[np.unique(triangles)], centre)
    figure, axes = plt.subplots(1, 2, figsize=(12, 5), sharex=True, sharey=True)
    for axis, side, title in ((axes[0], 1, "upper side"), (axes[1], -1, "lower side")):
        of_side = triangles[orientation * side * normals[:, up] > 0]
        if len(of_side) == 0:
            continue
        picture = axis.tripcolor(surface.points[:, chord], surface.points[:, span], of_side, values,
                                 shading="gouraud", cmap="coolwarm", norm=scale)
        axis.set_aspect("equal")
        axis.set_title(title)
        axis.set_xlabel("chordwise")
    body = surface.points[np.unique(triangles)]
    for set_limits, direction in ((axes[0].set_xlim, chord), (axes[0].set_ylim, span)):
        low, high = body[:, direction].min(), body[:, direction].max()
        set_limits(low - 0.05 * (high - low), high + 0.05 * (high - low))
    axes[0].set_ylabel("spanwise")
    figure.colorbar(picture, ax=axes, label=label, shrink=0.8)
    save(figure, folder, name)


def draw_sections(table, folder, name):
    sections = np.unique(table["section"])
    columns = min(len(sections), 4)
    rows = -(-len(sections) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(3.6 * columns, 3.2 * rows), squeeze=False, sharey=True)
    for axis, section in zip(axes.ravel(), sections):
        here = table["section"] == section
        axis.set_title(f"{table['span fraction'][here][0]:.4g} of the span")
        for contour in np.unique(table["contour"][here]):
            for side, color in (("upper", "tab:blue"), ("lower", "tab:red")):
                rows_of_side = here & (table["contour"] == contour) & (table["side"] == side)
                axis.plot(table["x over chord"][rows_of_side], table["pressure coefficient"][rows_of_side],
                          color=color, linewidth=1.2, label=side if contour == 0 else None)
        axis.set_xlabel("x / chord")
        axis.grid(True, alpha=0.3)
    for axis in axes.ravel()[len(sections):]:
        axis.set_visible(False)
    axes[0, 0].invert_yaxis()
    axes[0, 0].legend()
    for row in axes:
        row[0].set_ylabel("pressure coefficient")
    figure.tight_layout()
    save(figure, folder, f"{name}_sections")


def draw_run(folder, name):
    """Draws what there is of a run; returns whether there was anything."""
    history_path, surface_path, sections_path = (os.path.join(folder, name + ending) for ending in ENDINGS)
    drawn = False
    if os.path.exists(history_path):
        history = read_table(history_path)
        if len(history["step"]) > 0:
            draw_history(history, folder, name)
            drawn = True
    if os.path.exists(surface_path):
        surface = Surface(surface_path)
        triangles = body_triangles(surface)
        if len(triangles) > 0:
            draw_field(surface, triangles, "pressure_coefficient", 0.0, "pressure coefficient", folder, f"{name}_cp")
            if "mach" in surface.fields:
                draw_field(surface, triangles, "mach", 1.0, "Mach number", folder, f"{name}_mach")
            drawn = True
    if os.path.exists(sections_path):
        table = read_table(sections_path)
        if len(table["section"]) > 0:
            draw_sections(table, folder, name)
            drawn = True
    return drawn


def main():
    parser = argparse.ArgumentParser(description="Draws the results of a trireme-fun3d run.")
    parser.add_argument("folder", help="output.directory of the run")
    parser.add_argument("--name", help="output.name of the run (default: every run in the folder)")
    arguments = parser.parse_args()
    names = [arguments.name] if arguments.name else sorted(
        {os.path.basename(path)[: -len(ending)] for ending in ENDINGS
         for path in glob.glob(os.path.join(arguments.folder, "*" + ending))})
    if not any([draw_run(arguments.folder, name) for name in names]):
        sys.exit(f"plot_flow.py: nothing to draw in {arguments.folder} (no *_history.csv with steps, no "
                 "*_surface.vtkhdf) -> give the output.directory of a trireme-fun3d run")


if __name__ == "__main__":
    main()
