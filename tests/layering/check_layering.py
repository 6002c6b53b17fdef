#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks by reading sources that every line lives in the room where it belongs.

usage: check_layering.py ROOT

Prints `file:line: what is wrong (rule)` for each finding. Exit code: 0 none, 1 some, 2 usage. The rules are the functions
marked @rule below; ARCHITECTURE.md says why they are as they are.
"""
import re
import sys
from pathlib import Path

ROOMS = ("solvers", "meshes", "fun3d", "amg", "optim", "dlrm_hpc")
TOP_LEVEL = set(ROOMS) | {
    "CMakeLists.txt", "CMakePresets.json", "jobs", "tests", "perf",
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"}
BUILD_OUTPUT = re.compile(r"^(\..*|build.*|install|output)$")

# Who may include whom, longest matching folder first. A folder may always include its own room unless listed here.
MAY_INCLUDE = {
    "solvers/base": ["solvers/base"],
    "solvers/threads": ["solvers/base", "solvers/threads"],
    "solvers/simd": ["solvers/base", "solvers/simd"],
    "solvers/comm": ["solvers/base", "solvers/threads", "solvers/comm"],
    "solvers": ["solvers"],
    "meshes/core": ["solvers", "meshes/core"],
    "meshes/read": ["solvers", "meshes/core", "meshes/read"],
    "meshes": ["solvers", "meshes"],
    "fun3d": ["solvers", "meshes", "fun3d"],
    "amg": ["solvers", "amg"],
    "optim": ["solvers", "optim"],
    "dlrm_hpc/petsc": ["solvers", "optim/problem/sample_objective.hpp", "optim/petsc/sample_problem.hpp",
                       "optim/petsc/registration.hpp", "dlrm_hpc"],
    "dlrm_hpc": ["solvers", "optim/problem/sample_objective.hpp", "dlrm_hpc"],
}
# The threaded core is built without MPI and PETSc.
CORE = ["solvers/base", "solvers/threads", "solvers/simd", "solvers/ilu/core", "solvers/ilu/kernels",
        "solvers/mat/kernels", "solvers/mat/order", "solvers/vec/kernels"]
# The last ones are programs of hypre users, who start MPI themselves.
CALLS_MPI = ["solvers/comm", "solvers/program", "tests/support", "tests/solvers/comm", "tests/plugin", "tests/install",
             "amg/examples", "optim/examples", "tests/amg/hypre", "tests/amg/preload"]
PARALLEL_HDF5 = re.compile(r"solvers/io/hdf5_\w+\.[ch]pp$")
KNOWS_PETSC = ["solvers/petsc", "solvers/vec", "solvers/mat", "solvers/ilu", "solvers/log", "solvers/program",
               "fun3d/nonlinear", "fun3d/case", "meshes/partition", "amg/petsc", "optim/petsc", "dlrm_hpc/petsc"]
PRINTS = ["solvers/log", "solvers/program"]
NAMES_WORLD = ["solvers/comm/mpi_session.cpp"]  # what programs start from
EMPTY_NAMES = {"util", "utils", "utility", "utilities", "misc", "common", "helper", "helpers", "stuff"}
LONGEST_FILE = 700

C_SOURCE = {".cpp", ".hpp", ".c", ".h"}
SOURCE = C_SOURCE | {".py", ".sh", ".cmake", ".sbatch"}
COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')

RULES = []


def rule(function):
    RULES.append(function)
    return function


def is_in(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def is_program(path):
    return "/apps/" in path or "/examples/" in path


class Source:
    """One file: its path below the root, its text, and for C and C++ its lines without comments and strings."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.suffix = path.suffix
        self.room = self.path.split("/")[0]
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.lines = self.text.splitlines()
        self.is_c = self.suffix in C_SOURCE
        self.is_library = self.room in ROOMS and not is_program(self.path)
        code = COMMENT_OR_STRING.sub(self.blank, self.text) if self.is_c else ""
        self.code = list(enumerate(code.splitlines(), 1))
        self.includes = []
        if self.is_c:
            for number, line in enumerate(self.lines, 1):
                match = INCLUDE.match(line)
                if match:
                    self.includes.append((number, match.group(1), match.group(2)))

    @staticmethod
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    def code_lines(self, pattern):
        compiled = re.compile(pattern)
        return [number for number, line in self.code if compiled.search(line)]


@rule
def top_level(root, sources):
    """The top level is fixed."""
    for entry in sorted(root.iterdir()):
        if entry.name not in TOP_LEVEL and not BUILD_OUTPUT.match(entry.name):
            yield entry.name, 1, "does not belong on the top level"


