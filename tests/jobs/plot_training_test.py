#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of jobs/plot_training.py on made reports: plot_training_test.py ROOT."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


def report(values, samples=100, weight=0.01):
    return {"data": {"samples": samples}, "lambda": weight, "test_accuracy": 0.8,
            "history": [{"iteration": k, "passes": 2.0 * k, "samples": 10 * (k + 1), "full_objective": value,
                         "train_accuracy": 0.5 + 0.1 * k} for k, value in enumerate(values)]}


ENSEMBLE = {"selected": [1], "member_returns": [10.0, 40.0], "return": 40.0, "return_of_all": 30.0}


class Series(unittest.TestCase):
    def test_gaps_are_over_the_least_of_all_runs(self):
        gaps, other = plot_training.gap_series({"a": report([3.0, 2.0]), "b": report([3.0, 1.0])})
        self.assertEqual(gaps, {"a": [(0.0, 2.0), (2.0, 1.0)], "b": [(0.0, 2.0)]})
        self.assertEqual(other, [])

    def test_gaps_are_over_the_optimum_that_is_given(self):
        gaps, _ = plot_training.gap_series({"a": report([3.0, 2.0])}, 0.5)
        self.assertEqual(gaps, {"a": [(0.0, 2.5), (2.0, 1.5)]})

    def test_runs_of_another_objective_have_none(self):
        gaps, other = plot_training.gap_series({"a": report([3.0, 2.0]), "b": report([9.0], weight=1.0), "c": report([9.0], samples=7)})
        self.assertEqual(list(gaps), ["a"])
        self.assertEqual(other, ["b", "c"])

    def test_bars_are_of_members_of_all_and_of_the_chosen(self):
        self.assertEqual(plot_training.ensemble_bars({"ensemble": ENSEMBLE}),
                         ("return", [("0", 10.0), ("1 *", 40.0), ("all", 30.0), ("chosen (*)", 40.0)]))
        self.assertIsNone(plot_training.ensemble_bars(report([1.0])))


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, contents):
        paths = []
        for name, content in contents.items():
            paths.append(os.path.join(self.folder.name, name))
            Path(paths[-1]).parent.mkdir(parents=True, exist_ok=True)
            Path(paths[-1]).write_bytes(content if isinstance(content, bytes) else content.encode())
        return paths

    def run_on(self, contents, *words):
        paths = self.write(contents)
        environment = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
        return subprocess.run([sys.executable, SCRIPT, *paths, *words], capture_output=True, text=True, env=environment)

    def test_draws_what_reports_hold(self):
        learned = {"history": [{"update": 1, "steps": 256, "mean_return": 20.0}], "ensemble": ENSEMBLE}
        done = self.run_on({"a.json": json.dumps(report([3.0, 2.0])), "b.json": json.dumps(learned)})
        if "python3-matplotlib" in done.stderr:
            self.skipTest("no matplotlib")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("gap", "accuracy", "batches", "returns", "ensemble"):
            data = (Path(self.folder.name) / f"{name}.png").read_bytes()
            self.assertTrue(data.startswith(b"\x89PNG"), name)

    def test_no_run_vanishes(self):
        names = ["x/run/r.json", "y/run/r.json", "y/other/r.json", "z.json"]
        paths = self.write({name: json.dumps({"name": name}) for name in names})
        reports = plot_training.named([*paths, paths[0]])
        self.assertEqual({name: report["name"] for name, report in reports.items()},
                         {paths[0]: names[0], paths[1]: names[1], "other/r": names[2], "z": names[3]})

    def test_says_what_is_wrong(self):
        for content, text in (("{", "--json-report"), ("[]", "a.json: holds a list"), (b"\xff\xfe{}", "a.json: "), ("{}", "no history")):
            done = self.run_on({"a.json": content})
            if "python3-matplotlib" in done.stderr:
                self.skipTest("no matplotlib")
            self.assertEqual(done.returncode, 1)
            self.assertIn(text, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    root = sys.argv.pop(1)
    SCRIPT = os.path.join(root, "jobs", "plot_training.py")
    sys.path.insert(0, os.path.join(root, "jobs"))
    sys.dont_write_bytecode = True
    import plot_training
    unittest.main()
