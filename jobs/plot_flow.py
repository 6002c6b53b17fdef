#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plot_flow.py FOLDER [--name NAME] [--sections S,S,...]: pictures of a trireme-fun3d run.

From FOLDER/NAME_history.csv and FOLDER/NAME_surface.vtkhdf it draws, each as PNG and SVG beside them:
  NAME_history    residual and CFL number over the steps, lift and drag
  NAME_cp         pressure coefficient on the upper and lower side of the wing
  NAME_sections   pressure coefficient along the chord at sections of the span

Without --name every run in the folder is drawn. Sections are fractions of the span.
"""
import argparse
import glob
import os
import sys


def use_project_python():
    """Restarts under TRIREME_PYTHON when this Python lacks what is needed: another one may hide the system's."""
    try:
        import h5py  # noqa: F401
        import matplotlib  # noqa: F401
    except ImportError as missing:
        python = os.environ.get("TRIREME_PYTHON", "/usr/bin/python3")
        if os.path.exists(python) and os.path.realpath(python) != os.path.realpath(sys.executable):
            os.execv(python, [python] + sys.argv)
        sys.exit(f"plot_flow.py: {missing} -> install python3-matplotlib and python3-h5py")


use_project_python()
import csv  # noqa: E402

import h5py  # noqa: E402
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402


