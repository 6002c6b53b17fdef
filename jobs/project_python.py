# SPDX-License-Identifier: Apache-2.0
"""Restarts a script under the Python that has what it needs. Called by the plot scripts next to it."""
import importlib
import os
import sys


def use_project_python(*modules):
    """Where this Python lacks one of `modules`, restarts the script under TRIREME_PYTHON, since another Python may hide the
    system's; if that lacks it too, ends it and says what to install (Debian's packages are called python3-NAME)."""
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as missing:
        python = os.environ.get("TRIREME_PYTHON", "/usr/bin/python3")
        if os.path.exists(python) and os.path.realpath(python) != os.path.realpath(sys.executable):
            os.execv(python, [python] + sys.argv)
        packages = " ".join(f"python3-{module}" for module in modules)
        sys.exit(f"{os.path.basename(sys.argv[0])}: {missing} -> install {packages}")
