# SPDX-License-Identifier: Apache-2.0
"""Pictures of what perf/compare/amg.py measured."""
from statistics import median

from amg_goals import ok, total
from program_runs import Pictures

COLOURS = {"setup": "#4878a8", "solve": "#e0a040"}


def best_layouts(measured):
    """[(solver name, layout name, set-up, solve)], the layout of least total."""
    rows = []
    for solver in measured.solvers:
        found = []
        for layout in measured.layouts:
            good = [run for run in measured.runs[solver.name, layout.name] if ok(run)]
            if good:
                found.append((median(total(r) for r in good), layout.name, median(r["time"]["setup"] for r in good),
                              median(r["time"]["solve"] for r in good)))
        if found:
            rows.append((solver.name, *min(found)[1:]))
    return rows


def bars(axes, names, setups, solves, title):
    places = range(len(names))
    axes.barh(places, setups, color=COLOURS["setup"], label="set-up")
    axes.barh(places, solves, left=setups, color=COLOURS["solve"], label="solve")
    axes.set_yticks(list(places), names)
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    axes.set_title(title)
    axes.legend(loc="lower right")


def draw(results, ablations, folder):
    """Files written; [] where matplotlib is missing. ablations: {case name: {"rows": rows of amg_ablation}}."""
    pictures = Pictures(folder)
    if pictures.plt is None:
        return []
    plt = pictures.plt

    for measured in results:
        rows = best_layouts(measured)
        if rows:
            figure, axes = plt.subplots(figsize=(8, 0.5 * len(rows) + 1.5))
            bars(axes, [f"{solver}, {layout}" for solver, layout, _, _ in rows], [r[2] for r in rows], [r[3] for r in rows],
                 f"{measured.case.name}: each on its best layout")
            pictures.save(figure, f"solvers {measured.case.name}")
    for name, ablation in ablations.items():
        good = [row for row in ablation["rows"] if "error" not in row]
        if good:
            figure, axes = plt.subplots(figsize=(8, 0.5 * len(good) + 1.5))
            bars(axes, [row["name"] for row in good], [row["setup"] for row in good], [row["solve"] for row in good],
                 f"{name}: one technique off at a time")
            pictures.save(figure, f"ablation {name}")
    return pictures.written
