#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare_dlrm_test.py ROOT PROGRAM MPIEXEC: perf/compare/dlrm.py --quick leaves what it promises, and the bytes that training sends
at 2 and 3 ranks are those of its formulas."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

IDS = {"dlrm.kaggle2048", "dlrm.floor", "dlrm.update", "dlrm.threads", "dlrm.ranks"}


def main():
    root, program, mpiexec = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "dlrm.json"
        command = [sys.executable, str(Path(root) / "perf/compare/dlrm.py"), "--json", str(results), "--program", program,
                   "--launch", mpiexec, "--quick", "--cases", "kaggle2048"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        written = json.loads(results.read_text())
    goals = written["goals"]
    assert {goal["id"] for goal in goals} == IDS, goals
    for goal in goals:
        assert set(goal) >= {"id", "case", "value", "goal", "met"}, goal
        assert goal["value"] is not None or goal["why"], goal
    rows = written["exchange"]["kaggle2048"]
    assert {(row["ranks"], row["plan"]) for row in rows} == {(n, plan) for n in (2, 3) for plan in ("table_wise", "column_wise")}
    for row in rows:
        assert row["measured"] == row["predicted"], row
    assert rows[-1]["measured"]["vectors"] > 0
    model = {row["ranks"]: row for row in written["exchange_model"]["kaggle2048"]}
    assert list(model) == [16, 32, 64, 128, 256, 512, 1024], model
    # By hand, 26 tables 4 wide on 16 ranks of 2048 samples: the first ten hold two tables, and send their vectors to all others.
    assert model[16]["vectors"] == model[16]["gradients"] == 4 * 15 * 2048 * 8, model[16]
    assert model[16]["ids"] == 4 * 15 * 2048 * 2, model[16]
    # From 128 ranks on tables are cut into single columns, 104 in all, one a rank: a rank's samples need the others' 103 or 104.
    assert model[128]["pieces"] == 4 and model[1024]["vectors"] == 4 * 1023 * 2048, model[1024]
    print("\n".join(f"{goal['id']} {goal['case']}: {goal['value']}" for goal in goals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
