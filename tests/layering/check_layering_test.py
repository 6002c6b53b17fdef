#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants violations in a small tree, one at a time, and expects check_layering to find exactly that one."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_layering  # noqa: E402

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
HEADER = SPDX + "#pragma once\n"
DOT = SPDX + '#include "solvers/vec/kernels/dot.hpp"\n'

# Legal, and full of what must not be mistaken for a violation.
CLEAN = {
    "CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n",
    "README.md": "about\n",
    "build/solvers/generated.cpp": "MPI_Send(\n",
    ".git/config": "",
    "solvers/base/types.hpp": HEADER,
    "solvers/threads/loop.hpp": HEADER + '#include <omp.h>\n#include "solvers/base/types.hpp"\n#pragma omp parallel\n',
    "solvers/comm/send.cpp": SPDX + '#include "solvers/threads/loop.hpp"\nvoid f() { MPI_Send(0); }\n',
    "solvers/comm/mpi_session.cpp": SPDX + "auto c = MPI_COMM_WORLD;\n",
    "solvers/io/hdf5_file.cpp": SPDX + "void f() { MPI_Info_create(0); }\n",
    "solvers/log/logger.cpp": SPDX + "#include <petsclog.h>\nauto& out = std::cout;\n",
    "solvers/vec/create.cpp": SPDX + '#include <petscvec.h>\n#include "solvers/vec/kernels/dot.hpp"\n',
    "solvers/vec/kernels/dot.hpp": HEADER + "double dot(int n);\ndouble dot_reference(int n);\n",
    "solvers/vec/kernels/dot.cpp": DOT + '#include "solvers/base/types.hpp"\n#pragma omp simd\n// throw new std::vector\n',
    "meshes/core/mesh.hpp": HEADER + '#include "solvers/base/types.hpp"\n// MPI_Send(x) and std::cout and MPI_COMM_WORLD\n'
                                     'const char* s = "MPI_Send( #pragma omp std::cout";\nMPI_Comm c; int n = 1\'000;\n',
    "fun3d/nonlinear/newton.cpp": SPDX + '#include <petscsnes.h>\n#include "meshes/core/mesh.hpp"\n',
    "fun3d/apps/trireme-fun3d/main.cpp": SPDX + "#include <petscsys.h>\nint main() { std::cout << MPI_COMM_WORLD; }\n",
    "dlrm_hpc/train/loss.hpp": HEADER + '#include "optim/problem/sample_objective.hpp"\n',
    "optim/problem/sample_objective.hpp": HEADER,
    "tests/solvers/vec/dot_test.cpp": SPDX + "void t() { dot_reference(3); std::cout << 1; }\n",
    "tests/run.sh": "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n",
    "tests/solvers/comm/send_test.cpp": SPDX + '#include "tests/solvers/comm/world.hpp"\nvoid t() { MPI_Barrier(0); }\n',
}


