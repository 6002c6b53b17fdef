#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare_optim_test.py ROOT PROGRAM MPIEXEC: perf/compare/optim.py --quick leaves what it promises."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

IDS = {"optim.dance", "optim.dance_certified", "optim.pblbfgs", "optim.messages", "optim.product", "optim.ensemble"}


def main():
    root, program, mpiexec = sys.argv[1:]
    if not os.environ.get("TRIREME_DATA"):
        print("skipped: no data (TRIREME_DATA is not set)")
        return 1 if os.environ.get("CI") else 77
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "optim.json"
        command = [sys.executable, str(Path(root) / "perf/compare/optim.py"), "--json", str(results), "--program", program,
                   "--launch", mpiexec, "--quick"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        written = json.loads(results.read_text())
    goals = written["goals"]
    assert {goal["id"] for goal in goals} == IDS, goals
    for goal in goals:
        assert set(goal) >= {"id", "case", "value", "goal", "met"}, goal
    # Counts, not times: these hold on any machine.
    for identity in ("optim.dance", "optim.dance_certified", "optim.messages"):
        (goal,) = [goal for goal in goals if goal["id"] == identity]
        assert goal["met"], goal
    assert len(written["results"]["mushrooms"]["methods"]["dance"]) == 2
    print("\n".join(f"{goal['id']} {goal['case']}: {goal['value']}" for goal in goals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
