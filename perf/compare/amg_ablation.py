# SPDX-License-Identifier: Apache-2.0
"""What each technique of the multigrid is worth: the fastest setting, with one technique taken away at a time. Measured by
perf/compare/amg.py, interleaved like everything else."""
import ctypes
from dataclasses import dataclass
from statistics import median

from amg_cases import CLASSICAL, LAYOUTS, SINGLE
from amg_goals import ok, total

PR_SET_THP_DISABLE = 41  # <linux/prctl.h>; children inherit it


@dataclass(frozen=True)
class Ablation:
    name: str
    options: tuple = CLASSICAL + SINGLE
    layout: int = 1           # of LAYOUTS: 1 rank x 2 threads
    small_pages: bool = False


ABLATIONS = (
    Ablation("everything on"),
    Ablation("hierarchy in double precision", CLASSICAL),
    Ablation("repeating rows one by one", CLASSICAL + SINGLE + ("-pc_trireme_row_runs", "never")),
    Ablation("R A P unfused", CLASSICAL + SINGLE + ("-pc_trireme_product", "unfused")),
    Ablation("R A P with C/F-permuted rows", CLASSICAL + SINGLE + ("-pc_trireme_product", "cf_permuted")),
    Ablation("Krylov products by stock AIJ", CLASSICAL + SINGLE + ("solver.matrix_type=aij",)),
    Ablation("pages of 4 KiB", small_pages=True),
    Ablation("one thread", layout=0),
)


def refuse_huge_pages():
    """Runs in a child before its program starts."""
    ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)


def words_of(ablation, case, quick):
    return [*case.settings, f"generate.n={case.quick_n if quick else case.n}", "solver.kind=trireme", *ablation.options]


def measure_ablations(case, quick, repetitions, deadline, run):
    """run(key, words, layout, before_start) returns a report. [(ablation, [report, one a repetition])]"""
    series = [(ablation, []) for ablation in ABLATIONS]
    for repetition in range(repetitions):
        if repetition > 0 and deadline():
            break
        for ablation, reports in series:
            reports.append(run([case.name, quick, "without " + ablation.name, repetition], words_of(ablation, case, quick),
                               LAYOUTS[ablation.layout], refuse_huge_pages if ablation.small_pages else None))
    return series


def rows_of(series):
    """[{name, setup, solve, total, iterations, setup_factor, solve_factor, total_factor}], medians of the repetitions; a factor
    is the median of ratios within a repetition to everything on. Rows without a good run hold only name and error."""
    quantities = {"setup": lambda r: r["time"]["setup"], "solve": lambda r: r["time"]["solve"], "total": total}
    whole = series[0][1]
    rows = []
    for ablation, reports in series:
        pairs = [(run, base) for run, base in zip(reports, whole) if ok(run) and ok(base)]
        row = {"name": ablation.name}
        if not pairs:
            row["error"] = reports[0].get("error", reports[0].get("reason", "")) if reports else "not run"
        else:
            row["iterations"] = pairs[0][0]["iterations"]
            for name, quantity in quantities.items():
                row[name] = median(quantity(run) for run, _ in pairs)
                row[name + "_factor"] = median(quantity(run) / quantity(base) for run, base in pairs)
        rows.append(row)
    return rows


def print_ablations(case_name, rows, repetitions):
    print(f"\n{case_name}: each technique off in turn (medians of {repetitions})")
    print(f"  {'without':<30} {'set-up':>8} {'solve':>8} {'total':>8} {'its':>4} {'set-up x':>9} {'solve x':>8} {'total x':>8}")
    for row in rows:
        if "error" in row:
            print(f"  {row['name']:<30} {row['error'][:80]}")
            continue
        print(f"  {row['name']:<30} {row['setup']:8.3f} {row['solve']:8.3f} {row['total']:8.3f} {row['iterations']:4d} "
              f"{row['setup_factor']:9.2f} {row['solve_factor']:8.2f} {row['total_factor']:8.2f}")
