"""`python -m tests.bench [--json] [--tiny] [part …]`: measure, and print each figure beside its floor."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import announcing, calling, deadlines, memory, pairing, slashing, starting, words
from tests.bench.figures import Figure, line
from tests.bench.size import FULL, TINY, Size

PARTS: dict[str, Callable[[Size, Path], list[Figure]]] = {
    "r1": words.stateless,
    "r2": words.durable,
    "t1": deadlines.penalties,
    "t3": deadlines.restart,
    "p1": pairing.one_round,
    "o1": announcing.pairings,
    "o3": calling.pairings,
    "d1": slashing.commands,
    "c1": starting.joined,
    "memory": memory.resident,
    "m1": memory.in_guild,
}


def main(argv: Sequence[str]) -> int:
    """Measure the parts that are named, or all; returns the exit status."""
    args = _arguments(argv)
    for figure in _figures(args.parts or list(PARTS), TINY if args.tiny else FULL):
        shown = {**asdict(figure), "is_met": figure.is_met}
        print(json.dumps(shown) if args.json else line(figure), flush=True)
    return 0


def _arguments(argv: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "parts", metavar="PART", nargs="*", help=f"any of {', '.join(PARTS)}; all if none is named"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per figure, one a line")
    parser.add_argument(
        "--tiny", action="store_true", help="only see whether it runs: the figures mean nothing"
    )
    args = parser.parse_args(argv)
    for part in args.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}; there are {', '.join(PARTS)}")
    return args


def _figures(parts: Sequence[str], size: Size) -> Iterator[Figure]:
    with TemporaryDirectory(prefix="floorjudge-bench-") as folder:
        for part in parts:
            yield from PARTS[part](size, Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
