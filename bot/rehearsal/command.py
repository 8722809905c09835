"""The command `floorjudge rehearse FILE…`: play each transcript by itself, and say how it went.

Many files are shared out among the processors; what is said of them comes in the order in which they were named.
"""

from __future__ import annotations

import asyncio
import io
import logging
import multiprocessing
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.rehearsal.player import rehearse
from bot.rehearsal.report import Outcome, as_json, tell

log = logging.getLogger(__name__)

_MANY = 16
"""From so many files on it is worth while to start further processes."""

_AT_A_TIME = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What came of one file, in words."""

    out: str
    err: str
    status: int


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge rehearse` takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a transcript")
    parser.add_argument("--json", action="store_true", help="one JSON object per file, one a line")


def run(args: Namespace) -> int:
    """Play them; 0 as expected, 1 when an expectation fails, 2 when a file cannot be read: the worst counts."""
    status = 0
    for told in _play_all(args.files, partial(_play, json=args.json)):
        sys.stdout.write(told.out)
        sys.stdout.flush()
        sys.stderr.write(told.err)
        status = max(status, told.status)
    return status


def _play_all(files: Sequence[Path], play: partial[Told]) -> Iterator[Told]:
    processors = os.cpu_count() or 1
    if len(files) < _MANY or processors < 2:
        yield from map(play, files)
        return
    # A fork has everything loaded; nothing runs beside us that it could find half done.
    with ProcessPoolExecutor(processors, mp_context=multiprocessing.get_context("fork")) as pool:
        yield from pool.map(play, files, chunksize=_AT_A_TIME)


def _play(file: Path, *, json: bool) -> Told:
    # Warnings are part of the play: a store that fails on paper warns as a real one would.
    logging.basicConfig(level=logging.ERROR, format="%(levelname)s %(name)s: %(message)s")
    try:
        outcome = asyncio.run(rehearse(file))
    except Exception as fault:  # ours; the other files are played all the same
        log.exception("%s cannot be played", file)
        outcome = Outcome(file=str(file), failures=[f"cannot be played: {fault!r}"], unreadable=True)
    out, err = io.StringIO(), io.StringIO()
    if json:
        print(as_json(outcome), file=out)
    else:
        tell(outcome, out, err)
    return Told(out=out.getvalue(), err=err.getvalue(), status=outcome.status)
