# SPDX-License-Identifier: Apache-2.0
"""Ensembles of one run's snapshots beside their members and a single run of the same samples, over seeds."""
from math import sqrt
from statistics import mean, median, stdev

from program_runs import run_program

# One-sided 95 % points of Student's distribution with n - 1 degrees of freedom.
STUDENT = {3: 2.920, 20: 1.729}

NETWORK = ["model.kind=mlp", "model.hidden=[16]", "method.kind=adam", "method.batch=64", "method.lambda=1e-5"]


def tasks(data, quick):
    """Name, noisy or not, words."""
    found = [("covtype's shape, one label in ten wrong", True,
              ["data.format=generated", "data.shape=covtype", "data.rows=2000", "data.test_rows=4000", "method.rate=0.02",
               "method.epochs=20" if quick else "method.epochs=50", *NETWORK])]
    if not quick:
        found.append(("3,000 rows of a9a", False,
                      [f"data.train={data}/ml/a9a.gz", f"data.test={data}/ml/a9a.t.gz", "data.max_rows=3000",
                       "data.unit_rows=true", "method.rate=0.02", "method.epochs=30", *NETWORK]))
    return found


def lower_bound(differences):
    """Of the mean, one-sided, with 95 % confidence."""
    spread = stdev(differences) if len(differences) > 1 else 0
    return mean(differences) - STUDENT[len(differences)] * spread / sqrt(len(differences))


def measure_ensembles(program, launch, layout, data, quick):
    """Results by task, and goals."""
    results, goals, best_single = {}, [], None
    seeds = 3 if quick else 20
    for name, noisy, words in tasks(data, quick):
        runs = []
        for seed in range(1, seeds + 1):
            together = run_program(program, launch, layout,
                                   [*words, f"data.seed={seed}", "method.cycles=5", "ensemble.members=3"])
            single = run_program(program, launch, layout, [*words, f"data.seed={seed}", "method.cycles=1"])
            error = together.get("error") or single.get("error")
            runs.append({"error": error} if error else {**together["ensemble"], "single": single["test_accuracy"]})
        results[name] = runs
        errors = [run["error"] for run in runs if "error" in run]
        if errors:
            goals.append({"id": "optim.ensemble", "case": name, "value": None, "goal": 0.0, "met": False, "why": errors[0]})
            continue
        print(f"  ensemble, {name}: three selected {median(run['accuracy'] for run in runs):.4f}, all "
              f"{median(run['accuracy_of_all'] for run in runs):.4f}, median member "
              f"{median(run['median_member_accuracy'] for run in runs):.4f}, single run {median(run['single'] for run in runs):.4f}",
              flush=True)
        # The paper's usual choice is all five of five snapshots.
        for chosen, key in (("5 of 5", "accuracy_of_all"), ("3 of 5", "accuracy")):
            over_members = [run[key] - run["median_member_accuracy"] for run in runs]
            bound = lower_bound(over_members)
            goals.append({"id": "optim.ensemble", "case": f"vote of {chosen} - median member, {name}", "value": bound,
                          "goal": 0.0, "met": bound >= 0,
                          "why": f"mean {mean(over_members):+.5f}, {seeds} seeds, lower bound of 95 %"})
        if noisy:
            single_bound = lower_bound([run["accuracy"] - run["single"] for run in runs])
            best_single = max(best_single, single_bound) if best_single is not None else single_bound
    if best_single is not None:
        goals.append({"id": "optim.ensemble", "case": "vote of 3 of 5 - single run, best noisy task", "value": best_single, "goal": 0.0,
                      "met": best_single >= 0, "why": "lower bound of 95 %"})
    return results, goals