def findings_with(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {**CLEAN, **files}.items():
            if text is not None:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
        return [(path, line, name) for path, line, _, name in check_layering.findings(root)]


class Planted(unittest.TestCase):
    def expect(self, rule, path, text, line=2):
        """The file `path` with `text` after its first lines breaks exactly `rule`, at `line`."""
        self.assertEqual(findings_with({path: text}), [(path, line, rule)])

    def test_clean_tree_has_no_findings(self):
        self.assertEqual(findings_with({}), [])

    def test_top_level(self):
        self.expect("top_level", "docs", "x", line=1)
        self.expect("top_level", "utils.py", "# SPDX-License-Identifier: Apache-2.0\n", line=1)

    def test_includes_between_rooms(self):
        rule = "includes_between_rooms"
        for path, included in [
                ("solvers/io/file.cpp", "meshes/core/mesh.hpp"),
                ("meshes/core/a.cpp", "fun3d/nonlinear/newton.hpp"),
                ("fun3d/case/a.cpp", "amg/rap/product.hpp"),
                ("amg/rap/a.cpp", "fun3d/case/a.hpp"),
                ("amg/rap/a.cpp", "meshes/core/mesh.hpp"),
                ("optim/dance/a.cpp", "dlrm_hpc/train/loss.hpp"),
                ("dlrm_hpc/train/a.cpp", "optim/dance/dance.hpp"),
                ("dlrm_hpc/train/a.cpp", "optim/petsc/sample_problem.hpp"),
                ("dlrm_hpc/petsc/a.cpp", "optim/dance/dance.hpp"),
                ("dlrm_hpc/train/a.cpp", "meshes/core/mesh.hpp"),
                ("solvers/base/a.cpp", "solvers/threads/loop.hpp"),
                ("solvers/threads/a.cpp", "solvers/comm/send.hpp"),
                ("solvers/comm/a.cpp", "solvers/io/hdf5_file.hpp"),
                ("solvers/ilu/core/a.cpp", "solvers/comm/send.hpp"),
                ("meshes/read/a.cpp", "meshes/partition/a.hpp"),
                ("solvers/io/a.cpp", "tests/support/data.hpp"),
                ("solvers/io/a.cpp", "neighbour.hpp")]:
            with self.subTest(path=path, included=included):
                self.expect(rule, path, SPDX + f'#include "{included}"\n')

    def test_no_parent_includes(self):
        self.expect("no_parent_includes", "solvers/io/a.cpp", SPDX + "#include <../base/types.hpp>\n")

    def test_mpi_calls(self):
        for path in ("solvers/io/file.cpp", "meshes/core/a.cpp", "fun3d/apps/trireme-fun3d/b.cpp", "tests/solvers/io/a.cpp"):
            for call in ("MPI_Send(x)", "MPI_Comm_rank (c, &r)", "PMPI_Recv(x)"):
                with self.subTest(path=path, call=call):
                    self.expect("mpi_calls", path, SPDX + f"int r = {call};\n")

    def test_core_without_mpi_and_petsc(self):
        self.expect("core_without_mpi_and_petsc", "solvers/threads/a.cpp", SPDX + "#include <mpi.h>\n")

    def test_openmp(self):
        for path in ("solvers/comm/a.cpp", "meshes/core/a.cpp", "tests/meshes/a.cpp"):
            with self.subTest(path=path):
                self.expect("openmp", path, SPDX + "  #  pragma omp parallel for\n")
                self.expect("openmp", path, SPDX + 'x; _Pragma("omp parallel")\n')
                self.expect("openmp", path, SPDX + "#include <omp.h>\n")

    def test_petsc_headers(self):
        for path in ("solvers/io/a.cpp", "meshes/core/a.cpp", "fun3d/physics/a.hpp", "amg/rap/a.cpp"):
            text = (HEADER if path.endswith("hpp") else SPDX) + "#include <petscvec.h>\n"
            with self.subTest(path=path):
                self.expect("petsc_headers", path, text, line=text.count("\n"))
        self.expect("petsc_headers", "solvers/io/a.cpp", SPDX + "#include <petsc/private/vecimpl.h>\n")
        kernel = SPDX + "#include <petscvec.h>\n"
        self.assertIn(("solvers/vec/kernels/dot.cpp", 2, "petsc_headers"), findings_with({"solvers/vec/kernels/dot.cpp": kernel}))

    def test_no_world(self):
        self.expect("no_world", "solvers/comm/a.cpp", SPDX + "auto c = MPI_COMM_WORLD;\n")

    def test_no_printing(self):
        for text in ('std::cout << "x";', 'std::printf("x");', 'puts("x");'):
            with self.subTest(text=text):
                self.expect("no_printing", "meshes/core/a.cpp", SPDX + text + "\n")

    def test_licence(self):
        self.expect("licence", "meshes/core/a.cpp", "int a;\n", line=1)
        self.expect("licence", "tests/a.sh", "#!/bin/bash\n\n\n# SPDX-License-Identifier: Apache-2.0\n", line=1)
        self.expect("licence", "meshes/CMakeLists.txt", "# SPDX-License-Identifier: MIT\n", line=1)

    def test_file_names(self):
        for path in ("meshes/core/mesh_utils.cpp", "meshes/common/a.cpp", "tests/helpers.cpp", "jobs/misc.sh"):
            with self.subTest(path=path):
                self.expect("file_names", path, SPDX.replace("//", "#" if path.endswith("sh") else "//"), line=1)
        self.expect("file_names", "meshes/core/FlowMesh.cpp", SPDX, line=1)

    def test_one_idea_a_file(self):
        self.expect("one_idea_a_file", "meshes/core/a.cpp", SPDX + "int a;\n" * 700, line=701)

    def test_headers_once(self):
        self.expect("headers_once", "meshes/core/a.hpp", SPDX + "// #pragma once\n", line=1)

    def test_own_header_first(self):
        own, other = DOT[len(SPDX):], '#include "solvers/base/types.hpp"\n'
        for text in (other, other + own, "#define N 1\n" + own, "// " + own, own.replace('"', "<", 1).replace('"', ">")):
            with self.subTest(text=text):
                line = 1 if text.startswith("//") else 2
                self.expect("own_header_first", "solvers/vec/kernels/dot.cpp", SPDX + text, line)
        self.assertEqual(findings_with({"solvers/vec/kernels/dot.cpp": SPDX + "\n/* why\n */\n" + own + other}), [])

    def test_nothing_left_over(self):
        self.expect("nothing_left_over", "meshes/core/a.cpp", SPDX + "// TODO: all\n")

    def test_nothing_half_merged(self):
        self.expect("nothing_half_merged", "meshes/core/a.cpp", SPDX + "<" * 7 + " HEAD\n")
        self.expect("nothing_half_merged", "README.md", "\n" + ">" * 7 + " 1234567 (Say it)\n")

    def test_kernels_are_plain(self):
        for text in ("throw 1;", "std::vector<int> v;", "auto p = new int;", "malloc(3);"):
            with self.subTest(text=text):
                self.expect("kernels_are_plain", "solvers/vec/kernels/dot.cpp", DOT + text + "\n", line=3)

    def test_kernels_have_reference_twins(self):
        rule, kernel = "kernels_have_reference_twins", "solvers/vec/kernels/dot.cpp"
        self.assertEqual(findings_with({"solvers/vec/kernels/dot.hpp": HEADER + "double dot(int n);\n"}), [(kernel, 1, rule)])
        self.assertEqual(findings_with({"tests/solvers/vec/dot_test.cpp": SPDX}), [(kernel, 1, rule)])
        self.assertEqual(findings_with({"solvers/vec/kernels/dot.hpp": HEADER,
                                        "solvers/vec/kernels/dot_reference.hpp": HEADER + "double dot_reference(int);\n"}), [])
        two_twins = HEADER + "double dot_reference(int);\ndouble norm_reference(int);\n"
        self.assertEqual(findings_with({"solvers/vec/kernels/dot.hpp": two_twins}), [(kernel, 1, rule)])

    def test_exit_codes(self):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(check_layering.main([]), 2)
            self.assertEqual(check_layering.main(["/nowhere/at/all"]), 2)
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(check_layering.main([folder]), 0)
                (Path(folder) / "stray.txt").write_text("")
                self.assertEqual(check_layering.main([folder]), 1)
        self.assertIn("stray.txt:1: does not belong on the top level (top_level)", out.getvalue())


class EveryRule(unittest.TestCase):
    def test_is_broken_on_purpose_above(self):
        source = Path(__file__).read_text()
        for check in check_layering.RULES:
            self.assertIn(f"def test_{check.__name__}(self)", source)


if __name__ == "__main__":
    unittest.main()