@rule
def includes_between_rooms(root, sources):
    """Rooms include only what stands below them."""
    for s in sources:
        if not s.is_c or s.room not in ROOMS:
            continue
        if is_in(s.path, CORE):
            allowed = CORE if s.path.count("/") > 2 else MAY_INCLUDE[s.path.rsplit("/", 1)[0]]
        else:
            folder = next(f for f in sorted(MAY_INCLUDE, key=len, reverse=True) if is_in(s.path, [f]))
            allowed = MAY_INCLUDE[folder]
        for number, bracket, name in s.includes:
            if bracket == '"' and name.split("/")[0] in ROOMS + ("tests", "perf") and not is_in(name, allowed):
                yield s.path, number, f"may not include {name}"
            if bracket == '"' and name.split("/")[0] not in ROOMS + ("tests", "perf"):
                yield s.path, number, f'the include of "{name}" does not name its room'


@rule
def no_parent_includes(root, sources):
    """No include climbs up."""
    for s in sources:
        for number, _, name in s.includes:
            if ".." in name.split("/"):
                yield s.path, number, f"the include of {name} climbs up"


@rule
def mpi_calls(root, sources):
    """MPI functions are called in solvers/comm (and where programs start and parallel HDF5 is set up)."""
    for s in sources:
        if s.room == "perf" or is_in(s.path, CALLS_MPI) or PARALLEL_HDF5.search(s.path):
            continue
        for number in s.code_lines(r"\bP?MPI_[A-Z]\w*\s*\("):
            yield s.path, number, "calls MPI outside solvers/comm"


@rule
def core_without_mpi_and_petsc(root, sources):
    """The threaded core names neither MPI nor PETSc."""
    for s in sources:
        if is_in(s.path, CORE):
            for number, _, name in s.includes:
                if re.match(r"(mpi|petsc|hdf5)", name):
                    yield s.path, number, f"the threaded core may not include {name}"


@rule
def openmp(root, sources):
    """OpenMP pragmas stand in solvers/threads and kernels/ folders."""
    for s in sources:
        allowed = is_in(s.path, ["solvers/threads", "tests/solvers/threads", "perf"]) or "/kernels/" in s.path
        if not allowed:
            operator = [n for n, line in enumerate(s.lines, 1) if re.search(r'^[^"]*\b_Pragma\s*\(\s*"omp\b', line)]
            for number in s.code_lines(r"#\s*pragma\s+omp\b") + operator:
                yield s.path, number, "opens OpenMP outside solvers/threads and kernels/"
            for number, _, name in s.includes:
                if name == "omp.h":
                    yield s.path, number, "includes omp.h outside solvers/threads and kernels/"


@rule
def petsc_headers(root, sources):
    """PETSc's headers are included where PETSc is known."""
    for s in sources:
        if s.room in ROOMS and not is_program(s.path) and (not is_in(s.path, KNOWS_PETSC) or is_in(s.path, CORE)):
            for number, _, name in s.includes:
                if re.match(r"petsc\w*\.h$|petsc/", name):
                    yield s.path, number, f"may not include {name}"


@rule
def no_world(root, sources):
    """Libraries use the communicator they are given."""
    for s in sources:
        if s.is_library and not is_in(s.path, NAMES_WORLD):
            for number in s.code_lines(r"\bMPI_COMM_WORLD\b"):
                yield s.path, number, "names MPI_COMM_WORLD in a library"


@rule
def no_printing(root, sources):
    """Libraries print through solvers/log."""
    for s in sources:
        if s.is_library and not is_in(s.path, PRINTS):
            for number in s.code_lines(r"\bstd::cout\b|(?<!\w)(std::)?(printf|puts|putchar)\s*\("):
                yield s.path, number, "prints from a library"


@rule
def licence(root, sources):
    """Every source names its licence in its first lines."""
    for s in sources:
        if not any(re.match(r"(//|#|/\*) SPDX-License-Identifier: Apache-2\.0", line) for line in s.lines[:3]):
            yield s.path, 1, "has no SPDX line at its top"


@rule
def file_names(root, sources):
    """Names say what is inside."""
    for s in sources:
        for part in s.path.split("/"):
            if EMPTY_NAMES & set(re.split(r"[_\-.]", part.lower())):
                yield s.path, 1, f"'{part}' does not say what it holds"
        name = s.path.rsplit("/", 1)[-1]
        if s.is_c and name != name.lower():
            yield s.path, 1, "file names are snake_case"


