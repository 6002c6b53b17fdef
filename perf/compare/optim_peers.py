# SPDX-License-Identifier: Apache-2.0
"""liblinear and scikit-learn on logistic regression with the rows that trireme-optim trains on; counts of their passes.

Rows are scaled to norm 1 in double and rounded to single precision, as trireme-optim does; lambda is 1/N, which is C = 1 for
both. A peer that is not installed has no results.
"""
import gzip
import importlib.util
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

EPSILONS = (0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 1e-4, 1e-5, 1e-6)  # of liblinear's runs, each from zero
ITERATIONS = (1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 25, 30, 40, 60, 100, 150)  # of scikit-learn's


class Rows:
    """Labels +-1 and unit rows in compressed form, read from a LIBSVM file of two classes."""

    def __init__(self, path):
        import numpy
        labels, offsets, columns, values = [], [0], [], []
        with gzip.open(path, "rt") as file:
            for line in file:
                words = line.split()
                if not words:
                    continue
                labels.append(float(words[0]))
                for word in words[1:]:
                    column, value = word.split(":")
                    columns.append(int(column) - 1)
                    values.append(float(value))
                offsets.append(len(columns))
        self.y = numpy.where(numpy.array(labels) == max(labels), 1.0, -1.0)
        self.columns = numpy.array(columns)
        self.row_of = numpy.repeat(numpy.arange(len(labels)), numpy.diff(offsets))
        raw = numpy.array(values, dtype=numpy.float32).astype(float)
        norms = numpy.sqrt(numpy.bincount(self.row_of, raw * raw, len(labels)))
        self.values = (raw / norms[self.row_of]).astype(numpy.float32).astype(float)
        self.offsets = offsets
        self.n, self.dim = len(labels), max(columns) + 1

    def objective(self, w):
        import numpy
        margins = self.y * numpy.bincount(self.row_of, self.values * w[self.columns], self.n)
        return float(numpy.logaddexp(0, -margins).mean() + 0.5 / self.n * (w @ w))

    def write(self, path):
        with open(path, "w", encoding="ascii") as file:
            for row in range(self.n):
                entries = range(self.offsets[row], self.offsets[row + 1])
                words = [f"{self.columns[e] + 1}:{self.values[e]:.9g}" for e in entries]
                file.write(" ".join([f"{int(self.y[row]):+d}", *words]) + "\n")


def run_of(points, optimum, samples, gaps):
    """points: (passes, objective) by rising effort. In the form of trireme-optim's runs."""
    def first_within(gap):
        return next((passes for passes, value in points if value - optimum <= gap), None)
    return {"passes": points[-1][0], "reason": "", "gap": points[-1][1] - optimum,
            "to": {name: first_within(gap) for name, gap in gaps(optimum, samples).items()},
            "vector_reductions": 0, "reduced_bytes": 0, "seconds": 0.0, "history": [list(point) for point in points]}


def liblinear(rows):
    """Trust-region Newton (-s 0): the start and each iteration evaluate once; CG's iterations are products; the diagonal of
    its preconditioner is half a pass."""
    import numpy
    points = []
    with tempfile.TemporaryDirectory(prefix="trireme_liblinear_") as folder:
        data, model = Path(folder) / "rows", Path(folder) / "model"
        rows.write(data)
        for epsilon in EPSILONS:
            done = subprocess.run(["liblinear-train", "-s", "0", "-c", "1", "-e", str(epsilon), str(data), str(model)],
                                  capture_output=True, text=True, check=True)
            products = [int(count) for count in re.findall(r"CG\s+(\d+)", done.stdout)]
            text = model.read_text()
            sign = float(re.search(r"label (\S+)", text).group(1))
            w = sign * numpy.array([float(word) for word in text.split("\nw\n")[1].split()])
            points.append((1 + 1.5 * len(products) + sum(products), rows.objective(w)))
    return points


def scikit_learn(rows):
    """L-BFGS: one evaluation an iteration, which is its least."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression
    import warnings
    matrix = csr_matrix((rows.values, rows.columns, rows.offsets), shape=(rows.n, rows.dim))
    points = []
    for iterations in ITERATIONS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fit = LogisticRegression(C=1, fit_intercept=False, tol=1e-12, max_iter=iterations).fit(matrix, rows.y)
        points.append((1 + int(fit.n_iter_[0]), rows.objective(fit.coef_[0])))
    return points


def absent_peers():
    """By name, whether it is absent; both need numpy here."""
    without = {module: importlib.util.find_spec(module) is None for module in ("numpy", "scipy", "sklearn")}
    return {"liblinear": without["numpy"] or shutil.which("liblinear-train") is None, "scikit-learn": any(without.values())}


def measure_peers(path, optimum, samples, gaps, absent):
    """Of a LIBSVM file of two classes, by name."""
    peers = {"liblinear": liblinear, "scikit-learn": scikit_learn}
    present = [name for name in peers if not absent[name]]
    if not present:
        return {}
    rows = Rows(path)
    return {name: [run_of(peers[name](rows), optimum, samples, gaps)] for name in present}
