# SPDX-License-Identifier: Apache-2.0
"""Pictures of what perf/compare/fun3d.py measured."""
from program_runs import Pictures

KERNEL_COLOURS = {"flux": "#4878a8", "gradient": "#6aa84f", "jacobian": "#e0a040", "ilu": "#a04848", "trsv": "#8060a0",
                  "vectors": "#808080", "other": "#d0d0d0"}


def draw(solves, kernels, shares_of, folder):
    """Files written; [] where matplotlib is missing. solves: [Solves]; kernels: [(Kernels, [(label, factor)])]; shares_of(solves,
    step name): {kernel: seconds}, which add up to the step's."""
    pictures = Pictures(folder)
    if pictures.plt is None:
        return []
    plt = pictures.plt

    for each in solves:
        names = [step.name for step, _ in each.steps if each.seconds(step.name)]
        if not names:
            continue
        figure, axes = plt.subplots(figsize=(9, 0.45 * len(names) + 1.5))
        left = [0.0] * len(names)
        for kernel, colour in KERNEL_COLOURS.items():
            widths = [shares_of(each, name).get(kernel, 0.0) for name in names]
            axes.barh(range(len(names)), widths, left=left, color=colour, label=kernel)
            left = [a + b for a, b in zip(left, widths)]
        for place, name in enumerate(names):
            axes.text(left[place], place, f" {each.seconds(name):.2f} s", va="center", fontsize=8)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlabel("seconds")
        axes.set_title(f"Solve on {each.mesh.name}: one technique more from step to step")
        axes.legend(loc="lower right", fontsize=8)
        pictures.save(figure, f"staircase {each.mesh.name}")
    for each, rows in kernels:
        if not rows:
            continue
        figure, axes = plt.subplots(figsize=(8, 0.4 * len(rows) + 1.5))
        axes.barh(range(len(rows)), [factor for _, factor in rows], color="#4878a8")
        for place, (_, factor) in enumerate(rows):
            axes.text(factor, place, f" {factor:.2f}", va="center", fontsize=8)
        axes.set_yticks(range(len(rows)), [label for label, _ in rows])
        axes.invert_yaxis()
        axes.set_xlabel("times as fast as the reference")
        axes.set_title(f"Kernels on {each.mesh.name}")
        pictures.save(figure, f"kernels {each.mesh.name}")
    return pictures.written
