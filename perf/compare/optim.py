#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""optim.py --json FILE [--data FOLDER] [--program PATH] [--quick]

Counts the effective passes over the samples that DANCE, PB-L-BFGS and their peers need on the same objectives, and judges the
goals of perf/README.md. A pass is a gradient or a Hessian product over all samples; a product with the data alone is half
one. Unit rows; lambda is V_N = 1/N. The optimum is computed in the run by Newton's method to a gradient of 1e-11. Methods that
draw samples run with several seeds (--seeds, default 10), values are medians. SGD and Adam run with the best of the rates 2^j.
liblinear and scikit-learn are peers where they are installed (optim_peers.py). The sets of many classes run with one seed,
without SGD and Adam, and have no goals. Ensembles run with 20 seeds (optim_ensemble.py). --plots FOLDER draws the gaps, batch sizes and the
ensembles. --quick is for tests: one small data set, two seeds.

FILE gets goals [{id, case, value, goal, met}] and every run's figures. The exit code is 0 when all was measured, whatever the
goals say, and 1 when nothing could be.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from optim_ensemble import measure_ensembles  # noqa: E402
from optim_peers import absent_peers, measure_peers  # noqa: E402
from program_runs import ROOT, Pictures, find_program, run_program, triad_bandwidth, use_project_python  # noqa: E402

Layout = namedtuple("Layout", "ranks threads")
ONE = Layout(1, 1)
DATA = {"a9a": "ml/a9a.gz", "w8a": "ml/w8a.gz", "mushrooms": "ml/mushrooms.gz"}
MNIST = ["data.format=idx", "data.train=DATA/ml/t10k-images-idx3-ubyte.gz", "data.train_labels=DATA/ml/t10k-labels-idx1-ubyte.gz",
         "data.hold_out=2000", "model.kind=softmax"]
# Sets of many classes: words of trireme-optim, and the gradient of their optimum.
MANY_CLASSES = {"mnist 8,000": (MNIST, "1e-7"),
                "news20": (["data.train=DATA/ml/news20_opt_methods.bz2", "data.unit_rows=true", "model.kind=softmax"], "1e-6")}
RATES = {"sgd": range(-4, 7), "adam": range(-10, 1)}  # j of 2^j
EPOCHS = 15
DANCE_PASSES = {"a9a": 15, "w8a": 18, "mushrooms": 13}
CERTIFIED_PASSES = 20

