#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plot_training.py REPORT.json ... [--out FOLDER] [--optimum F]: pictures of trireme-optim runs, from their JSON reports.

Runs are named by their files. Where reports hold it, it draws, as PNG into FOLDER (default: that of the first report):
  gap        objective over all samples, less the optimum, over effective passes   (output.full_objective=true)
  accuracy   in training over effective passes (the same), and on test samples at the end
  batches    samples in the batch or stage of every iteration
  returns    mean return of the episodes that ended, over steps of the environments   (learning.task)
  ensemble   accuracy or return of each snapshot, of all and of the chosen   (ensemble.members)

--optimum: of the objective; without it the least that any of the runs reached, which makes the gap of that run end at nothing.
Gaps are drawn of runs that minimise the same: those with the first one's model, number of samples and lambda.
"""
import argparse
import json
import sys
from pathlib import Path

from project_python import use_project_python


def named(paths):
    """{name: report}; where files are called alike, the folder's name is added, and where that is alike too, the whole path."""
    paths = list(dict.fromkeys(map(str, paths)))
    names = [Path(path).stem for path in paths]
    for longer in (lambda path: f"{Path(path).parent.name}/{Path(path).stem}", str):
        names = [name if names.count(name) == 1 else longer(path) for name, path in zip(names, paths)]
    return {name: read_report(path) for name, path in zip(names, paths)}


def read_report(path):
    """ValueError, which names the file, where it is no report."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:  # no JSON, or no text at all
        raise ValueError(f"{path}: {error}") from None
    if not isinstance(report, dict):
        raise ValueError(f"{path}: holds a {type(report).__name__}, and no report")
    return report


def objective_of(report):
    """What a run minimises, as far as its report tells."""
    return report.get("data", {}).get("samples"), report.get("lambda"), report.get("deck", {}).get("model")


def gap_series(reports, optimum=None):
    """{name: [(passes, gap)]} of runs with the same objective that evaluated it; and the names left out for another one."""
    with_values = {name: [(row["passes"], row["full_objective"]) for row in report.get("history", []) if "full_objective" in row]
                   for name, report in reports.items()}
    with_values = {name: rows for name, rows in with_values.items() if rows}
    if not with_values:
        return {}, []
    first = objective_of(reports[next(iter(with_values))])
    other = [name for name in with_values if objective_of(reports[name]) != first]
    same = {name: rows for name, rows in with_values.items() if name not in other}
    least = min(value for rows in same.values() for _, value in rows) if optimum is None else optimum
    return {name: [(passes, value - least) for passes, value in rows if value > least] for name, rows in same.items()}, other


def ensemble_bars(report):
    """(quality, [(label, value)]) of a run's ensemble; None where it has none."""
    ensemble = report.get("ensemble", {})
    for quality, plural in (("accuracy", "accuracies"), ("return", "returns")):
        if f"member_{plural}" in ensemble:
            bars = [(f"{k}{' *' if k in ensemble['selected'] else ''}", value)
                    for k, value in enumerate(ensemble[f"member_{plural}"])]
            return quality, [*bars, ("all", ensemble[f"{quality}_of_all"]), ("chosen (*)", ensemble[quality])]
    return None


class Pictures:
    def __init__(self, plt, folder):
        self.plt, self.folder, self.written = plt, Path(folder), []
        self.folder.mkdir(parents=True, exist_ok=True)

    def lines(self, name, series, xlabel, ylabel, logarithmic=False):
        """series: {label: [(x, y)]}; nothing is drawn of none."""
        if not any(series.values()):
            return
        figure, axes = self.plt.subplots(figsize=(7, 4.5))
        for label, rows in series.items():
            if rows:
                axes.plot([x for x, _ in rows], [y for _, y in rows], label=label)
        if logarithmic:
            axes.set_yscale("log")
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        axes.legend()
        self.save(figure, name)

    def save(self, figure, name):
        path = self.folder / f"{name}.png"
        figure.tight_layout()
        figure.savefig(path, dpi=120)
        self.plt.close(figure)
        self.written.append(str(path))


def draw(reports, folder, optimum, plt):
    """The files written."""
    pictures = Pictures(plt, folder)
    gaps, other = gap_series(reports, optimum)
    for name in other:
        print(f"plot_training.py: {name} minimises something else than the first run and has no gap")
    pictures.lines("gap", gaps, "effective passes", "objective less the optimum", logarithmic=True)
    histories = {name: report.get("history", []) for name, report in reports.items()}
    accuracies = {name: [(row["passes"], row["train_accuracy"]) for row in rows if "train_accuracy" in row]
                  for name, rows in histories.items()}
    for name, rows in list(accuracies.items()):
        if rows and reports[name].get("test_accuracy") is not None:
            accuracies[f"{name}, test: {reports[name]['test_accuracy']:.4f}"] = accuracies.pop(name)
    pictures.lines("accuracy", accuracies, "effective passes", "accuracy in training")
    pictures.lines("batches", {name: [(row["iteration"], row["samples"]) for row in rows if "samples" in row]
                               for name, rows in histories.items()}, "iteration", "samples", logarithmic=True)
    pictures.lines("returns", {name: [(row["steps"], row["mean_return"]) for row in rows if "mean_return" in row]
                               for name, rows in histories.items()}, "steps of all environments", "mean return of episodes")
    with_ensembles = {name: ensemble_bars(report) for name, report in reports.items() if ensemble_bars(report)}
    if with_ensembles:
        figure, axes = plt.subplots(1, len(with_ensembles), figsize=(5 * len(with_ensembles), 4), squeeze=False)
        for axis, (name, (quality, bars)) in zip(axes[0], with_ensembles.items()):
            axis.bar(range(len(bars)), [value for _, value in bars],
                     color=["#4878a8"] * (len(bars) - 2) + ["#909090", "#e0a040"])
            axis.set_xticks(range(len(bars)), [label for label, _ in bars])
            axis.set_xlabel("snapshot")
            axis.set_ylabel(quality)
            axis.set_title(name)
        pictures.save(figure, "ensemble")
    return pictures.written


def pyplot():
    use_project_python("matplotlib")
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    return plt


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", metavar="REPORT.json")
    parser.add_argument("--out", help="folder of the pictures")
    parser.add_argument("--optimum", type=float)
    arguments = parser.parse_args()
    try:
        reports = named(arguments.reports)
    except (OSError, ValueError) as error:
        sys.exit(f"plot_training.py: {error} -> give files that trireme-optim wrote by --json-report")
    plt = pyplot()
    written = draw(reports, arguments.out or Path(arguments.reports[0]).parent, arguments.optimum, plt)
    if not written:
        sys.exit("plot_training.py: the reports hold no history and no ensemble -> give those of training runs")
    print("\n".join(written))


if __name__ == "__main__":
    main()
