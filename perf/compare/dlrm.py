#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""dlrm.py --json FILE [--program PATH] [--minutes M] [--plots FOLDER] [--quick]

Trains the same recommendation models by trireme-dlrm and by PyTorch on the same generated samples, in turns, and judges the goals
of perf/README.md. Floors are measured in the same run (perf/micro/dlrm_floors.cpp): the operations of all layers at OpenBLAS's
own rate, plus the bytes of all rows at that of a bare prefetched loop. PyTorch is optional: it is looked for in the Python
that runs this, then in /usr/bin/python3 (Debian: apt-get install python3-torch libopenblas0-openmp); without it goals that compare
with it have no value and say why. Its BLAS is read from its process's maps, and must be OpenBLAS.

After the first repetition no other is begun when --minutes are over. --quick is for tests: toy sizes, one repetition.

FILE gets goals [{id, case, value, goal, met}] and every run's figures. The exit code is 0 when all was measured, whatever the
goals say, and 1 when nothing could be.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from amg_ablation import refuse_huge_pages  # noqa: E402
from dlrm_exchange import exchange_table, predicted_bytes  # noqa: E402
from program_runs import ROOT, Pictures, find_program, run_program, use_project_python  # noqa: E402

OPENBLAS = "/usr/lib/x86_64-linux-gnu/openblas-openmp"
Layout = namedtuple("Layout", "ranks threads")
LAYOUTS = (Layout(1, 1), Layout(1, 2), Layout(2, 1))


