#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""read_vtkhdf.py MPIEXEC VTKHDF_SAMPLE: has 1 to 4 ranks write the sample grid and VTK read it back.

Exits with 77 (skipped) where this Python has no vtk, unless CI is set: there vtk is installed and its absence a failure.
"""
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


CELL_SIZES = {10: 4, 14: 5, 13: 6, 12: 8, 5: 3}
UNIT_TYPES = [10, 14, 13, 12, 5]


def check(vtk, path, ranks):
    reader = vtk.vtkHDFReader()
    assert reader.CanReadFile(path), f"{path}: VTK does not take it for its own"
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    assert grid is not None and grid.GetNumberOfCells() == 10, f"np {ranks}: {grid and grid.GetNumberOfCells()} cells"
    units = grid.GetCellData().GetArray("unit")
    x = grid.GetPointData().GetArray("x")
    velocity = grid.GetPointData().GetArray("velocity")
    assert velocity.GetNumberOfComponents() == 3
    assert grid.GetNumberOfPoints() == 52, grid.GetNumberOfPoints()
    seen = set()
    for cell in range(grid.GetNumberOfCells()):
        unit = int(units.GetValue(cell))
        seen.add(unit)
        assert grid.GetCellType(cell) == UNIT_TYPES[unit % 5], f"np {ranks}: type of unit {unit}"
        ids = grid.GetCell(cell).GetPointIds()
        assert ids.GetNumberOfIds() == CELL_SIZES[grid.GetCellType(cell)]
        assert grid.GetPoint(ids.GetId(0)) == (float(unit), 0.0, 0.0), f"np {ranks}: corner of unit {unit}"
        for i in range(ids.GetNumberOfIds()):
            point = grid.GetPoint(ids.GetId(i))
            assert unit <= point[0] <= unit + 0.5, f"np {ranks}: unit {unit} uses a point of another"
            assert x.GetValue(ids.GetId(i)) == point[0]
            assert velocity.GetTuple(ids.GetId(i)) == (point[0], 2 * point[1], 3 * point[2])
    assert seen == set(range(10)), f"np {ranks}: units {sorted(seen)}"


def main():
    mpiexec, sample = sys.argv[1:3]
    vtk = import_vtk()
    with tempfile.TemporaryDirectory() as folder:
        for ranks in (1, 2, 3, 4):
            path = os.path.join(folder, f"sample{ranks}.vtkhdf")
            subprocess.run([mpiexec, "-n", str(ranks), sample, path], check=True)
            check(vtk, path, ranks)
    print("VTK reads what 1 to 4 ranks wrote")


if __name__ == "__main__":
    main()
