# SPDX-License-Identifier: Apache-2.0
"""Pictures of what perf/compare/amg.py measured."""
from pathlib import Path
from statistics import median

from amg_goals import ok, total

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
    try:
        import matplotlib
    except ImportError:
        print("no pictures: matplotlib is missing -> install python3-matplotlib")
        return []
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    Path(folder).mkdir(parents=True, exist_ok=True)
    written = []

    def save(figure, name):
        path = Path(folder) / f"{name.replace(' ', '_')}.png"
        figure.tight_layout()
        figure.savefig(path, dpi=120)
        plt.close(figure)
        written.append(str(path))

    for measured in results:
        rows = best_layouts(measured)
        if rows:
            figure, axes = plt.subplots(figsize=(8, 0.5 * len(rows) + 1.5))
            bars(axes, [f"{solver}, {layout}" for solver, layout, _, _ in rows], [r[2] for r in rows], [r[3] for r in rows],
                 f"{measured.case.name}: each on its best layout")
            save(figure, f"solvers {measured.case.name}")
    for name, ablation in ablations.items():
        good = [row for row in ablation["rows"] if "error" not in row]
        if good:
            figure, axes = plt.subplots(figsize=(8, 0.5 * len(good) + 1.5))
            bars(axes, [row["name"] for row in good], [row["setup"] for row in good], [row["solve"] for row in good],
                 f"{name}: one technique off at a time")
            save(figure, f"ablation {name}")
    return written
