#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plot_dlrm.py HISTORY.csv REPORT.json PICTURE: a picture of a trireme-dlrm training, PNG, SVG or PDF by its name.

Training and test loss and the area under the curve over epochs, where the time of the steps went, and the bytes that all
ranks sent.
"""
import sys

from project_python import use_project_python

use_project_python("matplotlib")
import csv  # noqa: E402
import json  # noqa: E402

import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

PARTS = ("bottom", "embedding", "exchange", "interaction", "top", "backward", "update", "layer_update", "reduce", "input")
COLUMNS = ("epoch", "train_loss", "test_loss", "auc")


def fail(problem, what_to_do):
    sys.exit(f"plot_dlrm.py: {problem} -> {what_to_do}")


def read_history(path):
    try:
        with open(path, encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    except (OSError, ValueError, csv.Error) as error:
        fail(f"cannot read {path} ({error})", "name the file of output.history")
    if not rows:
        fail(f"{path} has no measurements", "set data.test")
    for name in COLUMNS:
        if name not in rows[0]:
            fail(f"{path} has no column {name}", "name the file of output.history")
    try:
        return {name: [float(row[name]) for row in rows] for name in COLUMNS}
    except (TypeError, ValueError) as error:
        fail(f"{path} has a value that is no number ({error})", "write the history anew")


def read_report(path):
    """Seconds of each part, and bytes sent by name."""
    advice = "name the file of --json-report of a training"
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except (OSError, ValueError) as error:
        fail(f"cannot read {path} ({error})", advice)
    try:
        times = [float(report["time"].get(part, 0)) for part in PARTS]
        return times, {name: float(value) for name, value in report["bytes"].items() if name != "tables"}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        fail(f"{path} is no report of a training ({type(error).__name__}: {error})", advice)


def bars(axes, names, values, title, unit):
    axes.barh(names, values, color="tab:blue")
    axes.invert_yaxis()
    axes.set_title(title)
    axes.set_xlabel(unit)


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    history = read_history(arguments[0])
    times, sent = read_report(arguments[1])
    figure, axes = plt.subplots(2, 2, figsize=(10, 7), layout="constrained")
    for name, label in (("train_loss", "training"), ("test_loss", "test")):
        axes[0, 0].plot(history["epoch"], history[name], marker=".", label=label)
    axes[0, 0].set(title="loss", xlabel="epoch")
    axes[0, 0].legend()
    axes[0, 1].plot(history["epoch"], history["auc"], marker=".", color="tab:green")
    axes[0, 1].set(title="area under the curve", xlabel="epoch")
    bars(axes[1, 0], PARTS, times, "time of the steps", "s")
    bars(axes[1, 1], list(sent), [value / 2**20 for value in sent.values()], "sent by all ranks", "MiB")
    try:
        figure.savefig(arguments[2], dpi=120)
    except (OSError, ValueError) as error:
        fail(f"cannot write {arguments[2]} ({error})", "name a file ending in .png, .svg or .pdf in a folder that is there")


main(sys.argv[1:])
