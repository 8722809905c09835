"""The command `floorjudge rehearse FILE…`: play each transcript by itself, and say how it went."""

from __future__ import annotations

import asyncio
import logging
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.rehearsal.player import rehearse
from bot.rehearsal.report import as_json, tell


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge rehearse` takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a transcript")
    parser.add_argument("--json", action="store_true", help="one JSON object per file, one a line")


def run(args: Namespace) -> int:
    """Play them; 0 as expected, 1 when an expectation fails, 2 when a file cannot be read: the worst counts."""
    # Warnings are part of the play: a store that fails on paper warns as a real one would.
    logging.basicConfig(level=logging.ERROR, format="%(levelname)s %(name)s: %(message)s")
    status = 0
    for file in args.files:
        outcome = asyncio.run(rehearse(file))
        if args.json:
            print(as_json(outcome), flush=True)
        else:
            tell(outcome, sys.stdout, sys.stderr)
        status = max(status, outcome.status)
    return status
