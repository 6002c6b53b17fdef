#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the extrapolation in jobs/study_meshes.py: study_meshes_test.py ROOT."""
import os
import sys
import unittest


class Extrapolation(unittest.TestCase):
    h = [0.04, 0.025, 0.02]

    def series(self, limit, slope, order):
        return [limit + slope * size**order for size in self.h]

    def test_finds_limit_and_order_of_exact_series(self):
        for order in (0.8, 1.0, 1.7, 2.0, 2.9):
            value, found, observed = study_meshes.extrapolated(self.h, self.series(0.3, -2.0, order))
            self.assertTrue(observed)
            self.assertAlmostEqual(found, order, 6)
            self.assertAlmostEqual(value, 0.3, 8)

    def test_takes_second_order_for_granted_where_none_is_seen(self):
        for values in ([0.1, 0.2, 0.15], [0.1, 0.2, 0.4], [0.1, 0.1, 0.1], self.series(0.3, 1.0, 5.0)):
            value, order, observed = study_meshes.extrapolated(self.h, values)
            self.assertFalse(observed)
            self.assertEqual(order, 2.0)
            slope = (values[2] - values[1]) / (self.h[1] ** 2 - self.h[2] ** 2)
            self.assertAlmostEqual(value, values[2] + slope * self.h[2] ** 2, 12)

    def test_two_meshes_do_with_second_order(self):
        value, _, observed = study_meshes.extrapolated([0.2, 0.1], [1.04, 1.01])
        self.assertFalse(observed)
        self.assertAlmostEqual(value, 1.0, 12)

    def test_changes_must_shrink(self):
        self.assertTrue(study_meshes.shrinks([1.0, 1.2, 1.1]))
        self.assertFalse(study_meshes.shrinks([1.0, 1.1, 1.3]))


if __name__ == "__main__":
    sys.path.insert(0, os.path.join(sys.argv.pop(1), "jobs"))
    import study_meshes

    unittest.main()