Method = namedtuple("Method", "name words seeded")
METHODS = [
    Method("dance", ["method.kind=dance"], True),
    Method("dance certified", ["method.kind=dance", "-tao_dance_stop", "gradient"], True),
    Method("dance published", ["method.kind=dance", "-tao_dance_published", "1"], True),
    Method("dance published, block P", ["method.kind=dance", "-tao_dance_published", "1", "-tao_dance_localhess_rows", "400"], True),
    Method("pblbfgs", ["method.kind=pblbfgs", "method.max_iterations=150"], True),
    Method("lmvm 10", ["method.kind=lmvm", "method.max_iterations=150"], False),
    Method("nls -tao_ksp_ew", ["method.kind=nls", "method.max_iterations=20", "-tao_ksp_ew"], False),
    Method("nls", ["method.kind=nls", "method.max_iterations=20"], False),
]
FULL_BATCH = ["lmvm 10", "nls -tao_ksp_ew", "nls", "liblinear", "scikit-learn"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", required=True, help="file of the results")
    parser.add_argument("--program", default=None, help="trireme-optim; default: that of build/release, or of PATH")
    parser.add_argument("--launch", default="mpiexec", help="launcher, to which -n RANKS is added")
    parser.add_argument("--data", default=os.environ.get("TRIREME_DATA", ""), help="folder of the data sets; default TRIREME_DATA")
    parser.add_argument("--seeds", type=int, default=None)
    parser.add_argument("--plots", default="", help="folder of the plots")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def passes_to(run, optimum, gap):
    """Passes when the objective over all samples first was within the gap; None when it never was."""
    for row in run["history"]:
        if row.get("full_objective") is not None and row["full_objective"] - optimum <= gap:
            return row["passes"]
    return None


def gaps_of(optimum, samples):
    return {"V_N": 1 / samples, "1e-2": 1e-2 * optimum, "1e-3": 1e-3 * optimum, "1e-6": 1e-6 * optimum}


def figures(run, optimum, samples):
    if "error" in run:
        return {"error": run["error"]}
    gaps = gaps_of(optimum, samples)
    return {"passes": run["passes"], "reason": run["reason"], "gap": run["objective"] - optimum,
            "to": {name: passes_to(run, optimum, gap) for name, gap in gaps.items()},
            "vector_reductions": run["vector_reductions"], "reduced_bytes": run["reduced_bytes"], "seconds": run["time"]["total"],
            "batch_sizes": run["batch_sizes"], "test_accuracy": run.get("test_accuracy"),
            "history": [[row["passes"], row.get("full_objective")] for row in run["history"]]}


def middle(values):
    """The median, a run that never got there counting as infinitely many; None when the median is such a run."""
    ordered = sorted(value if value is not None else float("inf") for value in values)
    found = median(ordered) if ordered else float("inf")
    return None if found == float("inf") else found


def show(name, method, runs):
    good = [one for one in runs if "error" not in one]
    if not good:
        print(f"  {name:<11} {method:<25} {runs[0]['error'][:90]}", flush=True)
        return
    to = {gap: middle([one["to"][gap] for one in good]) for gap in good[0]["to"]}
    text = "  ".join(f"{gap} {value:6.2f}" if value is not None else f"{gap}      -" for gap, value in to.items())
    print(f"  {name:<11} {method:<25} {text}  end {median(one['passes'] for one in good):7.2f}  "
          f"reductions {median(one['vector_reductions'] for one in good):5.0f}  {median(one['seconds'] for one in good):6.2f} s",
          flush=True)


def tuned(run, kind, quick, optimum, samples):
    """The run with the rate that ends nearest to the optimum."""
    exponents = list(RATES[kind])[4:7] if quick else RATES[kind]
    runs = []
    for exponent in exponents:
        one = figures(run([f"method.kind={kind}", f"method.rate={2.0 ** exponent}", "method.cycles=1", f"method.epochs={EPOCHS}",
                           "output.full_objective=true"]), optimum, samples)
        if "error" not in one and one["gap"] == one["gap"]:
            runs.append({**one, "rate": 2.0 ** exponent})
    return min(runs, key=lambda one: one["gap"]) if runs else {"error": "no rate gives a finite loss"}


def measure(name, words, tolerance, arguments, program, seeds):
    """Results of all methods of trireme-optim on one set of samples."""
    def run(more):
        return run_program(program, arguments.launch, ONE, [*words, *more])
    exact = run(["method.kind=dance", f"method.gradient_tolerance={tolerance}", "-tao_dance_hess_fraction", "1",
                 "-tao_dance_beta", "0.01"])
    if "error" in exact or not exact["converged"]:
        return {"error": exact.get("error", exact.get("reason"))}
    optimum, samples = exact["objective"], exact["data"]["samples"]
    result = {"optimum": optimum, "samples": samples, "methods": {}}
    for method in METHODS:
        runs = []
        for seed in range(1, (seeds if method.seeded else 1) + 1):
            runs.append(figures(run([*method.words, f"data.seed={seed}", "output.full_objective=true"]), optimum, samples))
        result["methods"][method.name] = runs
        show(name, method.name, runs)
    for kind in RATES if name in DATA else ():
        result["methods"][f"{kind}, tuned"] = [tuned(run, kind, arguments.quick, optimum, samples)]
        show(name, f"{kind}, tuned", result["methods"][f"{kind}, tuned"])
    return result


def values_of(result, method, pick):
    return [pick(run) if "error" not in run else None for run in result["methods"][method]]


def to_gap(gap):
    return lambda run: run["to"][gap]


def goal(identity, case, value, wanted, met, why=""):
    entry = {"id": identity, "case": case, "value": value, "goal": wanted, "met": bool(met)}
    if why:
        entry["why"] = why
    return entry


def goals_of(name, result):
    if "error" in result:
        return [goal(identity, name, None, None, False, result["error"])
                for identity in ("optim.dance", "optim.dance_certified", "optim.pblbfgs", "optim.messages")]
    entries = []
    # The stop is the method's own, so all of its passes count, and the gap at its end must be small enough.
    ends = values_of(result, "dance", lambda run: run["passes"] if run["gap"] <= 1 / result["samples"] else None)
    value = middle(ends)
    peers = [middle(values_of(result, peer, to_gap("V_N"))) for peer in FULL_BATCH if peer in result["methods"]]
    best_peer = min((peer for peer in peers if peer is not None), default=None)
    wanted = DANCE_PASSES.get(name)
    met = value is not None and (wanted is None or value <= wanted) and (best_peer is None or value < best_peer)
    entries.append(goal("optim.dance", name, value, wanted, met, f"best full-batch peer {best_peer}; published form "
                        f"{middle(values_of(result, 'dance published', lambda run: run['passes']))}"))
    value = middle(values_of(result, "dance certified", lambda run: run["passes"] if run["reason"] == "CONVERGED_GATOL" else None))
    entries.append(goal("optim.dance_certified", name, value, CERTIFIED_PASSES, value is not None and value <= CERTIFIED_PASSES))
    for gap, wanted in (("1e-2", 1 / 3 if name != "w8a" else 1), ("1e-6", 1.2)):
        ours, theirs = middle(values_of(result, "pblbfgs", to_gap(gap))), middle(values_of(result, "lmvm 10", to_gap(gap)))
        ratio = ours / theirs if ours is not None and theirs else None
        entries.append(goal("optim.pblbfgs", f"{name} to {gap}", ratio, wanted, ratio is not None and ratio <= wanted,
                            f"{ours} passes, lmvm {theirs}"))
    return entries


def messages_goal(arguments, program, name, path):
    """All-reduces of one Newton-CG iteration: of the products of a run whose steps are all accepted at once."""
    run = run_program(program, arguments.launch, Layout(2, 1),
                      [f"data.train={path}", "data.unit_rows=true", "method.kind=dance", "-tao_dance_hess_fraction", "1",
                       "-tao_dance_m0", "100000000"])
    if "error" in run:
        return goal("optim.messages", name, None, 1, False, run["error"])
    products = sum(stage["krylov_iterations"] for stage in run["stages"])
    gradients = round(run["gradients"])
    per_iteration = (run["vector_reductions"] - gradients) / products if products else None
    others = run["reductions"] - run["vector_reductions"]
    return goal("optim.messages", name, per_iteration, 1, per_iteration is not None and per_iteration <= 1 and others == 0,
                f"{run['vector_reductions']} vector and {others} other all-reduces for {products} products and {gradients} gradients")


def product_goals(quick):
    """Bytes of Hessian products per second, of dense and of sparse rows of rcv1's shape, with columns all alike
    and as frequent as words, beside the triad's."""
    shapes = {"dense": (2000, 500) if quick else (20000, 2000), "sparse": (5000, 5000, 74) if quick else (120000, 47236, 74)}
    shapes["words"] = (*shapes["sparse"], "words")
    with tempfile.TemporaryDirectory(prefix="trireme_product_") as folder:
        binary = Path(folder) / "product"
        sources = [str(ROOT / "perf/micro/sample_product.cpp"), str(ROOT / "optim/kernels/sample_rows.cpp")]
        done = subprocess.run(["c++", "-std=c++20", "-O3", "-march=native", "-ffp-contract=off", "-fopenmp", f"-I{ROOT}", *sources,
                               "-o", str(binary)], capture_output=True, text=True)
        if done.returncode != 0:
            return [goal("optim.product", "dense", None, 0.8, False, "it does not compile here")]

        def rate(shape, threads):
            environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
            return float(subprocess.run([str(binary), *map(str, shapes[shape])], env=environment, capture_output=True, text=True,
                                        check=True).stdout)

        # In turns, since the machine's bandwidth is not the same all the time.
        ratios = {"dense": [], "sparse": [], "words": [], "scaling": []}
        rates = []
        for _ in range(3):
            triads = {threads: triad_bandwidth(threads, 2000000 if quick else 20000000) for threads in (1, 2)}
            if not all(triads.values()):
                return [goal("optim.product", "dense", None, 0.8, False, "the triad does not compile here")]
            rates.append(rate("dense", 1))
            ratios["dense"].append(rates[-1] / triads[1])
            ratios["scaling"].append(rate("dense", 2) / rates[-1] / (triads[2] / triads[1]))
            for shape in ("sparse", "words"):
                ratios[shape].append(triads[1] / rate(shape, 1))
    dense, scaling, sparse, words = (median(ratios[key]) for key in ("dense", "scaling", "sparse", "words"))
    return [goal("optim.product", "dense, 1 thread, over the triad", dense, 0.8, dense >= 0.8, f"{median(rates) / 1e9:.2f} GB/s"),
            goal("optim.product", "dense, 2 threads over 1, relative to the triad", scaling, 0.9, scaling >= 0.9),
            goal("optim.product", "sparse, 1 thread, time over that of its bytes", sparse, 1.5, sparse <= 1.5),
            goal("optim.product", "the same, columns as frequent as words", words, 1.5, words <= 1.5)]


def draw(results, ensembles, folder):
    pictures = Pictures(folder)
    if pictures.plt is None:
        return
    for name, result in results.items():
        if "error" in result:
            continue
        figure, axes = pictures.plt.subplots(figsize=(7, 5))
        for method, runs in result["methods"].items():
            history = [row for row in runs[0].get("history", []) if row[1] is not None]
            axes.semilogy([row[0] for row in history], [max(row[1] - result["optimum"], 1e-14) for row in history], label=method)
        axes.axhline(1 / result["samples"], color="grey", linestyle=":", label="V_N")
        axes.set_xlabel("effective passes")
        axes.set_ylabel("objective over the optimum's")
        axes.set_title(name)
        axes.set_xlim(0, 60)
        axes.legend(fontsize=7)
        pictures.save(figure, name)

        figure, axes = pictures.plt.subplots(figsize=(7, 4))
        for run in result["methods"]["pblbfgs"]:
            if "error" not in run:
                axes.semilogy(run["batch_sizes"], color="C0", alpha=0.5)
        axes.set_xlabel("iteration")
        axes.set_ylabel("samples in the batch")
        axes.set_title(f"pblbfgs on {name}")
        pictures.save(figure, f"{name} batches")
    for name, runs in ensembles.items():
        if any("error" in run for run in runs):
            continue
        figure, axes = pictures.plt.subplots(figsize=(7, 4))
        bars = {"selected": "accuracy", "all": "accuracy_of_all", "median member": "median_member_accuracy", "single run": "single"}
        axes.boxplot([[run[key] for run in runs] for key in bars.values()])
        axes.set_xticklabels(bars)
        axes.set_ylabel("test accuracy")
        axes.set_title(name)
        pictures.save(figure, "ensemble " + name)


def main():
    use_project_python(sys.argv)
    arguments = parse_arguments()
    program = find_program("trireme-optim", arguments.program)
    if not arguments.data:
        sys.exit("optim.py: no data -> set TRIREME_DATA or give --data FOLDER")
    seeds = arguments.seeds or (2 if arguments.quick else 10)
    names = ["mushrooms"] if arguments.quick else list(DATA)
    absent = absent_peers()
    print("peers: " + ", ".join(f"{peer} {'absent' if missing else 'present'}" for peer, missing in absent.items()))
    results, goals = {}, []
    for name in names:
        path = Path(arguments.data) / DATA[name]
        if not path.is_file():
            results[name] = {"error": f"{path} is missing"}
        else:
            result = measure(name, [f"data.train={path}", "data.unit_rows=true"], "1e-11", arguments, program, seeds)
            if "error" not in result:
                for peer, runs in measure_peers(path, result["optimum"], result["samples"], gaps_of, absent).items():
                    result["methods"][peer] = runs
                    show(name, peer, runs)
            results[name] = result
            goals.append(messages_goal(arguments, program, name, path))
        goals += goals_of(name, results[name])
    for name, (words, tolerance) in ({} if arguments.quick else MANY_CLASSES).items():
        there = [word.replace("DATA", arguments.data) for word in words]
        results[name] = measure(name, there, tolerance, arguments, program, 1)
        if "error" in results[name]:
            print(f"  {name}: {results[name]['error']}")
    ensembles, ensemble_goals = measure_ensembles(program, arguments.launch, ONE, arguments.data, arguments.quick)
    goals += ensemble_goals
    goals += product_goals(arguments.quick)
    if all("error" in result for result in results.values()):
        print("nothing could be measured")
        return 1
    print(f"\n{'goal':<24} {'case':<48} {'measured':>9} {'wanted':>7}  met")
    for one in goals:
        value, wanted = (f"{one[key]:.4g}" if one[key] is not None else "-" for key in ("value", "goal"))
        print(f"{one['id']:<24} {one['case']:<48} {value:>9} {wanted:>7}  {'yes' if one['met'] else 'no'}  {one.get('why', '')}")
    Path(arguments.json).write_text(json.dumps({"goals": goals, "results": results, "ensembles": ensembles, "absent": absent},
                                               indent=1))
    if arguments.plots:
        draw(results, ensembles, arguments.plots)
    return 0


if __name__ == "__main__":
    sys.exit(main())
