#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""read_outputs.py MPIEXEC TRIREME_FUN3D PROJECT: solves a small wing on 1 and 3 ranks, reads the .vtkhdf files back with
VTK, compares the tables of both runs and draws the plots.

Exits with 77 (skipped) where this Python has no vtk, unless CI is set: there vtk is installed and its absence a failure.
"""
import csv
import os
import subprocess
import sys
import tempfile


def import_vtk():
    python = os.environ.get("TRIREME_PYTHON", "/usr/bin/python3")
    try:
        import vtk

        return vtk
    except ImportError as error:
        # Another Python in PATH may hide the one that the packages were installed for.
        if os.path.exists(python) and os.path.realpath(python) != os.path.realpath(sys.executable):
            os.execv(python, [python] + sys.argv)
        print(f"skipped: no vtk in {sys.executable} ({error}); install python3-vtk9")
        sys.exit(1 if os.environ.get("CI") else 77)


vtk = import_vtk()


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def read_grid(path):
    reader = vtk.vtkHDFReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def field_range(grid, name):
    array = grid.GetPointData().GetArray(name)
    check(array is not None, f"field {name} is missing")
    return array.GetRange()


def enclosed_volumes(grid):
    """The volume that each cell's faces enclose, by the divergence theorem; negative where they face inward."""
    volumes = []
    for i in range(grid.GetNumberOfCells()):
        cell = grid.GetCell(i)
        volume = 0.0
        for f in range(cell.GetNumberOfFaces()):
            points = cell.GetFace(f).GetPoints()
            corners = [points.GetPoint(k) for k in range(points.GetNumberOfPoints())]
            a = corners[0]
            for b, c in zip(corners[1:], corners[2:]):
                volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
                           + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        volumes.append(volume)
    return volumes


def area(grid):
    measure = vtk.vtkMeshQuality()
    measure.SetInputData(grid)
    measure.SetTriangleQualityMeasureToArea()
    measure.SetQuadQualityMeasureToArea()
    measure.Update()
    return sum(measure.GetOutput().GetCellData().GetArray("Quality").GetValue(i) for i in range(grid.GetNumberOfCells()))


def cell_types(grid):
    return {grid.GetCellType(cell) for cell in range(grid.GetNumberOfCells())}


def check_prisms(mpiexec, program, base):
    """A box of prisms comes back as wedges that face outward and fill the box."""
    kinds = ["boundary.x_min=far_field", "boundary.x_max=far_field"]
    kinds += [f"boundary.{side}=slip_wall" for side in ("y_min", "y_max", "z_min", "z_max")]
    ended = subprocess.run(mpiexec.split() + ["-n", "2", program, "mesh.generate.kind=box", "mesh.generate.box.cells=prism",
                                              "mesh.generate.target_vertices=300", "flow.angle_of_attack=3", "pseudo_time.max_steps=1",
                                              f"output.directory={base}", "output.name=prisms"] + kinds,
                           stdout=subprocess.DEVNULL)
    check(ended.returncode in (0, 3), f"the run on prisms ended with {ended.returncode}")
    surface = read_grid(os.path.join(base, "prisms_surface.vtkhdf"))
    check(cell_types(surface) == {vtk.VTK_TRIANGLE, vtk.VTK_QUAD}, f"cell types of the surface {cell_types(surface)}")
    check(abs(area(surface) - 6) < 1e-9, f"the faces of the unit box cover {area(surface)}")
    grid = read_grid(os.path.join(base, "prisms_volume.vtkhdf"))
    check(cell_types(grid) == {vtk.VTK_WEDGE}, f"cell types {cell_types(grid)}")
    volumes = enclosed_volumes(grid)
    check(min(volumes) > 0, f"a prism is written inside out: volume {min(volumes)}")
    check(abs(sum(volumes) - 1) < 1e-9, f"the prisms fill {sum(volumes)} of the unit box")


def check_scheme_fields(mpiexec, program, project, base):
    """Over a wedge at Mach 2 gradients are limited at the shock and not ahead of it; without asking there are no fields."""
    case = os.path.join(project, "jobs/cases/fun3d/wedge.yaml")
    grids = []
    for ranks in (1, 3):
        ended = subprocess.run(mpiexec.split() + ["-n", str(ranks), program, case, "mesh.generate.target_vertices=1000",
                                                  "limiter.type=venkatakrishnan", "output.scheme_fields=true",
                                                  f"output.directory={base}", f"output.name=wedge{ranks}"],
                               stdout=subprocess.DEVNULL)
        check(ended.returncode == 0, f"the run over the wedge ended with {ended.returncode}")
        grids.append(read_grid(os.path.join(base, f"wedge{ranks}_volume.vtkhdf")))
        low, high = field_range(grids[-1], "limiter")
        check(0 <= low < 0.5 and high == 1, f"limiters from {low} to {high}")
        low, high = field_range(grids[-1], "first_order_edges")
        check(low == 0 and high == int(high), f"first-order edges from {low} to {high}")
        limiter, mach = (grids[-1].GetPointData().GetArray(name) for name in ("limiter", "mach"))
        ahead = [i for i in range(grids[-1].GetNumberOfPoints()) if abs(mach.GetValue(i) - 2) < 1e-6]
        check(len(ahead) > 20, f"{len(ahead)} points see the free stream")
        check(min(limiter.GetValue(i) for i in ahead) > 0.99, "the free stream is limited")
    means = [sum(grid.GetPointData().GetArray("limiter").GetValue(i) for i in range(grid.GetNumberOfPoints()))
             / grid.GetNumberOfPoints() for grid in grids]
    check(abs(means[0] - means[1]) < 0.02, f"mean limiters of 1 and 3 ranks: {means}")


