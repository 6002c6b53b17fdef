#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An unmodified hypre program, without and with libtrireme_hypre_shim.so preloaded.

Settings that exist in this project must be taken over, others forwarded to hypre with one line that names the setting and
with hypre's own iterations, to the last.
"""
import argparse
import os
import re
import subprocess
import sys
import unittest

ARGUMENTS = None
TAKEN = "trireme shim: BoomerAMG taken over:"
FORWARDED = "trireme shim: hypre's BoomerAMG runs:"


class Solve:
    def __init__(self, match):
        self.code, self.iterations = int(match[0]), int(match[1])
        self.told, self.true = float(match[2]), float(match[3])


def run(settings, shim=True, **environment):
    """([Solve], standard output, standard error)"""
    variables = {**os.environ, **environment}
    if shim:
        variables["LD_PRELOAD"] = ":".join(filter(None, [variables.get("LD_PRELOAD"), ARGUMENTS.shim]))
    done = subprocess.run([ARGUMENTS.mpiexec, "-n", ARGUMENTS.ranks, ARGUMENTS.program, *settings.split()], env=variables,
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(f"{settings}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    solves = [Solve(m) for m in re.findall(r"^code (\d+) iterations (\d+) told (\S+) true (\S+)$", done.stdout, re.M)]
    return solves, done.stdout, done.stderr


class Shim(unittest.TestCase):
    def taken(self, settings, **environment):
        solves, _, err = run(settings, TRIREME_SHIM_VERBOSE="1", **environment)
        self.assertIn(TAKEN, err, settings)
        self.assertNotIn(FORWARDED, err, settings)
        return solves, err

    def forwarded(self, settings, reason, **environment):
        _, _, err = run(settings, **environment)
        self.assertEqual(err.count(FORWARDED), 1, f"{settings}: {err}")
        self.assertIn(reason, err)

    def test_known_settings_are_taken_over(self):
        for settings in ("coarsen=8", "coarsen=8 points=27", "coarsen=8 interp=17 relax=8", "coarsen=8 relax=6 sweeps=2",
                         "coarsen=10", "coarsen=10 points=27 interp=17", "coarsen=8 agg_levels=1",
                         "coarsen=10 agg_levels=1 agg_interp=1 paths=2", "coarsen=8 functions=2 by_layers=1",
                         "coarsen=8 relax=16", "coarsen=8 relax=18 cycle=2", "coarsen=8 alone=1"):
            (plain,), _, _ = run(settings, shim=False)
            (ours,), _ = self.taken(settings)
            self.assertEqual(ours.code, 0)
            self.assertLess(ours.true, 1.01e-8, settings)
            self.assertAlmostEqual(ours.told, ours.true, delta=1e-10)
            self.assertLessEqual(abs(ours.iterations - plain.iterations), max(4, plain.iterations // 4), settings)
            # Not hypre's own numbers.
            self.assertNotEqual(ours.true, plain.true)

    def test_unknown_settings_are_forwarded(self):
        for settings, reason in (("coarsen=6", "coarsening type 6"), ("coarsen=8 interp=0", "interpolation type 0"),
                                 ("coarsen=8 relax=7", "smoother 7"), ("coarsen=8 relax_weight=0.5", "RelaxWt 0.5"),
                                 ("coarsen=8 additive=0", "Additive 0"),
                                 ("coarsen=8 agg_levels=1 agg_interp=2", "aggressive levels 2")):
            self.forwarded(settings, reason)
            (plain,), _, _ = run(settings, shim=False)
            (ours,), _, _ = run(settings)
            self.assertEqual((ours.iterations, ours.code), (plain.iterations, plain.code), settings)
            self.assertLess(abs(ours.true - plain.true), 1e-9, settings)

    def test_says_no_more_than_asked_for(self):
        self.assertEqual(run("coarsen=8")[2], "")
        self.assertEqual(run("coarsen=6 setups=3")[2].count(FORWARDED), 1)
        self.assertEqual(run("coarsen=6", TRIREME_SHIM_VERBOSE="0")[2], "")

    def test_sets_up_again_and_again(self):
        solves, err = self.taken("coarsen=8 setups=3")
        self.assertEqual(err.count(TAKEN), 3)
        self.assertEqual(len({(s.iterations, s.true) for s in solves}), 1)

    def test_own_options_come_over_the_programs(self):
        (plain,), plain_err = self.taken("coarsen=8")
        (single,), _ = self.taken("coarsen=8", TRIREME_SHIM_OPTIONS="precision=single")
        self.assertNotEqual(single.true, plain.true)
        self.assertLess(single.true, 1.01e-8)
        _, err = self.taken("coarsen=8", TRIREME_SHIM_OPTIONS="family=aggregation precision=single")
        self.assertNotEqual(re.search(r"complexity \S+", err)[0], re.search(r"complexity \S+", plain_err)[0])
        self.forwarded("coarsen=8", "precision", TRIREME_SHIM_OPTIONS="precission=single")

    def test_the_transpose_is_hypres(self):
        settings = "coarsen=8 alone=1 transposed=1"
        (plain,), _, _ = run(settings, shim=False)
        (ours,), _ = self.taken(settings)
        self.assertEqual((ours.code, ours.iterations), (plain.code, plain.iterations))
        self.assertAlmostEqual(ours.told, plain.told, delta=1e-9)

    def test_too_few_cycles_are_told_in_hypres_way(self):
        (ours,), _ = self.taken("coarsen=8 alone=1 max_iter=2")
        self.assertEqual((ours.code, ours.iterations), (256, 2))
        self.assertGreater(ours.told, 1e-8)

    def test_prints_as_hypre_is_asked_to(self):
        _, out, _ = run("coarsen=8 alone=1 print=3")
        self.assertIn("operator complexity", out)
        self.assertRegex(out, r"cycle +1 +relative residual")


def main():
    global ARGUMENTS
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--program", "--shim", "--mpiexec", "--ranks"):
        parser.add_argument(name, required=True)
    ARGUMENTS = parser.parse_args()
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
