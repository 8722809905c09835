"""Child processes: every measurement gets a process of its own, so that none inherits another's caches or garbage."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.bench.figures import Measures

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120
"""How long one measurement may take before it is ended and the bench fails."""


def measured(module: str, *words: object) -> Measures:
    """What `python -m module words…` has measured: the JSON object on its last line.

    Raises RuntimeError with what it wrote when it fails.
    """
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{module}", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{module} ended with {done.returncode}: {done.stderr[-2000:]}")
    measures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measures


def tell(measures: Measures) -> None:
    """Tell the parent; the last thing that a child prints."""
    print(json.dumps(measures))