@dataclass(frozen=True)
class Case:
    name: str
    tables: int
    rows: int
    lookups: int
    numbers: int
    bottom: tuple
    top: tuple
    batch: int
    steps: int
    rule: str = "sgd"
    rate: float = 0.1
    goal: float = 0.0
    gemm_bound: bool = False

    @property
    def width(self):
        return self.bottom[-1]

    def layers(self):
        """(inputs, outputs) of every layer."""
        vectors = self.tables + 1
        inputs = [self.numbers, *self.bottom[:-1], self.width + vectors * (vectors - 1) // 2, *self.top[:-1]]
        return list(zip(inputs, [*self.bottom, *self.top]))

    def parameters(self):
        return sum(outputs * (inputs + 1) for inputs, outputs in self.layers())

    def operations(self):
        """Of a step's layers: forward, gradient of weights, and of inputs but for the first layer's."""
        products = [inputs * outputs for inputs, outputs in self.layers()]
        return 2 * self.batch * (3 * sum(products) - products[0])

    def row_bytes(self):
        """Of all rows that a step reads."""
        return 4 * self.batch * self.tables * self.lookups * self.width

    def floor(self, rates):
        """Seconds of a step: layers at the rate of the BLAS, rows read once and updated once (read and written)."""
        return (self.operations() / (1e9 * rates["gemm_gflops"]) + self.row_bytes() / rates["gather"]
                + 2 * self.row_bytes() / rates["update"])

    def words(self, path):
        return [f"data.train={path}", f"model.bottom={list(self.bottom)}".replace(" ", ""),
                f"model.top={list(self.top)}".replace(" ", ""), f"train.batch={self.batch}", "train.shuffle=false",
                f"optimizer.tables={self.rule}", f"optimizer.layers={'sgd' if self.rule == 'sgd' else 'adagrad'}",
                f"optimizer.learning_rate={self.rate}", "plan.kind=table_wise"]


KAGGLE = Case("kaggle2048", 26, 100000, 1, 13, (512, 256, 64, 16), (512, 256, 1), 2048, 24, goal=1.4, gemm_bound=True)
MULTIHOT = Case("multihot_sgd", 8, 1000000, 50, 512, (512, 64), (1024, 1024, 1024, 1), 512, 16, goal=1.45)
CASES = (
    KAGGLE,
    replace(KAGGLE, name="kaggle128", batch=128, steps=160, goal=1.9, gemm_bound=False),
    Case("mlperf", 26, 50000, 1, 13, (512, 256, 128), (1024, 1024, 512, 256, 1), 2048, 8, goal=1.2, gemm_bound=True),
    MULTIHOT,
    replace(MULTIHOT, name="multihot_rowwise", rule="rowwise_adagrad", rate=0.01, goal=2.0),
)
ABLATIONS = (
    ("as it is", (), False),
    ("blocks of 64 samples", ("parallel.block_samples=64",), False),
    ("one block for the batch", ("parallel.block_samples=65536",), False),
    ("pages of 4 KiB", (), True),
    ("tables as split bfloat16", ("parallel.rows=split_bf16",), False),
    ("tables as halves", ("parallel.rows=fp16",), False),
)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", required=True, help="file of the results")
    parser.add_argument("--program", default=None, help="trireme-dlrm; default: that of build/release, or of PATH")
    parser.add_argument("--launch", default="mpiexec", help="launcher, to which -n RANKS is added")
    parser.add_argument("--minutes", type=float, default=9, help="no repetition is begun after so many")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--cases", default="", help="names, comma-separated; default: all")
    parser.add_argument("--plots", default="", help="folder of the plots")
    parser.add_argument("--link", type=float, default=12.5, help="GB/s of a node's link in the table of 16 to 1024 ranks")
    parser.add_argument("--latency", type=float, default=2, help="microseconds of a message in that table")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def torch_environment(threads):
    paths = [OPENBLAS, *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    return {**os.environ, "OMP_NUM_THREADS": str(threads), "LD_LIBRARY_PATH": ":".join(paths), "OMP_PROC_BIND": "close",
            "OMP_PLACES": "cores"}


def find_torch():
    """(a Python that has PyTorch, None) or (None, why there is none)."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        try:
            if subprocess.run([python, "-c", "import torch, numpy"], env=torch_environment(1), capture_output=True).returncode == 0:
                return python, None
        except OSError:
            continue
    return None, "PyTorch is not installed"


def run_torch(python, case, path, folder, threads):
    settings = Path(folder) / "settings.json"
    settings.write_text(json.dumps({"bottom": case.bottom, "top": case.top, "rule": case.rule, "rate": case.rate,
                                    "batch": case.batch, "threads": threads, "skip": min(2, case.steps - 1)}))
    try:
        done = subprocess.run([python, str(Path(__file__).parent / "dlrm_torch.py"), path, str(settings)],
                              env=torch_environment(threads), capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return {"error": "no end within 600 s"}
    if done.returncode != 0:
        return {"error": (done.stderr.strip().splitlines() or ["no message"])[-1]}
    result = json.loads(done.stdout)
    if not any("openblas" in library for library in result["blas"]):
        result["error"] = f"its BLAS is {result['blas']}, not OpenBLAS -> apt-get install libopenblas0-openmp"
    return result


def compile_floors(folder):
    binary = str(Path(folder) / "floors")
    done = subprocess.run(["c++", "-std=c++20", "-O3", "-march=native", "-fopenmp", "-I/usr/include/x86_64-linux-gnu",
                           f"-L{OPENBLAS}", str(ROOT / "perf/micro/dlrm_floors.cpp"), "-lopenblas", f"-Wl,-rpath,{OPENBLAS}",
                           "-o", binary], capture_output=True, text=True)
    return binary if done.returncode == 0 else None


def measure_floors(binary, case, threads):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
    done = subprocess.run([binary, str(case.tables * case.rows), str(case.width)], env=environment, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def step_of(report):
    """Seconds of a step; None where there is none."""
    return None if "error" in report else report["time"]["median_step"]


def part_of(report, *parts):
    return None if "error" in report else sum(report["time"][part] for part in parts) / report["steps"]


class Study:
    def __init__(self, arguments, program, folder):
        self.arguments, self.program, self.folder = arguments, program, folder
        self.begin = time.monotonic()
        self.python, self.no_torch = find_torch()
        self.floors = compile_floors(folder)
        self.results = {}

    def over(self):
        return time.monotonic() - self.begin > 60 * self.arguments.minutes

    def make_samples(self, case):
        # Cases that differ by their rule share a file.
        path = str(Path(self.folder) / f"{case.tables}_{case.rows}_{case.lookups}_{case.batch}.ctr")
        if not Path(path).exists():
            made = run_program(self.program, self.arguments.launch, Layout(1, 2),
                               ["generate", f"generate.output={path}", f"generate.samples={case.batch * case.steps}",
                                f"generate.rows=[{','.join([str(case.rows)] * case.tables)}]", f"generate.lookups={case.lookups}",
                                f"generate.numbers={case.numbers}", "generate.exponent=0"])
            if "error" in made:
                raise RuntimeError(f"samples of {case.name}: {made['error']}")
        return path

    def ours(self, case, path, layout, words=(), before_start=None):
        return run_program(self.program, self.arguments.launch, layout, ["train", *case.words(path), *words], before_start)

    def measure(self, case):
        path = self.make_samples(case)
        result = self.results.setdefault(case.name, {"ours": {}, "torch": {}, "floors": {}})
        for layout in LAYOUTS:
            key = f"{layout.ranks} x {layout.threads}"
            result["ours"].setdefault(key, []).append(self.ours(case, path, layout))
            if layout.ranks == 1:
                if self.python:
                    result["torch"].setdefault(key, []).append(run_torch(self.python, case, path, self.folder, layout.threads))
                if self.floors:
                    floors = measure_floors(self.floors, case, layout.threads)
                    if floors is not None:
                        result["floors"].setdefault(key, []).append(floors)
        self.show(case, result)

    def show(self, case, result):
        for key, reports in result["ours"].items():
            last = reports[-1]
            if "error" in last:
                print(f"{case.name:<17} {key}  {last['error'][:90]}", flush=True)
                continue
            text = "  ".join(f"{part} {1e3 * part_of(last, part):.2f}" for part in
                             ("bottom", "embedding", "exchange", "interaction", "top", "backward", "update", "layer_update",
                              "reduce", "input"))
            print(f"{case.name:<17} {key}  ours  {1e3 * step_of(last):8.2f} ms  {text}", flush=True)
            peer = result["torch"].get(key, [{"error": self.no_torch}])[-1]
            if key in result["torch"] and "error" not in peer:
                text = "  ".join(f"{part} {1e3 * peer[part]:.2f}" for part in
                                 ("bottom", "embedding", "interaction", "top", "backward", "table_update", "layer_update"))
                print(f"{case.name:<17} {key}  torch {1e3 * peer['step']:8.2f} ms  {text}")
            elif key in result["torch"]:
                print(f"{case.name:<17} {key}  torch {peer['error'][:90]}")
            if key in result["floors"]:
                rates = result["floors"][key][-1]
                print(f"{case.name:<17} {key}  floor {1e3 * case.floor(rates):8.2f} ms  {rates['gemm_gflops']:.1f} Gflop/s, gather "
                      f"{rates['gather'] / 1e9:.2f} GB/s ({rates['gather_without_prefetch'] / 1e9:.2f} without prefetching), update "
                      f"{rates['update'] / 1e9:.2f} ({rates['update_without_prefetch'] / 1e9:.2f})", flush=True)

    def ablate(self, case):
        path, rows = self.make_samples(case), []
        for name, words, small_pages in ABLATIONS[:2 if self.arguments.quick else None]:
            report = self.ours(case, path, LAYOUTS[0], words, refuse_huge_pages if small_pages else None)
            rows.append({"name": name, "step": step_of(report), "embedding": part_of(report, "embedding"),
                         "update": part_of(report, "update"), "error": report.get("error")})
            if step_of(report):
                print(f"{case.name:<17} {name:<26} {1e3 * rows[-1]['step']:8.2f} ms  embedding {1e3 * rows[-1]['embedding']:.2f}  "
                      f"update {1e3 * rows[-1]['update']:.2f}", flush=True)
        return rows

    def exchange(self, case):
        """Bytes that a step sends, measured at 1 to 4 ranks, beside the formulas."""
        path, rows = self.make_samples(case), []
        for ranks in (2, 3) if self.arguments.quick else (1, 2, 3, 4):
            for kind in ("table_wise", "column_wise"):
                report = self.ours(case, path, Layout(ranks, 1), [f"plan.kind={kind}", "train.max_steps=4"])
                if "error" in report:
                    rows.append({"ranks": ranks, "plan": kind, "error": report["error"]})
                    continue
                measured = {part: report["bytes"][part] / report["steps"] for part in ("ids", "vectors", "gradients", "layers")}
                wanted = predicted_bytes(case, ranks, report["plan"]["shards"], report["block_samples"])
                rows.append({"ranks": ranks, "plan": kind, "measured": measured, "predicted": wanted})
                print(f"{case.name:<17} {ranks} ranks, {kind:<12} " + "  ".join(
                    f"{part} {measured[part]:.0f} ({wanted[part]:.0f})" for part in measured) + "  bytes a step (predicted)",
                    flush=True)
        return rows


def goal(identity, case, value, wanted, at_most=False, why=""):
    met = value is not None and (value <= wanted if at_most else value >= wanted)
    entry = {"id": identity, "case": case, "value": value, "goal": wanted, "met": met}
    if why:
        entry["why"] = why
    return entry


def ratios(tops, bottoms):
    """The median of ratios within repetitions; None where one side is missing."""
    pairs = [top / bottom for top, bottom in zip(tops, bottoms) if top is not None and bottom]
    return median(pairs) if pairs else None


def goals_of(case, result, no_torch):
    ours = {key: [step_of(report) for report in reports] for key, reports in result["ours"].items()}
    one, two, ranks = "1 x 1", "1 x 2", "2 x 1"
    good = [run for run in result["torch"].get(one, []) if "error" not in run]
    why = "" if good else no_torch or result["torch"][one][-1]["error"]
    entries = [goal(f"dlrm.{case.name}", case.name, ratios([run["step"] for run in good], ours[one]), case.goal, why=why)]
    floors = [case.floor(rates) for rates in result["floors"].get(one, [])]
    no_floors = "" if floors else "the floors' program does not compile here"
    entries.append(goal("dlrm.floor", case.name, ratios(floors, ours[one]), 0.85, why=no_floors))
    updates = [part_of(report, "update") for report in result["ours"][one]]
    entries.append(goal("dlrm.update", case.name, ratios([run["table_update"] for run in good], updates), 4, why=why))
    if case.gemm_bound:
        entries.append(goal("dlrm.threads", case.name, ratios(ours[one], ours[two]), 1.8))
        entries.append(goal("dlrm.ranks", case.name, ratios(ours[one], ours[ranks]), 1.7))
    elif case.lookups > 1:
        for part, loop in (("embedding", "gather"), ("update", "update")):
            gains = [part_of(report, part) for report in result["ours"][one]]
            gain = ratios(gains, [part_of(report, part) for report in result["ours"][two]])
            bare = ratios([rates[loop] for rates in result["floors"].get(two, [])],
                          [rates[loop] for rates in result["floors"].get(one, [])])
            entries.append(goal("dlrm.threads", f"{case.name}, {part}, relative to the bare loop", gain / bare if gain and bare else None,
                                0.9, why=no_floors))
        memory = [report["peak_memory_mib"] * 2**20 / report["bytes"]["tables"] for report in result["ours"][one]
                  if "error" not in report]
        entries.append(goal("dlrm.memory", case.name, median(memory) if memory else None, 1.15, at_most=True))
    return entries


def toy(case):
    return replace(case, rows=200, lookups=min(case.lookups, 3), numbers=5, bottom=(8, 4), top=(8, 1), batch=32, steps=6)


def shares_of_peer(ours, peers, parts):
    """Each part of our median step as a share of PyTorch's step: medians over repetitions."""
    shares = {part: [] for part in parts}
    for report, peer in zip(ours, peers):
        times = {part: part_of(report, part) for part in parts}
        if None in times.values() or not peer.get("step"):
            continue
        scale = step_of(report) / sum(times.values()) / peer["step"]
        for part in parts:
            shares[part].append(times[part] * scale)
    return {part: median(values) for part, values in shares.items() if values}


def draw(study, cases, folder):
    pictures = Pictures(folder)
    if pictures.plt is None:
        return
    parts = ("bottom", "embedding", "exchange", "interaction", "top", "backward", "update", "layer_update", "reduce", "input")
    shares = {case.name: shares_of_peer(study.results[case.name]["ours"]["1 x 1"], study.results[case.name]["torch"].get("1 x 1", []), parts)
              for case in cases}
    names = [name for name, of_case in shares.items() if of_case]
    if not names:
        return
    figure, axes = pictures.plt.subplots(figsize=(9, 4))
    below = [0.0] * len(names)
    for part in parts:
        heights = [shares[name][part] for name in names]
        axes.bar(names, heights, bottom=below, label=part.replace("_", " "))
        below = [low + height for low, height in zip(below, heights)]
    for place, total in enumerate(below):
        axes.text(place, total + 0.01, f"{total:.2f}", ha="center")
    axes.axhline(1, color="black", label="PyTorch")
    axes.set_ylim(0, 1.1)
    axes.set_ylabel("a step, as a share of PyTorch's, one thread")
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    pictures.save(figure, "steps")


def main():
    use_project_python(sys.argv)
    arguments = parse_arguments()
    program = find_program("trireme-dlrm", arguments.program)
    names = arguments.cases.split(",") if arguments.cases else [case.name for case in CASES]
    cases = [toy(case) if arguments.quick else case for case in CASES if case.name in names]
    if not cases:
        sys.exit(f"dlrm.py: no case of {names} -> cases are {[case.name for case in CASES]}")
    with tempfile.TemporaryDirectory(prefix="trireme_dlrm_") as folder:
        study = Study(arguments, program, folder)
        print(f"PyTorch: {study.python or study.no_torch}")
        repetitions = 0
        while repetitions < (1 if arguments.quick else arguments.repetitions) and not (repetitions and study.over()):
            for case in cases:
                study.measure(case)
            repetitions += 1
        print("\nablation, one thread")
        ablations = {case.name: study.ablate(case) for case in cases if case.rule == "sgd" and case.name != "kaggle128"}
        print("\nexchange")
        exchanges = {case.name: study.exchange(case) for case in cases if case.name == "kaggle2048" or arguments.quick}
        models = {case.name: exchange_table(case, arguments.link, arguments.latency) for case in cases if case.rule == "sgd"}
        goals = []
        for case in cases:
            goals += goals_of(case, study.results[case.name], study.no_torch)
        if arguments.plots:
            draw(study, cases, arguments.plots)
    if all(entry["value"] is None for entry in goals):
        print("nothing could be measured")
        return 1
    print(f"\n{'goal':<24} {'case':<52} {'measured':>9} {'wanted':>7}  met   ({repetitions} repetitions)")
    for one in goals:
        value = f"{one['value']:.2f}" if one["value"] is not None else "-"
        print(f"{one['id']:<24} {one['case']:<52} {value:>9} {one['goal']:>7.2f}  {'yes' if one['met'] else 'no'}  {one.get('why', '')}")
    Path(arguments.json).write_text(json.dumps({"goals": goals, "repetitions": repetitions, "torch": study.python or study.no_torch,
                                                "results": study.results, "ablations": ablations, "exchange": exchanges,
                                                "exchange_model": models}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
