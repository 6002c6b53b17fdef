#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kernel_instructions_test.py PROGRAM: instructions that hot kernels execute an edge, block or entry of a sample, counted
by callgrind and held to limits. Counts do not depend on the machine or its load, but on the compiler: the limits are for
g++ 12, AVX2, some 5 % above what was counted. Ends with 77, which ctest takes for skipped, where it cannot count."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LIMITS = {"gradient": 67, "gradient_compressible": 143, "flux": 226, "flux_compressible": 301, "limiter": 310,
          "wave_speeds": 48, "wave_speeds_compressible": 57,
          "jacobian": 441, "jacobian_compressible": 867, "ilu": 504, "trsv": 25, "trsv_single": 29,
          "dense_product": 2.3, "sparse_product": 13}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def has_avx2():
    return re.search(r"^flags.*\bavx2\b.*\bfma\b|^flags.*\bfma\b.*\bavx2\b", Path("/proc/cpuinfo").read_text(), re.MULTILINE)


def main():
    program = sys.argv[1]
    for tool in ("valgrind", "callgrind_annotate"):
        if not shutil.which(tool):
            skip(f"{tool} is not installed (Debian's package valgrind)")
    if not has_avx2():
        skip("this processor has no AVX2")
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", program], capture_output=True,
                             text=True)
        assert run.returncode == 0, run.stdout + run.stderr
        assert "zero pivot" not in run.stdout, run.stdout
        annotated = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(counts)],
                                   capture_output=True, text=True, check=True).stdout
    units = dict(line.split() for line in run.stdout.splitlines())
    assert set(units) == set(LIMITS), units
    failures = []
    for name, limit in LIMITS.items():
        found = re.search(rf"^\s*([\d,]+)\s.*:measured_{name}\b", annotated, re.MULTILINE)
        assert found, f"measured_{name} is not in callgrind's report"
        each = int(found.group(1).replace(",", "")) / int(units[name])
        print(f"{name:<24} {each:8.1f} instructions, limit {limit}")
        if not 0.8 * limit < each <= limit:
            failures.append(name)
    assert not failures, f"beyond the limit, or far below it (then lower the limit): {failures}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
