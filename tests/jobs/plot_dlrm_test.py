#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of jobs/plot_dlrm.py on a made history and report: plot_dlrm_test.py ROOT."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COLUMNS = "step,epoch,samples,train_loss,test_loss,auc"
HISTORY = f"# epochs, losses\n{COLUMNS}\n10,0.5,640,0.6,0.61,0.7\n20,1,1280,0.5,0.52,0.75\n"
REPORT = {"time": {"total": 3.0, "bottom": 1.0, "top": 1.5, "update": 0.25},
          "bytes": {"tables": 10**9, "ids": 2**20, "vectors": 2**21, "gradients": 2**21, "layers": 0}}


class PlotDlrm(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return Path(self.folder.name) / name

    def run_on(self, history=HISTORY, report=json.dumps(REPORT), picture="picture.png"):
        """Ends the test where there is nothing to draw with."""
        self.path("history.csv").write_text(history)
        self.path("report.json").write_text(report)
        environment = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
        words = [str(self.path(name)) for name in ("history.csv", "report.json", picture)]
        done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, env=environment)
        if "python3-matplotlib" in done.stderr:
            self.skipTest("no matplotlib")
        return done

    def curves(self, name):
        return [line for line in self.path(name).read_text().splitlines() if line.startswith(("L ", '<path d="M '))]

    def test_draws_what_the_files_hold(self):
        done = self.run_on(picture="picture.svg")
        self.assertEqual(done.returncode, 0, done.stderr)
        drawn = self.path("picture.svg").read_text()
        # Words stand in the picture as comments beside their outlines: each part, each kind of bytes but that of tables.
        for name in ("training", "test", "area under the curve", "layer_update", "gradients"):
            self.assertIn(f"<!-- {name} -->", drawn)
        self.assertNotIn("<!-- tables -->", drawn)
        self.run_on(history=HISTORY.replace("0.75", "0.65"), picture="other.svg")
        self.assertNotEqual(self.curves("picture.svg"), self.curves("other.svg"))

    def test_says_what_is_wrong(self):
        cases = (({"history": "step,epoch\n"}, "has no measurements -> set data.test"),
                 ({"history": HISTORY.replace("auc", "area")}, "has no column auc"),
                 ({"report": "{"}, "--json-report"),
                 ({"report": json.dumps({"time": {}})}, "is no report of a training"),
                 ({"picture": "nowhere/picture.png"}, "in a folder that is there"))
        for words, text in cases:
            done = self.run_on(**words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(text, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    root = sys.argv.pop(1)
    SCRIPT = os.path.join(root, "jobs", "plot_dlrm.py")
    unittest.main()
