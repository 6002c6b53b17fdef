#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare_fun3d_test.py SOURCE PROGRAM MPIEXEC: perf/compare/fun3d.py --quick leaves a file of the promised shape, whose steps
all reach the same flow; nothing here looks at a time."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

IDS = {"fun3d.residual", "fun3d.residual_compressible", "fun3d.threads", "fun3d.trsv", "fun3d.ilu", "fun3d.solve",
       "fun3d.staircase"}
KERNELS = {"flux", "gradient", "jacobian", "ilu", "trsv", "vectors"}


def check_ratios(source):
    """Ratios are taken within a repetition, of those that were measured, and an aim from above is met from below."""
    sys.path.insert(0, f"{source}/perf/compare")
    from fun3d_goals import Kernels, goal
    entry = lambda seconds: {"seconds": seconds, "units": 100, "bytes": 800}  # noqa: E731
    kernels = Kernels(None, [{"a": entry(4.0), "b": entry(1.0)}, {}, {"a": entry(9.0), "b": entry(3.0)},
                             {"a": entry(10.0), "b": entry(2.0)}, {"a": entry(1.0)}])
    assert kernels.ratio("a", "b") == 4.0
    assert kernels.ratio("a", "c") is None
    assert kernels.nanoseconds("b") == 2e7
    assert goal("i", "c", 5.0, 6.0, less=True)["met"] and not goal("i", "c", 5.0, 6.0)["met"]
    assert "why" in goal("i", "c", None, 6.0) and not goal("i", "c", None, 6.0)["met"]


def main():
    source, program, mpiexec = sys.argv[1:]
    check_ratios(source)
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "fun3d.json"
        command = [sys.executable, str(Path(source) / "perf/compare/fun3d.py"), "--json", str(results), "--program", program,
                   "--launch", mpiexec, "--quick", "--peer", "nothing=true {mesh} {ranks} {threads}", "--peer", "broken=false"]
        job = subprocess.run(command, capture_output=True, text=True)
        assert job.returncode == 0, job.stdout + job.stderr
        written = json.loads(results.read_text())
    assert {goal["id"] for goal in written["goals"]} == IDS, written["goals"]
    for goal in written["goals"]:
        assert set(goal) >= {"id", "case", "value", "goal", "met"}, goal
    lifts = []
    for solve in written["solves"]:
        (run,) = solve["runs"]
        assert "error" not in run and run["converged"], (solve["step"], run)
        lifts.append(run["forces"]["lift"])
        kernels = {row["kernel"]: row for row in run["performance"]["kernels"]}
        assert set(kernels) >= KERNELS, (solve["step"], kernels)
        for name in KERNELS:
            assert kernels[name]["calls"] > 0 and kernels[name]["bytes"] > 0, (solve["step"], name, kernels[name])
        assert run["performance"]["edges"] == run["mesh"]["edges"], run["performance"]
    assert max(lifts) - min(lifts) < 1e-6 * abs(max(lifts)), lifts
    peers = {entry["peer"]: entry["runs"][0] for entry in written["peers"]}
    assert "seconds" in peers["nothing"] and "error" in peers["broken"], peers
    print("\n".join(f"{goal['id']} {goal['case']}: {goal['value']}" for goal in written["goals"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