def solve(mpiexec, program, project, ranks, folder):
    case = os.path.join(project, "jobs/cases/fun3d/m6_incompressible.yaml")
    subprocess.run(mpiexec.split() + ["-n", str(ranks), program, case, "mesh.generate.target_vertices=3000",
                                      f"output.directory={folder}", "output.name=wing", "pseudo_time.residual_drop=1e9"],
                   check=True, stdout=subprocess.DEVNULL)
    volume, surface = (read_grid(os.path.join(folder, f"wing_{part}.vtkhdf")) for part in ("volume", "surface"))
    with open(os.path.join(folder, "wing_surface.csv"), newline="") as file:
        table = list(csv.reader(file))
    with open(os.path.join(folder, "wing_sections.csv"), newline="") as file:
        sections = list(csv.DictReader(file))
    return volume, surface, table, sections


STATIONS = ["0.2", "0.44", "0.65", "0.8", "0.9", "0.95", "0.99"]


def check_sections(rows):
    """Every station has an upper and a lower side of a whole chord, and the flow is faster above."""
    check(list(dict.fromkeys(row["span fraction [1]"] for row in rows)) == STATIONS, "stations are missing")
    for station in STATIONS:
        least = {}
        for side in ("upper", "lower"):
            here = [row for row in rows if row["span fraction [1]"] == station and row["side"] == side]
            along = [float(row["x over chord [1]"]) for row in here]
            check(len(along) > 5 and along[0] == 0 and abs(along[-1] - 1) < 1e-9, f"{side} side at {station}: {along}")
            check(all(abs(float(row["z [mesh unit]"]) - float(station)) < 1e-9 for row in here), f"z at {station}")
            least[side] = min(float(row["pressure coefficient [1]"]) for row in here)
        check(least["upper"] < least["lower"], f"pressures at {station}: {least}")


def main():
    mpiexec, program, project = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as base:
        alone, together = (solve(mpiexec, program, project, ranks, os.path.join(base, f"np{ranks}")) for ranks in (1, 3))
        for volume, surface, table, _ in (alone, together):
            check(volume.GetPointData().GetArray("limiter") is None, "scheme fields are written unasked")
            for grid in (volume, surface):
                check(grid.GetNumberOfPoints() > 0, "a file has no points")
                low, high = field_range(grid, "pressure_coefficient")
                check(-3 < low < -0.3 and 0.5 < high < 3, f"pressure coefficients from {low} to {high}")
                check(grid.GetPointData().GetArray("velocity").GetNumberOfComponents() == 3, "velocity is no vector")
            check(surface.GetCellData().GetArray("marker") is not None, "the surface has no markers")
            check(cell_types(volume) == {vtk.VTK_TETRA}, f"cell types {cell_types(volume)}")
            check(min(enclosed_volumes(volume)) > 0, "a tetrahedron is written inside out")
            check(surface.IsA("vtkUnstructuredGrid"), f"the surface is a {surface.GetClassName()}")
            check(cell_types(surface) == {vtk.VTK_TRIANGLE}, f"cell types of the surface {cell_types(surface)}")
        check(alone[0].GetNumberOfCells() == together[0].GetNumberOfCells(), "a cell is lost or written twice")
        check(alone[1].GetNumberOfCells() == together[1].GetNumberOfCells(), "a facet is lost or written twice")
        for rows in (alone[3], together[3]):
            check_sections(rows)
        check(len(alone[3]) == len(together[3]), "a point of a section is lost or written twice")
        for one, other in zip(alone[3], together[3]):
            check(all(one[k] == other[k] or abs(float(one[k]) - float(other[k])) < 1e-6 for k in one), f"{one} and {other}")
        check(len(alone[2]) == len(together[2]), "a wall vertex is lost or written twice")
        for one, other in zip(alone[2][1:], together[2][1:]):
            check(one[:5] == other[:5], f"rows {one} and {other}")
            check(abs(float(one[5]) - float(other[5])) < 1e-6, f"rows {one} and {other}")
        check_prisms(mpiexec, program, base)
        check_scheme_fields(mpiexec, program, project, base)
        subprocess.run([sys.executable, os.path.join(project, "jobs/plot_flow.py"), base, "--name", "prisms"], check=True,
                       stdout=subprocess.DEVNULL)
        folder = os.path.join(base, "np3")
        subprocess.run([sys.executable, os.path.join(project, "jobs/plot_flow.py"), folder], check=True,
                       stdout=subprocess.DEVNULL)
        for picture in ("history", "cp", "sections"):
            for ending in ("png", "svg"):
                path = os.path.join(folder, f"wing_{picture}.{ending}")
                check(os.path.getsize(path) > 5000, f"{path} is empty")
    print("read volume, surface and tables of 1 and 3 ranks, and prisms; drew the plots")


if __name__ == "__main__":
    main()
