# SPDX-License-Identifier: Apache-2.0
"""What the comparisons share: finding and running the project's programs, keeping results for resuming, pictures."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS_ALLOWED = 600  # for one run: a hang is a failure


def use_project_python(arguments):
    """Re-executes under TRIREME_PYTHON, which has numpy and matplotlib."""
    wanted = os.environ.get("TRIREME_PYTHON")
    if wanted and os.path.realpath(wanted) != os.path.realpath(sys.executable) and "TRIREME_REEXECUTED" not in os.environ:
        os.environ["TRIREME_REEXECUTED"] = "1"
        os.execv(wanted, [wanted, *arguments])


def program_or_none(name, wanted):
    """The program given, that of build/release, or of PATH."""
    candidates = (wanted, str(ROOT / "build/release/bin" / name), shutil.which(name))
    return next((path for path in candidates if path and os.access(path, os.X_OK)), None)


def find_program(name, wanted):
    """As above; ends the script where there is none."""
    found = program_or_none(name, wanted)
    if not found:
        sys.exit(f"{Path(sys.argv[0]).name}: {name} is not built -> cmake --build --preset release, or give --program PATH")
    return found


class Pictures:
    """Pictures in a folder. plt: pyplot; None where matplotlib is missing, which is said once."""

    def __init__(self, folder):
        self.folder, self.written, self.plt = Path(folder), [], None
        try:
            import matplotlib
        except ImportError:
            print("no pictures: matplotlib is missing -> install python3-matplotlib")
            return
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        self.plt = plt
        self.folder.mkdir(parents=True, exist_ok=True)

    def save(self, figure, name):
        path = self.folder / (re.sub(r"[^\w.-]+", "_", name) + ".png")
        figure.tight_layout()
        figure.savefig(path, dpi=120)
        self.plt.close(figure)
        self.written.append(str(path))


def run_program(program, launch, layout, words, before_start=None):
    """The report as a dict; {'exit_code', 'error'} when the program failed or left no report. before_start() runs in the child."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(layout.threads)}
    if layout.threads > 1:
        environment.setdefault("OMP_PROC_BIND", "close")
        environment.setdefault("OMP_PLACES", "cores")
    with tempfile.TemporaryDirectory(prefix="trireme_compare_") as folder:
        report = Path(folder) / "report.json"
        command = [*shlex.split(launch), "-n", str(layout.ranks), program, *words, "--json-report", str(report)]
        try:
            job = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS_ALLOWED,
                                 preexec_fn=before_start)
        except subprocess.TimeoutExpired:
            return {"exit_code": 124, "error": f"no end within {SECONDS_ALLOWED} s"}
        text = report.read_text() if report.is_file() else "{}"
        if job.returncode not in (0, 3) or text == "{}":
            lines = (job.stderr or job.stdout).strip().splitlines()
            return {"exit_code": job.returncode, "error": lines[-1] if lines else "no message"}
        return json.loads(text)


def triad_bandwidth(threads, entries, compiler="c++"):
    """Bytes per second of the triad on this many threads and entries; None where it cannot be compiled."""
    source = Path(__file__).parents[1] / "micro" / "stream_triad.cpp"
    with tempfile.TemporaryDirectory(prefix="trireme_triad_") as folder:
        binary = Path(folder) / "triad"
        compiled = subprocess.run([compiler, "-std=c++20", "-O3", "-march=native", "-fopenmp", str(source), "-o", str(binary)],
                                  capture_output=True, text=True)
        if compiled.returncode != 0:
            return None
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
        return float(subprocess.run([str(binary), str(entries)], env=environment, capture_output=True, text=True, check=True).stdout)


class Store:
    """Results by key, appended to a file line by line, so that an interrupted study goes on where it was."""

    def __init__(self, path):
        self.path = path
        self.results = {}
        if path and Path(path).is_file():
            for line in Path(path).read_text().splitlines():
                try:
                    entry = json.loads(line)
                except json.JSONDecodeError:
                    continue  # the line that was being written when the study was interrupted
                self.results[entry["key"]] = entry["result"]

    def get(self, key, measure):
        if key not in self.results:
            self.results[key] = measure()
            if self.path:
                with open(self.path, "a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, "result": self.results[key]}) + "\n")
        return self.results[key]
