# SPDX-License-Identifier: Apache-2.0
"""What perf/compare/fun3d.py prints and draws, from measured repetitions."""
from statistics import median

from fun3d_cases import FACTOR_STEPS, KERNEL_STEPS, VECTOR_STEPS
from fun3d_goals import ok


def kernel_seconds(solves, step_name):
    """{kernel: seconds} of a step's solves, medians; `other` is the rest."""
    good = [run for run in solves.runs[step_name] if ok(run) and run.get("performance")]
    if not good:
        return {}
    names = {row["kernel"] for run in good for row in run["performance"].get("kernels", [])}
    found = {}
    for name in names:
        found[name] = median(sum(row["seconds"] for row in run["performance"]["kernels"] if row["kernel"] == name) for run in good)
    kept = {name: found.pop(name) for name in ("flux", "gradient", "jacobian", "ilu", "trsv", "vectors") if name in found}
    kept["other"] = max(solves.seconds(step_name) - sum(kept.values()), 0.0)
    return kept


def text(value, form):
    return format(value, form) if value is not None else "-"


def print_solves(solves, peers):
    kernels = ("flux", "gradient", "jacobian", "ilu", "trsv", "vectors", "other")
    repetitions = max((len(series) for series in solves.runs.values()), default=0)
    print(f"\nSolves on {solves.mesh.name}, each step with all techniques of those before; seconds, medians of {repetitions}")
    print(f"  {'step':<30} {'layout':<19} {'solve':>8} {'x':>6} {'its':>5} " + "".join(f"{name:>9}" for name in kernels) + "  note")
    for index, (step, _) in enumerate(solves.steps):
        seconds = solves.seconds(step.name)
        if seconds is None:
            print(f"  {step.name:<30} {step.layout.name:<19} {solves.note(index)[:100]}")
            continue
        shares = kernel_seconds(solves, step.name)
        run = next(run for run in solves.runs[step.name] if ok(run))
        print(f"  {step.name:<30} {step.layout.name:<19} {seconds:8.3f} {text(solves.ratio('reference', step.name), '6.2f'):>6} "
              f"{run['linear_iterations']:5d} " + "".join(f"{shares.get(name, 0):9.3f}" for name in kernels)
              + f"  {solves.note(index)}")
    for name, series in peers.items():
        good = [run["seconds"] for run in series if "seconds" in run]
        print(f"  {name:<30} {'2 cores, wall time':<19} " + (f"{median(good):8.3f}" if good else series[0]["error"] if series else "-"))


def print_kernels(kernels, triad, peak_note=""):
    if not kernels.runs:
        print(f"\nKernels on {kernels.mesh.name}: not measured")
        return
    print(f"\nKernels on {kernels.mesh.name}, medians of {len(kernels.runs)}{peak_note}")
    print(f"  {'kernel':<34} {'ms':>9} {'ns a unit':>10} {'bytes a unit':>13} {'flops a unit':>13} {'GB/s':>7} {'Gflop/s':>8} {'of triad':>9} "
          f"{'x':>6} {'levels':>7} {'parallel':>9} {'its':>4}")
    for name, row in kernels.runs[0].items():
        seconds, units = kernels.seconds(name), row.get("units") or 1
        threads = 2 if name.split("/")[1].endswith("_2") or "_2_" in name.split("/")[1] else 1
        rate = row.get("bytes", 0) / seconds
        kernel, _, variant = name.partition("/")
        base = f"{kernel}/petsc" + ("/" + variant.split("/")[1] if "/" in variant else "")
        base = base if base in row_names(kernels) else f"{kernel}/reference"
        share = 100 * rate / triad[threads] if triad.get(threads) else 0
        print(f"  {name:<34} {1e3 * seconds:9.3f} {1e9 * seconds / units:10.3f} {row.get('bytes', 0) / units:13.1f} "
              f"{row.get('flops', 0) / units:13.1f} {1e-9 * rate:7.2f} {1e-9 * row.get('flops', 0) / seconds:8.2f} {share:8.0f}% "
              f"{text(kernels.ratio(base, name), '6.2f'):>6} {row.get('dependency_levels', 0):7.0f} {row.get('parallelism', 0):9.1f} "
              f"{row.get('krylov_iterations', 0):4.0f}")


def row_names(kernels):
    return kernels.runs[0].keys()


def kernel_staircase(kernels):
    """[(label, times as fast as the reference)] for the plot."""
    rows = []
    for kernel, steps, tail in (("gradient", KERNEL_STEPS, ""), ("flux", KERNEL_STEPS, ""), ("residual", KERNEL_STEPS, ""),
                                ("jacobian", KERNEL_STEPS, ""), ("ilu", FACTOR_STEPS, "/ilu0"), ("trsv", FACTOR_STEPS, "/ilu0"),
                                ("vectors", VECTOR_STEPS, "")):
        first = next(iter(steps))
        for variant, label in steps.items():
            factor = kernels.ratio(f"{kernel}/{first}{tail}", f"{kernel}/{variant}{tail}")
            if factor is not None:
                rows.append((f"{kernel}, {label}", factor))
    return rows


def print_goals(goals):
    print(f"\n{'goal':<28} {'case':<36} {'measured':>9} {'wanted':>8}  met")
    for each in goals:
        wanted = ("<= " if each.get("less_is_better") else ">= ") + f"{each['goal']:g}"
        print(f"{each['id']:<28} {each['case']:<36} {text(each['value'], '.2f'):>9} {wanted:>8}  "
              f"{'yes' if each['met'] else 'no'}{' (an aim)' if each.get('aim') else ''}{'  ' + each['why'] if 'why' in each else ''}")