def read_history(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    names = [column.split(" [")[0] for column in rows[0]]
    return {name: np.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(names)}


class Surface:
    """Triangles of all boundaries, the partitions of all ranks put together."""

    def __init__(self, path):
        with h5py.File(path, "r") as file:
            grid = file["VTKHDF"]
            points_of_part = grid["NumberOfPoints"][:]
            entries_of_part = grid["NumberOfConnectivityIds"][:]
            self.points = grid["Points"][:]
            connectivity = grid["Connectivity"][:]
            self.cp = grid["PointData/pressure_coefficient"][:].ravel()
            self.marker = grid["CellData/marker"][:].astype(int).ravel()
        first_point = np.repeat(np.concatenate([[0], np.cumsum(points_of_part)[:-1]]), entries_of_part)
        self.triangles = (connectivity + first_point).reshape(-1, 3)

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
    left.semilogy(step, history["residual"] / history["residual"][0], "o-", color="tab:blue")
    left.set_xlabel("pseudo-time step")
    left.set_ylabel("residual / first residual", color="tab:blue")
    left.grid(True, which="major", alpha=0.3)
    twin = left.twinx()
    twin.semilogy(step, history["cfl"], "--", color="tab:gray")
    twin.set_ylabel("CFL number", color="tab:gray")
    iterations = int(history["linear_iterations"].sum())
    left.set_title(f"{len(step)} steps, {iterations} linear iterations, {history['time'][-1]:.1f} s")
    right.plot(step, history["lift"], "o-", label=f"lift {history['lift'][-1]:.6g}")
    right.plot(step, history["drag"], "s-", label=f"drag {history['drag'][-1]:.6g}")
    right.set_xlabel("pseudo-time step")
    right.set_ylabel("coefficient")
    right.legend()
    right.grid(True, alpha=0.3)
    save(figure, folder, f"{name}_history")


def draw_pressure(surface, triangles, folder, name):
    chord, up, span = span_axes(surface.points[triangles.ravel()])
    normals = surface.normals(triangles)
    # Outward for one order of the corners, inward for the other: the upper side is where the body's points are high.
    orientation = np.sign(np.sum(normals[:, up] * surface.points[triangles].mean(axis=1)[:, up]))
    used = surface.cp[np.unique(triangles)]
    levels = np.linspace(np.percentile(used, 0.5), np.percentile(used, 99.5), 25)
    figure, axes = plt.subplots(1, 2, figsize=(12, 5), sharex=True, sharey=True)
    for axis, side, title in ((axes[0], 1, "upper side"), (axes[1], -1, "lower side")):
        of_side = triangles[orientation * side * normals[:, up] > 0]
        if len(of_side) == 0:
            continue
        picture = axis.tripcolor(surface.points[:, chord], surface.points[:, span], of_side, surface.cp,
                                 shading="gouraud", cmap="coolwarm", vmin=levels[0], vmax=levels[-1])
        axis.set_aspect("equal")
        axis.set_title(title)
        axis.set_xlabel("chordwise")
    body = surface.points[np.unique(triangles)]
    for set_limits, direction in ((axes[0].set_xlim, chord), (axes[0].set_ylim, span)):
        low, high = body[:, direction].min(), body[:, direction].max()
        set_limits(low - 0.05 * (high - low), high + 0.05 * (high - low))
    axes[0].set_ylabel("spanwise")
    figure.colorbar(picture, ax=axes, label="pressure coefficient", shrink=0.8)
    save(figure, folder, f"{name}_cp")


def cut(surface, triangles, span, position):
    """Segments [n, 2 ends, (chordwise, cp)] where the plane of the given span position meets the triangles."""
    height = surface.points[triangles][:, :, span] - position
    segments = []
    for corners, h in zip(triangles[(height.min(axis=1) < 0) & (height.max(axis=1) >= 0)],
                          height[(height.min(axis=1) < 0) & (height.max(axis=1) >= 0)]):
        ends = []
        for i, j in ((0, 1), (1, 2), (2, 0)):
            if (h[i] < 0) == (h[j] < 0):
                continue
            t = h[i] / (h[i] - h[j])
            a, b = corners[i], corners[j]
            ends.append(((1 - t) * surface.points[a, 0] + t * surface.points[b, 0],
                         (1 - t) * surface.cp[a] + t * surface.cp[b]))
        if len(ends) == 2:
            segments.append(ends)
    return np.array(segments)


def draw_sections(surface, triangles, fractions, folder, name):
    _, _, span = span_axes(surface.points[triangles.ravel()])
    along = surface.points[triangles.ravel()][:, span]
    root, tip = along.min(), along.max()
    columns = min(len(fractions), 3)
    rows = -(-len(fractions) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(4 * columns, 3.2 * rows), squeeze=False, sharey=True)
    for axis, fraction in zip(axes.ravel(), fractions):
        segments = cut(surface, triangles, span, root + fraction * (tip - root))
        axis.set_title(f"{fraction:g} of the span")
        if len(segments) == 0:
            continue
        x = segments[:, :, 0]
        x = (x - x.min()) / (x.max() - x.min())
        axis.plot(x.T, segments[:, :, 1].T, color="tab:blue", linewidth=1)
        axis.set_xlabel("x / chord")
        axis.grid(True, alpha=0.3)
    for axis in axes.ravel()[len(fractions):]:
        axis.set_visible(False)
    axes[0, 0].invert_yaxis()
    for row in axes:
        row[0].set_ylabel("pressure coefficient")
    figure.tight_layout()
    save(figure, folder, f"{name}_sections")


def main():
    parser = argparse.ArgumentParser(description="Draws the results of a trireme-fun3d run.")
    parser.add_argument("folder", help="output.directory of the run")
    parser.add_argument("--name", help="output.name of the run (default: every run in the folder)")
    parser.add_argument("--sections", default="0.2,0.44,0.65,0.8,0.9,0.95", help="fractions of the span")
    arguments = parser.parse_args()
    fractions = [float(text) for text in arguments.sections.split(",")]
    endings = ("_history.csv", "_surface.vtkhdf")
    names = [arguments.name] if arguments.name else sorted(
        {os.path.basename(path)[: -len(ending)] for ending in endings
         for path in glob.glob(os.path.join(arguments.folder, "*" + ending))})
    drawn = 0
    for name in names:
        history_path, surface_path = (os.path.join(arguments.folder, name + ending) for ending in endings)
        if os.path.exists(history_path):
            history = read_history(history_path)
            if len(history["step"]) > 0:
                draw_history(history, arguments.folder, name)
                drawn += 1
        if os.path.exists(surface_path):
            surface = Surface(surface_path)
            triangles = body_triangles(surface)
            if len(triangles) > 0:
                draw_pressure(surface, triangles, arguments.folder, name)
                draw_sections(surface, triangles, fractions, arguments.folder, name)
                drawn += 1
    if drawn == 0:
        sys.exit(f"plot_flow.py: nothing to draw in {arguments.folder} (no *_history.csv with steps, no "
                 "*_surface.vtkhdf) -> give the output.directory of a trireme-fun3d run")


if __name__ == "__main__":
    main()