@rule
def one_idea_a_file(root, sources):
    """A file that long holds more than one idea."""
    for s in sources:
        if len(s.lines) > LONGEST_FILE:
            yield s.path, LONGEST_FILE + 1, f"has {len(s.lines)} lines, more than {LONGEST_FILE}"


@rule
def headers_once(root, sources):
    """Headers guard against being read twice."""
    for s in sources:
        if s.suffix in (".hpp", ".h") and not s.code_lines(r"^\s*#\s*pragma\s+once\b"):
            yield s.path, 1, "has no #pragma once"


@rule
def own_header_first(root, sources):
    """A source begins with its own header, which is thus compiled with nothing before it; tests/layering/CMakeLists.txt
    compiles the other headers alone."""
    paths = {s.path for s in sources}
    for s in sources:
        header = s.path[:-len(".cpp")] + ".hpp"
        if s.suffix != ".cpp" or header not in paths:
            continue
        first = next((number for number, line in s.code if line.strip()), 1)
        if not s.lines or s.lines[first - 1] != f'#include "{header}"':
            yield s.path, first, f"does not begin with {header}"


@rule
def nothing_left_over(root, sources):
    """Work that remains is not noted in sources."""
    for s in sources:
        for number, line in enumerate(s.lines, 1):
            if s.is_c and re.search(r"\b(TODO|FIXME|XXX)\b", line):
                yield s.path, number, "notes work that remains"


@rule
def nothing_half_merged(root, sources):
    """No marker of a conflict stays, in sources and pages."""
    pages = [p for p in sorted(root.rglob("*.md")) if "build" not in p.relative_to(root).parts]
    texts = [(s.path, s.lines) for s in sources]
    texts += [(str(p.relative_to(root)), p.read_text(encoding="utf-8").splitlines()) for p in pages]
    for path, lines in texts:
        for number, line in enumerate(lines, 1):
            if line.startswith(("<" * 7 + " ", ">" * 7 + " ")):
                yield path, number, "holds the marker of a conflict"


@rule
def kernels_are_plain(root, sources):
    """Kernels neither throw, nor allocate, nor log; their reference twins, which need only be right, may."""
    for s in sources:
        if s.is_c and s.room in ROOMS and "/kernels/" in s.path and not s.path.endswith("_reference.cpp"):
            for number in s.code_lines(
                    r"\bthrow\b|\bstd::(vector|string|map|make_unique|make_shared)\b|\bnew\b|\b[mc]alloc\s*\("):
                yield s.path, number, "a kernel throws or allocates"


@rule
def kernels_have_reference_twins(root, sources):
    """Every kernel has plain serial twins, to each of which a test compares it."""
    by_path = {s.path: s for s in sources}
    tests = "\n".join(s.text for s in sources if s.is_c and s.room == "tests")
    for s in sources:
        if s.suffix != ".cpp" or s.room not in ROOMS or "/kernels/" not in s.path or s.path.endswith("_reference.cpp"):
            continue
        stem = s.path[:-len(".cpp")]
        declared = "\n".join(by_path[h].text for h in (stem + ".hpp", stem + "_reference.hpp") if h in by_path)
        twins = sorted(set(re.findall(r"\b\w+_reference\b(?=\s*(?:\(|<))", declared)))
        if not twins:
            yield s.path, 1, "has no *_reference twin in its header"
        for twin in twins:
            if not re.search(rf"\b{twin}\b", tests):
                yield s.path, 1, f"has a twin {twin} that no test calls"


def read_sources(root):
    found = []
    for top in sorted(root.iterdir()):
        if top.is_dir() and top.name in TOP_LEVEL:
            found += [p for p in sorted(top.rglob("*"))
                      if p.is_file() and "__pycache__" not in p.parts
                      and (p.suffix in SOURCE or p.name == "CMakeLists.txt")]
    if (root / "CMakeLists.txt").is_file():
        found.append(root / "CMakeLists.txt")
    return [Source(root, p) for p in found]


def findings(root):
    """[(path, line, text, rule)] of the tree below root."""
    sources = read_sources(root)
    return [(path, line, text, check.__name__) for check in RULES for path, line, text in check(root, sources)]


def main(arguments):
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print(__doc__.strip().splitlines()[2], file=sys.stderr)
        return 2
    found = findings(Path(arguments[0]).resolve())
    for path, line, text, name in found:
        print(f"{path}:{line}: {text} ({name})")
    print(f"{len(RULES)} rules, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
